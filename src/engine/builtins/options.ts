// set and shopt: options of the shell and its positional parameters.
import { encode } from "../../bytes/text.ts";
import { CommandError } from "../../command/command.ts";
import type { Io } from "../../command/context.ts";
import { AssociativeArray, IndexedArray } from "../../expand/index.ts";
import type { Interpreter } from "../interpreter.ts";
import { isSetOption, type OptionName, optionOfLetter, setOptionNames, shoptNames, shoptOption } from "../options.ts";
import { doubleQuoted, quoteForListing } from "../quoting.ts";
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
          await printOptions(shell, allNamed("set"), !on, io);
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
    const style = flags.has("o") ? "set" : "shopt";
    let status = 0;
    const named: Named[] = [];
    for (const name of operands) {
      const option = optionNamed(name, style);
      if (option) named.push({ name, option });
      else {
        await io.diagnose(`${name}: invalid shell option name`);
        status = 1;
      }
    }
    const sets = flags.has("s") || flags.has("u");
    if (sets && operands.length > 0) {
      for (const { option } of named) options[option] = flags.has("s");
      return status;
    }
    const all = allNamed(style).filter(({ option }) => !sets || options[option] === flags.has("s"));
    if (named.some(({ option }) => !options[option])) status = 1;
    if (!flags.has("q")) await printOptions(shell, operands.length > 0 ? named : all, flags.has("p"), io, style);
    return operands.length > 0 ? status : 0;
  },
};

interface Named {
  readonly name: string;
  readonly option: OptionName;
}

function optionNamed(name: string, style: "set" | "shopt"): OptionName | undefined {
  if (style === "shopt") return shoptOption(name);
  return isSetOption(name) ? name : undefined;
}

function allNamed(style: "set" | "shopt"): Named[] {
  if (style === "set") return setOptionNames().map((name) => ({ name, option: name }));
  return shoptNames().flatMap((name) => {
    const option = shoptOption(name);
    return option ? [{ name, option }] : [];
  });
}

async function printOptions(
  shell: Interpreter,
  names: readonly Named[],
  asCommands: boolean,
  io: Io,
  style: "set" | "shopt" = "set",
): Promise<void> {
  const { options } = shell.state;
  const lines = names.map(({ name, option }) => {
    if (!asCommands) return `${name.padEnd(15)}\t${options[option] ? "on" : "off"}\n`;
    if (style === "set") return `set ${options[option] ? "-" : "+"}o ${name}\n`;
    return `shopt ${options[option] ? "-s" : "-u"} ${name}\n`;
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
      lines.push(`${name}=${value === "" ? "" : quoteForListing(value)}`);
    }
  }
  return lines.map((line) => `${line}\n`).join("");
}
