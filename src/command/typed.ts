// A command whose arguments are declared: argv and typed fields both become the values that `run` gets.
import type * as z from "zod";
import { type EffectsContext, UNKNOWN } from "../footprint/effects.ts";
import { parseArgv } from "./argv/parse.ts";
import { type OptionTable, optionTable } from "./argv/table.ts";
import { MissingOperand, type Values, valuesByName, valuesOf } from "./argv/values.ts";
import { BaseCommand } from "./base.ts";
import { bound, usageOnly, withUsage } from "./bound.ts";
import type { Bound, OptionView, TypedSpec } from "./command.ts";
import type { Context } from "./context.ts";
import { objectSchema } from "./schema.ts";
import { optionViews, usageOf } from "./usage.ts";

type Shape = Readonly<Record<string, z.ZodType>>;

export class TypedCommand<S extends Shape, Deps> extends BaseCommand {
  readonly #spec: TypedSpec<S, Deps>;
  #table: OptionTable | undefined;
  #usage: string | undefined;

  constructor(spec: TypedSpec<S, Deps>, fullName: string = spec.name) {
    super(spec, fullName);
    this.#spec = spec;
  }

  get table(): OptionTable {
    const { args, cli, stopAtOperand } = this.#spec;
    this.#table ??= optionTable({ shape: args(), cli: cli ?? {}, stopAtOperand: stopAtOperand ?? false });
    return this.#table;
  }

  get options(): readonly OptionView[] {
    return optionViews(this.table);
  }

  get usage(): string {
    this.#usage ??= usageOf(this.fullName, this.table);
    return this.#usage;
  }

  bind(argv: readonly string[], context: EffectsContext): Bound {
    try {
      const parsed = parseArgv(argv, this.table);
      return parsed ? this.#bound(valuesOf(parsed, this.table), context, argv.length === 0) : this.helpBound();
    } catch (error) {
      if (error instanceof MissingOperand && argv.length === 0) throw usageOnly(this.usage);
      throw withUsage(error, this.usage);
    }
  }

  bindArgs(args: Readonly<Record<string, unknown>>, context: EffectsContext): Bound {
    return this.#bound(valuesByName(args, this.table), context, false);
  }

  schema(): Readonly<Record<string, unknown>> {
    return objectSchema(this.table);
  }

  under(family: string): BaseCommand {
    return new TypedCommand(this.#spec, `${family} ${this.name}`);
  }

  #bound(values: Values, context: EffectsContext, bare: boolean): Bound {
    const { effects, run } = this.#spec;
    // Each value has passed its field's schema; the mapped type cannot be followed through a loop over fields.
    const args = values as Parameters<typeof run>[0];
    return bound({
      command: this,
      bare,
      effects: () => (effects ? effects(args, context) : UNKNOWN),
      // The host gives `deps` of the type that its own commands ask for.
      run: (io, runContext) => run(args, io, runContext as Context<Deps>),
    });
  }
}
