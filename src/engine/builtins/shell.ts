// sh and bash: a text or a file run by this same engine in a child state, through the same gate.
import { decode } from "../../bytes/text.ts";
import { CommandError, UsageError } from "../../command/command.ts";
import { UNKNOWN } from "../../footprint/index.ts";
import type { Interpreter } from "../interpreter.ts";
import { isSetOption, isShopt, optionOfLetter } from "../options.ts";
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
        const option = args[index] ?? "";
        if (!isSetOption(option) && !isShopt(option))
          throw new UsageError(`${option}: invalid option name`, usageOf(self));
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
    if (!shell.workspace.exists(first)) {
      throw new CommandError(`${first}: No such file or directory`, { exitCode: 127 });
    }
    return await runChild(shell, decode(shell.workspace.readFile(first)), first, rest, prepare);
  }
  if (!shell.stdin.connected) throw new UsageError(`usage: ${self.usage}`);
  const parts: Uint8Array[] = [];
  for (let chunk = await shell.stdin.read(); chunk; chunk = await shell.stdin.read()) parts.push(chunk);
  return await runChild(
    shell,
    decode(Buffer.concat(parts)),
    self.name,
    first === undefined ? [] : [first, ...rest],
    prepare,
  );
}
