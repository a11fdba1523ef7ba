// The words of a yq command line: its own options, what goes on to jq, and the files.
import { UsageError } from "../../src/plugin.ts";

export const FORMATS = ["yaml", "json", "toml"] as const;
export type Format = (typeof FORMATS)[number];

export interface YqArguments {
  readonly filter: string | undefined;
  /** Holds the filter (`-f`). */
  readonly filterFile: string | undefined;
  readonly files: readonly string[];
  /** Read by jq: --slurpfile, --rawfile. */
  readonly otherFiles: readonly string[];
  /** Options and their values, for jq. */
  readonly jq: readonly string[];
  /** Words after --args or --jsonargs. */
  readonly values: readonly string[];
  readonly input: Format | undefined;
  readonly output: Format | undefined;
  readonly inPlace: boolean;
  readonly nullInput: boolean;
  readonly slurp: boolean;
  readonly raw: boolean;
}

/** Options of jq that stand for themselves. */
const PASSED = new Set("rcsneSjaCM".split(""));

const LONG: Readonly<Record<string, string>> = {
  "--raw-output": "r",
  "--compact-output": "c",
  "--slurp": "s",
  "--null-input": "n",
  "--exit-status": "e",
  "--sort-keys": "S",
  "--join-output": "j",
  "--ascii-output": "a",
  "--color-output": "C",
  "--monochrome-output": "M",
  "--yaml-output": "y",
  "--yaml-roundtrip": "Y",
  "--toml-output": "t",
  "--in-place": "i",
  "--inplace": "i",
  "--prettyPrint": "P",
  "--from-file": "f",
};

export function readArguments(argv: readonly string[]): YqArguments {
  const operands: string[] = [];
  const jq: string[] = [];
  const values: string[] = [];
  const otherFiles: string[] = [];
  const letters = new Set<string>();
  let input: Format | undefined;
  let output: Format | undefined;
  let afterArgs = false;
  let options = true;
  const words = argv[Symbol.iterator]();
  const nextValue = (option: string): string => {
    const next = words.next();
    if (next.done) throw new UsageError(`option '${option}' needs a value`);
    return next.value;
  };
  const letter = (name: string, written: string): void => {
    if (name === "y" || name === "Y" || name === "P") output = "yaml";
    else if (name === "t") output = "toml";
    else if (name !== "i" && name !== "f" && !PASSED.has(name)) throw unknown(written);
    else if (PASSED.has(name)) jq.push(`-${name}`);
    letters.add(name);
  };
  for (const word of words) {
    if (!options || !word.startsWith("-") || word === "-") {
      if (afterArgs && operands.length > 0) values.push(word);
      else operands.push(word);
    } else if (word === "--") options = false;
    else if (word.startsWith("--")) {
      const [name = word, attached] = split(word);
      const known = LONG[name];
      if (known) letter(known, name);
      else if (name === "--output-format") output = formatOf(attached ?? nextValue(name));
      else if (name === "--input-format") input = formatOf(attached ?? nextValue(name));
      else if (name === "--args" || name === "--jsonargs") {
        afterArgs = true;
        jq.push(name);
      } else if (name === "--tab") jq.push(name);
      else if (name === "--indent") jq.push(name, attached ?? nextValue(name));
      else if (["--arg", "--argjson", "--slurpfile", "--rawfile"].includes(name)) {
        const variable = nextValue(name);
        const value = nextValue(name);
        if (name.endsWith("file")) otherFiles.push(value);
        jq.push(name, variable, value);
      } else throw unknown(name);
    } else {
      for (let at = 1; at < word.length; at += 1) {
        const name = word[at] ?? "";
        if (name !== "o" && name !== "p") {
          letter(name, `-${name}`);
          continue;
        }
        const format = formatOf(word.slice(at + 1).replace(/^=/, "") || nextValue(`-${name}`));
        if (name === "o") output = format;
        else input = format;
        break;
      }
    }
  }
  // The other yq's subcommand, whose output is YAML.
  if (operands[0] === "eval" || operands[0] === "e") {
    operands.shift();
    output ??= "yaml";
  }
  const [first, ...files] = operands;
  const fromFile = letters.has("f");
  return {
    filter: fromFile ? undefined : first,
    filterFile: fromFile ? first : undefined,
    files,
    otherFiles,
    jq,
    values,
    input,
    output,
    inPlace: letters.has("i"),
    nullInput: letters.has("n"),
    slurp: letters.has("s"),
    raw: letters.has("r") || letters.has("j"),
  };
}

export function formatOfName(path: string): Format | undefined {
  if (/\.ya?ml$/i.test(path)) return "yaml";
  if (/\.json$/i.test(path)) return "json";
  return /\.toml$|(?:^|\/)Cargo\.lock$/i.test(path) ? "toml" : undefined;
}

function split(word: string): [string, string | undefined] {
  const at = word.indexOf("=");
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

const SHORT: Readonly<Record<string, Format>> = { y: "yaml", yml: "yaml", j: "json", t: "toml" };

function formatOf(text: string): Format {
  const format = FORMATS.find((name) => name === text) ?? SHORT[text];
  if (format) return format;
  throw new UsageError(`invalid format '${text}'`, { help: `Formats: ${FORMATS.join(", ")}` });
}

function unknown(option: string): UsageError {
  return new UsageError(`unknown option '${option}'`);
}
