// nproc: prints how many processors there are, a fixed value.
import { defineCommand, PURE, Writer, z } from "../src/plugin.ts";
import { MACHINE, VIRTUAL } from "./machine.ts";

export const nproc = defineCommand({
  name: "nproc",
  summary: "Print the number of processors",
  description: VIRTUAL,
  args: () => ({ all: z.boolean().default(false), ignore: z.number().int().min(0).default(0) }),
  cli: {
    all: { does: "all that are installed, which is the same" },
    ignore: { placeholder: "N", does: "leave out N, but never all" },
  },
  examples: [
    { does: "how many", run: "nproc", prints: "1\n" },
    { does: "leave one out", run: "nproc --ignore=1", prints: "1\n" },
  ],
  effects: () => PURE,
  async run({ ignore }, io) {
    const out = new Writer(io.stdout);
    out.text(`${Math.max(1, MACHINE.processors - ignore)}\n`);
    await out.flush();
  },
});
