// `@(a|b)` and its kin. Plain `* ? [..]` stay characters of a literal: only expansion knows the files.
import { ALTERNATIVE_END, AT, BANG, CLOSE_PAREN, OPEN_PAREN, PIPE, PLUS, QUESTION, STAR } from "./characters.ts";
import { enter, failAtEnd, leave, type State, spanFrom } from "./state.ts";
import type { ExtendedGlob, Word } from "./tree.ts";

/** An extended glob opens at the position; `code` is the unit there. */
export function startsExtendedGlob(state: State, code: number): boolean {
  if (code !== QUESTION && code !== STAR && code !== PLUS && code !== AT && code !== BANG) return false;
  if (state.options.extglob === false || state.pos + 2 >= state.end) return false;
  const { source, pos } = state;
  return source.charCodeAt(pos + 1) === OPEN_PAREN && source.charCodeAt(pos + 2) !== CLOSE_PAREN;
}

export function extendedGlob(state: State): ExtendedGlob {
  const start = state.pos;
  const operator = operatorOf(state.source.charCodeAt(start));
  const alternatives: Word[] = [];
  state.pos = start + 2;
  if (enter(state, start)) {
    for (;;) {
      alternatives.push(state.grammar.word(state, ALTERNATIVE_END));
      if (state.pos >= state.end) {
        failAtEnd(state, "syntax.unterminated-pattern", `unterminated \`${operator}(\``, start, start + 2);
        break;
      }
      const code = state.source.charCodeAt(state.pos);
      state.pos++;
      if (code !== PIPE) break;
    }
    leave(state);
  }
  return { kind: "extended-glob", span: spanFrom(state, start), operator, alternatives };
}

function operatorOf(code: number): ExtendedGlob["operator"] {
  if (code === QUESTION) return "?";
  if (code === STAR) return "*";
  if (code === PLUS) return "+";
  return code === AT ? "@" : "!";
}
