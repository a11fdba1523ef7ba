// df: prints the room of the one file system that the workspace is, by fixed values.
import { defineCommand, reads, Writer, z } from "../src/plugin.ts";
import { humanSize } from "./human-size.ts";
import { MACHINE, VIRTUAL } from "./machine.ts";

export const df = defineCommand({
  name: "df",
  summary: "Print the room on file systems",
  description: `${VIRTUAL} The workspace is one file system of 1 GiB that is empty.`,
  args: () => ({
    unit: z.enum(["k", "m", "human", "si"]).default("k"),
    all: z.boolean().default(false),
    local: z.boolean().default(false),
    portability: z.boolean().default(false),
    printType: z.boolean().default(false),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    unit: {
      long: false,
      values: { k: "k", m: "m", h: "human", "human-readable": "human", H: "si", si: "si" },
      meanings: {
        k: "units of 1024 bytes (the default)",
        m: "units of 1048576 bytes",
        human: "sizes like 1.0G",
        si: "with powers of 1000",
      },
    },
    all: { short: "a", does: "accepted: there is one file system" },
    local: { short: "l", does: "accepted: there is one file system" },
    portability: { short: "P", does: "the header that POSIX asks for" },
    printType: { short: "T", does: "print the type too" },
    files: { positional: true, placeholder: "file" },
  },
  examples: [
    { does: "the workspace", run: "df -h | tail -1", prints: "workspace       1.0G     0  1.0G   0% /\n" },
    { does: "in units of 1024 bytes", run: "df . | wc -l", prints: "2\n" },
  ],
  effects: ({ files }, context) => reads(context, files),
  async run({ unit, portability, printType, files }, io, ctx) {
    let status = 0;
    for (const file of files) {
      try {
        ctx.workspace.stat(file);
      } catch (error) {
        await io.diagnoseFile(error, file);
        status = 1;
      }
    }
    if (files.length > 0 && status !== 0) return status;
    const human = unit === "human" || unit === "si";
    const size = human
      ? humanSize(MACHINE.disk * 1024, unit === "si")
      : String(unit === "m" ? MACHINE.disk / 1024 : MACHINE.disk);
    const title = human ? "Size" : unit === "m" ? "1M-blocks" : portability ? "1024-blocks" : "1K-blocks";
    const width = Math.max(human ? 5 : 5, title.length, size.length);
    const free = human ? "Avail" : "Available";
    const left = portability ? "Capacity" : "Use%";
    const type = printType ? ["Type      ", "workspace "] : ["", ""];
    const out = new Writer(io.stdout);
    const row = (name: string, kind: string, cells: readonly [string, string, string, string], at: string): void =>
      out.text(
        `${name.padEnd(14)} ${kind}${cells[0].padStart(width)} ${cells[1].padStart(5)} ${cells[2].padStart(free.length)} ` +
          `${cells[3].padStart(left.length)} ${at}\n`,
      );
    row("Filesystem", type[0] ?? "", [title, "Used", free, left], "Mounted on");
    row("workspace", type[1] ?? "", [size, "0", size, "0%"], "/");
    await out.flush();
    return status;
  },
});
