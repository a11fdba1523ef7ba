// Globs against values, for the parameter operators. A pattern that can only match a bounded length looks at no more
// of a long text than it must.
import { globFind, globPrefix, globSuffix } from "../pattern/index.ts";
import type { Environment } from "./environment.ts";

export interface Matcher {
  /** Length of the longest or shortest match at the start. */
  prefix(text: string, longest: boolean): number | undefined;
  /** Length of the longest or shortest match at the end. */
  suffix(text: string, longest: boolean): number | undefined;
  /** The leftmost longest match at or after `from`. */
  find(text: string, from: number): Span | undefined;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const ACTIVE = /[*?[]|[+@!]\(/;
/** Without these a match is no longer than the pattern, in characters. */
const UNBOUNDED = /[*(]/;
/** Texts up to this many UTF-16 units are searched as a whole, longer ones in windows of this size. */
const WINDOW = 512;

export function matcherOf(pattern: string, env: Environment): Matcher {
  const { nocasematch, extglob } = env.options;
  const bare = pattern.replace(/\\./gs, "");
  if (!nocasematch && !ACTIVE.test(bare)) return plainMatcher(pattern.replace(/\\(.)/gs, "$1"));
  const options = { extglob, ignoreCase: nocasematch };
  const reach = UNBOUNDED.test(bare) ? Number.POSITIVE_INFINITY : pattern.length * 2;
  return {
    prefix: (text, longest) => globPrefix(pattern, head(text, 0, reach), longest, options),
    suffix: (text, longest) => {
      const end = tail(text, reach);
      const start = globSuffix(pattern, end, longest, options);
      return start === undefined ? undefined : end.length - start;
    },
    find: (text, from) => {
      if (text.length <= WINDOW || reach > WINDOW) return globFind(pattern, text, from, "none", options);
      return findInWindows(text, from, reach, (window, at) => globFind(pattern, window, at, "none", options));
    },
  };
}

function plainMatcher(plain: string): Matcher {
  return {
    prefix: (text) => (text.startsWith(plain) ? plain.length : undefined),
    suffix: (text) => (text.endsWith(plain) ? plain.length : undefined),
    find: (text, from) => {
      const start = text.indexOf(plain, from);
      return start < 0 ? undefined : { start, end: start + plain.length };
    },
  };
}

/** Windows begin at multiples of their size, so that one is the same for every match in it. */
function findInWindows(
  text: string,
  from: number,
  reach: number,
  find: (window: string, at: number) => Span | undefined,
): Span | undefined {
  for (let base = from - (from % WINDOW); base <= text.length; base += WINDOW) {
    const at = Math.max(0, from - base);
    const span = find(head(text, base, WINDOW + reach), at);
    if (span !== undefined && span.start < WINDOW) return { start: base + span.start, end: base + span.end };
  }
  return undefined;
}

function head(text: string, from: number, length: number): string {
  return length >= text.length ? text.slice(from) : text.slice(from, from + length);
}

/** The end of the text, without half of a surrogate pair at its start. */
function tail(text: string, length: number): string {
  if (length >= text.length) return text;
  const start = text.length - length;
  const inPair = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(start - 1, start + 1));
  return text.slice(inPair ? start - 1 : start);
}
