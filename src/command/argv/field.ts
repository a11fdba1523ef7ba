// What the command line has to know of one zod field: its kind, its fallback and its choices. It converts nothing.
import type * as z from "zod";

export type FieldKind = "boolean" | "integer" | "number" | "bigint" | "string";

export interface Field {
  readonly name: string;
  readonly schema: z.ZodType;
  readonly kind: FieldKind;
  /** An array: repeated options and remaining operands gather in it. */
  readonly many: boolean;
  readonly required: boolean;
  /** The value when nothing is given; undefined for a required field. */
  readonly fallback: unknown;
  /** The only strings that are allowed, when there is such a list. */
  readonly choices: readonly string[];
  /** Converted values need no further look by zod. */
  readonly plain: boolean;
}

export function fieldOf(name: string, schema: z.ZodType): Field {
  const type = describeType(schema);
  return { name, schema, ...type, ...fallbackOf(schema, type) };
}

interface TypeView {
  readonly kind: FieldKind;
  readonly many: boolean;
  readonly choices: readonly string[];
  readonly plain: boolean;
}

function describeType(schema: z.ZodType | z.core.$ZodType): TypeView {
  // zod's own union of its classes: lets `type` tell the definitions apart.
  const def = (schema as z.core.$ZodTypes)._zod.def;
  const checked = (def.checks?.length ?? 0) > 0;
  switch (def.type) {
    case "optional":
    case "default":
      return describeType(def.innerType);
    case "prefault":
    case "nullable":
    case "nonoptional":
    case "readonly":
    case "catch":
      return { ...describeType(def.innerType), plain: false };
    case "pipe":
      return { ...describeType(def.in), plain: false };
    case "array": {
      const element = describeType(def.element);
      return { ...element, many: true, plain: element.plain && !checked };
    }
    case "boolean":
      return { kind: "boolean", many: false, choices: [], plain: !checked };
    case "number":
      return { kind: isInteger(def) ? "integer" : "number", many: false, choices: [], plain: false };
    case "bigint":
      return { kind: "bigint", many: false, choices: [], plain: !checked };
    case "string":
      return { kind: "string", many: false, choices: [], plain: !checked && !("format" in def) };
    case "enum":
      return { kind: "string", many: false, choices: Object.values(def.entries).map(String), plain: false };
    case "literal":
      return { kind: "string", many: false, choices: def.values.map(String), plain: false };
    case "union": {
      const options = def.options.map(describeType);
      const closed = options.every((option) => option.choices.length > 0);
      return {
        kind: "string",
        many: false,
        choices: closed ? options.flatMap(({ choices }) => choices) : [],
        plain: false,
      };
    }
    default:
      return { kind: "string", many: false, choices: [], plain: false };
  }
}

function isInteger(def: z.core.$ZodNumberDef): boolean {
  const checks = def.checks ?? [];
  const formats = checks.map((check) => ("format" in check._zod.def ? check._zod.def.format : undefined));
  return [...formats, "format" in def ? def.format : undefined].some((format) => format === "safeint");
}

/** Reads common declarations off their definition: zod's first parse costs more than most commands' whole run. */
function fallbackOf(schema: z.ZodType, type: TypeView): Pick<Field, "required" | "fallback"> {
  const known = declaredFallback(schema, type);
  if (known) return known;
  const absent = schema.safeParse(undefined);
  if (absent.success) return { required: false, fallback: absent.data };
  const empty: unknown = type.many ? [] : type.kind === "boolean" ? false : undefined;
  if (empty !== undefined && schema.safeParse(empty).success) return { required: false, fallback: empty };
  return { required: true, fallback: undefined };
}

function declaredFallback(schema: z.ZodType, type: TypeView): Pick<Field, "required" | "fallback"> | undefined {
  // zod's own union of its classes: lets `type` tell the definitions apart.
  const def = (schema as unknown as z.core.$ZodTypes)._zod.def;
  switch (def.type) {
    case "default":
      // zod answers an absent value with the default as it is, without a look at the type within.
      return { required: false, fallback: def.defaultValue };
    case "optional":
      return def.innerType._zod.def.type in BARE ? { required: false, fallback: undefined } : undefined;
    case "array":
      return type.plain ? { required: false, fallback: [] } : undefined;
    case "boolean":
      return type.plain ? { required: false, fallback: false } : undefined;
    case "string":
    case "number":
    case "enum":
      return { required: true, fallback: undefined };
    default:
      return undefined;
  }
}

/** Types that give nothing for nothing. */
const BARE: Readonly<Record<string, true>> = { string: true, number: true, boolean: true, enum: true, array: true };
