// Reads a field off its declaration, without zod. It knows the plain forms only; anything else is left to zod.
import { type Declaration, declarationOf } from "../declaration.ts";
import type { FieldType } from "./field.ts";

type Accepts = FieldType["accepts"];

interface Base {
  readonly kind: FieldType["kind"];
  readonly many: boolean;
  readonly choices: readonly string[];
  readonly accepts: Accepts;
  /** What nothing stands for when the declaration does not say: a flag is off, a list is empty. */
  readonly empty: unknown;
}

/** Undefined for a declaration that is more than plain. */
export function declaredField({ base, args, calls }: Declaration): FieldType | undefined {
  const wrapper = calls.at(-1);
  const wrapped = wrapper?.name === "default" || wrapper?.name === "optional";
  const found = baseOf(base, args, wrapped ? calls.slice(0, -1) : calls);
  if (!found) return undefined;
  const { empty, ...type } = found;
  if (wrapper?.name === "optional") return { ...type, required: false, fallback: undefined };
  if (wrapper?.name === "default") {
    const [fallback] = wrapper.args;
    return typeof fallback === "function" ? undefined : { ...type, required: false, fallback };
  }
  return {
    ...type,
    required: empty === undefined || !type.accepts(empty),
    fallback: type.accepts(empty) ? empty : undefined,
  };
}

function baseOf(base: string, args: readonly unknown[], checks: Declaration["calls"]): Base | undefined {
  switch (base) {
    case "string":
      if (args.length > 0 || checks.length > 0) return undefined;
      return {
        kind: "string",
        many: false,
        choices: [],
        accepts: (value) => typeof value === "string",
        empty: undefined,
      };
    case "boolean":
      if (args.length > 0 || checks.length > 0) return undefined;
      return {
        kind: "boolean",
        many: false,
        choices: [],
        accepts: (value) => typeof value === "boolean",
        empty: false,
      };
    case "number":
      return args.length > 0 ? undefined : numberBase(checks);
    case "enum":
      return checks.length > 0 ? undefined : enumBase(args);
    case "array":
      return arrayBase(args, checks);
    default:
      return undefined;
  }
}

function numberBase(checks: Declaration["calls"]): Base | undefined {
  let kind: Base["kind"] = "number";
  let least = Number.NEGATIVE_INFINITY;
  let most = Number.POSITIVE_INFINITY;
  for (const { name, args } of checks) {
    const [limit = 0] = args;
    if (typeof limit !== "number") return undefined;
    if (name === "int") kind = "integer";
    else if (name === "min" || name === "gte" || name === "nonnegative") least = Math.max(least, limit);
    else if (name === "positive") least = Math.max(least, Number.MIN_VALUE);
    else if (name === "max" || name === "lte" || name === "nonpositive") most = Math.min(most, limit);
    else return undefined;
  }
  const fits = (value: number): boolean => value >= least && value <= most;
  const accepts: Accepts = (value) =>
    typeof value === "number" &&
    fits(value) &&
    (kind === "integer" ? Number.isSafeInteger(value) : Number.isFinite(value));
  return { kind, many: false, choices: [], accepts, empty: undefined };
}

function enumBase([entries]: readonly unknown[]): Base | undefined {
  if (!Array.isArray(entries) || !entries.every((entry) => typeof entry === "string")) return undefined;
  const choices: readonly string[] = entries;
  const accepts: Accepts = (value) => typeof value === "string" && choices.includes(value);
  return { kind: "string", many: false, choices, accepts, empty: undefined };
}

function arrayBase([element]: readonly unknown[], checks: Declaration["calls"]): Base | undefined {
  const declaration = typeof element === "object" && element !== null ? declarationOf(element) : undefined;
  const inner = declaration && baseOf(declaration.base, declaration.args, declaration.calls);
  if (!inner || inner.many) return undefined;
  let least = 0;
  for (const { name, args } of checks) {
    const [limit = 1] = args;
    if ((name !== "min" && name !== "nonempty") || typeof limit !== "number") return undefined;
    least = Math.max(least, limit);
  }
  const accepts: Accepts = (value) => Array.isArray(value) && value.length >= least && value.every(inner.accepts);
  return { ...inner, many: true, accepts, empty: [] };
}
