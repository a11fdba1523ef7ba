// unset, shift and let.
import { CommandError } from "../../command/command.ts";
import { AssociativeArray, evaluateArithmetic, evaluateSubscript, IndexedArray } from "../../expand/index.ts";
import { isName } from "../state.ts";
import { type Builtin, parseOptions, usageOf } from "./builtin.ts";

export const unset: Builtin = {
  name: "unset",
  summary: "Remove variables or functions",
  usage: "unset [-f] [-v] [-n] [name...]",
  effects: { reads: [], writes: ["state:*"] },
  async run(shell, args, io) {
    const { flags, operands } = parseOptions(unset, "fvn", args);
    const { state } = shell;
    let status = 0;
    for (const name of operands) {
      if (flags.has("f")) {
        state.functions.delete(name);
        continue;
      }
      const element = /^([A-Za-z_]\w*)\[(.*)\]$/s.exec(name);
      if (element) {
        const [, array = "", subscript = ""] = element;
        const { variable } = state.resolve(array);
        if (variable?.readonly) {
          await io.diagnose(`${array}: cannot unset: readonly variable`);
          status = 1;
        } else if ((subscript === "@" || subscript === "*") && variable?.value instanceof IndexedArray) {
          state.unset(array);
        } else if (variable?.value instanceof AssociativeArray) {
          variable.value.delete(evaluateSubscript(array, subscript, shell.environment));
        } else if (variable?.value instanceof IndexedArray) {
          variable.value.delete(Number(evaluateSubscript(array, subscript, shell.environment)));
        } else if (variable && subscript === "0") {
          state.unset(array);
        }
        continue;
      }
      if (!isName(name)) {
        // bash looks for a function of that name, and says nothing where there is none.
        if (flags.has("v")) {
          await io.diagnose(`\`${name}': not a valid identifier`);
          status = 1;
        } else state.functions.delete(name);
        continue;
      }
      if (flags.has("n")) state.variables.delete(name);
      else if (flags.has("v") || state.variables.has(name)) state.unset(name);
      else state.functions.delete(name);
    }
    return status;
  },
};

export const shift: Builtin = {
  name: "shift",
  summary: "Drop the first positional parameters",
  usage: "shift [n]",
  effects: { reads: [], writes: ["state:*"] },
  run(shell, args) {
    const [count = "1"] = args;
    if (!/^\+?\d+$/.test(count)) throw new CommandError(`${count}: numeric argument required`, usageOf(shift));
    if (Number(count) > shell.state.positional.length) return 1;
    shell.state.positional = shell.state.positional.slice(Number(count));
    return 0;
  },
};

export const letBuiltin: Builtin = {
  name: "let",
  summary: "Evaluate arithmetic; fail when the last result is 0",
  usage: "let expression...",
  effects: { reads: ["state:*"], writes: ["state:*"] },
  run(shell, args) {
    if (args.length === 0) throw new CommandError("expression expected", { help: `usage: ${letBuiltin.usage}` });
    let value = 0n;
    for (const expression of args) value = evaluateArithmetic(expression, shell.environment);
    return value === 0n ? 1 : 0;
  },
};
