// Variables inside arithmetic: their values are expressions in turn, and elements of arrays have evaluated subscripts.
import { AssociativeArray, IndexedArray } from "../arrays.ts";
import { type Environment, ExpansionError } from "../environment.ts";
import { resolveReference } from "../reference.ts";
import type { Integer } from "./integer.ts";
import { arithmeticError } from "./lex.ts";

export interface Scope {
  readonly env: Environment;
  /** How many variables, whose values are expressions in turn, this is inside of. */
  readonly depth: number;
  /** Evaluates such a value; handed down, because parsing imports this file. */
  readonly evaluate: (text: string, env: Environment, depth: number) => Integer;
}

/** Something that can be read and assigned. `expression` is the text it stands in, for messages. */
export interface Place {
  readonly name: string;
  readonly subscript?: string;
  readonly expression: string;
}

/** Bash's MAX_EXPR_RECURSION_LEVEL is 1024; a JavaScript stack holds fewer frames of ours. */
const MAX_DEPTH = 512;
const DECIMAL = /^-?(?:0|[1-9][0-9]{0,14})$/;

export function read(place: Place, scope: Scope): Integer {
  const { env, depth } = scope;
  const text = place.subscript === undefined ? env.get(place.name) : element(place, place.subscript, scope);
  if (text === undefined) {
    if (env.options.nounset) {
      throw new ExpansionError(`${place.name}: unbound variable`, { exitCode: 127, fatal: true });
    }
    return 0;
  }
  if (DECIMAL.test(text)) return Number(text) + 0;
  if (depth >= MAX_DEPTH) throw arithmeticError(text, "expression recursion level exceeded", text);
  return scope.evaluate(text, env, depth + 1);
}

export function write(place: Place, value: Integer, scope: Scope): Integer {
  const { env } = scope;
  const text = String(value);
  if (place.subscript === undefined) env.set(place.name, text);
  else {
    const { name } = resolveReference(place.name, env);
    env.setElement(name, arithmeticSubscript(name, place.subscript, scope), text);
  }
  return value;
}

/** A subscript's text as `setElement` takes it. */
function arithmeticSubscript(name: string, subscript: string, scope: Scope): string {
  const { env, depth } = scope;
  if (env.variable(name)?.value instanceof AssociativeArray) return subscript;
  return String(scope.evaluate(subscript, env, depth + 1));
}

function element(place: Place, subscript: string, scope: Scope): string | undefined {
  const { env, depth } = scope;
  const { name } = resolveReference(place.name, env);
  const value = env.variable(name)?.value;
  if (value instanceof AssociativeArray) return value.get(subscript);
  if (subscript === "@" || subscript === "*") return value instanceof IndexedArray ? value.values().join(" ") : value;
  const index = Number(scope.evaluate(subscript, env, depth + 1));
  if (value instanceof IndexedArray) return value.get(index);
  return index === 0 ? env.get(name) : undefined;
}
