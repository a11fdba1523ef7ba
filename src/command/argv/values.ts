// From strings to the values that `run` gets: conversion by the field's type, then the field's own zod rules. Messages
// say which argument, which value, and what is allowed.
import type * as z from "zod";
import { UsageError } from "../command.ts";
import type { Field } from "./field.ts";
import type { ParsedArgv } from "./parse.ts";
import type { OptionTable } from "./table.ts";

export type Values = Record<string, unknown>;

/** Throws `UsageError`; `MissingOperand` when one is not there, so that the caller can answer with the usage alone. */
export function valuesOf({ given, operands }: ParsedArgv, table: OptionTable): Values {
  const values = table.fallbacks();
  if (given.length > 0) assignOptions(given, values);
  assignOperands(operands, table, values);
  for (const { field, names } of table.required) {
    if (!given.some(({ target }) => target.field === field)) throw new UsageError(`missing option '${names[0]}'`);
  }
  return values;
}

/** Checks arguments that come as typed values by field name. */
export function valuesByName(args: Readonly<Record<string, unknown>>, table: OptionTable): Values {
  const values = table.fallbacks();
  for (const [name, value] of Object.entries(args)) {
    const field = table.fields.get(name);
    if (!field) throw unknownField(name, [...table.fields.keys()]);
    if (value === undefined) continue;
    values[name] = value;
    if (field.accepts(value)) continue;
    const result = field.schema.safeParse(value);
    if (!result.success) throw invalid(`field '${name}'`, JSON.stringify(value), field, result.error.issues[0]);
    values[name] = result.data;
  }
  for (const field of table.fields.values()) {
    if (field.required && args[field.name] === undefined) throw new UsageError(`missing field '${field.name}'`);
  }
  return values;
}

export function unknownField(name: string, known: readonly string[]): UsageError {
  const allowed = known.length === 0 ? "There are no fields." : `Fields: ${known.join(", ")}`;
  return new UsageError(`unknown field '${name}'`, { help: allowed });
}

/** A required operand that is not there. */
export class MissingOperand extends UsageError {
  constructor(placeholder: string) {
    super(`missing <${placeholder}>`);
  }
}

function assignOptions(given: ParsedArgv["given"], values: Values): void {
  const last = new Map<Field, string>();
  for (const { target, value, written } of given) {
    const { field } = target;
    const converted = value === undefined ? target.constant : convert(value, field, `value for ${written}`);
    if (!field.many) values[field.name] = converted;
    else if (last.has(field)) values[field.name] = [...listOf(values[field.name]), converted];
    else values[field.name] = [converted];
    last.set(field, written);
  }
  for (const [field, written] of last) check(values, field, `value for ${written}`);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function assignOperands(operands: readonly string[], table: OptionTable, values: Values): void {
  let at = 0;
  for (const operand of table.operands) {
    const { field, placeholder } = operand;
    const what = `<${placeholder}>`;
    if (field.many) {
      const rest = operands.slice(at);
      at = operands.length;
      if (rest.length === 0 && field.required) throw new MissingOperand(placeholder);
      if (rest.length === 0) continue;
      values[field.name] = field.kind === "string" ? rest : rest.map((word) => convert(word, field, what));
    } else {
      const word = operands[at];
      if (word === undefined) {
        if (field.required) throw new MissingOperand(placeholder);
        continue;
      }
      at += 1;
      values[field.name] = convert(word, field, what);
    }
    check(values, field, what);
  }
  if (at < operands.length) throw new UsageError(`extra operand '${operands[at] ?? ""}'`);
}

function check(values: Values, field: Field, what: string): void {
  const value = values[field.name];
  if (field.accepts(value)) return;
  const result = field.schema.safeParse(value);
  if (!result.success) throw invalid(what, shown(value, result.error.issues[0]), field, result.error.issues[0]);
  values[field.name] = result.data;
}

/** Strict: no blanks, no exponents, no other radix, unlike `Number`. */
function convert(word: string, field: Field, what: string): unknown {
  switch (field.kind) {
    case "integer":
      if (/^[+-]?\d+$/.test(word)) return Number(word);
      break;
    case "bigint":
      if (/^[+-]?\d+$/.test(word)) return BigInt(word.replace(/^\+/, ""));
      break;
    case "number":
      if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(word)) return Number(word);
      break;
    case "boolean":
      if (word === "true" || word === "false") return word === "true";
      break;
    case "string":
      return word;
  }
  throw invalid(what, `'${word}'`, field, undefined);
}

function invalid(what: string, value: string, field: Field, issue: z.core.$ZodIssue | undefined): UsageError {
  return new UsageError(`invalid ${what}: ${value} (${expectation(field, issue)})`);
}

function shown(value: unknown, issue: z.core.$ZodIssue | undefined): string {
  const [index] = issue?.path ?? [];
  const part: unknown = Array.isArray(value) && typeof index === "number" ? value[index] : value;
  return `'${Array.isArray(part) ? part.join(" ") : String(part)}'`;
}

const KINDS: Readonly<Record<Field["kind"], string>> = {
  integer: "a whole number",
  bigint: "a whole number",
  number: "a number",
  boolean: "true or false",
  string: "text",
};

function expectation(field: Field, issue: z.core.$ZodIssue | undefined): string {
  if (field.choices.length > 0) return `expected ${listed(field.choices)}`;
  switch (issue?.code) {
    case undefined:
      return `expected ${KINDS[field.kind]}`;
    case "invalid_type":
      return `expected ${field.many && issue.path.length === 0 ? "a list" : KINDS[field.kind]}`;
    case "too_small":
      return bound(issue.origin, issue.inclusive === false ? "more than" : "at least", issue.minimum);
    case "too_big":
      return bound(issue.origin, issue.inclusive === false ? "less than" : "at most", issue.maximum);
    default:
      return issue?.message === "Invalid input" ? "not allowed" : (issue?.message ?? "not allowed");
  }
}

function bound(origin: string, relation: string, limit: number | bigint): string {
  const unit = origin === "string" ? " characters" : origin === "array" ? " values" : "";
  return `expected ${relation} ${limit}${unit}`;
}

function listed(choices: readonly string[]): string {
  const last = choices.at(-1) ?? "";
  return choices.length < 2 ? last : `${choices.slice(0, -1).join(", ")} or ${last}`;
}
