// alias and unalias.
import { encode } from "../../bytes/text.ts";
import { singleQuoted } from "../quoting.ts";
import { type Builtin, parseOptions } from "./builtin.ts";

export const alias: Builtin = {
  name: "alias",
  summary: "Name a command line; used where shopt expand_aliases is on",
  usage: "alias [-p] [name[=value]...]",
  effects: { reads: [], writes: ["state:*"] },
  async run(shell, args, io) {
    const { operands } = parseOptions(alias, "p", args);
    const { aliases } = shell.state;
    if (operands.length === 0) {
      const lines = [...aliases.keys()]
        .sort()
        .map((name) => `alias ${name}=${singleQuoted(aliases.get(name) ?? "")}\n`);
      await io.stdout.write(encode(lines.join("")));
      return 0;
    }
    let status = 0;
    for (const text of operands) {
      const at = text.indexOf("=");
      if (at > 0) {
        aliases.set(text.slice(0, at), text.slice(at + 1));
        shell.state.aliasChanges += 1;
        continue;
      }
      const value = aliases.get(text);
      if (value === undefined) {
        await io.diagnose(`${text}: not found`);
        status = 1;
      } else {
        await io.stdout.write(encode(`alias ${text}=${singleQuoted(value)}\n`));
      }
    }
    return status;
  },
};

export const unalias: Builtin = {
  name: "unalias",
  summary: "Remove aliases",
  usage: "unalias [-a] name...",
  effects: { reads: [], writes: ["state:*"] },
  async run(shell, args, io) {
    const { flags, operands } = parseOptions(unalias, "a", args);
    const { aliases } = shell.state;
    if (flags.has("a")) aliases.clear();
    shell.state.aliasChanges += 1;
    let status = 0;
    for (const name of operands) {
      if (aliases.delete(name)) continue;
      await io.diagnose(`${name}: not found`);
      status = 1;
    }
    return status;
  },
};
