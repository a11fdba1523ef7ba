// awk's command line. It reads no files.
import { nearest, UsageError } from "../../src/plugin.ts";

export type ProgramSource = { readonly kind: "text" | "file"; readonly text: string };

export type Arguments =
  | { readonly kind: "version" }
  | {
      readonly kind: "run";
      readonly sources: readonly ProgramSource[];
      readonly separator: string | undefined;
      /** `name=value`, in order. */
      readonly assignments: readonly string[];
      readonly operands: readonly string[];
    };

/** Long names of the options that take a value. */
const LONG: Readonly<Record<string, string>> = {
  "field-separator": "F",
  assign: "v",
  file: "f",
  source: "e",
  exec: "E",
};

/** Options that change nothing here. */
const WITHOUT_MEANING = new Set([
  "re-interval",
  "sandbox",
  "optimize",
  "no-optimize",
  "lint",
  "lint-old",
  "use-lc-numeric",
]);
const LETTERS_WITHOUT_MEANING = "rSOstNL";

const REFUSED: Readonly<Record<string, string>> = {
  i: "-i (include files, inplace) is not available: awk '...' f > f.new && mv f.new f",
  include: "-i (include files, inplace) is not available: awk '...' f > f.new && mv f.new f",
  inplace: "-i inplace is not available: awk '...' f > f.new && mv f.new f",
  M: "-M (arbitrary precision) is not available: use bc",
  bignum: "-M (arbitrary precision) is not available: use bc",
  l: "-l (extensions) is not available",
  load: "-l (extensions) is not available",
};

export function parseArguments(argv: readonly string[]): Arguments {
  const sources: ProgramSource[] = [];
  const assignments: string[] = [];
  let separator: string | undefined;
  let at = 0;
  const option = (letter: string, value: string): void => {
    if (letter === "F") separator = value;
    else if (letter === "v") assignments.push(value);
    else if (letter === "e") sources.push({ kind: "text", text: value });
    else sources.push({ kind: "file", text: value });
  };
  while (at < argv.length) {
    const word = argv[at] ?? "";
    if (word === "--") {
      at += 1;
      break;
    }
    if (!word.startsWith("-") || word === "-") break;
    at += 1;
    if (word === "--version" || word === "-V" || word === "-W") return { kind: "version" };
    if (word.startsWith("--")) {
      const equals = word.indexOf("=");
      const name = word.slice(2, equals < 0 ? word.length : equals);
      if (WITHOUT_MEANING.has(name)) continue;
      refuse(name);
      const letter = LONG[name];
      if (letter === undefined)
        throw unknown(
          `--${name}`,
          Object.keys(LONG).map((known) => `--${known}`),
        );
      const value = equals < 0 ? argv[at] : word.slice(equals + 1);
      if (equals < 0) at += 1;
      if (value === undefined) throw new UsageError(`option --${name} requires an argument`);
      option(letter, value);
      continue;
    }
    for (let i = 1; i < word.length; i += 1) {
      const letter = word[i] ?? "";
      if ("FvfeE".includes(letter)) {
        const attached = word.slice(i + 1);
        const value = attached === "" ? argv[at] : attached;
        if (attached === "") at += 1;
        if (value === undefined) throw new UsageError(`option requires an argument -- '${letter}'`);
        option(letter, value);
        break;
      }
      refuse(letter);
      if (!LETTERS_WITHOUT_MEANING.includes(letter)) throw unknown(`-${letter}`, ["-F", "-v", "-f", "-e"]);
    }
  }
  const rest = argv.slice(at);
  if (sources.length === 0) {
    const [program, ...operands] = rest;
    if (program === undefined) {
      throw new UsageError("usage: awk [-F fs] [-v name=value] ['program' | -f program-file] [file...]");
    }
    return { kind: "run", sources: [{ kind: "text", text: program }], separator, assignments, operands };
  }
  return { kind: "run", sources, separator, assignments, operands: rest };
}

function refuse(name: string): void {
  const why = Object.hasOwn(REFUSED, name) ? REFUSED[name] : undefined;
  if (why !== undefined) throw new UsageError(why);
}

function unknown(name: string, known: readonly string[]): UsageError {
  const near = nearest(name, known)[0];
  return new UsageError(`unknown option ${name}`, near === undefined ? {} : { help: `Did you mean ${near}?` });
}
