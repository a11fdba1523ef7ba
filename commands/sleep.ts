// sleep: waits, and stops at once when the call is cancelled.
import { CommandError, defineCommand, PURE, z } from "../src/plugin.ts";
import { parseDuration } from "./duration.ts";
import { wait } from "./wait.ts";

export const sleep = defineCommand({
  name: "sleep",
  summary: "Wait for a time",
  description:
    "Several durations add up. Fractions are taken. Units: s seconds (the default), m minutes, h hours, d days.",
  args: () => ({ durations: z.array(z.string()).min(1) }),
  cli: { durations: { positional: true, placeholder: "duration" } },
  examples: [
    { does: "wait a tenth of a second", run: "sleep 0.1 && echo done", prints: "done\n" },
    { does: "durations add up", run: "sleep 0.01s 0.0001m && echo done", prints: "done\n" },
  ],
  effects: () => PURE,
  async run({ durations }, _io, ctx) {
    let total = 0;
    for (const text of durations) {
      const duration = parseDuration(text);
      if (duration === undefined) throw new CommandError(`invalid time interval '${text}'`);
      total += duration;
    }
    await wait(total, ctx.signal);
  },
});
