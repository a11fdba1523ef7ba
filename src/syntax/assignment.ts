// `name=value`, `name+=value`, `name[subscript]=value` and `name=(..)`, at the start of a command or after `declare`.
import {
  BACKSLASH,
  CLOSE_PAREN,
  DOUBLE_QUOTE,
  EQUALS,
  isNamePart,
  isNameStart,
  NEWLINE,
  OPEN_BRACKET,
  OPEN_PAREN,
  PLUS,
  RIGHT_BRACKET,
  SINGLE_QUOTE,
} from "./characters.ts";
import { enter, fail, failAtEnd, leave, peek, type State, skipNewlines, spanFrom } from "./state.ts";
import { indexWord } from "./subscript.ts";
import type { ArrayElement, ArrayValue, Assignment, Word } from "./tree.ts";
import { COMMAND_WORD, VALUE_WORD } from "./word-flags.ts";

/** Parses the assignment at the position, or returns undefined and leaves the text for a word. */
export function assignment(state: State): Assignment | undefined {
  const { source, pos: start, end } = state;
  if (!isNameStart(peek(state))) return undefined;
  let at = start + 1;
  while (at < end && isNamePart(source.charCodeAt(at))) at++;
  if (at >= end) return undefined;
  const next = source.charCodeAt(at);
  const hasSubscript = next === OPEN_BRACKET;
  if (hasSubscript) {
    const close = subscriptEnd(state, at);
    if (close < 0 || signLength(state, close + 1) === 0) return undefined;
  } else if (signLength(state, at) === 0) return undefined;
  const name = source.slice(start, at);
  state.pos = at;
  const subscript = hasSubscript ? indexWord(state) : undefined;
  const sign = signLength(state, state.pos);
  const append = sign === 2;
  state.pos += sign;
  const value = peek(state) === OPEN_PAREN ? arrayValue(state) : state.grammar.word(state, VALUE_WORD);
  const span = spanFrom(state, start);
  return subscript === undefined ? { span, name, append, value } : { span, name, subscript, append, value };
}

/** Arguments of these are assignments (bash manual, "Declaration commands" in POSIX issue 8). */
const DECLARATIONS = new Set(["export", "declare", "local", "readonly", "typeset"]);

export function isDeclaration(name: Word | undefined): boolean {
  const literal = name?.literal;
  // Hashing every command's name costs more than these comparisons.
  if (literal === undefined || literal.length < 5 || literal.length > 8) return false;
  return DECLARATIONS.has(literal);
}

/** An argument of a declaration command as a word that carries its assignment. */
export function declarationWord(state: State): Word | undefined {
  const found = assignment(state);
  if (!found) return undefined;
  const { span, value } = found;
  const prefixSpan = { start: span.start, end: value.span.start };
  const prefix = state.source.slice(span.start - state.base, value.span.start - state.base);
  if ("elements" in value) {
    const text = state.source.slice(span.start - state.base, span.end - state.base);
    return { kind: "word", span, parts: [{ kind: "literal", span, value: text }], assignment: found };
  }
  const parts = [{ kind: "literal", span: prefixSpan, value: prefix } as const, ...value.parts];
  const word: Word = { kind: "word", span, parts, assignment: found };
  return value.literal === undefined || found.subscript ? word : { ...word, literal: prefix + value.literal };
}

/** Length of `=` or `+=` at `at`, or 0. */
function signLength(state: State, at: number): number {
  const { source, end } = state;
  if (at >= end) return 0;
  const code = source.charCodeAt(at);
  if (code === EQUALS) return 1;
  return code === PLUS && at + 1 < end && source.charCodeAt(at + 1) === EQUALS ? 2 : 0;
}

/** A subscript in command position is looked for no further than this, so that stray brackets stay cheap. */
const LONGEST_SUBSCRIPT = 1000;

function subscriptEnd(state: State, open: number): number {
  const { source } = state;
  const end = Math.min(state.end, open + LONGEST_SUBSCRIPT);
  let depth = 0;
  let quote = 0;
  for (let at = open; at < end; at++) {
    const code = source.charCodeAt(at);
    if (code === BACKSLASH && quote !== SINGLE_QUOTE) at++;
    else if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === SINGLE_QUOTE || code === DOUBLE_QUOTE) quote = code;
    else if (code === OPEN_BRACKET) depth++;
    else if (code === RIGHT_BRACKET && --depth === 0) return at;
    else if (code === NEWLINE) return -1;
  }
  return -1;
}

function arrayValue(state: State): ArrayValue {
  const start = state.pos;
  state.pos++;
  const elements: ArrayElement[] = [];
  if (enter(state, start)) {
    for (;;) {
      skipNewlines(state);
      if (state.pos >= state.end) {
        failAtEnd(state, "syntax.unterminated-array", "unterminated array value `(`", start, start + 1);
        break;
      }
      if (peek(state) === CLOSE_PAREN) {
        state.pos++;
        break;
      }
      const at = state.pos;
      elements.push(element(state));
      if (state.pos === at) {
        const token = state.source.charAt(at);
        fail(state, "syntax.unexpected-token", `unexpected \`${token}\` in an array value: quote it`, at, at + 1);
      }
    }
    leave(state);
  }
  return { kind: "array", span: spanFrom(state, start), elements };
}

function element(state: State): ArrayElement {
  const start = state.pos;
  if (peek(state) === OPEN_BRACKET) {
    const close = subscriptEnd(state, start);
    const sign = close < 0 ? 0 : signLength(state, close + 1);
    if (sign > 0) {
      const subscript = indexWord(state);
      const length = signLength(state, state.pos);
      state.pos += length;
      const value = state.grammar.word(state, VALUE_WORD);
      return { span: spanFrom(state, start), subscript, append: length === 2, value };
    }
  }
  const value = state.grammar.word(state, COMMAND_WORD);
  return { span: value.span, append: false, value };
}
