// Where a name leads: namerefs are followed, and texts such as `a[1]` are taken apart.
import { type Environment, ExpansionError } from "./environment.ts";

export interface Reference {
  readonly name: string;
  /** As written, not evaluated: an expression, a key, `@` or `*`. */
  readonly subscript?: string;
}

/** Chains of namerefs longer than this are circular, as far as bash is concerned too. */
const MAX_NAMEREFS = 8;

/** Follows namerefs to the variable that is meant; a nameref to an element brings its subscript. */
export function resolveReference(name: string, env: Environment): Reference {
  let reference: Reference = { name };
  for (let hops = 0; hops < MAX_NAMEREFS; hops += 1) {
    const variable = env.variable(reference.name);
    if (variable?.nameref !== true || typeof variable.value !== "string") return reference;
    if (reference.subscript !== undefined) return reference;
    const target = parseReference(variable.value);
    if (target === undefined) return reference;
    reference = target;
  }
  throw new ExpansionError(`${name}: circular name reference`);
}

const REFERENCE = /^([A-Za-z_][A-Za-z0-9_]*)(?:\[(.+)\])?$/s;

/** `name` or `name[subscript]`; undefined for any other text. */
export function parseReference(text: string): Reference | undefined {
  const found = REFERENCE.exec(text);
  const name = found?.[1];
  if (name === undefined) return undefined;
  const subscript = found?.[2];
  return subscript === undefined ? { name } : { name, subscript };
}
