// The command line of xxd: long names with one dash, which is why it is parsed here. No I/O.
import { UsageError } from "../../src/plugin.ts";

export interface XxdOptions {
  readonly autoskip: boolean;
  readonly bits: boolean;
  readonly capitalize: boolean;
  readonly columns: number | undefined;
  readonly decimal: boolean;
  readonly littleEndian: boolean;
  readonly group: number | undefined;
  readonly include: boolean;
  readonly length: number;
  readonly name: string | undefined;
  /** Added to the addresses. */
  readonly offset: number;
  readonly plain: boolean;
  readonly revert: boolean;
  /** Below zero: from the end. */
  readonly seek: number;
  readonly upper: boolean;
  readonly file: string;
  readonly output: string | undefined;
}

/** For help and completion. */
export const OPTIONS: Readonly<Record<string, string>> = {
  "-l LEN": "stop after LEN bytes",
  "-s SEEK": "start at this offset; -N counts from the end",
  "-c COLS": "bytes on a line (16; -i 12, -p 30, -b 6)",
  "-g BYTES": "bytes in a group (2; -b 1, -e 4); 0: no groups",
  "-p, -ps, -plain": "hexadecimal digits only",
  "-r, -revert": "from a dump back to bytes; with -p from plain digits",
  "-u": "capital letters",
  "-b, -bits": "bits instead of hexadecimal digits",
  "-i, -include": "a C array",
  "-n NAME": "with -i: name of the array",
  "-C": "with -i: capital letters in names",
  "-e": "groups are little-endian words",
  "-d": "offsets in decimal",
  "-o OFF": "add OFF to the offsets shown",
  "-a, -autoskip": "a * for lines of zeros",
};

const LONG: Readonly<Record<string, string>> = {
  autoskip: "a",
  bits: "b",
  capitalize: "C",
  cols: "c",
  decimal: "d",
  groupsize: "g",
  group: "g",
  include: "i",
  len: "l",
  length: "l",
  name: "n",
  offset: "o",
  ps: "p",
  plain: "p",
  postscript: "p",
  revert: "r",
  seek: "s",
  skip: "s",
  upper: "u",
};

/** Throws `UsageError`. */
export function parseOptions(argv: readonly string[]): XxdOptions {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const operands: string[] = [];
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? "";
    if (word === "--") {
      operands.push(...argv.slice(at + 1));
      break;
    }
    if (word === "-" || !word.startsWith("-")) {
      operands.push(word);
      continue;
    }
    const name = word.replace(/^--?/, "");
    const long = LONG[name];
    const letter = long ?? name.charAt(0);
    if (!"abCcdegilnoprsu".includes(letter)) {
      throw new UsageError(`unknown option '${word}'`, { help: "Run: xxd --help (lists the options)", exitCode: 1 });
    }
    if (!"cglnos".includes(letter)) {
      if (long === undefined && name.length > 1) throw new UsageError(`unknown option '${word}'`, { exitCode: 1 });
      flags.add(letter);
      continue;
    }
    let value = long === undefined ? name.slice(1) : "";
    if (value === "") {
      at += 1;
      value = argv[at] ?? "";
    }
    if (value === "") throw new UsageError(`option '${word}' needs a value`, { exitCode: 1 });
    values.set(letter, value);
  }
  if (operands.length > 2) throw new UsageError(`extra operand '${operands[2]}'`, { exitCode: 1 });
  const number = (letter: string): number | undefined => {
    const text = values.get(letter);
    return text === undefined ? undefined : integer(text, `-${letter}`);
  };
  return {
    autoskip: flags.has("a"),
    bits: flags.has("b"),
    capitalize: flags.has("C"),
    columns: number("c"),
    decimal: flags.has("d"),
    littleEndian: flags.has("e"),
    group: number("g"),
    include: flags.has("i"),
    length: number("l") ?? Number.POSITIVE_INFINITY,
    name: values.get("n"),
    offset: number("o") ?? 0,
    plain: flags.has("p"),
    revert: flags.has("r"),
    seek: number("s") ?? 0,
    upper: flags.has("u"),
    file: operands[0] ?? "-",
    output: operands[1],
  };
}

/** As strtol with base 0 reads it. */
function integer(text: string, option: string): number {
  const [, sign = "", digits = ""] = /^([-+]?)(0[xX][0-9a-fA-F]+|\d+)$/.exec(text) ?? [];
  if (digits === "") throw new UsageError(`invalid value for ${option}: '${text}'`, { exitCode: 1 });
  const value = /^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits);
  return sign === "-" ? -value : value;
}
