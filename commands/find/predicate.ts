// What find's predicates are made of: the shape that the tables of tests and actions share. No predicate lives here.
import { UsageError } from "../../src/plugin.ts";
import type { Bind, Follow } from "./visit.ts";

/** What a predicate touches besides the walk itself. */
export type FindEffect =
  | { readonly kind: "delete" | "exec" }
  | { readonly kind: "reads" | "writes"; readonly path: string };

/** A test or an action with its arguments. */
export interface Primary {
  readonly bind: Bind;
  /** An action replaces the implied -print. */
  readonly action?: boolean;
  readonly effect?: FindEffect;
}

/** Options that hold for the whole walk, wherever they stand, except `regexType` and `dayStart`, which hold from there on. */
export interface FindOptions {
  follow: Follow;
  maxDepth: number;
  minDepth: number;
  depthFirst: boolean;
  oneFileSystem: boolean;
  regexType: string;
  dayStart: boolean;
}

/** Makes a predicate from exactly `arity` arguments. */
export interface Predicate {
  readonly arity: 0 | 1 | 2;
  make(values: readonly string[], options: FindOptions, name: string): Primary;
}

/** Wrong arguments end with 1, as GNU's do. */
export function usageError(message: string, help?: string): UsageError {
  return new UsageError(message, { exitCode: 1, ...(help === undefined ? {} : { help }) });
}
