// set and shopt: options of the shell and its positional parameters.
import { encode } from "../../bytes/text.ts";
import { CommandError } from "../../command/command.ts";
import type { Io } from "../../command/context.ts";
import { AssociativeArray, IndexedArray } from "../../expand/index.ts";
import type { Interpreter } from "../interpreter.ts";
import { isSetOption, isShopt, type OptionName, optionOfLetter, SHOPT_OPTIONS, setOptionNames } from "../options.ts";
import { doubleQuoted, quoteForTrace } from "../quoting.ts";
import { type Builtin, parseOptions, usageOf } from "./builtin.ts";

export const set: Builtin = {
  name: "set",
  summary: "Set options and positional parameters of this run",
  usage: "set [-abefhnuvxBCET] [-o option] [--] [arguments]",
  effects: { reads: ["state:*"], writes: ["state:*"] },
  async run(shell, args, io) {
    if (args.length === 0) {
      await io.stdout.write(encode(listing(shell)));
      return 0;
    }
    let index = 0;
    for (; index < args.length; index += 1) {
      const word = args[index] ?? "";
      if (word === "--" || word === "-") {
        if (word === "-") shell.state.options.xtrace = shell.state.options.verbose = false;
        shell.state.positional = args.slice(index + 1);
        return 0;
      }
      if (!/^[-+]./.test(word)) break;
      const on = word.startsWith("-");
      for (const letter of word.slice(1)) {
        if (letter !== "o") {
          const option = optionOfLetter(letter);
          if (!option) throw new CommandError(`-${letter}: invalid option`, { exitCode: 2, ...usageOf(set) });
          shell.state.options[option] = on;
          continue;
        }
        index += 1;
        const name = args[index];
        if (name === undefined) {
          await printOptions(shell, setOptionNames(), !on, io);
          return 0;
        }
        if (!isSetOption(name)) throw new CommandError(`${name}: invalid option name`, { exitCode: 2 });
        shell.state.options[name] = on;
      }
    }
    if (index < args.length) shell.state.positional = args.slice(index);
    return 0;
  },
};

export const shopt: Builtin = {
  name: "shopt",
  summary: "Set options that change what globs and expansions mean, for this run",
  usage: "shopt [-pqsuo] [option...]",
  effects: { reads: ["state:*"], writes: ["state:*"] },
  async run(shell, args, io) {
    const { flags, operands } = parseOptions(shopt, "pqsuo", args);
    const { options } = shell.state;
    const known = flags.has("o") ? isSetOption : isShopt;
    const all = flags.has("o") ? setOptionNames() : SHOPT_OPTIONS;
    let status = 0;
    const named: OptionName[] = [];
    for (const name of operands) {
      if (known(name)) named.push(name);
      else {
        await io.diagnose(`${name}: invalid shell option name`);
        status = 1;
      }
    }
    if (flags.has("s") || flags.has("u")) {
      if (operands.length === 0) {
        await printOptions(
          shell,
          all.filter((name) => options[name] === flags.has("s")),
          false,
          io,
          "shopt",
        );
        return 0;
      }
      for (const name of named) options[name] = flags.has("s");
      return status;
    }
    if (named.some((name) => !options[name])) status = 1;
    if (!flags.has("q")) await printOptions(shell, operands.length > 0 ? named : all, flags.has("p"), io, "shopt");
    return operands.length > 0 ? status : 0;
  },
};

async function printOptions(
  shell: Interpreter,
  names: readonly OptionName[],
  asCommands: boolean,
  io: Io,
  style: "set" | "shopt" = "set",
): Promise<void> {
  const { options } = shell.state;
  const width = style === "set" ? 15 : 20;
  const lines = names.map((name) => {
    if (!asCommands) return `${name.padEnd(width)}\t${options[name] ? "on" : "off"}\n`;
    if (style === "set") return `set ${options[name] ? "-" : "+"}o ${name}\n`;
    return `shopt ${options[name] ? "-s" : "-u"} ${name}\n`;
  });
  await io.stdout.write(encode(lines.join("")));
}

/** What `set` alone prints: variables in order of their names. */
function listing({ state }: Interpreter): string {
  const lines: string[] = [];
  for (const name of [...state.variables.keys()].sort()) {
    const value = state.variables.get(name)?.value;
    if (value instanceof IndexedArray) {
      lines.push(
        `${name}=(${value
          .indices()
          .map((at) => `[${at}]=${doubleQuoted(value.get(at) ?? "")}`)
          .join(" ")})`,
      );
    } else if (value instanceof AssociativeArray) {
      lines.push(
        `${name}=(${value
          .keys()
          .map((key) => `[${key}]=${doubleQuoted(value.get(key) ?? "")} `)
          .join("")})`,
      );
    } else if (value !== undefined) {
      lines.push(`${name}=${value === "" ? "" : quoteForTrace(value)}`);
    }
  }
  return lines.map((line) => `${line}\n`).join("");
}
