// false: fails, whatever its arguments.
import { defineCommand, PURE } from "../src/plugin.ts";

export const falseCommand = defineCommand({
  name: "false",
  summary: "Do nothing, unsuccessfully",
  raw: true,
  usage: "[argument...]",
  examples: [
    { does: "exit status 1", run: "false", prints: "", exit: 1 },
    { does: "take the other branch", run: "false || echo no", prints: "no\n" },
  ],
  effects: () => PURE,
  run: () => 1,
});
