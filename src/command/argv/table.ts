// The option table of a command: every name that can stand on its command line, and the operands it takes.
import type * as z from "zod";
import type { CliOption } from "../command.ts";
import { type Field, fieldOf } from "./field.ts";

/** One option as it is written on the command line. Several names may lead to the same one. */
export interface Switch {
  readonly field: Field;
  readonly option: CliOption;
  readonly takes: "nothing" | "value" | "optional";
  /** What the field becomes when the option takes no value. */
  readonly constant: unknown;
  /** All names as written, short ones first. */
  readonly names: readonly string[];
}

export interface Operand {
  readonly field: Field;
  readonly option: CliOption;
  readonly placeholder: string;
}

export interface OptionTable {
  readonly fields: ReadonlyMap<string, Field>;
  /** `cli` order first, then what only `args` names: the order of help. */
  readonly entries: readonly (Switch | Operand)[];
  readonly switches: readonly Switch[];
  readonly operands: readonly Operand[];
  /** Options that must be given. */
  readonly required: readonly Switch[];
  readonly short: ReadonlyMap<string, Switch>;
  readonly long: ReadonlyMap<string, Switch>;
  /** The option that `-5` stands for. */
  readonly digits: Switch | undefined;
  readonly stopAtOperand: boolean;
  /** A fresh set of values for a command line that gives nothing. */
  fallbacks(): Record<string, unknown>;
}

export interface TableSource {
  readonly shape: Readonly<Record<string, z.ZodType>>;
  readonly cli: Readonly<Record<string, CliOption | undefined>>;
  readonly stopAtOperand: boolean;
}

export function optionTable({ shape, cli, stopAtOperand }: TableSource): OptionTable {
  const fields = new Map(Object.entries(shape).map(([name, schema]) => [name, fieldOf(name, schema)]));
  const entries: (Switch | Operand)[] = [];
  for (const name of new Set([...Object.keys(cli), ...fields.keys()])) {
    const field = fields.get(name);
    if (field) entries.push(...entriesOf(field, cli[name] ?? {}));
  }
  const switches = entries.filter(isSwitch);
  const operands = entries.filter((entry): entry is Operand => !isSwitch(entry));
  const named = switches.flatMap((entry) => entry.names.map((name): [string, Switch] => [name, entry]));
  return {
    fields,
    entries,
    switches,
    operands,
    required: switches.filter(({ field }) => field.required),
    short: new Map(named.filter(([name]) => !name.startsWith("--")).map(([name, entry]) => [name.slice(1), entry])),
    long: new Map(named.filter(([name]) => name.startsWith("--")).map(([name, entry]) => [name.slice(2), entry])),
    digits: switches.find((entry) => entry.option.digits && entry.takes !== "nothing"),
    stopAtOperand,
    fallbacks: fallbacksOf([...fields.values()]),
  };
}

/** Lists are copied: a command may fill the one it gets. */
function fallbacksOf(fields: readonly Field[]): () => Record<string, unknown> {
  const values = Object.fromEntries(fields.map(({ name, fallback }) => [name, fallback]));
  const lists = fields.filter(({ fallback }) => Array.isArray(fallback)).map(({ name }) => name);
  return () => {
    const copy = { ...values };
    for (const name of lists) copy[name] = Array.isArray(copy[name]) ? [...copy[name]] : copy[name];
    return copy;
  };
}

export function isSwitch(entry: Switch | Operand): entry is Switch {
  return "takes" in entry;
}

/** The name of a value in usage texts. */
export function placeholderOf(field: Field, option: CliOption): string {
  return option.placeholder ?? (field.kind === "integer" || field.kind === "number" ? "N" : kebab(field.name));
}

function entriesOf(field: Field, option: CliOption): (Switch | Operand)[] {
  if (option.positional) return [{ field, option, placeholder: option.placeholder ?? kebab(field.name) }];
  const found: Switch[] = [];
  const own = ownNames(field, option);
  if (own.length > 0) found.push({ field, option, names: own, constant: true, takes: takes(field, option) });
  const constants = new Map<unknown, string[]>();
  for (const [name, constant] of Object.entries(option.values ?? {})) {
    constants.set(constant, [...(constants.get(constant) ?? []), name]);
  }
  for (const [constant, names] of constants) {
    found.push({ field, option, names: names.map(dashed), constant, takes: "nothing" });
  }
  return found;
}

function ownNames(field: Field, option: CliOption): string[] {
  const short = listed(option.short);
  // A field that is set by constants has no option of its own unless one is named.
  const silent = option.long === false || (option.long === undefined && option.values !== undefined);
  const long = silent ? [] : listed(option.long || kebab(field.name));
  return [...short.map((name) => `-${name}`), ...long.map((name) => `--${name}`)];
}

function takes(field: Field, option: CliOption): Switch["takes"] {
  if (option.optionalValue !== undefined) return "optional";
  return field.kind === "boolean" && option.placeholder === undefined ? "nothing" : "value";
}

function listed(names: string | readonly string[] | undefined): readonly string[] {
  return names === undefined ? [] : typeof names === "string" ? [names] : names;
}

function dashed(name: string): string {
  return [...name].length === 1 ? `-${name}` : `--${name}`;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll("_", "-");
}
