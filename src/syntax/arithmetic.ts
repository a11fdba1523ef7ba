// The text of an arithmetic expression: only what expands in it is parsed here, its own grammar is for expansion.
import {
  BACKSLASH,
  BACKTICK,
  CLOSE_PAREN,
  COLON,
  classOf,
  DOLLAR,
  DOUBLE_QUOTE,
  OPEN_BRACKET,
  OPEN_PAREN,
  QUESTION,
  QUOTING,
  RIGHT_BRACE,
  RIGHT_BRACKET,
} from "./characters.ts";
import { dollar, opensExpansion } from "./dollar.ts";
import { doubleQuoted } from "./quotes.ts";
import { continuationLength, type State, spanFrom } from "./state.ts";
import { staticTextOf } from "./static.ts";
import { backticks } from "./substitution.ts";
import type { Arithmetic, WordPart } from "./tree.ts";

/** Reads up to one of the `stop` characters outside of parentheses and of `? :`, or to the end. */
export function arithmetic(state: State, stop: string): Arithmetic {
  const { source } = state;
  const start = state.pos;
  const parts: WordPart[] = [];
  let literalStart = start;
  let run = start;
  let text = "";
  let parentheses = 0;
  let brackets = 0;
  let questions = 0;
  const flush = (): void => {
    const value = text + source.slice(run, state.pos);
    if (value !== "") parts.push({ kind: "literal", span: spanFrom(state, literalStart), value });
    text = "";
  };
  while (state.pos < state.end) {
    const code = source.charCodeAt(state.pos);
    if (parentheses === 0 && brackets === 0 && stop !== "" && stop.includes(source.charAt(state.pos))) {
      if (code !== COLON || questions === 0) break;
      questions--;
    }
    if (code === RIGHT_BRACE && stop.includes("}")) break;
    if (code === OPEN_PAREN) parentheses++;
    else if (code === CLOSE_PAREN && parentheses > 0) parentheses--;
    else if (code === OPEN_BRACKET) brackets++;
    else if (code === RIGHT_BRACKET && brackets > 0) brackets--;
    else if (code === QUESTION) questions++;
    if (!(classOf(code) & QUOTING)) {
      state.pos++;
      continue;
    }
    const expands = code === BACKTICK || code === DOUBLE_QUOTE || (code === DOLLAR && opensExpansion(state));
    if (expands) {
      flush();
      if (code === DOLLAR) parts.push(dollar(state, true));
      else parts.push(code === BACKTICK ? backticks(state, true) : doubleQuoted(state));
      literalStart = run = state.pos;
    } else if (code === BACKSLASH && continuationLength(source, state.pos, state.end) > 0) {
      text += source.slice(run, state.pos);
      state.pos += continuationLength(source, state.pos, state.end);
      run = state.pos;
    } else state.pos++;
  }
  flush();
  const span = spanFrom(state, start);
  const literal = staticTextOf(parts);
  return literal === undefined ? { kind: "arithmetic", span, parts } : { kind: "arithmetic", span, parts, literal };
}
