// `[[ expression ]]`, with its own operators (bash manual, "Conditional Constructs").
import { AMPERSAND, BANG, CLOSE_PAREN, GREATER, LESS, META, OPEN_PAREN, PIPE } from "./characters.ts";
import { compoundTail } from "./compound.ts";
import {
  enter,
  fail,
  failAtEnd,
  isTokenEnd,
  leave,
  peek,
  type State,
  skipBlanks,
  skipNewlines,
  spanFrom,
} from "./state.ts";
import type { Condition, ConditionalCommand, Word } from "./tree.ts";
import { word } from "./word.ts";
import { REGEX } from "./word-flags.ts";

const UNARY = new Set([..."abcdefghknoprstuvwxzGLNORS"].map((letter) => `-${letter}`));
const BINARY = new Set([
  "=",
  "==",
  "!=",
  "=~",
  "<",
  ">",
  "-eq",
  "-ne",
  "-lt",
  "-le",
  "-gt",
  "-ge",
  "-nt",
  "-ot",
  "-ef",
]);

/** Parses `[[ .. ]]` at the position. */
export function conditionalCommand(state: State): ConditionalCommand {
  const start = state.pos;
  state.pos += 2;
  const expression = or(state);
  skipNewlines(state);
  if (state.pos >= state.end) failAtEnd(state, "syntax.unterminated-command", "unterminated `[[`", start, start + 2);
  else if (atClose(state)) state.pos += 2;
  else {
    const { pos } = state;
    fail(state, "syntax.bad-condition", `unexpected \`${state.source.charAt(pos)}\` in \`[[\``, pos, pos + 1);
  }
  const { span, redirections } = compoundTail(state, start);
  return { kind: "conditional", span, redirections, expression };
}

function atClose(state: State): boolean {
  return state.source.startsWith("]]", state.pos) && state.pos + 2 <= state.end && isTokenEnd(state, state.pos + 2);
}

function or(state: State): Condition {
  return joined(state, PIPE, "or", and);
}

function and(state: State): Condition {
  return joined(state, AMPERSAND, "and", not);
}

/** Operands of one operator in a row, joined as a balanced tree: both operators are associative, and depth is dear. */
function joined(state: State, operator: number, kind: "or" | "and", operand: (state: State) => Condition): Condition {
  const operands = [operand(state)];
  for (;;) {
    skipNewlines(state);
    if (peek(state) !== operator || peek(state, 1) !== operator) break;
    state.pos += 2;
    operands.push(operand(state));
  }
  return balanced(operands, 0, operands.length, kind);
}

function balanced(operands: readonly Condition[], from: number, to: number, kind: "or" | "and"): Condition {
  const only = operands[from];
  if (to - from === 1 && only) return only;
  const middle = (from + to) >> 1;
  const left = balanced(operands, from, middle, kind);
  const right = balanced(operands, middle, to, kind);
  return { kind, span: { start: left.span.start, end: right.span.end }, left, right };
}

function not(state: State): Condition {
  skipNewlines(state);
  const start = state.pos;
  if (peek(state) === BANG && isTokenEnd(state, start + 1)) {
    state.pos++;
    if (!enter(state, start)) return missingOperand(state);
    const operand = not(state);
    leave(state);
    return { kind: "not", span: { start: start + state.base, end: operand.span.end }, operand };
  }
  return primary(state);
}

function primary(state: State): Condition {
  const start = state.pos;
  if (peek(state) === OPEN_PAREN) {
    state.pos++;
    if (!enter(state, start)) return missingOperand(state);
    const operand = or(state);
    leave(state);
    skipNewlines(state);
    if (peek(state) === CLOSE_PAREN) state.pos++;
    else if (state.pos >= state.end)
      failAtEnd(state, "syntax.unterminated-command", "unterminated `(` in `[[`", start, start + 1);
    else fail(state, "syntax.bad-condition", "`(` in `[[` needs `)`", start, start + 1);
    return { kind: "parenthesised", span: spanFrom(state, start), operand };
  }
  if (state.pos >= state.end || atClose(state)) return missingOperand(state);
  const first = operandWord(state);
  if (state.failed) return asWord(first);
  const operator = plain(first);
  if (operator !== undefined && UNARY.has(operator)) {
    const after = state.pos;
    skipBlanks(state);
    if (state.pos >= state.end) return missingOperand(state);
    if (atClose(state)) {
      fail(state, "syntax.bad-condition", `\`${operator}\` in \`[[\` needs an operand`, start, after);
      return asWord(first);
    }
    const operand = operandWord(state);
    return { kind: "unary", span: spanFrom(state, start), operator, operand };
  }
  const binary = binaryOperator(state);
  if (binary === undefined) return asWord(first);
  skipBlanks(state);
  if (state.pos >= state.end || atClose(state)) {
    if (state.pos < state.end)
      fail(state, "syntax.bad-condition", `\`${binary}\` in \`[[\` needs an operand`, start, state.pos);
    return state.failed ? asWord(first) : missingOperand(state);
  }
  const right = binary === "=~" ? word(state, META | REGEX) : operandWord(state);
  return { kind: "binary", span: spanFrom(state, start), operator: binary, left: first, right };
}

function asWord(found: Word): Condition {
  return { kind: "word", span: found.span, word: found };
}

/** An unquoted word's text. */
function plain(found: Word): string | undefined {
  return found.parts.length === 1 && found.parts[0]?.kind === "literal" ? found.literal : undefined;
}

/** Takes the binary operator that comes next, if there is one. */
function binaryOperator(state: State): string | undefined {
  const before = state.pos;
  skipBlanks(state);
  const code = peek(state);
  if (code === LESS || code === GREATER) {
    state.pos++;
    return code === LESS ? "<" : ">";
  }
  const at = state.pos;
  let to = at;
  while (to - at < 4 && !isTokenEnd(state, to)) to++;
  const text = state.source.slice(at, to);
  if (isTokenEnd(state, to) && BINARY.has(text)) {
    state.pos = to;
    return text;
  }
  state.pos = before;
  return undefined;
}

function operandWord(state: State): Word {
  const at = state.pos;
  const found = word(state, META);
  if (state.pos === at && !state.failed) {
    const token = state.source.charAt(at);
    fail(
      state,
      "syntax.bad-condition",
      `unexpected \`${token === "\n" ? "end of line" : token}\` in \`[[\``,
      at,
      at + 1,
    );
  }
  return found;
}

function missingOperand(state: State): Condition {
  const { pos } = state;
  if (pos >= state.end) failAtEnd(state, "syntax.unterminated-command", "unterminated `[[`", Math.max(0, pos - 1), pos);
  else fail(state, "syntax.bad-condition", "an expression is missing in `[[`", pos, pos + 1);
  const span = spanFrom(state, state.pos);
  return { kind: "word", span, word: { kind: "word", span, parts: [], literal: "" } };
}
