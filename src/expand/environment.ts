// What expansion asks of the shell: variables, positional parameters, options, files, substitutions. Types only, except
// for the error class; the engine's state implements it.
import type { CommandSubstitution, ProcessSubstitution } from "../syntax/tree.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { AssociativeArray, IndexedArray } from "./arrays.ts";

/** A shell variable. `value` is undefined where it is declared and not set. */
export interface Variable {
  value: string | undefined | IndexedArray | AssociativeArray;
  exported: boolean;
  readonly: boolean;
  integer: boolean;
  /** `declare -l`. */
  lower?: boolean;
  /** `declare -u`. */
  upper?: boolean;
  /** `declare -n`: `value` is the name of another variable, or `name[subscript]`. */
  nameref?: boolean;
}

export interface ExpansionOptions {
  readonly braceexpand: boolean;
  readonly nounset: boolean;
  readonly noglob: boolean;
  readonly extglob: boolean;
  readonly nullglob: boolean;
  readonly failglob: boolean;
  readonly dotglob: boolean;
  readonly globstar: boolean;
  readonly nocaseglob: boolean;
  /** Patterns of `${x/..}` and `${x#..}` ignore case. */
  readonly nocasematch: boolean;
  /** `&` in the replacement of `${x/pattern/replacement}` is the match; on by default in bash 5.2. */
  readonly patsubReplacement: boolean;
}

/** Bounds that turn runaway expansions into errors. */
interface ExpansionLimits {
  /** Words that brace expansion may make of one word. */
  readonly maxBraceItems: number;
  /** Names that one glob may match. */
  readonly maxGlobResults: number;
  /** Length of one expanded word, in UTF-16 units. */
  readonly maxWordBytes: number;
}

export interface Environment {
  /** The scalar view of a variable, dynamic ones included (element 0 of an array); namerefs are followed. */
  get(name: string): string | undefined;
  /** The variable itself: a nameref is not followed. Undefined for dynamic variables that only `get` knows. */
  variable(name: string): Variable | undefined;
  /** Assigns a scalar (or element 0); attributes apply. Throws `ExpansionError` where it is readonly. */
  set(name: string, value: string): void;
  /** Assigns one element: `subscript` is a decimal index for an indexed array, the key for an associative one. */
  setElement(name: string, subscript: string, value: string): void;
  /** Names of all set variables, for `${!prefix*}`; any order. */
  names(): Iterable<string>;
  /** `$1` and on. */
  readonly positional: readonly string[];
  /** `$0`. */
  readonly name: string;
  /** `$? $! $$ $- $_`; undefined where it is unset. */
  special(name: string): string | undefined;
  readonly options: ExpansionOptions;
  /** The tree that globs look at, relative to its cwd. */
  readonly workspace: Workspace;
  /** What `~` means where HOME is unset. */
  readonly home: string;
  /** Runs a command substitution and gives its whole output; trailing newlines and NULs are dropped by expansion. */
  substitute(node: CommandSubstitution): Promise<Uint8Array> | Uint8Array;
  /** Starts a process substitution and gives its path, `/dev/fd/N`. */
  processSubstitution(node: ProcessSubstitution): string | Promise<string>;
  /** Called in long loops; a promise is awaited before going on. */
  pause(): Promise<void> | undefined;
  readonly limits: ExpansionLimits;
}

/** An expansion that bash refuses: `x: unbound variable`, `${x}y: bad substitution`, `division by 0 (...)`. */
export class ExpansionError extends Error {
  /** What the shell's exit status becomes. */
  readonly exitCode: number;
  /** `set -u` and `${x?}` end a shell that is not interactive; the others end the current line. */
  readonly fatal: boolean;
  readonly help?: string;

  constructor(message: string, more: { exitCode?: number; fatal?: boolean; help?: string } = {}) {
    super(message);
    this.name = "ExpansionError";
    this.exitCode = more.exitCode ?? 1;
    this.fatal = more.fatal ?? false;
    if (more.help !== undefined) this.help = more.help;
  }
}
