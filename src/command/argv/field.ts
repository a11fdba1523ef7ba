// What the command line has to know of one field: its kind, its fallback and its choices. It converts nothing.
import type * as z from "zod";
import { declarationOf } from "../declaration.ts";
import { declaredField } from "./declared-field.ts";
import { zodField } from "./zod-field.ts";

export type FieldKind = "boolean" | "integer" | "number" | "bigint" | "string";

/** What a field's type says, wherever that was read from. */
export interface FieldType {
  readonly kind: FieldKind;
  /** An array: repeated options and remaining operands gather in it. */
  readonly many: boolean;
  readonly required: boolean;
  /** The value when nothing is given; undefined for a required field. */
  readonly fallback: unknown;
  /** The only strings that are allowed, when there is such a list. */
  readonly choices: readonly string[];
  /** True when a value is certainly right as it is; false: let zod judge it. */
  accepts(value: unknown): boolean;
}

export interface Field extends FieldType {
  readonly name: string;
  readonly schema: z.ZodType;
}

export function fieldOf(name: string, schema: z.ZodType): Field {
  const declaration = declarationOf(schema);
  const type = (declaration && declaredField(declaration)) ?? zodField(schema);
  return { name, schema, ...type };
}
