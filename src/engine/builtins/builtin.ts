// The form of a builtin: a command that needs the shell itself. Its options are few and parsed as bash does.
import { UsageError } from "../../command/command.ts";
import type { Io } from "../../command/context.ts";
import type { Effects } from "../../footprint/index.ts";
import type { Interpreter } from "../interpreter.ts";

export interface Builtin {
  readonly name: string;
  /** One line: a verb first, no full stop. */
  readonly summary: string;
  readonly usage: string;
  readonly effects: Effects;
  run(shell: Interpreter, args: readonly string[], io: Io): number | Promise<number>;
}

export interface ParsedOptions {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  readonly operands: readonly string[];
}

/**
 * Parses leading options; `letters` lists them as getopts does (`n:` takes a value). Throws `UsageError` with the
 * builtin's usage for an unknown one.
 */
export function parseOptions(builtin: Pick<Builtin, "usage">, letters: string, args: readonly string[]): ParsedOptions {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  let index = 0;
  for (; index < args.length; index += 1) {
    const word = args[index] ?? "";
    if (word === "--") {
      index += 1;
      break;
    }
    if (!word.startsWith("-") || word === "-") break;
    for (let at = 1; at < word.length; at += 1) {
      const letter = word[at] ?? "";
      const known = letters.indexOf(letter);
      if (known < 0 || letter === ":") throw new UsageError(`-${letter}: invalid option`, usageOf(builtin));
      if (letters[known + 1] !== ":") {
        flags.add(letter);
        continue;
      }
      const attached = word.slice(at + 1);
      if (attached === "") index += 1;
      const value = attached === "" ? args[index] : attached;
      if (value === undefined) throw new UsageError(`-${letter}: option requires an argument`, usageOf(builtin));
      values.set(letter, value);
      flags.add(letter);
      break;
    }
  }
  return { flags, values, operands: args.slice(index) };
}

export function usageOf({ usage }: Pick<Builtin, "usage">): { readonly help: string } {
  return { help: `usage: ${usage}` };
}

/** The text of `NAME --help`. */
export function builtinHelp({ usage, summary }: Builtin): string {
  return `usage: ${usage}\n\n${summary}.\n`;
}
