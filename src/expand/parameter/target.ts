// What a parameter refers to: a variable, one of its elements, all of them, a positional or a special parameter.
import type { Parameter } from "../../syntax/tree.ts";
import { evaluate } from "../arithmetic/index.ts";
import { AssociativeArray, IndexedArray } from "../arrays.ts";
import { type Environment, ExpansionError } from "../environment.ts";
import { chain, type Maybe } from "../maybe.ts";
import { parseReference, resolveReference } from "../reference.ts";
import type { Walk } from "../walk.ts";

export interface Target {
  /** Namerefs are followed already. */
  readonly name: string;
  /** An evaluated index or a key. */
  readonly key?: string;
  /** `[@]`, `[*]`, `$@`, `$*`. */
  readonly all?: "@" | "*";
  /** As messages name it. */
  readonly label: string;
}

/** A value, a list of them, or nothing where the parameter is unset. */
export type Found = string | undefined | List;

export interface List {
  readonly list: readonly string[];
  /** `*` joins them where they are quoted. */
  readonly star: boolean;
}

const SPECIAL = /^[?$!#_-]$/;

/** Without subscripts: variables, `$1`, `$?` and the like. */
export function scalar(name: string, env: Environment): string | undefined {
  const first = name.charCodeAt(0);
  if (first >= 48 && first <= 57) {
    const index = Number(name);
    return index === 0 ? env.name : env.positional[index - 1];
  }
  if (!SPECIAL.test(name)) return env.get(name);
  return name === "#" ? String(env.positional.length) : (env.special(name) ?? env.get(name));
}

export function unbound(label: string): ExpansionError {
  return new ExpansionError(`${label}: unbound variable`, {
    exitCode: 127,
    fatal: true,
    help: "Set it first, or give a default after :-",
  });
}

export function targetOf(node: Parameter, env: Environment, walk: Walk): Maybe<Target> {
  if (node.indirect && node.operation?.kind !== "names") {
    if (node.subscript === undefined && env.variable(node.name)?.nameref === true) return namerefName(node.name, env);
    const direct = chain(directTarget(node.name, node.subscript, env, walk), (target) => lookUp(target, env));
    return chain(direct, (found) => indirectTarget(node, found, env));
  }
  return directTarget(node.name, node.subscript, env, walk);
}

export function lookUp(target: Target, env: Environment): Found {
  const { name, key, all } = target;
  if (all !== undefined)
    return { list: name === "@" || name === "*" ? env.positional : elements(name, env), star: all === "*" };
  return key === undefined ? scalar(name, env) : element(name, key, env);
}

/** The key of a subscript: text for an associative array, an evaluated index otherwise. */
export function keyOf(name: string, subscript: string, env: Environment): string {
  return env.variable(name)?.value instanceof AssociativeArray ? subscript : String(evaluate(subscript, env));
}

function directTarget(name: string, subscript: Parameter["subscript"], env: Environment, walk: Walk): Maybe<Target> {
  if (name === "@" || name === "*") return { name, all: name, label: name };
  const reference = resolveReference(name, env);
  if (reference.subscript !== undefined) return referred(reference.name, reference.subscript, name, env);
  if (subscript === undefined) return { name: reference.name, label: name };
  if (subscript === "@" || subscript === "*")
    return { name: reference.name, all: subscript, label: `${name}[${subscript}]` };
  return chain(walk.text(subscript, env), (text) => {
    const key = keyOf(reference.name, text, env);
    return { name: reference.name, key, label: `${name}[${text}]` };
  });
}

function referred(name: string, subscript: string, label: string, env: Environment): Target {
  if (subscript === "@" || subscript === "*") return { name, all: subscript, label };
  return { name, key: keyOf(name, subscript, env), label };
}

function indirectTarget(node: Parameter, found: Found, env: Environment): Target {
  const text = typeof found === "object" ? found.list.join(" ") : found;
  if (text === undefined) {
    if (node.operation?.kind === "default") return { name: "", label: `!${node.name}` };
    throw new ExpansionError(`${node.name}: invalid indirect expansion`);
  }
  if (text === "@" || text === "*") return { name: text, all: text, label: text };
  if (/^[0-9]+$/.test(text) || SPECIAL.test(text)) return { name: text, label: text };
  const reference = parseReference(text);
  if (reference === undefined) throw new ExpansionError(`${text}: invalid variable name`);
  const { name, subscript } = resolveReference(reference.name, env);
  const wanted = reference.subscript ?? subscript;
  return wanted === undefined ? { name, label: text } : referred(name, wanted, text, env);
}

/** `${!ref}` of a nameref is the name that it refers to. */
function namerefName(name: string, env: Environment): Target {
  const value = env.variable(name)?.value;
  const text = typeof value === "string" ? value : "";
  return { name: "", key: text, label: name };
}

function elements(name: string, env: Environment): readonly string[] {
  const value = env.variable(name)?.value;
  if (value instanceof IndexedArray || value instanceof AssociativeArray) return value.values();
  const only = env.get(name);
  return only === undefined ? [] : [only];
}

function element(name: string, key: string, env: Environment): string | undefined {
  if (name === "") return key;
  const value = env.variable(name)?.value;
  if (value instanceof AssociativeArray) return value.get(key);
  const index = Number(key);
  if (value instanceof IndexedArray) return value.get(index);
  return index === 0 ? env.get(name) : undefined;
}
