// true: succeeds, whatever its arguments.
import { defineCommand, PURE } from "../src/plugin.ts";

export const trueCommand = defineCommand({
  name: "true",
  summary: "Do nothing, successfully",
  raw: true,
  usage: "[argument...]",
  examples: [
    { does: "ignore a failure", run: "cat missing.txt 2>/dev/null || true", prints: "" },
    { does: "a condition that holds", run: "if true; then echo yes; fi", prints: "yes\n" },
  ],
  effects: () => PURE,
  run: () => 0,
});
