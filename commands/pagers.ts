// less and more: print files as cat does. There is nobody to turn pages.
import { type Command, defineCommand, reads, UsageError, z } from "../src/plugin.ts";

export const less = pager("less");
export const more = pager("more");

function pager(name: string): Command {
  const command: Command = defineCommand({
    name,
    summary: "Print files whole, as cat does",
    description:
      "There are no pages and no keys: the same as cat. To see a part: head, tail, sed -n '10,20p', grep -n.",
    args: () => ({
      lineNumbers: z.boolean().default(false),
      squeeze: z.boolean().default(false),
      raw: z.boolean().default(false),
      chop: z.boolean().default(false),
      quit: z.boolean().default(false),
      files: z.array(z.string()).default([]),
    }),
    cli: {
      lineNumbers: { short: "N", does: "number lines" },
      squeeze: { short: "s", does: "print several empty lines as one" },
      raw: { short: ["R", "r", "f"], long: false, does: "accepted and ignored" },
      chop: { short: ["S", "d", "c", "p"], long: false, does: "accepted and ignored" },
      quit: { short: ["F", "X", "E", "e", "i", "n"], long: false, does: "accepted and ignored" },
      files: { positional: true, placeholder: "file" },
    },
    readsStdin: true,
    examples: [
      { does: "a file", files: { a: "1\n2\n" }, run: `${name} a`, prints: "1\n2\n" },
      { does: "what comes through a pipe", run: `echo x | ${name}`, prints: "x\n" },
    ],
    effects: ({ files }, context) =>
      reads(
        context,
        files.filter((file) => !file.startsWith("+")),
      ),
    run: ({ lineNumbers, squeeze, files }, io, ctx) => {
      if (files.length === 0 && !io.stdin.connected) throw new UsageError(`usage: ${command.usage}`);
      const options = [...(lineNumbers ? ["-n"] : []), ...(squeeze ? ["-s"] : [])];
      // +N and +/pattern say where to begin.
      return ctx.exec(["cat", ...options, "--", ...files.filter((file) => !file.startsWith("+"))], { stdin: io.stdin });
    },
  });
  return command;
}
