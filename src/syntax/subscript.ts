// `[..]` after a name: `@`, `*`, or the text of an index or a key.
import { AT, CLOSE_BRACKET, RIGHT_BRACKET, STAR } from "./characters.ts";
import { failAtEnd, peek, type State } from "./state.ts";
import type { Word } from "./tree.ts";

/** Parses the subscript at the position. */
export function subscript(state: State): Word | "@" | "*" {
  const open = state.pos;
  const code = peek(state, 1);
  if ((code === AT || code === STAR) && peek(state, 2) === RIGHT_BRACKET) {
    state.pos += 3;
    return code === AT ? "@" : "*";
  }
  return indexWord(state, open);
}

/** `[word]`, whatever the word; the position is on the bracket. */
export function indexWord(state: State, open = state.pos): Word {
  state.pos = open + 1;
  const index = state.grammar.word(state, CLOSE_BRACKET);
  if (peek(state) === RIGHT_BRACKET) state.pos++;
  else failAtEnd(state, "syntax.unterminated-expansion", "unterminated subscript `[`", open, open + 1);
  return index;
}
