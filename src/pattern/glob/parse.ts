/** Shell patterns (bash manual, 3.5.8.1) into a list of elements. Parsing never fails: what is malformed is itself. */
import { type CharSet, contains, fromPairs, union } from "../charset.ts";
import { posixClass } from "../classes.ts";

export type Element =
  | { kind: "char"; code: number }
  | { kind: "any" }
  | { kind: "star" }
  | { kind: "set"; has: (code: number) => boolean; hasAnyCase: (code: number) => boolean }
  | { kind: "group"; operator: GroupOperator; branches: readonly (readonly Element[])[] };

/** `?(...)`, `*(...)`, `+(...)`, `@(...)` and `!(...)`. */
export type GroupOperator = "?" | "*" | "+" | "@" | "!";

export function parseGlob(source: string, extglob: boolean): Element[] {
  const elements: Element[] = [];
  let at = 0;
  while (at < source.length) {
    const char = source.charAt(at);
    if (extglob && "?*+@!".includes(char) && source[at + 1] === "(") {
      const end = groupEnd(source, at + 2);
      if (end !== undefined) {
        const inner = source.slice(at + 2, end);
        const branches = splitBranches(inner).map((branch) => parseGlob(branch, true));
        elements.push({ kind: "group", operator: operatorOf(char), branches });
        at = end + 1;
        continue;
      }
    }
    if (char === "[") {
      const bracket = parseGlobBracket(source, at);
      if (bracket !== undefined) {
        elements.push({ kind: "set", has: bracket.has, hasAnyCase: bracket.hasAnyCase });
        at = bracket.next;
        continue;
      }
    }
    if (char === "*") {
      if (elements[elements.length - 1]?.kind !== "star") elements.push({ kind: "star" });
      at += 1;
    } else if (char === "?") {
      elements.push({ kind: "any" });
      at += 1;
    } else {
      if (char === "\\" && at + 1 < source.length) at += 1;
      const code = source.codePointAt(at) ?? 0;
      elements.push({ kind: "char", code });
      at += code > 0xffff ? 2 : 1;
    }
  }
  return elements;
}

/** Has the pattern any special character that is not escaped? */
export function hasGlob(source: string, extglob = true): boolean {
  for (let at = 0; at < source.length; at += 1) {
    const char = source.charAt(at);
    if (char === "\\") at += 1;
    else if (char === "*" || char === "?") return true;
    else if (char === "[" && parseGlobBracket(source, at) !== undefined) return true;
    else if (extglob && "+@!".includes(char) && source[at + 1] === "(" && groupEnd(source, at + 2) !== undefined) {
      return true;
    }
  }
  return false;
}

function operatorOf(char: string): GroupOperator {
  return char === "?" || char === "*" || char === "+" || char === "!" ? char : "@";
}

/** The index of the parenthesis that closes the group whose content starts at `at`. */
function groupEnd(source: string, at: number): number | undefined {
  let depth = 1;
  for (let i = at; i < source.length; i = skipOne(source, i)) {
    if (source[i] === "(") depth += 1;
    if (source[i] === ")") depth -= 1;
    if (depth === 0) return i;
  }
  return undefined;
}

function splitBranches(inner: string): string[] {
  const branches: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < inner.length; i = skipOne(inner, i)) {
    if (inner[i] === "(") depth += 1;
    if (inner[i] === ")") depth -= 1;
    if (inner[i] !== "|" || depth > 0) continue;
    branches.push(inner.slice(start, i));
    start = i + 1;
  }
  return [...branches, inner.slice(start)];
}

/** The index after the escape, bracket or character at `at`. */
function skipOne(source: string, at: number): number {
  if (source[at] === "\\") return at + 2;
  return (source[at] === "[" ? parseGlobBracket(source, at)?.next : undefined) ?? at + 1;
}

interface GlobBracket {
  has: (code: number) => boolean;
  /** The same where upper and lower case count as one. */
  hasAnyCase: (code: number) => boolean;
  next: number;
}

/** Unlike in a regular expression a backslash escapes, `!` negates too, and what is unclosed is no bracket. */
function parseGlobBracket(source: string, start: number): GlobBracket | undefined {
  let at = start + 1;
  const negated = source[at] === "!" || source[at] === "^";
  if (negated) at += 1;
  const first = at;
  const sets: CharSet[] = [];
  const pairs: number[] = [];
  for (;;) {
    if (at >= source.length) return undefined;
    if (source[at] === "]" && at > first) break;
    const named = /\[:([a-z]*):\]/y;
    named.lastIndex = at;
    const name = named.exec(source);
    if (name !== null) {
      const set = posixClass(name[1] ?? "");
      if (set !== undefined) sets.push(set);
      at += name[0].length;
      continue;
    }
    const low = member(source, at);
    if (low === undefined) return undefined;
    at = low.next;
    if (source[at] !== "-" || source[at + 1] === "]" || at + 1 >= source.length) {
      pairs.push(low.code, low.code);
      continue;
    }
    const high = member(source, at + 1);
    if (high === undefined) return undefined;
    if (low.code <= high.code) pairs.push(low.code, high.code);
    at = high.next;
  }
  const set = union([...sets, fromPairs(pairs)]);
  return {
    has: (code) => contains(set, code) !== negated,
    hasAnyCase: (code) => variants(code).some((variant) => contains(set, variant)) !== negated,
    next: at + 1,
  };
}

function member(source: string, at: number): { code: number; next: number } | undefined {
  const collating = /\[([.=])(.)\1\]/suy;
  collating.lastIndex = at;
  const found = collating.exec(source);
  if (found !== null) return { code: found[2]?.codePointAt(0) ?? 0, next: at + found[0].length };
  const from = source[at] === "\\" ? at + 1 : at;
  const code = source.codePointAt(from);
  return code === undefined ? undefined : { code, next: from + (code > 0xffff ? 2 : 1) };
}

function variants(code: number): number[] {
  const text = String.fromCodePoint(code);
  return [code, text.toLowerCase().codePointAt(0) ?? code, text.toUpperCase().codePointAt(0) ?? code];
}
