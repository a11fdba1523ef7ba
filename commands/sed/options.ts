// The command line of sed. Scripts and script files keep their order, which is why it is parsed here. No I/O.
import { CommandError, nearest, UsageError } from "../../src/plugin.ts";

export interface SedOptions {
  /** -e and -f in order; a script file is still a name. */
  readonly scripts: readonly { readonly text?: string; readonly file?: string }[];
  readonly files: readonly string[];
  readonly quiet: boolean;
  readonly extended: boolean;
  /** Suffix of the backup; an empty one makes none. */
  readonly inPlace: string | undefined;
  readonly separate: boolean;
  readonly zero: boolean;
  readonly unbuffered: boolean;
  readonly lineLength: number;
  readonly posix: boolean;
  readonly sandbox: boolean;
  readonly followSymlinks: boolean;
}

/** For help, completion and suggestions. */
export const OPTIONS: Readonly<Record<string, string>> = {
  "-n, --quiet, --silent": "print only what the script prints",
  "-e, --expression SCRIPT": "add commands; may be repeated",
  "-f, --file FILE": "add the commands of a file",
  "-E, -r, --regexp-extended": "extended regular expressions",
  "-i, --in-place=SUFFIX": "edit the files in place; with -iSUFFIX keep the old ones under that suffix",
  "-s, --separate": "each file has lines, numbers and $ of its own",
  "-z, --null-data": "lines end with NUL",
  "-l, --line-length N": "columns of the l command (70)",
  "-u, --unbuffered": "read no more of standard input than needed",
  "--posix": "N without a next line prints nothing",
  "--sandbox": "refuse r, R, w and W",
  "--follow-symlinks": "with -i: edit the file that a link leads to",
};

const LONG: Readonly<Record<string, string>> = {
  quiet: "n",
  silent: "n",
  expression: "e",
  file: "f",
  "regexp-extended": "E",
  "in-place": "i",
  separate: "s",
  "null-data": "z",
  "zero-terminated": "z",
  "line-length": "l",
  unbuffered: "u",
  posix: "posix",
  sandbox: "sandbox",
  "follow-symlinks": "follow",
  debug: "debug",
  help: "help",
};

const USAGE = "Use: sed [-nEsz] [-i[SUFFIX]] 'script' [file...], or sed -e 'script' -f file [file...]";

/** Throws `CommandError`, exit 1. */
export function parseOptions(argv: readonly string[]): SedOptions {
  const found = {
    scripts: [] as { text?: string; file?: string }[],
    quiet: false,
    extended: false,
    inPlace: undefined as string | undefined,
    separate: false,
    zero: false,
    unbuffered: false,
    lineLength: 70,
    posix: false,
    sandbox: false,
    followSymlinks: false,
  };
  const operands: string[] = [];
  const apply = (option: string, value: string): void => {
    if (option === "n") found.quiet = true;
    else if (option === "e") found.scripts.push({ text: value });
    else if (option === "f") found.scripts.push({ file: value });
    else if (option === "E") found.extended = true;
    else if (option === "i") found.inPlace = value;
    else if (option === "s") found.separate = true;
    else if (option === "z") found.zero = true;
    else if (option === "u") found.unbuffered = true;
    else if (option === "posix") found.posix = true;
    else if (option === "sandbox") found.sandbox = true;
    else if (option === "follow") found.followSymlinks = true;
    else if (option === "debug") throw usage("--debug is not available", "sed -n l shows a line unambiguously");
    else if (option === "l") {
      if (!/^\d+$/.test(value)) throw usage(`invalid line length '${value}'`);
      found.lineLength = Number(value);
    }
  };
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? "";
    const value = (option: string, attached: string | undefined): string => {
      if (attached !== undefined) return attached;
      at += 1;
      const next = argv[at];
      if (next === undefined) throw usage(`option requires an argument -- '${option}'`);
      return next;
    };
    if (word === "--") {
      operands.push(...argv.slice(at + 1));
      break;
    }
    if (word.startsWith("--")) {
      const [, name = "", attached] = /^--([^=]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
      const option = longOption(name, word);
      if (option === "e" || option === "f" || option === "l") apply(option, value(name, attached));
      else apply(option, attached ?? "");
    } else if (word.startsWith("-") && word.length > 1) {
      for (let i = 1; i < word.length; i += 1) {
        const letter = word.charAt(i) === "r" ? "E" : word.charAt(i);
        const rest = word.slice(i + 1);
        if (letter === "e" || letter === "f" || letter === "l") {
          apply(letter, value(letter, rest === "" ? undefined : rest));
          break;
        }
        if (letter === "i") {
          apply("i", rest);
          break;
        }
        if (!"nEszu".includes(letter)) throw usage(`unknown option '-${letter}'`);
        apply(letter, "");
      }
    } else operands.push(word);
  }
  if (found.scripts.length === 0) {
    const script = operands.shift();
    if (script === undefined) throw new UsageError("no script given", argv.length === 0 ? {} : { exitCode: 1 });
    found.scripts.push({ text: script });
  }
  return { ...found, files: operands };
}

function longOption(name: string, word: string): string {
  const exact = LONG[name];
  if (exact !== undefined) return exact;
  const found = Object.keys(LONG).filter((option) => name !== "" && option.startsWith(name));
  const [first] = found;
  const close = nearest(
    word,
    Object.keys(LONG).map((option) => `--${option}`),
  )[0];
  if (first === undefined) throw usage(`unknown option '${word}'`, close && `Did you mean ${close}?`);
  if (new Set(found.map((option) => LONG[option])).size > 1) {
    throw usage(`option '${word}' is ambiguous: ${found.map((option) => `--${option}`).join(", ")}`);
  }
  return LONG[first] ?? "";
}

function usage(message: string, help: string = USAGE): CommandError {
  return new CommandError(message, { exitCode: 1, help });
}
