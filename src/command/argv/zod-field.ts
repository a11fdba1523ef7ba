// Reads a field off its zod schema: the way for everything that a plain declaration does not say.
import type * as z from "zod";
import type { FieldType } from "./field.ts";

export function zodField(schema: z.ZodType): FieldType {
  const type = typeOf(schema);
  return { ...type, ...fallbackOf(schema, type), accepts: () => false };
}

type TypeView = Pick<FieldType, "kind" | "many" | "choices">;

function typeOf(schema: z.ZodType | z.core.$ZodType): TypeView {
  // zod's own union of its classes: lets `type` tell the definitions apart.
  const def = (schema as z.core.$ZodTypes)._zod.def;
  switch (def.type) {
    case "optional":
    case "default":
    case "prefault":
    case "nullable":
    case "nonoptional":
    case "readonly":
    case "catch":
      return typeOf(def.innerType);
    case "pipe":
      return typeOf(def.in);
    case "array":
      return { ...typeOf(def.element), many: true };
    case "number":
      return single(isInteger(def) ? "integer" : "number");
    case "boolean":
    case "bigint":
      return single(def.type);
    case "enum":
      return single("string", Object.values(def.entries).map(String));
    case "literal":
      return single("string", def.values.map(String));
    case "union": {
      const options = def.options.map(typeOf);
      const closed = options.every((option) => option.choices.length > 0);
      return single("string", closed ? options.flatMap(({ choices }) => choices) : []);
    }
    default:
      return single("string");
  }
}

function single(kind: FieldType["kind"], choices: readonly string[] = []): TypeView {
  return { kind, many: false, choices };
}

function isInteger(def: z.core.$ZodNumberDef): boolean {
  const formats = (def.checks ?? []).map(({ _zod }) => ("format" in _zod.def ? _zod.def.format : undefined));
  return formats.includes("safeint") || ("format" in def && def.format === "safeint");
}

/** Nothing given: the schema's own answer, or else a flag is off and a list is empty. */
function fallbackOf(schema: z.ZodType, { many, kind }: TypeView): Pick<FieldType, "required" | "fallback"> {
  const absent = schema.safeParse(undefined);
  if (absent.success) return { required: false, fallback: absent.data };
  const empty = many ? [] : kind === "boolean" ? false : undefined;
  if (empty !== undefined && schema.safeParse(empty).success) return { required: false, fallback: empty };
  return { required: true, fallback: undefined };
}
