// uptime: prints the time and that nothing has run long: the machine is the shell's own.
import { defineCommand, PURE, Writer, z } from "../src/plugin.ts";
import { clockOf, formatTime } from "./file-time.ts";
import { VIRTUAL } from "./machine.ts";

export const uptime = defineCommand({
  name: "uptime",
  summary: "Print the time and how long the machine is up",
  description: `${VIRTUAL} Only the time of day is the real one.`,
  args: () => ({ pretty: z.boolean().default(false), since: z.boolean().default(false) }),
  cli: {
    pretty: { short: "p", does: "in words" },
    since: { short: "s", does: "since when, which is now" },
  },
  examples: [
    { does: "in words", run: "uptime -p", prints: "up 0 minutes\n" },
    { does: "in full", run: "uptime", matches: / up 0 min, {2}0 users, {2}load average: 0\.00, 0\.00, 0\.00$/m },
  ],
  effects: () => PURE,
  async run({ pretty, since }, io, ctx) {
    const clock = clockOf(Date.now(), ctx.env.TZ);
    const out = new Writer(io.stdout);
    if (pretty) out.text("up 0 minutes\n");
    else if (since) out.text(`${formatTime("%F %T", clock)}\n`);
    else out.text(` ${formatTime("%T", clock)} up 0 min,  0 users,  load average: 0.00, 0.00, 0.00\n`);
    await out.flush();
  },
});
