// The command line of runsh itself. Small on purpose: it is parsed before anything else is loaded.

export interface CliOptions {
  readonly mode: "line" | "script" | "batch" | "prompt" | "help" | "version";
  /** The line of `-c`, or the script's path. */
  readonly subject?: string;
  /** What follows the line or the script: `$0`, `$1` ... */
  readonly args: readonly string[];
  readonly root?: string;
  readonly readOnly: boolean;
  readonly json: boolean;
  /** Bytes as they come, without footer or limits, as a plain shell prints them. */
  readonly raw: boolean;
  readonly plugins: readonly string[];
  readonly config?: string;
}

export const USAGE = `Usage: runsh -c LINE [ARG...]    run one line and print what a model would read
       runsh SCRIPT [ARG...]    run a script file
       runsh                    a prompt
       runsh batch              JSON Lines in, JSON Lines out

Options:
  --root DIR       the folder that becomes / (default: the current one)
  --read-only      refuse every write to it; /tmp stays writable
  --json           with -c: print the structured result
  --raw            with -c: print bytes as they come, without footer or limits
  --plugin FILE    load commands from a module (may be repeated)
  --config FILE    read this configuration instead of the user's own
  --help, --version
`;

/** A command line that cannot be taken; exit 2. */
export class CliUsageError extends Error {}

/** Parses `process.argv` without node and the script. Throws `CliUsageError`. */
export function parseOptions(argv: readonly string[]): CliOptions {
  const plugins: string[] = [];
  const found = { readOnly: false, json: false, raw: false };
  const texts: { root?: string; config?: string } = {};
  let line: string | undefined;
  let isLine = false;
  let index = 0;
  const value = (option: string): string => {
    index += 1;
    const text = argv[index];
    if (text === undefined) throw new CliUsageError(`${option} needs a value`);
    return text;
  };
  for (; index < argv.length; index += 1) {
    const word = argv[index] ?? "";
    const [name = "", attached] = word.startsWith("--") && word.includes("=") ? split(word) : [word];
    if (name === "--") {
      index += 1;
      break;
    }
    if (name === "-c") {
      line = value("-c");
      isLine = true;
    } else if (name === "--root") texts.root = attached ?? value(name);
    else if (name === "--config") texts.config = attached ?? value(name);
    else if (name === "--plugin") plugins.push(attached ?? value(name));
    else if (name === "--read-only") found.readOnly = true;
    else if (name === "--json") found.json = true;
    else if (name === "--raw") found.raw = true;
    else if (name === "--help" || name === "-h") return { mode: "help", args: [], plugins, ...found };
    else if (name === "--version") return { mode: "version", args: [], plugins, ...found };
    else if (name.startsWith("-") && name !== "-") throw new CliUsageError(`unknown option '${name}'`);
    else if (name === "batch" && !isLine) {
      // Options may follow the mode.
      const rest = parseOptions(argv.slice(index + 1));
      if (rest.mode !== "prompt") throw new CliUsageError("batch takes options only");
      return { ...rest, ...texts, ...merged(found, rest), mode: "batch", plugins: [...plugins, ...rest.plugins] };
    } else break;
  }
  if (texts.root === "") throw new CliUsageError("--root needs a folder");
  const args = argv.slice(index);
  const base = { ...texts, ...found, plugins };
  if (line !== undefined) return { ...base, mode: "line", subject: line, args };
  const [script, ...rest] = args;
  if (script !== undefined) return { ...base, mode: "script", subject: script, args: rest };
  return { ...base, mode: "prompt", args: [] };
}

function split(word: string): [string, string] {
  const at = word.indexOf("=");
  return [word.slice(0, at), word.slice(at + 1)];
}

function merged(a: Flags, b: Flags): Flags {
  return { readOnly: a.readOnly || b.readOnly, json: a.json || b.json, raw: a.raw || b.raw };
}

interface Flags {
  readonly readOnly: boolean;
  readonly json: boolean;
  readonly raw: boolean;
}
