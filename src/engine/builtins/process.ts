// umask and times: settings of a process, of which this shell has only the appearance.
import { encode } from "../../bytes/text.ts";
import { CommandError } from "../../command/command.ts";
import { PURE } from "../../footprint/index.ts";
import { type Builtin, parseOptions } from "./builtin.ts";

/** Created files get 0644 and directories 0755 whatever is asked, so the mask is fixed. */
const MASK = 0o022;

export const umask: Builtin = {
  name: "umask",
  summary: "Show the mask of created files, which is fixed",
  usage: "umask [-pS]",
  effects: PURE,
  async run(_shell, args, io) {
    const { flags, operands } = parseOptions(umask, "pS", args);
    const [mask] = operands;
    if (mask !== undefined && Number.parseInt(mask, 8) !== MASK && mask !== "u=rwx,g=rx,o=rx") {
      throw new CommandError(`${mask}: the mask is fixed at 0022`, { help: "Set modes with chmod" });
    }
    if (mask === undefined) {
      const shown = flags.has("S") ? "u=rwx,g=rx,o=rx" : "0022";
      await io.stdout.write(encode(`${flags.has("p") ? `umask ${flags.has("S") ? "-S " : ""}` : ""}${shown}\n`));
    }
    return 0;
  },
};

export const times: Builtin = {
  name: "times",
  summary: "Print the processor time used by the shell",
  usage: "times",
  effects: PURE,
  async run(shell, _args, io) {
    const seconds = (performance.now() - shell.call.shellStart) / 1000;
    const own = `${Math.floor(seconds / 60)}m${(seconds % 60).toFixed(3)}s 0m0.000s\n`;
    await io.stdout.write(encode(`${own}0m0.000s 0m0.000s\n`));
    return 0;
  },
};
