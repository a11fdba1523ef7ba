// The one gate that every invocation passes, wherever it comes from. Types only.
import type { Effects } from "../footprint/effects.ts";

/** One command about to run, after expansion. */
export interface Invocation {
  readonly name: string;
  readonly kind: "command" | "builtin" | "function";
  /** With the name first. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly effects: Effects;
  /** Nesting of functions, substitutions and nested calls; 0 at the top of a line. */
  readonly depth: number;
}

/** Why an invocation may not run: 126 denied by policy or scope, 125 deferred or out of budget. */
export interface Denial {
  readonly exitCode: 125 | 126;
  readonly message: string;
  readonly help?: string;
}

export type Gate = (invocation: Invocation) => Denial | undefined | Promise<Denial | undefined>;
