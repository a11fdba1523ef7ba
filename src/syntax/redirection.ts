// `2> file`, `<<EOF`, `{fd}>&1`: a redirection's descriptor, operator and target. Heredoc bodies are in `heredoc.ts`.
import {
  AMPERSAND,
  GREATER,
  isDigit,
  isNamePart,
  isNameStart,
  LESS,
  META,
  MINUS,
  OPEN_BRACE,
  OPEN_PAREN,
  PIPE,
  RIGHT_BRACE,
} from "./characters.ts";
import { fail, failAtEnd, type Mutable, peek, type State, skipBlanks, spanFrom } from "./state.ts";
import type { Redirection } from "./tree.ts";
import { COMMAND_WORD, PLAIN_WORD } from "./word-flags.ts";

type Operator = Redirection["operator"];

/** Parses the redirection at the position, or returns undefined and leaves it. */
export function redirection(state: State): Redirection | undefined {
  const start = state.pos;
  const { source, end } = state;
  const code = peek(state);
  let at = start;
  let descriptor: Redirection["descriptor"];
  if (isDigit(code)) {
    while (at < end && isDigit(source.charCodeAt(at))) at++;
  } else if (code === OPEN_BRACE) {
    if (!isNameStart(peek(state, 1))) return undefined;
    while (++at < end && isNamePart(source.charCodeAt(at)));
    if (source.charCodeAt(at) !== RIGHT_BRACE) return undefined;
    at++;
  }
  const operator = operatorAt(state, at);
  if (operator === undefined) return undefined;
  if (at > start) {
    if (operator.charAt(0) === "&") return undefined;
    descriptor = code === OPEN_BRACE ? { variable: source.slice(start + 1, at - 1) } : Number(source.slice(start, at));
  }
  state.pos = at + operator.length;
  if (typeof descriptor === "number" && descriptor > 0x7fffffff) {
    fail(state, "syntax.bad-descriptor", `bad file descriptor: ${source.slice(start, at)}`, start, at);
  }
  return withTarget(state, start, descriptor, operator);
}

function withTarget(
  state: State,
  start: number,
  descriptor: Redirection["descriptor"],
  operator: Operator,
): Redirection {
  const operatorEnd = state.pos;
  skipBlanks(state);
  const targetStart = state.pos;
  const heredoc = operator === "<<" || operator === "<<-";
  const target = state.grammar.word(state, targetFlags(operator));
  if (state.pos === targetStart && !state.failed) missingTarget(state, start, operatorEnd, operator);
  const result: Mutable<Redirection> = { span: spanFrom(state, start), operator, target };
  if (descriptor !== undefined) result.descriptor = descriptor;
  if (heredoc) {
    const raw = state.source.slice(targetStart, state.pos);
    const quoted = /["'\\]/.test(raw);
    const delimiter = quoted ? (target.literal ?? unquote(raw)) : raw;
    state.pending.push({ redirection: result, delimiter, quoted, stripTabs: operator === "<<-" });
  }
  return result;
}

function targetFlags(operator: Operator): number {
  if (operator === "<<<") return PLAIN_WORD;
  return operator === "<<" || operator === "<<-" ? META : COMMAND_WORD;
}

/** A delimiter is not expanded: what looks like an expansion in it is text. */
function unquote(raw: string): string {
  return raw.replace(/\\(.)|["']/gs, "$1");
}

function missingTarget(state: State, start: number, end: number, operator: Operator): void {
  const next = state.source.charAt(state.pos);
  if (next === "" || next === "\n") {
    const what = operator.startsWith("<<") && operator !== "<<<" ? "delimiter" : "target";
    const report = next === "" ? failAtEnd : fail;
    report(state, "syntax.missing-target", `missing ${what} after \`${operator}\``, start, end);
  } else {
    const { pos } = state;
    fail(state, "syntax.missing-target", `unexpected \`${next}\` after \`${operator}\`: it needs a file`, pos, pos + 1);
  }
}

function operatorAt(state: State, at: number): Operator | undefined {
  const { source, end } = state;
  const unit = (offset: number): number => (at + offset < end ? source.charCodeAt(at + offset) : -1);
  const first = unit(0);
  const second = unit(1);
  if (first === GREATER) {
    if (second === GREATER) return ">>";
    if (second === AMPERSAND) return ">&";
    if (second === PIPE) return ">|";
    return second === OPEN_PAREN ? undefined : ">";
  }
  if (first === LESS) {
    if (second === LESS) return unit(2) === LESS ? "<<<" : unit(2) === MINUS ? "<<-" : "<<";
    if (second === AMPERSAND) return "<&";
    if (second === GREATER) return "<>";
    return second === OPEN_PAREN ? undefined : "<";
  }
  if (first === AMPERSAND && second === GREATER) return unit(2) === GREATER ? "&>>" : "&>";
  return undefined;
}

/** Every redirection that follows a compound command. */
export function redirections(state: State): Redirection[] {
  const found: Redirection[] = [];
  for (;;) {
    skipBlanks(state);
    if (state.pos >= state.end) return found;
    const next = redirection(state);
    if (!next) return found;
    found.push(next);
  }
}
