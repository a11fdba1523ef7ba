// getopts: walks options of the positional parameters (POSIX, getopts).
import { CommandError } from "../../command/command.ts";
import { assignText } from "../assignment.ts";
import { isName } from "../state.ts";
import { type Builtin, usageOf } from "./builtin.ts";

export const getopts: Builtin = {
  name: "getopts",
  summary: "Parse options of a script or a function",
  usage: "getopts optstring name [argument...]",
  effects: { reads: ["state:*"], writes: ["state:*"] },
  async run(shell, args, io) {
    const [letters, name, ...given] = args;
    if (letters === undefined || name === undefined)
      throw new CommandError("two arguments needed", { exitCode: 2, ...usageOf(getopts) });
    if (!isName(name)) throw new CommandError(`\`${name}': not a valid identifier`);
    const { state } = shell;
    const words = given.length > 0 ? given : state.positional;
    const quiet = letters.startsWith(":") || state.scalar("OPTERR") === "0";
    let index = Number(state.scalar("OPTIND") ?? "1");
    if (!(index >= 1)) index = 1;
    if (index !== state.optionIndex) state.optionOffset = 0;
    const finish = (status: number): number => {
      state.optionIndex = index;
      assignText(shell, "OPTIND", String(index));
      return status;
    };
    const word = words[index - 1];
    if (state.optionOffset === 0) {
      if (word === undefined || !/^-./.test(word) || word === "--") {
        if (word === "--") index += 1;
        assignText(shell, name, "?");
        state.unset("OPTARG");
        return finish(1);
      }
      state.optionOffset = 1;
    }
    const option = word?.[state.optionOffset] ?? "";
    const last = state.optionOffset + 1 >= (word?.length ?? 0);
    const known = option === ":" ? -1 : letters.indexOf(option, letters.startsWith(":") ? 1 : 0);
    const advance = (): void => {
      state.optionOffset = last ? 0 : state.optionOffset + 1;
      if (last) index += 1;
    };
    if (known < 0) {
      advance();
      assignText(shell, name, "?");
      if (letters.startsWith(":")) assignText(shell, "OPTARG", option);
      else state.unset("OPTARG");
      if (!quiet) await io.diagnose(`illegal option -- ${option}`);
      return finish(0);
    }
    if (letters[known + 1] !== ":") {
      advance();
      assignText(shell, name, option);
      state.unset("OPTARG");
      return finish(0);
    }
    const attached = last ? undefined : word?.slice(state.optionOffset + 1);
    state.optionOffset = 0;
    const value = attached ?? words[index];
    index += attached === undefined ? 2 : 1;
    if (value !== undefined) {
      assignText(shell, name, option);
      assignText(shell, "OPTARG", value);
      return finish(0);
    }
    index = words.length + 1;
    assignText(shell, name, letters.startsWith(":") ? ":" : "?");
    if (letters.startsWith(":")) assignText(shell, "OPTARG", option);
    else state.unset("OPTARG");
    if (!quiet) await io.diagnose(`option requires an argument -- ${option}`);
    return finish(0);
  },
};
