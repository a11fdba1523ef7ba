// Rewrites the GNU idioms that commander does not know into those that it does: `-5`, long prefixes, optional values,
// `--help` as data. It only looks at option words; commander does the parsing.
import { UsageError } from "../command.ts";
import { nearest } from "../suggest.ts";
import type { OptionTable, Switch } from "./table.ts";

/** One name of an option that occurs in a command line. */
export interface UsedOption {
  /** As commander shall know it: `-n` or `--lines`; a name with `:` stands for an option without one of its own. */
  readonly flag: string;
  readonly takesValue: boolean;
  readonly target: Switch;
  /** As the user wrote it. */
  readonly written: string;
}

export interface CanonicalArgv {
  readonly words: readonly string[];
  /** By flag. */
  readonly used: ReadonlyMap<string, UsedOption>;
}

/** Undefined means: help is asked for. Throws `UsageError` for unknown options and missing values. Pure. */
export function canonical(argv: readonly string[], table: OptionTable): CanonicalArgv | undefined {
  const words: string[] = [];
  const used = new Map<string, UsedOption>();
  const context: Walk = { table, words, used };
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? "";
    if (word === "--") {
      words.push(...argv.slice(at));
      break;
    }
    if (word === "--help" && !table.long.has("help")) return undefined;
    let needsValue: string | undefined;
    if (word.startsWith("--")) needsValue = longOption(word, context);
    else if (word.length > 1 && word.startsWith("-") && !isNegativeOperand(word, table)) {
      needsValue = cluster(word, context);
    } else if (table.stopAtOperand) {
      words.push("--", ...argv.slice(at));
      break;
    } else {
      // A negative number among them is an operand to commander too, as none of its options is a digit.
      words.push(word);
    }
    if (needsValue === undefined) continue;
    const value = argv[at + 1];
    if (value === undefined) throw new UsageError(`option '${needsValue}' needs a value`);
    words.push(value);
    at += 1;
  }
  return { words, used };
}

interface Walk {
  readonly table: OptionTable;
  readonly words: string[];
  readonly used: Map<string, UsedOption>;
}

/** Returns the option's name when its value is the next word. */
function longOption(word: string, walk: Walk): string | undefined {
  const equals = word.indexOf("=");
  const given = equals < 0 ? word : word.slice(0, equals);
  const [name, target] = resolveLong(given, walk.table);
  const flag = `--${name}`;
  const takesValue = target.takes !== "nothing";
  if (!takesValue && equals >= 0) throw new UsageError(`option '${flag}' takes no value`);
  walk.used.set(flag, { flag, takesValue, target, written: flag });
  if (equals >= 0) walk.words.push(flag + word.slice(equals));
  else if (target.takes === "optional") walk.words.push(`${flag}=${target.option.optionalValue ?? ""}`);
  else walk.words.push(flag);
  return target.takes === "value" && equals < 0 ? flag : undefined;
}

function resolveLong(given: string, table: OptionTable): [string, Switch] {
  const name = given.slice(2);
  const exact = table.long.get(name);
  if (exact) return [name, exact];
  const found = name === "" ? [] : [...table.long].filter(([candidate]) => candidate.startsWith(name));
  const first = found[0];
  if (!first) throw unknownOption(given, table);
  if (found.some(([, target]) => target !== first[1])) {
    const names = found.map(([candidate]) => `--${candidate}`).join(", ");
    throw new UsageError(`option '${given}' is ambiguous: ${names}`);
  }
  return first;
}

/** A word of short options, the last of which may have its value attached. */
function cluster(word: string, walk: Walk): string | undefined {
  const { table, words, used } = walk;
  let letters = "";
  const emitLetters = (): void => {
    if (letters !== "") words.push(`-${letters}`);
    letters = "";
  };
  for (let at = 1; at < word.length; at += 1) {
    const letter = String.fromCodePoint(word.codePointAt(at) ?? 0);
    const target = table.short.get(letter);
    if (!target) {
      const digits = table.digits ? (/^\d+/.exec(word.slice(at))?.[0] ?? "") : "";
      if (!table.digits || digits === "") throw unknownShort(word, letter, table);
      emitLetters();
      used.set("--:digits", { flag: "--:digits", takesValue: true, target: table.digits, written: `-${digits}` });
      words.push(`--:digits=${digits}`);
      at += digits.length - 1;
      continue;
    }
    const flag = `-${letter}`;
    const attached = word.slice(at + letter.length);
    if (target.takes === "optional") {
      emitLetters();
      const hidden = `--:${letter}`;
      used.set(hidden, { flag: hidden, takesValue: true, target, written: flag });
      words.push(`${hidden}=${attached === "" ? (target.option.optionalValue ?? "") : attached}`);
      return undefined;
    }
    used.set(flag, { flag, takesValue: target.takes === "value", target, written: flag });
    letters += letter;
    if (target.takes === "value") {
      letters += attached;
      emitLetters();
      return attached === "" ? flag : undefined;
    }
  }
  emitLetters();
  return undefined;
}

/** `-5` is an operand where a number is expected as one and no option is a digit. */
function isNegativeOperand(word: string, table: OptionTable): boolean {
  if (!/^-(\d+\.?\d*|\.\d+)$/.test(word) || table.digits) return false;
  if ([...table.short.keys()].some((letter) => /\d/.test(letter))) return false;
  return table.operands.some(({ field }) => field.kind === "number" || field.kind === "integer");
}

function unknownShort(word: string, letter: string, table: OptionTable): UsageError {
  // `-name` is rather a long option with one dash than a cluster.
  const asLong = word.length > 2 ? nearest(`-${word}`, longNames(table))[0] : undefined;
  return asLong === undefined ? unknownOption(`-${letter}`, table) : unknown(word, asLong);
}

function unknownOption(given: string, table: OptionTable): UsageError {
  if (given === "-h" || given === "-?") return unknown(given, "--help");
  const names = given.startsWith("--") ? longNames(table) : [...table.short.keys()].map((name) => `-${name}`);
  return unknown(given, nearest(given, names)[0]);
}

function unknown(given: string, close: string | undefined): UsageError {
  return new UsageError(`unknown option '${given}'`, close === undefined ? {} : { help: `Did you mean ${close}?` });
}

function longNames(table: OptionTable): string[] {
  return [...table.long.keys(), "help"].map((name) => `--${name}`);
}
