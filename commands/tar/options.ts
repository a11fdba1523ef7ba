// The words of a tar command line: old style (`tar czf x`), short bundles and long options.
import { nearest, UsageError } from "../../src/plugin.ts";

export interface TarOptions {
  mode: "create" | "extract" | "list" | "append" | undefined;
  file: string;
  gzip: boolean;
  /** Choose compression by the archive's name. */
  auto: boolean;
  verbose: number;
  toStdout: boolean;
  strip: number;
  lists: string[];
  exclude: string[];
  transform: string[];
  dereference: boolean;
  keepOld: boolean;
  touch: boolean;
  wildcards: boolean;
  absoluteNames: boolean;
  noRecursion: boolean;
  removeFiles: boolean;
  /** Operands with the directory that each is in. */
  operands: { readonly name: string; readonly folder: string }[];
  folder: string;
}

/** Options with what they mean, as help shows them. */
export const OPTIONS: Readonly<Record<string, string>> = {
  "-c, --create": "make an archive of files",
  "-x, --extract": "take files out of an archive",
  "-t, --list": "list what is in an archive",
  "-r, --append": "add files to the end of an archive that is not compressed",
  "-f, --file": "the archive; - (the default) is stdin or stdout",
  "-z, --gzip": "through gzip; reading finds that out by itself",
  "-a, --auto-compress": "compress by the archive's name (.gz, .tgz)",
  "-C, --directory": "names that follow are in this directory",
  "-v, --verbose": "print names; twice, or with -t, in full",
  "-O, --to-stdout": "print the content of files",
  "-T, --files-from": "take names from a file, one a line",
  "-h, --dereference": "archive what links point to",
  "-k, --keep-old-files": "do not overwrite",
  "-m, --touch": "do not set times",
  "-p, --preserve-permissions": "accepted: modes are kept always",
  "-P, --absolute-names": "do not strip the / of names in the archive",
  "--strip-components": "leave out the first N parts of names",
  "--exclude": "leave out what matches a pattern",
  "--transform": "rewrite names by sed's s/old/new/",
  "--wildcards": "operands of -x and -t are patterns",
  "--no-recursion": "do not enter directories",
  "--remove-files": "remove files that were archived",
  "--overwrite": "accepted: files are replaced anyway",
  "--no-same-owner": "accepted: owners are never set",
};

const LETTERS: Readonly<Record<string, string>> = {
  c: "create",
  x: "extract",
  t: "list",
  r: "append",
  f: "file",
  z: "gzip",
  a: "auto-compress",
  C: "directory",
  v: "verbose",
  O: "to-stdout",
  T: "files-from",
  h: "dereference",
  k: "keep-old-files",
  m: "touch",
  p: "preserve-permissions",
  P: "absolute-names",
  o: "no-same-owner",
};

const ALIASES: Readonly<Record<string, string>> = {
  get: "extract",
  xform: "transform",
  gunzip: "gzip",
  ungzip: "gzip",
  "same-permissions": "preserve-permissions",
};

const VALUED = new Set(["file", "directory", "files-from", "strip-components", "exclude", "transform"]);
const NAMES = [...Object.keys(OPTIONS).map((names) => names.replace(/^.*--/, "")), ...Object.keys(ALIASES)];

export function parseOptions(argv: readonly string[]): TarOptions {
  const options: TarOptions = {
    mode: undefined,
    file: "-",
    gzip: false,
    auto: false,
    verbose: 0,
    toStdout: false,
    strip: 0,
    lists: [],
    exclude: [],
    transform: [],
    dereference: false,
    keepOld: false,
    touch: false,
    wildcards: false,
    absoluteNames: false,
    noRecursion: false,
    removeFiles: false,
    operands: [],
    folder: "",
  };
  const words = [...argv];
  const first = words[0] ?? "";
  // Old style: letters first, then the values that they ask for, in order.
  if (/^[A-Za-z]+$/.test(first)) {
    words.shift();
    for (const letter of first) {
      const name = nameOf(letter);
      set(options, name, VALUED.has(name) ? operandOf(words.shift(), `-${letter}`) : undefined);
    }
  }
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === "--") {
      for (const name of words.splice(0)) options.operands.push({ name, folder: options.folder });
    } else if (word.startsWith("--")) {
      const [long = "", ...rest] = word.slice(2).split("=");
      const name = longName(long);
      const attached = rest.length > 0 ? rest.join("=") : undefined;
      if (attached !== undefined && !VALUED.has(name))
        throw new UsageError(`option '--${name}' doesn't allow an argument`);
      set(options, name, VALUED.has(name) ? (attached ?? operandOf(words.shift(), `--${name}`)) : undefined);
    } else if (word.startsWith("-") && word !== "-") {
      for (let at = 1; at < word.length; at += 1) {
        const name = nameOf(word[at] ?? "");
        if (!VALUED.has(name)) set(options, name, undefined);
        else {
          const attached = word.slice(at + 1);
          set(options, name, attached === "" ? operandOf(words.shift(), `-${word[at]}`) : attached);
          break;
        }
      }
    } else options.operands.push({ name: word, folder: options.folder });
  }
  return options;
}

function nameOf(letter: string): string {
  const name = LETTERS[letter];
  if (name !== undefined) return name;
  if ("jJZ".includes(letter)) throw new UsageError(`-${letter}: only gzip is known here`, { help: "use -z" });
  throw new UsageError(`invalid option -- '${letter}'`);
}

function longName(given: string): string {
  const exact = ALIASES[given] ?? (NAMES.includes(given) ? given : undefined);
  const prefixed = NAMES.filter((name) => name.startsWith(given));
  const name = exact ?? (prefixed.length === 1 ? prefixed[0] : undefined);
  if (name !== undefined) return ALIASES[name] ?? name;
  const near = nearest(given, NAMES);
  throw new UsageError(
    `unrecognized option '--${given}'`,
    near === undefined ? {} : { help: `Did you mean --${near}?` },
  );
}

function operandOf(word: string | undefined, option: string): string {
  if (word === undefined) throw new UsageError(`option requires an argument -- '${option.replace(/^-+/, "")}'`);
  return word;
}

function set(options: TarOptions, name: string, value = ""): void {
  switch (name) {
    case "create":
    case "extract":
    case "list":
    case "append":
      if (options.mode !== undefined && options.mode !== name) {
        throw new UsageError("You may not specify more than one '-Acdtrux', '--delete' or  '--test-label' option");
      }
      options.mode = name;
      return;
    case "file":
      options.file = value;
      return;
    case "gzip":
      options.gzip = true;
      return;
    case "auto-compress":
      options.auto = true;
      return;
    case "directory":
      options.folder = value.startsWith("/") || options.folder === "" ? value : `${options.folder}/${value}`;
      return;
    case "verbose":
      options.verbose += 1;
      return;
    case "to-stdout":
      options.toStdout = true;
      return;
    case "files-from":
      options.lists.push(value);
      return;
    case "strip-components":
      if (!/^\d+$/.test(value)) throw new UsageError(`Invalid number of elements: ${value}`);
      options.strip = Number(value);
      return;
    case "exclude":
      options.exclude.push(value);
      return;
    case "transform":
      options.transform.push(value);
      return;
    case "dereference":
      options.dereference = true;
      return;
    case "keep-old-files":
      options.keepOld = true;
      return;
    case "touch":
      options.touch = true;
      return;
    case "wildcards":
      options.wildcards = true;
      return;
    case "absolute-names":
      options.absoluteNames = true;
      return;
    case "no-recursion":
      options.noRecursion = true;
      return;
    case "remove-files":
      options.removeFiles = true;
      return;
  }
}
