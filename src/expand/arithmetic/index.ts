// Evaluates arithmetic text. What was parsed once is kept by its text, so that loops do not parse again.
import type { Environment } from "../environment.ts";
import { compile, type Evaluate } from "./compile.ts";
import type { Integer } from "./integer.ts";

/** Texts kept; a loop over changing numbers would otherwise fill memory. */
const CACHE_SIZE = 1000;
const CACHED_LENGTH = 200;

const cache = new Map<string, Evaluate>();

export function evaluate(text: string, env: Environment, depth = 0): Integer {
  const known = cache.get(text);
  if (known !== undefined) return known({ env, depth, evaluate });
  const compiled = compile(text);
  if (text.length <= CACHED_LENGTH) {
    if (cache.size >= CACHE_SIZE) cache.clear();
    cache.set(text, compiled);
  }
  return compiled({ env, depth, evaluate });
}
