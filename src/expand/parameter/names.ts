// `${!prefix*}` and `${!array[@]}`: names and keys rather than values.
import { AssociativeArray, IndexedArray } from "../arrays.ts";
import type { Environment } from "../environment.ts";
import type { List, Target } from "./target.ts";

/** Names of set variables that begin with the prefix, sorted. */
export function namesOf(prefix: string, env: Environment): string[] {
  const names: string[] = [];
  for (const name of env.names()) if (name.startsWith(prefix)) names.push(name);
  return names.sort();
}

/** Indices or keys; a scalar has the index 0. */
export function keysOf(target: Target, env: Environment): List {
  const value = env.variable(target.name)?.value;
  const star = target.all === "*";
  if (value instanceof IndexedArray) return { list: value.indices().map(String), star };
  if (value instanceof AssociativeArray) return { list: value.keys(), star };
  return { list: env.get(target.name) === undefined ? [] : ["0"], star };
}
