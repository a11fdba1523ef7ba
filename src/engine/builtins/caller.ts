// caller: where the running function was called from.
import { encode } from "../../bytes/text.ts";
import { lineAt } from "../dynamic.ts";
import type { Builtin } from "./builtin.ts";

export const caller: Builtin = {
  name: "caller",
  summary: "Print where the running function was called from",
  usage: "caller [n]",
  effects: { reads: ["state:*"], writes: [] },
  async run({ state }, args, io) {
    const { callStack, script } = state;
    const index = callStack.length - 1 - Number(args[0] ?? "0");
    const running = callStack[index];
    if (!running) return 1;
    const around = callStack[index - 1];
    const file = around?.file ?? script;
    const line = lineAt(running.caller);
    if (args[0] === undefined) {
      await io.stdout.write(encode(`${line} ${file || "NULL"}\n`));
      return 0;
    }
    const name = around ? (around.kind === "source" ? "source" : around.name) : script === "" ? undefined : "main";
    if (name === undefined) return 1;
    await io.stdout.write(encode(`${line} ${name} ${file || "environment"}\n`));
    return 0;
  },
};
