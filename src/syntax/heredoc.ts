// Bodies of heredocs, read when the line of their operators ends (POSIX 2.7.4).
import { BACKSLASH, CLOSE_PAREN, RETURN, TAB } from "./characters.ts";
import { quotedText } from "./quoted-text.ts";
import { type PendingHeredoc, type State, within } from "./state.ts";
import { staticTextOf } from "./static.ts";
import type { Heredoc, Word, WordPart } from "./tree.ts";

/** Reads the bodies that are due; the position stands at the start of a line. */
export function heredocs(state: State): void {
  const due = state.pending;
  state.pending = [];
  for (const pending of due) {
    pending.redirection.heredoc = heredoc(state, pending);
  }
}

/** Gives an empty body to heredocs whose line was the last of the input. */
export function endHeredocs(state: State): void {
  if (state.pending.length > 0 && !state.bounded) state.incomplete = true;
  state.pos = state.end;
  heredocs(state);
}

function heredoc(state: State, pending: PendingHeredoc): Heredoc {
  const { source, end } = state;
  const start = state.pos;
  const pasted = start >= 2 && source.charCodeAt(start - 2) === RETURN;
  const { bodyEnd, next } = findEnd(state, pending, pasted);
  if (next < 0 && !state.bounded) state.incomplete = true;
  const body = within(state, bodyEnd, next >= 0 || state.bounded, () => bodyWord(state, pending, pasted));
  if (!state.failed) state.pos = next < 0 ? end : next;
  return { span: body.span, delimiter: pending.delimiter, quoted: pending.quoted, body };
}

/** Where the body ends, and where the line after its delimiter begins (-1: there is no delimiter). */
function findEnd(state: State, pending: PendingHeredoc, pasted: boolean): { bodyEnd: number; next: number } {
  const { source, end } = state;
  const { delimiter } = pending;
  let line = state.pos;
  let joined = false;
  while (line < end) {
    const newline = source.indexOf("\n", line);
    const lineEnd = newline < 0 || newline > end ? end : newline;
    let from = line;
    if (pending.stripTabs) while (source.charCodeAt(from) === TAB && from < lineEnd) from++;
    if (!joined && source.startsWith(delimiter, from)) {
      const to = from + delimiter.length;
      const returned = to + 1 === lineEnd && source.charCodeAt(to) === RETURN && (pasted || lineEnd === end);
      if (state.substituting && source.charCodeAt(to) === CLOSE_PAREN) return { bodyEnd: line, next: to };
      if (to === lineEnd || returned) return { bodyEnd: line, next: Math.min(lineEnd + 1, end) };
    }
    joined = !pending.quoted && endsWithBackslash(source, line, lineEnd);
    line = lineEnd + 1;
  }
  return { bodyEnd: end, next: -1 };
}

/** An odd number of backslashes: the newline is quoted. */
function endsWithBackslash(source: string, from: number, to: number): boolean {
  let at = to;
  if (source.charCodeAt(at - 1) === RETURN) at--;
  let count = 0;
  while (at > from && source.charCodeAt(at - 1) === BACKSLASH) {
    at--;
    count++;
  }
  return count % 2 === 1;
}

function bodyWord(state: State, pending: PendingHeredoc, pasted: boolean): Word {
  const start = state.pos;
  const span = { start: start + state.base, end: state.end + state.base };
  if (pending.quoted) {
    const text = plainText(state.source.slice(start, state.end), pending.stripTabs, pasted);
    state.pos = state.end;
    const parts: WordPart[] = text === "" ? [] : [{ kind: "literal", span, value: text }];
    return { kind: "word", span, parts, literal: text };
  }
  const parts = quotedText(state, NO_CLOSER, { stripTabs: pending.stripTabs, stripReturns: pasted });
  const literal = staticTextOf(parts);
  return literal === undefined ? { kind: "word", span, parts } : { kind: "word", span, parts, literal };
}

const NO_CLOSER = -1;

function plainText(text: string, stripTabs: boolean, stripReturns: boolean): string {
  const lines = stripReturns ? text.replaceAll("\r\n", "\n") : text;
  return stripTabs ? lines.replace(/^\t+/gm, "") : lines;
}
