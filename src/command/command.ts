// The declaration of a command: one object read by argv parsing, help, schema, scheduler, policy, docs and tests.
import type * as z from "zod";
import type { Effects, EffectsContext } from "../footprint/effects.ts";
import type { Context, Io } from "./context.ts";

/** How one argument appears on the command line. Its field in `args` gives its type and its default. */
export interface CliOption {
  /** One letter or more (`["r", "R"]`). */
  readonly short?: string | readonly string[];
  /** Long name; the field's name in kebab-case unless given. `false`: there is none. */
  readonly long?: string | readonly string[] | false;
  /** Name of the value in usage texts; an option without a value (a boolean field) has none. */
  readonly placeholder?: string;
  /** An operand. The last positional may be an array and takes all that remain. */
  readonly positional?: boolean;
  /** The value may be left out, and then must be attached when given: `-i`, `-i.bak`, `--color=always`. */
  readonly optionalValue?: string;
  /** Options without a value that set this field to a constant, last one wins: `{ E: "extended", "fixed-strings": "fixed" }`. One letter = short. */
  readonly values?: Readonly<Record<string, string | number | boolean>>;
  /** What each constant of `values` means, for help: `{ fixed: "patterns are plain strings" }`; otherwise `does` and the constant. */
  readonly meanings?: Readonly<Record<string, string>>;
  /** `-5` means this option with the value 5 (head, tail). */
  readonly digits?: boolean;
  /** One line for help, without a full stop. */
  readonly does?: string;
}

/** An example is shown in help and run as a test in a fresh memory workspace. */
export interface Example {
  /** What it does, in a few words. */
  readonly does: string;
  readonly run: string;
  readonly files?: Readonly<Record<string, string | Uint8Array | { readonly link: string } | { readonly dir: true }>>;
  /** Exact stdout; left out only where it cannot be the same twice (then `matches`). */
  readonly prints?: string;
  readonly matches?: RegExp;
  /** Expected exit status, 0 unless given. */
  readonly exit?: number;
  /** Expected content of files afterwards; null = gone. */
  readonly after?: Readonly<Record<string, string | null>>;
}

interface CommandBase {
  readonly name: string;
  /** One line for lists: a verb first, no full stop. */
  readonly summary: string;
  /** Further paragraphs for `--help`, for instance what differs from GNU's namesake. */
  readonly description?: string;
  readonly examples: readonly Example[];
  /** Reads stdin when it has no file operand: with nothing connected it prints its usage instead of waiting. */
  readonly readsStdin?: boolean;
}

type Shape = Readonly<Record<string, z.ZodType>>;
type ArgsOf<S extends Shape> = { readonly [K in keyof S]: z.output<S[K]> };

/** A command whose arguments are parsed from its declaration. */
export interface TypedSpec<S extends Shape, Deps> extends CommandBase {
  /** A thunk, so that zod loads only when the command is first used. Made strict. */
  readonly args: () => S;
  readonly cli?: { readonly [K in keyof S]?: CliOption };
  /** Options end at the first operand (wrappers: `timeout`, `env`, `xargs`). */
  readonly stopAtOperand?: boolean;
  /** Pure. Left out means unknown: stateful and alone. */
  readonly effects?: (args: ArgsOf<S>, context: EffectsContext) => Effects;
  readonly run: (args: ArgsOf<S>, io: Io, context: Context<Deps>) => Outcome;
}

/** A command with a language of its own in its arguments (`find`, `test`, `echo`, `printf`): it takes argv as it is. */
export interface RawSpec<Deps> extends CommandBase {
  readonly raw: true;
  /** Usage without the name: `[path...] [expression]`. */
  readonly usage: string;
  /** Options and their meaning for help and completion: `{ "-n": "no newline at the end" }`. */
  readonly options?: Readonly<Record<string, string>>;
  /** Take `--help` as data (echo, test, printf '%s' --help). */
  readonly helpIsData?: boolean;
  readonly effects?: (argv: readonly string[], context: EffectsContext) => Effects;
  readonly run: (argv: readonly string[], io: Io, context: Context<Deps>) => Outcome;
}

/** A command that is only a family of subcommands (`memory search`). */
export interface FamilySpec {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly subcommands: readonly Command[];
  /** `list`: the bare command prints what there is on stdout, exit 0. Otherwise its usage on stderr, exit 2. */
  readonly bare?: {
    readonly list: (io: Io, context: Context) => Outcome;
    /** Of the list alone. Left out means unknown. */
    readonly effects?: (context: EffectsContext) => Effects;
  };
}

/** Exit status; nothing means 0. */
export type Outcome = number | void | Promise<number | void>;

/** One invocation, parsed and ready: what it would touch, and the way to run it. */
export interface Bound {
  readonly effects: Effects;
  run(io: Io, context: Context): Outcome;
}

/** What one option looks like to help, completion and suggestions. */
export interface OptionView {
  /** As written: `-n`, `--lines`. */
  readonly names: readonly string[];
  readonly placeholder?: string;
  /** The value may be left out. */
  readonly valueOptional?: boolean;
  /** The only values allowed, when there is such a list. */
  readonly choices?: readonly string[];
  readonly does?: string;
}

/** A declared command, without its type parameters: what the registry holds. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly examples: readonly Example[];
  readonly readsStdin: boolean;
  readonly subcommands: readonly Command[];
  readonly options: readonly OptionView[];
  /** `take [-n N] [file...]`, with the full name of a subcommand. */
  readonly usage: string;
  /** Parses arguments (without the name). Throws `UsageError`. Pure: no I/O. */
  bind(argv: readonly string[], context: EffectsContext): Bound;
  /** Binds arguments by field name, as `ctx.call` and typed tools give them. Throws `UsageError` on unknown fields. */
  bindArgs(args: Readonly<Record<string, unknown>>, context: EffectsContext): Bound;
  /** JSON Schema of the arguments. */
  schema(): Readonly<Record<string, unknown>>;
  /** The text of `NAME --help`, with a final newline. */
  help(): string;
}

/** Names mapped to loaders, so that a line loads only the commands that it uses. */
export type CommandIndex = Readonly<Record<string, () => Promise<Command>>>;

/**
 * A command's failure: the shell prints `NAME: message` on stderr and ends with `exitCode` (1 unless given).
 * `help` names what to run instead.
 */
export class CommandError extends Error {
  readonly exitCode: number;
  readonly help: string | undefined;

  constructor(message: string, options: { readonly exitCode?: number; readonly help?: string } = {}) {
    super(message);
    this.name = "CommandError";
    this.exitCode = options.exitCode ?? 1;
    this.help = options.help;
  }
}

/** Wrong arguments: exit 2, and the command's usage is shown unless there is a better `help`. */
export class UsageError extends CommandError {
  constructor(message: string, options: { readonly help?: string; readonly exitCode?: number } = {}) {
    super(message, { exitCode: 2, ...options });
    this.name = "UsageError";
  }
}
