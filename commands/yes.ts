// yes: repeats a line until its reader has had enough.
import { defineCommand, encode, PURE, z } from "../src/plugin.ts";

const CHUNK = 64 * 1024;

export const yes = defineCommand({
  name: "yes",
  summary: "Print a line again and again",
  description: "Prints its arguments, or y, until the reader closes the pipe. Always pipe it into a command that ends.",
  args: () => ({ words: z.array(z.string()).default([]) }),
  cli: { words: { positional: true, placeholder: "text" } },
  examples: [
    { does: "two lines", run: "yes | head -n 2", prints: "y\ny\n" },
    { does: "a text", run: "yes hi there | head -n 1", prints: "hi there\n" },
  ],
  effects: () => PURE,
  async run({ words }, io, ctx) {
    const line = Buffer.from(encode(`${words.length > 0 ? words.join(" ") : "y"}\n`));
    // What was written belongs to the reader, so each write takes a copy of this chunk.
    const chunk = Buffer.alloc(Math.max(1, Math.floor(CHUNK / line.length)) * line.length, line);
    for (;;) {
      const full = io.stdout.write(Buffer.from(chunk)) ?? ctx.pause();
      if (full) await full;
    }
  },
});
