// sh and bash: a text or a file run by this same engine in a child state, through the same gate.
import { decode } from "../../bytes/text.ts";
import { CommandError, UsageError } from "../../command/command.ts";
import { UNKNOWN } from "../../footprint/index.ts";
import type { Interpreter } from "../interpreter.ts";
import { isSetOption, optionOfLetter, shoptOption } from "../options.ts";
import { readAll, readText } from "../read-text.ts";
import { deviceOf } from "../redirect.ts";
import { runChild } from "../script-file.ts";
import { type Builtin, usageOf } from "./builtin.ts";

export const sh: Builtin = {
  name: "sh",
  summary: "Run a line or a script in a shell of its own",
  usage: "sh [-eux] [-o option] [-c line [name [arguments]] | file [arguments]]",
  effects: UNKNOWN,
  run: async (shell, args) => await run(shell, sh, args),
};

export const bash: Builtin = {
  ...sh,
  name: "bash",
  usage: sh.usage.replace("sh", "bash"),
  run: async (shell, args) => await run(shell, bash, args),
};

async function run(shell: Interpreter, self: Builtin, args: readonly string[]): Promise<number> {
  const settings: ((child: Interpreter) => void)[] = [];
  let isLine = false;
  let fromStdin = false;
  let index = 0;
  for (; index < args.length; index += 1) {
    const word = args[index] ?? "";
    if (word === "--" || word === "-") {
      index += 1;
      break;
    }
    if (word === "--version") throw new CommandError("runs inside runsh; there is no other shell", { exitCode: 2 });
    if (/^--(norc|noprofile|posix|login)$/.test(word)) continue;
    if (!/^[-+]\w/.test(word)) break;
    for (const letter of word.slice(1)) {
      if (letter === "c") isLine = true;
      else if (letter === "s") fromStdin = true;
      else if (letter === "o" || letter === "O") {
        index += 1;
        const name = args[index] ?? "";
        const option = isSetOption(name) ? name : shoptOption(name);
        if (!option) throw new UsageError(`${name}: invalid option name`, usageOf(self));
        settings.push((child) => (child.state.options[option] = word.startsWith("-")));
      } else if (letter !== "i" && letter !== "l") {
        const option = optionOfLetter(letter);
        if (!option) throw new UsageError(`-${letter}: invalid option`, usageOf(self));
        settings.push((child) => (child.state.options[option] = word.startsWith("-")));
      }
    }
  }
  const prepare = (child: Interpreter): void => {
    for (const apply of settings) apply(child);
  };
  const [first, ...rest] = args.slice(index);
  if (isLine) {
    if (first === undefined) throw new UsageError("-c: option requires an argument", usageOf(self));
    const [name = self.name, ...positional] = rest;
    return await runChild(shell, first, name, positional, prepare);
  }
  if (first !== undefined && !fromStdin) {
    if (deviceOf(first) === undefined && !shell.workspace.exists(first)) {
      throw new CommandError(`${first}: No such file or directory`, { exitCode: 127 });
    }
    return await runChild(shell, await readText(shell, first), first, rest, (child) => {
      child.state.script = first;
      child.file = first;
      prepare(child);
    });
  }
  if (!shell.stdin.connected) throw new UsageError(`usage: ${self.usage}`);
  const text = decode(await readAll(shell.stdin));
  return await runChild(shell, text, self.name, first === undefined ? [] : [first, ...rest], prepare);
}
