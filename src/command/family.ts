// A command that is only a name for its subcommands.
import { type EffectsContext, UNKNOWN } from "../footprint/effects.ts";
import { BaseCommand, member } from "./base.ts";
import { bound, usageOnly, withUsage } from "./bound.ts";
import { type Bound, type FamilySpec, type OptionView, UsageError } from "./command.ts";
import { nearest } from "./suggest.ts";

export class FamilyCommand extends BaseCommand {
  readonly #spec: FamilySpec;
  readonly #members: ReadonlyMap<string, BaseCommand>;

  constructor(spec: FamilySpec, fullName: string = spec.name) {
    super(spec, fullName);
    this.#spec = spec;
    this.#members = new Map(spec.subcommands.map((command) => [command.name, member(command, fullName)]));
  }

  override get subcommands(): readonly BaseCommand[] {
    return [...this.#members.values()];
  }

  get options(): readonly OptionView[] {
    return [];
  }

  get usage(): string {
    return `${this.fullName} ${[...this.#members.keys()].join("|")}`;
  }

  bind(argv: readonly string[], context: EffectsContext): Bound {
    const [name, ...rest] = argv;
    if (name === undefined) return this.#bare(context);
    if (name === "--help") return this.helpBound();
    return this.#member(name).bind(rest, context);
  }

  bindArgs(args: Readonly<Record<string, unknown>>, context: EffectsContext): Bound {
    const { subcommand, ...rest } = args;
    if (subcommand === undefined) return this.#bare(context);
    return this.#member(String(subcommand)).bindArgs(rest, context);
  }

  schema(): Readonly<Record<string, unknown>> {
    return { type: "object", anyOf: this.subcommands.map((command) => named(command.name, command.schema())) };
  }

  under(family: string): BaseCommand {
    return new FamilyCommand(this.#spec, `${family} ${this.name}`);
  }

  #bare(context: EffectsContext): Bound {
    const { bare } = this.#spec;
    if (!bare) throw usageOnly(this.usage);
    return bound({
      command: this,
      bare: true,
      effects: () => bare.effects?.(context) ?? UNKNOWN,
      run: (io, runContext) => bare.list(io, runContext),
    });
  }

  #member(name: string): BaseCommand {
    const found = this.#members.get(name);
    if (found) return found;
    const [close] = nearest(name, this.#members.keys());
    const help = close === undefined ? {} : { help: `Did you mean ${this.fullName} ${close}?` };
    throw withUsage(new UsageError(`unknown subcommand '${name}'`, help), this.usage);
  }
}

function named(name: string, schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { properties, required, ...rest } = schema;
  return {
    ...rest,
    properties: { subcommand: { const: name }, ...(typeof properties === "object" ? properties : {}) },
    required: ["subcommand", ...(Array.isArray(required) ? required : [])],
  };
}
