// `'..'` and `".."`. What stands within double quotes is in `quoted-text.ts`, `$'..'` in `ansi.ts`.
import { DOUBLE_QUOTE } from "./characters.ts";
import { quotedText } from "./quoted-text.ts";
import { enter, failAtEnd, leave, type State, spanFrom } from "./state.ts";
import type { DoubleQuoted, Quoted, WordPart } from "./tree.ts";

/** `'..'` at the position. */
export function singleQuoted(state: State): Quoted {
  const { source, pos: start, end } = state;
  const close = source.indexOf("'", start + 1);
  if (close < 0 || close >= end) {
    failAtEnd(state, "syntax.unterminated-quote", "unterminated single quote", start, start + 1);
    return { kind: "quoted", span: spanFrom(state, start), style: "single", value: source.slice(start + 1, end) };
  }
  state.pos = close + 1;
  return { kind: "quoted", span: spanFrom(state, start), style: "single", value: source.slice(start + 1, close) };
}

/** `".."` at the position, or `$".."` with the position on its quote and `start` on the dollar. */
export function doubleQuoted(state: State, start = state.pos): DoubleQuoted {
  const open = state.pos;
  state.pos++;
  let parts: WordPart[] = [];
  if (enter(state, open)) {
    parts = quotedText(state, DOUBLE_QUOTE);
    leave(state);
    if (state.pos < state.end) state.pos++;
    else failAtEnd(state, "syntax.unterminated-quote", "unterminated double quote", open, open + 1);
  }
  return { kind: "double-quoted", span: spanFrom(state, start), parts };
}
