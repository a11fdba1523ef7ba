// free: prints how much memory there is, by fixed values.
import { defineCommand, PURE, Writer, z } from "../src/plugin.ts";
import { MACHINE, VIRTUAL } from "./machine.ts";

export const free = defineCommand({
  name: "free",
  summary: "Print how much memory is free",
  description: VIRTUAL,
  args: () => ({
    unit: z.enum(["b", "k", "m", "g", "human"]).default("k"),
    total: z.boolean().default(false),
    wide: z.boolean().default(false),
  }),
  cli: {
    unit: {
      long: false,
      values: {
        b: "b",
        bytes: "b",
        k: "k",
        kibi: "k",
        m: "m",
        mebi: "m",
        g: "g",
        gibi: "g",
        h: "human",
        human: "human",
      },
      meanings: { b: "bytes", k: "KiB (the default)", m: "MiB", g: "GiB", human: "sizes like 1.0Gi" },
    },
    total: { short: "t", does: "add a line with totals" },
    wide: { short: "w", does: "accepted and ignored" },
  },
  examples: [
    { does: "how much in MiB", run: "free -m | awk '/Mem/ {print $2}'", prints: "1024\n" },
    { does: "lines", run: "free | wc -l", prints: "3\n" },
  ],
  effects: () => PURE,
  async run({ unit, total }, io) {
    const size =
      unit === "human" ? "1.0Gi" : String(MACHINE.memory * { b: 1024, k: 1, m: 1 / 1024, g: 1 / 1048576 }[unit]);
    const none = unit === "human" ? "0B" : "0";
    const out = new Writer(io.stdout);
    const row = (name: string, cells: readonly string[]): void =>
      out.text(`${name.padEnd(8)}${cells.map((cell, at) => cell.padStart(at === 0 ? 12 : 11)).join(" ")}\n`);
    row("", ["total", "used", "free", "shared", "buff/cache", "available"]);
    row("Mem:", [size, none, size, none, none, size]);
    row("Swap:", [none, none, none]);
    if (total) row("Total:", [size, none, size]);
    await out.flush();
  },
});
