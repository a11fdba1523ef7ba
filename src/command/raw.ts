// A command with a language of its own: it gets argv as it is.
import { type EffectsContext, UNKNOWN } from "../footprint/effects.ts";
import { unknownField } from "./argv/values.ts";
import { BaseCommand } from "./base.ts";
import { bound } from "./bound.ts";
import { type Bound, type OptionView, type RawSpec, UsageError } from "./command.ts";
import type { Context } from "./context.ts";

export class RawCommand<Deps> extends BaseCommand {
  readonly #spec: RawSpec<Deps>;

  constructor(spec: RawSpec<Deps>, fullName: string = spec.name) {
    super(spec, fullName);
    this.#spec = spec;
  }

  /** `--help` is an argument like any other (`echo --help`). */
  get helpIsData(): boolean {
    return this.#spec.helpIsData ?? false;
  }

  get options(): readonly OptionView[] {
    return Object.entries(this.#spec.options ?? {}).map(([written, does]) => {
      const [, names = written, placeholder] = /^(.*?[^,])(?:[ =]([^-].*))?$/.exec(written) ?? [];
      return { names: names.split(/,? /), does, ...(placeholder === undefined ? {} : { placeholder }) };
    });
  }

  get usage(): string {
    return `${this.fullName} ${this.#spec.usage}`.trimEnd();
  }

  /** `--help` is help as the first word only: anywhere else it may be data of the command's own language. */
  bind(argv: readonly string[], context: EffectsContext): Bound {
    if (argv[0] === "--help" && !this.helpIsData) return this.helpBound();
    const { effects, run } = this.#spec;
    return bound({
      command: this,
      bare: argv.length === 0,
      effects: () => (effects ? effects(argv, context) : UNKNOWN),
      // The host gives `deps` of the type that its own commands ask for.
      run: (io, runContext) => run(argv, io, runContext as Context<Deps>),
    });
  }

  bindArgs(args: Readonly<Record<string, unknown>>, context: EffectsContext): Bound {
    const { args: argv = [], ...others } = args;
    const [other] = Object.keys(others);
    if (other !== undefined) throw unknownField(other, ["args"]);
    if (!Array.isArray(argv) || !argv.every((word) => typeof word === "string")) {
      throw new UsageError("invalid field 'args': expected a list of strings");
    }
    return this.bind(argv, context);
  }

  schema(): Readonly<Record<string, unknown>> {
    const args = { type: "array", items: { type: "string" }, description: `Arguments: ${this.#spec.usage}` };
    return { type: "object", properties: { args }, additionalProperties: false };
  }

  under(family: string): BaseCommand {
    return new RawCommand(this.#spec, `${family} ${this.name}`);
  }
}
