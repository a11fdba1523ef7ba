// What a dollar opens: a parameter, a command or an arithmetic expansion. `$'` and `$"` belong to `word.ts`.
import { isNamePart, isNameStart, OPEN_BRACE, OPEN_BRACKET, OPEN_PAREN } from "./characters.ts";
import { bracedParameter } from "./parameter.ts";
import { isSpecial } from "./special.ts";
import { enter, failAtEnd, leave, peek, type State, spanFrom, within } from "./state.ts";
import { arithmeticEnd, commandSubstitution } from "./substitution.ts";
import type { Arithmetic, ArithmeticExpansion, CommandSubstitution, Parameter } from "./tree.ts";

/** The dollar at the position is more than a plain character. */
export function opensExpansion(state: State): boolean {
  const next = peek(state, 1);
  return isNamePart(next) || next === OPEN_BRACE || next === OPEN_PAREN || next === OPEN_BRACKET || isSpecial(next);
}

/** Parses the expansion whose dollar is at the position. */
export function dollar(state: State, inQuotes: boolean): Parameter | CommandSubstitution | ArithmeticExpansion {
  const next = peek(state, 1);
  if (next === OPEN_BRACE) return bracedParameter(state, inQuotes);
  if (next === OPEN_BRACKET) return bracketArithmetic(state);
  if (next === OPEN_PAREN) {
    if (peek(state, 2) === OPEN_PAREN) {
      const end = arithmeticEnd(state, state.pos + 3);
      if (end !== "subshell") return arithmeticExpansion(state, end);
    }
    return commandSubstitution(state);
  }
  return plainParameter(state, next);
}

function plainParameter(state: State, next: number): Parameter {
  const { source, pos: start, end } = state;
  let at = start + 2;
  if (isNameStart(next)) while (at < end && isNamePart(source.charCodeAt(at))) at++;
  state.pos = at;
  const name = source.slice(start + 1, at);
  return { kind: "parameter", span: spanFrom(state, start), name, indirect: false, length: false };
}

function arithmeticExpansion(state: State, close: number): ArithmeticExpansion {
  const start = state.pos;
  state.pos = start + 3;
  let expression = emptyArithmetic(state);
  if (enter(state, start)) {
    if (close < 0) {
      failAtEnd(state, "syntax.unterminated-expansion", "unterminated arithmetic expansion `$((`", start, start + 3);
    } else {
      expression = within(state, close, true, () => state.grammar.arithmetic(state, ""));
      if (!state.failed) state.pos = close + 2;
    }
    leave(state);
  }
  return { kind: "arithmetic-expansion", span: spanFrom(state, start), expression };
}

/** `$[1 + 2]`, the old form that bash still takes. */
function bracketArithmetic(state: State): ArithmeticExpansion {
  const start = state.pos;
  state.pos = start + 2;
  let expression = emptyArithmetic(state);
  if (enter(state, start)) {
    expression = state.grammar.arithmetic(state, "]");
    leave(state);
    if (state.pos < state.end) state.pos++;
    else failAtEnd(state, "syntax.unterminated-expansion", "unterminated arithmetic expansion `$[`", start, start + 2);
  }
  return { kind: "arithmetic-expansion", span: spanFrom(state, start), expression };
}

function emptyArithmetic(state: State): Arithmetic {
  return { kind: "arithmetic", span: spanFrom(state, state.pos), parts: [], literal: "" };
}
