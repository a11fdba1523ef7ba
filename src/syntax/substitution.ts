// `$(..)`, backticks, `<(..)`: commands within words, and what tells `$((` from `$( (`.
import {
  BACKSLASH,
  BACKTICK,
  CLOSE_PAREN,
  DOLLAR,
  DOUBLE_QUOTE,
  LESS,
  OPEN_PAREN,
  SINGLE_QUOTE,
} from "./characters.ts";
import { enter, failAtEnd, leave, State, skipNewlines, spanFrom, within } from "./state.ts";
import type { CommandSubstitution, List, ProcessSubstitution } from "./tree.ts";
import { unexpected } from "./unexpected.ts";

/** `$(..)` with the position on the dollar. */
export function commandSubstitution(state: State): CommandSubstitution {
  const start = state.pos;
  state.pos = start + 2;
  const body = parenthesised(state, start, "command substitution `$(`");
  return { kind: "command-substitution", span: spanFrom(state, start), style: "$(", body };
}

/** `<(..)` or `>(..)` at the position. */
export function processSubstitution(state: State): ProcessSubstitution {
  const start = state.pos;
  const direction = state.source.charCodeAt(start) === LESS ? "<" : ">";
  state.pos = start + 2;
  const body = parenthesised(state, start, `process substitution \`${direction}(\``);
  return { kind: "process-substitution", span: spanFrom(state, start), direction, body };
}

function parenthesised(state: State, start: number, what: string): List {
  const { braces, bracesEnd, pending, substituting } = state;
  state.braces = undefined;
  state.pending = [];
  state.substituting = true;
  let body: List = emptyList(state);
  if (enter(state, start)) {
    body = state.grammar.list(state);
    skipNewlines(state);
    if (state.pos >= state.end) {
      failAtEnd(state, "syntax.unterminated-expansion", `unterminated ${what}`, start, start + 2);
    } else if (state.source.charCodeAt(state.pos) === CLOSE_PAREN) state.pos++;
    else unexpected(state);
    leave(state);
  }
  state.substituting = substituting;
  state.braces = braces;
  state.bracesEnd = bracesEnd;
  for (const heredoc of state.pending) pending.push(heredoc);
  state.pending = pending;
  return body;
}

/** Backticks at the position. Within them a backslash escapes `$`, the backtick and itself, in double quotes `"` too. */
export function backticks(state: State, inQuotes: boolean): CommandSubstitution {
  const { source, pos: start, end } = state;
  let at = start + 1;
  let escaped = false;
  let text = "";
  let run = at;
  while (at < end) {
    const code = source.charCodeAt(at);
    if (code === BACKTICK) break;
    if (code === BACKSLASH && at + 1 < end) {
      const next = source.charCodeAt(at + 1);
      if (next === BACKTICK || next === BACKSLASH || next === DOLLAR || (next === DOUBLE_QUOTE && inQuotes)) {
        text += source.slice(run, at);
        run = at + 1;
        escaped = true;
      }
      at++;
    }
    at++;
  }
  let body = emptyList(state);
  if (at >= end) {
    failAtEnd(state, "syntax.unterminated-quote", "unterminated backtick", start, start + 1);
  } else if (enter(state, start)) {
    state.pos = start + 1;
    body = escaped ? unescaped(state, text + source.slice(run, at)) : within(state, at, true, enclosed);
    if (!state.failed) state.pos = at + 1;
    leave(state);
  }
  return { kind: "command-substitution", span: spanFrom(state, start), style: "`", body };
}

/** A list that must reach the end of its region. */
function enclosed(state: State): List {
  const { braces, bracesEnd, pending } = state;
  state.braces = undefined;
  state.pending = [];
  const body = state.grammar.list(state);
  if (state.pos < state.end) unexpected(state);
  state.braces = braces;
  state.bracesEnd = bracesEnd;
  for (const heredoc of state.pending) pending.push(heredoc);
  state.pending = pending;
  return body;
}

/** Parses text whose escapes were removed; spans count from the same start and so lie within the backticks. */
function unescaped(state: State, text: string): List {
  const inner = new State(text, state.grammar, state.options);
  inner.base = state.base + state.pos;
  inner.depth = state.depth;
  inner.bounded = true;
  inner.frozen = 1;
  inner.failed = state.failed;
  inner.diagnostics = state.diagnostics;
  const body = enclosed(inner);
  for (const heredoc of inner.pending) state.pending.push(heredoc);
  if (inner.failed) {
    state.failed = true;
    state.pos = state.end;
  }
  return body;
}

export function emptyList(state: State): List {
  return { kind: "list", span: spanFrom(state, state.pos), items: [] };
}

/**
 * Where the arithmetic that starts at `from` is closed by `))`; -1 when the text ends first, `"subshell"` when a single
 * `)` shows that `((` was two open parentheses. Bash decides the same way, by counting.
 */
export function arithmeticEnd(state: State, from: number): number | "subshell" {
  const { source, end } = state;
  let depth = 0;
  let at = from;
  while (at < end) {
    const code = source.charCodeAt(at);
    if (code === OPEN_PAREN) depth++;
    else if (code === CLOSE_PAREN) {
      if (depth === 0) return at + 1 < end && source.charCodeAt(at + 1) === CLOSE_PAREN ? at : "subshell";
      depth--;
    } else if (code === BACKSLASH) at++;
    else if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE || code === BACKTICK) {
      const close = closeOf(source, at, end, code);
      if (close < 0) return -1;
      at = close;
    }
    at++;
  }
  return -1;
}

function closeOf(source: string, open: number, end: number, quote: number): number {
  for (let at = open + 1; at < end; at++) {
    const code = source.charCodeAt(at);
    if (code === quote) return at;
    if (code === BACKSLASH && quote !== SINGLE_QUOTE) at++;
  }
  return -1;
}
