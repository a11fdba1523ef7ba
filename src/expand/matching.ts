// Globs against text, for the parameter operators: compiled once, plain text without an engine.
import type { Environment } from "./environment.ts";
import { globSource } from "./glob.ts";

export interface Matcher {
  /** Length of the longest or shortest match at the start. */
  prefix(text: string, longest: boolean): number | undefined;
  suffix(text: string, longest: boolean): number | undefined;
  /** The leftmost longest match at or after `from`. */
  find(text: string, from: number): { readonly start: number; readonly end: number } | undefined;
}

const ACTIVE = /^(?:[^\\*?[+@!]|\\.|[+@!](?!\())*$/s;

export function matcherOf(pattern: string, env: Environment): Matcher {
  const { nocasematch } = env.options;
  return nocasematch || !ACTIVE.test(pattern) ? globMatcher(pattern, nocasematch) : plainMatcher(pattern.replace(/\\(.)/gs, "$1"));
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

function globMatcher(pattern: string, ignoreCase: boolean): Matcher {
  const source = globSource(pattern, true);
  const flags = ignoreCase ? "ui" : "u";
  const lazy = source.replaceAll("[^]*", "[^]*?");
  const longest = new RegExp(`^(?:${source})`, flags);
  const whole = new RegExp(`^(?:${source})$`, flags);
  const shortest = new RegExp(`^(?:${lazy})`, flags);
  const anywhere = new RegExp(source, `${flags}g`);
  return {
    prefix: (text, long) => (long ? longest : shortest).exec(text)?.[0].length,
    suffix: (text, long) => {
      for (let size = long ? text.length : 0; long ? size >= 0 : size <= text.length; size += long ? -1 : 1) {
        if (whole.test(text.slice(text.length - size))) return size;
      }
      return undefined;
    },
    find: (text, from) => {
      anywhere.lastIndex = from;
      const match = anywhere.exec(text);
      return match === null ? undefined : { start: match.index, end: match.index + match[0].length };
    },
  };
}

/** Tests whole names, for files. */
export function nameTest(pattern: string, ignoreCase: boolean, extended: boolean): (name: string) => boolean {
  const whole = new RegExp(`^(?:${globSource(pattern, extended)})$`, ignoreCase ? "ui" : "u");
  return (name) => whole.test(name);
}
