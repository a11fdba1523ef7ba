// `{a,b}` and `{1..3}`: which braces of a word match, and their items. It does not multiply words out.
import {
  BACKSLASH,
  BACKTICK,
  CLOSE_PAREN,
  COMMA,
  classOf,
  DOLLAR,
  DOUBLE_QUOTE,
  META,
  OPEN_BRACE,
  OPEN_PAREN,
  RIGHT_BRACE,
  SINGLE_QUOTE,
} from "./characters.ts";
import { type BraceMatch, enter, leave, type State, spanFrom, within } from "./state.ts";
import type { BraceList, BraceRange, Word } from "./tree.ts";
import { BRACES, TILDES } from "./word-flags.ts";

const RANGE = /^(?:([+-]?\d+)\.\.([+-]?\d+)|([A-Za-z])\.\.([A-Za-z]))(?:\.\.([+-]?\d+))?$/;

/** Parses the brace at the position, or leaves it where it is plain text. */
export function bracePart(
  state: State,
  flags: number,
  before: () => void,
  startsWord: boolean,
): BraceList | BraceRange | undefined {
  const start = state.pos;
  const match = matchOf(state, start);
  if (!match) return undefined;
  if (match.commas === 0) return range(state, match, before);
  if (!enter(state, start)) return undefined;
  before();
  state.pos = start + 1;
  const itemFlags = BRACES | META | COMMA | (startsWord ? flags & TILDES : 0);
  const items = within(state, match.close, true, () => itemWords(state, itemFlags));
  if (!state.failed) state.pos = match.close + 1;
  leave(state);
  return { kind: "brace-list", span: spanFrom(state, start), items };
}

/** The region ends at the closing brace; a comma ends each item but the last, a `}` without partner is text. */
function itemWords(state: State, flags: number): Word[] {
  const items: Word[] = [];
  for (;;) {
    items.push(state.grammar.word(state, flags));
    if (state.pos >= state.end) return items;
    state.pos++;
  }
}

function range(state: State, match: BraceMatch, before: () => void): BraceRange | undefined {
  const start = state.pos;
  const found = RANGE.exec(state.source.slice(start + 1, match.close));
  if (!found) return undefined;
  const from = found[1] ?? found[3] ?? "";
  const to = found[2] ?? found[4] ?? "";
  const step = found[5];
  before();
  state.pos = match.close + 1;
  const span = spanFrom(state, start);
  return step === undefined ? { kind: "brace-range", span, from, to } : { kind: "brace-range", span, from, to, step };
}

/** One pass over the word finds all its pairs, so that a row of open braces costs no more than its length. */
function matchOf(state: State, open: number): BraceMatch | undefined {
  if (!state.braces || open >= state.bracesEnd) state.braces = pairs(state, open);
  return state.braces.get(open);
}

function pairs(state: State, from: number): ReadonlyMap<number, BraceMatch> {
  const { source, end } = state;
  const found = new Map<number, BraceMatch>();
  const stack: { open: number; commas: number }[] = [];
  let pos = from;
  while (pos < end) {
    const code = source.charCodeAt(pos);
    if (code === OPEN_BRACE) {
      if (source.charCodeAt(pos + 1) === RIGHT_BRACE) pos++;
      else stack.push({ open: pos, commas: 0 });
      pos++;
    } else if (code === RIGHT_BRACE) {
      const top = stack.at(-1);
      // As in bash, an outermost brace without a comma looks for a later end: `{a},b}` is `a}` and `b`.
      if (top && (stack.length > 1 || top.commas > 0 || RANGE.test(source.slice(top.open + 1, pos)))) {
        found.set(top.open, { close: pos, commas: top.commas });
        stack.pop();
      }
      pos++;
    } else if (code === 44) {
      const top = stack.at(-1);
      if (top) top.commas++;
      pos++;
    } else if (code === DOLLAR && source.charCodeAt(pos + 1) === OPEN_BRACE) {
      pos = skipBalanced(source, pos + 1, end, OPEN_BRACE, RIGHT_BRACE);
    } else if (code === OPEN_PAREN || (code === DOLLAR && source.charCodeAt(pos + 1) === OPEN_PAREN)) {
      if (code === OPEN_PAREN && pos === from) break;
      pos = skipBalanced(source, code === DOLLAR ? pos + 1 : pos, end, OPEN_PAREN, CLOSE_PAREN);
    } else if (code === BACKSLASH) pos += 2;
    else if (code === SINGLE_QUOTE || code === DOUBLE_QUOTE || code === BACKTICK)
      pos = skipQuote(source, pos, end, code);
    else if (classOf(code) & META) {
      if ((code === 60 || code === 62) && source.charCodeAt(pos + 1) === OPEN_PAREN) pos++;
      else break;
    } else pos++;
  }
  state.bracesEnd = pos;
  return found;
}

/** Position after the quote that opens at `pos`. */
export function skipQuote(source: string, pos: number, end: number, quote: number): number {
  let at = pos + 1;
  while (at < end) {
    const code = source.charCodeAt(at);
    if (code === quote) return at + 1;
    at += code === BACKSLASH && quote !== SINGLE_QUOTE ? 2 : 1;
  }
  return end;
}

function skipBalanced(source: string, pos: number, end: number, open: number, close: number): number {
  let depth = 0;
  let at = pos;
  while (at < end) {
    const code = source.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === SINGLE_QUOTE || code === DOUBLE_QUOTE) at = skipQuote(source, at, end, code) - 1;
    else if (code === open) depth++;
    else if (code === close && --depth === 0) return at + 1;
    at++;
  }
  return end;
}
