// The memory command of the idea's text, for the tests of help and families.
import { type Command, defineCommand, encode, PURE, z } from "../../src/plugin.ts";

function leaf(name: string, summary: string): Command {
  return defineCommand({ name, summary, args: () => ({}), examples: [], run: () => 0 });
}

export function memory(): Command {
  const search = defineCommand({
    name: "search",
    summary: "Find what was stored",
    args: () => ({ query: z.string(), topic: z.string().optional(), keyword: z.string().optional() }),
    cli: {
      query: { positional: true },
      topic: { short: "t", placeholder: "topic_id", does: "within one topic" },
      keyword: { short: "k", placeholder: "keyword", does: "only with this word" },
    },
    examples: [],
    effects: () => PURE,
    run: ({ query }, io) => io.stdout.write(encode(`found ${query}\n`)),
  });
  return defineCommand({
    name: "memory",
    summary: "Search or manage memory",
    subcommands: [
      search,
      leaf("recent", "List"),
      leaf("store", "Keep"),
      leaf("facts", "List facts"),
      leaf("forget", "Drop"),
    ],
  });
}
