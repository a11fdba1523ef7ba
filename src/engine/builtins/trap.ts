// trap: what to run when the shell ends or a command fails.
import { encode } from "../../bytes/text.ts";
import { CommandError } from "../../command/command.ts";
import { singleQuoted } from "../quoting.ts";
import { type Builtin, parseOptions, usageOf } from "./builtin.ts";
import { SIGNALS } from "./signals.ts";

export const trap: Builtin = {
  name: "trap",
  summary: "Run a command when the shell ends or a command fails",
  usage: "trap [-lp] [[action] signal...]",
  effects: { reads: [], writes: ["state:*"] },
  async run(shell, args, io) {
    const { flags, operands } = parseOptions(trap, "lp", args);
    const { traps } = shell.state;
    if (flags.has("l")) {
      await io.stdout.write(
        encode(
          `${Object.keys(SIGNALS)
            .map((name) => `SIG${name}`)
            .join(" ")}\n`,
        ),
      );
      return 0;
    }
    if (operands.length === 0 || flags.has("p")) {
      const shown = operands.length > 0 ? operands.map(signalName) : [...traps.keys()];
      const lines = shown.flatMap((name) => {
        const action = name === undefined ? undefined : traps.get(name);
        const label = name === undefined || name in SIGNALS ? `SIG${name}` : name;
        return action === undefined ? [] : [`trap -- ${singleQuoted(action)} ${label}\n`];
      });
      await io.stdout.write(encode(lines.join("")));
      return 0;
    }
    const [action = "", ...rest] = operands;
    const resets = action === "-" || rest.length === 0;
    const signals = rest.length === 0 ? operands : rest;
    if (rest.length === 0 && !/^\d+$/.test(action) && signalName(action) === undefined) {
      throw new CommandError("no signal given", { exitCode: 2, ...usageOf(trap) });
    }
    let status = 0;
    for (const text of signals) {
      const name = signalName(text);
      if (name === undefined) {
        await io.diagnose(`${text}: invalid signal specification`);
        status = 1;
      } else if (resets) traps.delete(name);
      else traps.set(name, action);
    }
    return status;
  },
};

function signalName(text: string): string | undefined {
  if (text === "0") return "EXIT";
  const name = text.toUpperCase().replace(/^SIG/, "");
  if (name === "EXIT" || name === "ERR" || name === "DEBUG" || name === "RETURN" || name in SIGNALS) return name;
  return Object.keys(SIGNALS).find((known) => String(SIGNALS[known]) === text);
}
