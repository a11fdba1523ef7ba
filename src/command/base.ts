// What all three kinds of command share: their full name, and help on demand.

import { encode } from "../bytes/text.ts";
import type { EffectsContext } from "../footprint/effects.ts";
import { PURE } from "../footprint/effects.ts";
import { type Bound, type Command, CommandError, type Example, type OptionView } from "./command.ts";
import { helpText } from "./help.ts";

export interface Described {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly examples?: readonly Example[];
  readonly readsStdin?: boolean;
}

export abstract class BaseCommand implements Command {
  readonly name: string;
  /** With the names of the families it belongs to. */
  readonly fullName: string;
  readonly summary: string;
  declare readonly description?: string;
  readonly examples: readonly Example[];
  readonly readsStdin: boolean;

  constructor(spec: Described, fullName: string) {
    this.name = spec.name;
    this.fullName = fullName;
    this.summary = spec.summary;
    if (spec.description !== undefined) this.description = spec.description;
    this.examples = spec.examples ?? [];
    this.readsStdin = spec.readsStdin ?? false;
  }

  get subcommands(): readonly BaseCommand[] {
    return [];
  }

  abstract readonly options: readonly OptionView[];
  abstract readonly usage: string;
  abstract bind(argv: readonly string[], context: EffectsContext): Bound;
  abstract bindArgs(args: Readonly<Record<string, unknown>>, context: EffectsContext): Bound;
  abstract schema(): Readonly<Record<string, unknown>>;
  /** The same command as a member of a family. */
  abstract under(family: string): BaseCommand;

  help(): string {
    return helpText(this);
  }

  /** What `--help` becomes: prints the help and touches nothing. */
  protected helpBound(): Bound {
    return {
      effects: PURE,
      run: (io) => {
        const pending = io.stdout.write(encode(this.help()));
        return pending?.then(() => 0) ?? 0;
      },
    };
  }
}

/** Only commands that `defineCommand` made can join a family. */
export function member(command: Command, family: string): BaseCommand {
  if (command instanceof BaseCommand) return command.under(family);
  throw new CommandError(`${family} ${command.name}: not made by defineCommand`);
}
