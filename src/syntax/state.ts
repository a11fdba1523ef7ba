// Where a parse stands in its text: position, depth, errors, heredocs still to be read. No grammar of its own.
import type { Diagnostic, Span } from "../diagnostic/diagnostic.ts";
import { BACKSLASH, classOf, HASH, META, NEWLINE, NO_BREAK_SPACE, RETURN, SPACE, TAB } from "./characters.ts";
import type { Arithmetic, Command, List, Redirection, Word } from "./tree.ts";

/** Levels of nesting before `syntax.too-deep`; far above what people write, far below what a JavaScript stack holds. */
export const MAXIMUM_DEPTH = 200;

/** The rules that refer to each other in a circle, so that each can live in its own file. */
export interface Grammar {
  list(state: State): List;
  command(state: State): Command | undefined;
  word(state: State, flags: number): Word;
  arithmetic(state: State, stop: string): Arithmetic;
  heredocs(state: State): void;
}

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A heredoc whose body has not been reached. */
export interface PendingHeredoc {
  readonly redirection: Mutable<Redirection>;
  readonly delimiter: string;
  readonly quoted: boolean;
  readonly stripTabs: boolean;
}

/** An alias being expanded; it is not expanded again before `end`. */
export interface ActiveAlias {
  readonly name: string;
  readonly start: number;
  end: number;
}

export interface ParseOptions {
  /** Take `?(..) *(..) +(..) @(..) !(..)` as patterns; true unless said otherwise. */
  readonly extglob?: boolean;
  /** Expanded in command position, as text: spans are then offsets in the tree's `source`. */
  readonly aliases?: ReadonlyMap<string, string>;
}

export class State {
  source: string;
  pos = 0;
  /** Where the text being parsed ends; less than the source's end inside backticks and heredocs. */
  end: number;
  /** Offset of `source` in the whole text; not 0 only inside backticks with escapes. */
  base = 0;
  depth = 0;
  failed = false;
  incomplete = false;
  /** Inside a region that has an end of its own: running into it does not ask for more input. */
  bounded = false;
  /** Inside `$(..)`: a heredoc's delimiter may be followed by the closing parenthesis. */
  substituting = false;
  diagnostics: Diagnostic[] = [];
  pending: PendingHeredoc[] = [];
  activeAliases: ActiveAlias[] = [];
  aliasCount = 0;
  /** Within text whose end is already known: aliases, which would move it, stay as they are. */
  frozen = 0;
  /** Matching braces of the word at hand, see `brace.ts`. */
  braces: ReadonlyMap<number, BraceMatch> | undefined;
  bracesEnd = -1;
  readonly grammar: Grammar;
  readonly options: ParseOptions;

  constructor(source: string, grammar: Grammar, options: ParseOptions) {
    this.source = source;
    this.end = source.length;
    this.grammar = grammar;
    this.options = options;
  }
}

export interface BraceMatch {
  readonly close: number;
  readonly commas: number;
}

/** The unit at the position, or -1 at the end. */
export function peek(state: State, ahead = 0): number {
  const at = state.pos + ahead;
  return at < state.end ? state.source.charCodeAt(at) : -1;
}

export function spanFrom(state: State, start: number): Span {
  return { start: start + state.base, end: state.pos + state.base };
}

/** Records the first error and stops the parse: everything after sees the end of input. */
export function fail(state: State, code: string, message: string, start: number, end: number, help?: string): void {
  if (!state.failed) {
    state.failed = true;
    const span = { start: start + state.base, end: Math.max(start, end) + state.base };
    state.diagnostics.push(help === undefined ? { code, message, span } : { code, message, span, help });
  }
  state.pos = state.end;
}

/** An error at the end of input: more text could still make it right. */
export function failAtEnd(
  state: State,
  code: string,
  message: string,
  start: number,
  end: number,
  help?: string,
): void {
  if (!state.failed && !state.bounded) state.incomplete = true;
  fail(state, code, message, start, end, help);
}

/** Counts one level of nesting; false when it is one too many. Every true is paired with `leave`. */
export function enter(state: State, start: number): boolean {
  if (state.depth >= MAXIMUM_DEPTH) {
    fail(
      state,
      "syntax.too-deep",
      `more than ${MAXIMUM_DEPTH} levels of nesting`,
      start,
      start + 1,
      "Use fewer nested constructs, or put parts of it into functions",
    );
    return false;
  }
  state.depth++;
  return true;
}

export function leave(state: State): void {
  state.depth--;
}

/** Parses with the text ending at `end`, and stands there afterwards. */
export function within<T>(state: State, end: number, bounded: boolean, rule: (state: State) => T): T {
  const outerEnd = state.end;
  const outerBounded = state.bounded;
  state.end = end;
  if (bounded) state.bounded = true;
  state.frozen++;
  const result = rule(state);
  state.frozen--;
  state.end = outerEnd;
  state.bounded = outerBounded;
  state.pos = state.failed ? outerEnd : end;
  return result;
}

/** Skips blanks, continued lines and a comment; stands at a newline, a token or the end. */
export function skipBlanks(state: State): void {
  const { source, end } = state;
  let pos = state.pos;
  while (pos < end) {
    const code = source.charCodeAt(pos);
    if (code === SPACE || code === TAB || code === NO_BREAK_SPACE) pos++;
    else if (code === BACKSLASH) {
      const length = continuationLength(source, pos, end);
      if (length === 0) break;
      pos += length;
    } else if (code === RETURN && endsLine(source, pos, end)) pos++;
    else if (code === HASH) {
      const newline = source.indexOf("\n", pos);
      pos = newline < 0 || newline > end ? end : newline;
    } else break;
  }
  state.pos = pos;
}

/** Skips blanks, comments and newlines, reading the heredocs that begin after one. */
export function skipNewlines(state: State): void {
  for (;;) {
    skipBlanks(state);
    if (peek(state) !== NEWLINE) return;
    newline(state);
  }
}

/** Steps over the newline at the position. */
export function newline(state: State): void {
  state.pos++;
  if (state.pending.length > 0) state.grammar.heredocs(state);
}

/** Length of backslash-newline at `pos` (3 with a carriage return), or 0. */
export function continuationLength(source: string, pos: number, end: number): number {
  const next = pos + 1 < end ? source.charCodeAt(pos + 1) : -1;
  if (next === NEWLINE) return 2;
  return next === RETURN && pos + 2 < end && source.charCodeAt(pos + 2) === NEWLINE ? 3 : 0;
}

/** The carriage return at `pos` belongs to a line end. */
export function endsLine(source: string, pos: number, end: number): boolean {
  return pos + 1 >= end || source.charCodeAt(pos + 1) === NEWLINE;
}

/** A token ends before `pos`: at a metacharacter or the end. */
export function isTokenEnd(state: State, pos: number): boolean {
  if (pos >= state.end) return true;
  return (classOf(state.source.charCodeAt(pos)) & META) !== 0;
}
