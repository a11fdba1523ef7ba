// history: the lines of this session, numbered as bash prints them. It changes nothing.
import { defineCommand, encode, UNKNOWN, UsageError, z } from "../src/plugin.ts";

export const history = defineCommand({
  name: "history",
  summary: "List the lines of this session",
  description: "The last 500 lines are kept. Nothing is stored in a file, and lines are not expanded with !.",
  args: () => ({ count: z.string().optional() }),
  cli: { count: { positional: true, placeholder: "n" } },
  examples: [
    { does: "all lines so far", run: "history", prints: "    1  history\n" },
    { does: "the last one", run: "history 1", prints: "    1  history 1\n" },
  ],
  // Its answer depends on the calls before it.
  effects: () => ({ ...UNKNOWN, reads: ["state:history"], writes: [] }),
  run({ count }, io, { session }) {
    if (count !== undefined && !/^\d+$/.test(count))
      throw new UsageError(`${count}: numeric argument required`, { exitCode: 1 });
    const { lines, lineCount } = session;
    const shown = count === undefined ? lines : lines.slice(Math.max(0, lines.length - Number(count)));
    const first = lineCount - shown.length + 1;
    const text = shown.map((line, index) => `${String(first + index).padStart(5)}  ${line}\n`).join("");
    return io.stdout.write(encode(text));
  },
});
