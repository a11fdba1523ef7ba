/** Shell patterns against names and against parts of a text (`*.ts`, `case`, `${x#pat}`). Nothing here reads folders. */
import { type Element, hasGlob, parseGlob } from "./parse.ts";
import { at, ends, everywhere, type MatchRules, type Positions, starts } from "./positions.ts";
import { simpleTest } from "./simple.ts";

export { hasGlob };

export interface Glob {
  /** Does the pattern match the whole name? */
  test(name: string): boolean;
  /** The text before the first special character, with escapes removed; undefined when that is empty. */
  readonly literal?: string;
}

export interface GlobOptions {
  /** `?(a|b)`, `*(...)`, `+(...)`, `@(...)` and `!(...)` are special. */
  extglob?: boolean;
  ignoreCase?: boolean;
  /** `*`, `?` and brackets do not match `/`. */
  pathname?: boolean;
  /** A leading `.` must be matched explicitly. */
  period?: boolean;
}

interface Span {
  start: number;
  end: number;
}

export function compileGlob(source: string, options: GlobOptions = {}): Glob {
  const elements = parseGlob(source, options.extglob ?? false);
  const rules = rulesOf(options);
  const test =
    simpleTest(elements, rules) ?? ((name: string) => ends(elements, name, at(name, 0), rules)[name.length] === 1);
  const literal = fixedPrefix(elements);
  return literal === "" ? { test } : { test, literal };
}

/** The length of the prefix of `text` that the pattern matches (`${text#glob}`, or `##` for the longest). */
export function globPrefix(glob: string, text: string, longest: boolean, options?: GlobOptions): number | undefined {
  const { elements, rules } = parsed(glob, options);
  const set = ends(elements, text, at(text, 0), rules);
  return index(longest ? set.lastIndexOf(1) : set.indexOf(1));
}

/** Where the suffix of `text` that the pattern matches starts (`${text%glob}`, or `%%` for the longest). */
export function globSuffix(glob: string, text: string, longest: boolean, options?: GlobOptions): number | undefined {
  const { elements, rules } = parsed(glob, options);
  const set = starts(elements, text, at(text, text.length), rules);
  return index(longest ? set.indexOf(1) : set.lastIndexOf(1));
}

/** The longest match at the leftmost position from `from` on (`${text/glob/...}`; `start` is `/#`, `end` is `/%`). */
export function globFind(
  glob: string,
  text: string,
  from: number,
  anchor: "none" | "start" | "end",
  options?: GlobOptions,
): Span | undefined {
  const pattern = parsed(glob, options);
  const { elements, rules } = pattern;
  if (anchor === "end") {
    const set = starts(elements, text, at(text, text.length), rules);
    const start = index(set.indexOf(1, from));
    return start === undefined ? undefined : { start, end: text.length };
  }
  if (anchor === "start") return matchAt(pattern, text, from);
  // bash replaces nothing where the pattern is empty and not anchored.
  if (pattern.literal === "") return undefined;
  if (pattern.literal !== undefined) {
    const found = text.indexOf(pattern.literal, from);
    return found < 0 ? undefined : { start: found, end: found + pattern.literal.length };
  }
  const possible = possibleStarts(pattern, text);
  for (let start = possible.indexOf(1, from); start >= 0; start = possible.indexOf(1, start + 1)) {
    const found = matchAt(pattern, text, start);
    if (found !== undefined) return found;
  }
}

function matchAt({ elements, rules }: ParsedGlob, text: string, start: number): Span | undefined {
  const length = longestFrom(elements, text, start, rules);
  return length === undefined ? undefined : { start, end: start + length };
}

/** Looks at a little of the text first, and at more as long as the match could go on: matches are mostly short. */
function longestFrom(elements: readonly Element[], text: string, start: number, rules: MatchRules): number | undefined {
  for (let window = 64; ; window *= 4) {
    const rest = text.slice(start, start + window);
    const edge = { reached: false };
    const end = ends(elements, rest, at(rest, 0), rules, edge).lastIndexOf(1);
    if (start + window >= text.length || (!edge.reached && end < rest.length)) return index(end);
  }
}

interface ParsedGlob {
  elements: readonly Element[];
  /** The same with stars for `!(..)`: it matches more, and finds starts in one pass. */
  loose: readonly Element[];
  rules: MatchRules;
  /** The whole pattern when nothing in it is special. */
  literal?: string;
}

/** The last patterns: a loop expands the same few again and again. Parsing is pure, so sharing is safe. */
const recent = new Map<string, ParsedGlob>();
const RECENT_LIMIT = 64;

function parsed(glob: string, options: GlobOptions = {}): ParsedGlob {
  const { extglob, ignoreCase, pathname, period } = options;
  const key = `${extglob ? "e" : ""}${ignoreCase ? "i" : ""}${pathname ? "p" : ""}${period ? "d" : ""}:${glob}`;
  const known = recent.get(key);
  if (known !== undefined) return known;
  const elements = parseGlob(glob, extglob ?? false);
  const pattern: ParsedGlob = { elements, loose: loosened(elements), rules: rulesOf(options) };
  if (!ignoreCase && elements.every((element) => element.kind === "char")) pattern.literal = fixedPrefix(elements);
  if (recent.size >= RECENT_LIMIT) recent.clear();
  recent.set(key, pattern);
  return pattern;
}

/** Where matches can start, if not only there, in the text that was searched last: `${x//a/b}` asks for one match after another. */
let lastStarts: { pattern: ParsedGlob; text: string; set: Positions } | undefined;

function possibleStarts(pattern: ParsedGlob, text: string): Positions {
  if (lastStarts?.pattern !== pattern || lastStarts.text !== text) {
    lastStarts = { pattern, text, set: starts(pattern.loose, text, everywhere(text), pattern.rules) };
  }
  return lastStarts.set;
}

function loosened(elements: readonly Element[]): readonly Element[] {
  return elements.map((element) => {
    if (element.kind !== "group") return element;
    return element.operator === "!" ? { kind: "star" } : { ...element, branches: element.branches.map(loosened) };
  });
}

function rulesOf(options: GlobOptions): MatchRules {
  return {
    ignoreCase: options.ignoreCase ?? false,
    pathname: options.pathname ?? false,
    period: options.period ?? false,
  };
}

function index(found: number): number | undefined {
  return found < 0 ? undefined : found;
}

function fixedPrefix(elements: readonly Element[]): string {
  let text = "";
  for (const element of elements) {
    if (element.kind !== "char") break;
    text += String.fromCodePoint(element.code);
  }
  return text;
}
