// `${..}`: the parameter, its subscript and one operation (bash manual, "Shell Parameter Expansion").

import {
  AT,
  BANG,
  CARET,
  CLOSE_BRACE,
  COLON,
  EQUALS,
  HASH,
  isDigit,
  isNamePart,
  isNameStart,
  MINUS,
  OPEN_BRACKET,
  PERCENT,
  PLUS,
  QUESTION,
  RIGHT_BRACE,
  SLASH,
  STAR,
  TILDE,
} from "./characters.ts";
import { isSpecial } from "./special.ts";
import { enter, fail, failAtEnd, leave, type Mutable, peek, type State, spanFrom } from "./state.ts";
import { subscript } from "./subscript.ts";
import type { Literal, Parameter, ParameterOperation, Word } from "./tree.ts";
import { IN_QUOTES, TILDES } from "./word-flags.ts";

/** Parses `${..}` with the position on the dollar. */
export function bracedParameter(state: State, inQuotes: boolean): Parameter {
  const start = state.pos;
  state.pos = start + 2;
  const span = { start: 0, end: 0 };
  const result: Mutable<Parameter> = { kind: "parameter", span, name: "", indirect: false, length: false };
  if (enter(state, start)) {
    new Reader(state, start, inQuotes).read(result);
    if (state.pos >= state.end) {
      failAtEnd(state, "syntax.unterminated-expansion", "unterminated parameter expansion `${`", start, start + 2);
    } else if (peek(state) === RIGHT_BRACE) state.pos++;
    else badSubstitution(state, start);
    leave(state);
  }
  result.span = spanFrom(state, start);
  return result;
}

function badSubstitution(state: State, start: number): void {
  const close = state.source.indexOf("}", state.pos);
  const end = close < 0 || close > state.end || close - start > 200 ? state.pos : close + 1;
  fail(state, "syntax.bad-substitution", `bad substitution: \`${state.source.slice(start, end)}\``, start, end);
}

class Reader {
  private readonly state: State;
  private readonly start: number;
  private readonly inQuotes: boolean;

  constructor(state: State, start: number, inQuotes: boolean) {
    this.state = state;
    this.start = start;
    this.inQuotes = inQuotes;
  }

  read(result: Mutable<Parameter>): void {
    const { state } = this;
    result.length = this.takeLengthSign();
    const indirect = !result.length && this.takeIndirectSign();
    result.name = this.name();
    if (result.name === "") {
      if (state.pos < state.end) badSubstitution(state, this.start);
      return;
    }
    result.indirect = indirect;
    const index = peek(state) === OPEN_BRACKET ? subscript(state) : undefined;
    if (index !== undefined) result.subscript = index;
    if (state.pos >= state.end || result.length) return;
    if (peek(state) === RIGHT_BRACE) {
      if (!indirect || (index !== "@" && index !== "*")) return;
      result.indirect = false;
      result.operation = { kind: "keys" };
      return;
    }
    const operation = this.operation(indirect);
    if (!operation) return;
    result.operation = operation;
    if (operation.kind === "names") result.indirect = false;
  }

  /** `#` asks for a length unless it is the parameter itself: `${#}`, `${#:-x}`, `${##}` (length of `$#`). */
  private takeLengthSign(): boolean {
    const { state } = this;
    if (peek(state) !== HASH) return false;
    const next = peek(state, 1);
    if (next === RIGHT_BRACE || next < 0) return false;
    const named = isNamePart(next) || (isSpecial(next) && peek(state, 2) === RIGHT_BRACE);
    if (!named) return false;
    state.pos++;
    return true;
  }

  /** `!` asks for indirection unless it is the parameter itself: `${!}`, `${!:-x}`. */
  private takeIndirectSign(): boolean {
    const { state } = this;
    if (peek(state) !== BANG) return false;
    const next = peek(state, 1);
    const special =
      (next === HASH || next === AT || next === STAR || next === QUESTION) && peek(state, 2) === RIGHT_BRACE;
    if (!isNamePart(next) && !special) return false;
    state.pos++;
    return true;
  }

  private name(): string {
    const { state } = this;
    const { source, pos, end } = state;
    const code = peek(state);
    let at = pos;
    if (isNameStart(code)) while (at < end && isNamePart(source.charCodeAt(at))) at++;
    else if (isDigit(code)) while (at < end && isDigit(source.charCodeAt(at))) at++;
    else if (isSpecial(code)) at++;
    state.pos = at;
    return source.slice(pos, at);
  }

  private operation(indirect: boolean): ParameterOperation | undefined {
    const { state } = this;
    const code = peek(state);
    const next = peek(state, 1);
    if (indirect && (code === STAR || code === AT) && next === RIGHT_BRACE) {
      state.pos++;
      return { kind: "names", separate: code === AT };
    }
    if (code === COLON) return isDefault(next) ? this.withDefault(true) : this.slice();
    if (isDefault(code)) return this.withDefault(false);
    if (code === HASH || code === PERCENT) return this.trim(code, next === code);
    if (code === 47) return this.replace(next);
    if (code === CARET || code === 44 || code === TILDE) return this.changeCase(code, next === code);
    if (code === AT && /[A-Za-z]/.test(state.source.charAt(state.pos + 1))) {
      const operator = state.source.charAt(state.pos + 1);
      state.pos += 2;
      return { kind: "transform", operator };
    }
    return undefined;
  }

  private word(flags: number): Word {
    return this.state.grammar.word(this.state, flags);
  }

  private withDefault(colon: boolean): ParameterOperation {
    const { state } = this;
    if (colon) state.pos++;
    const operator = defaultOperator(peek(state));
    state.pos++;
    return { kind: "default", operator, colon, word: this.word(CLOSE_BRACE | (this.inQuotes ? IN_QUOTES : TILDES)) };
  }

  private trim(code: number, longest: boolean): ParameterOperation {
    this.state.pos += longest ? 2 : 1;
    return {
      kind: "trim",
      side: code === HASH ? "prefix" : "suffix",
      longest,
      pattern: this.word(CLOSE_BRACE | TILDES),
    };
  }

  private replace(next: number): ParameterOperation {
    const { state } = this;
    state.pos++;
    const all = next === SLASH_CODE;
    let anchor: "none" | "start" | "end" = "none";
    if (all) state.pos++;
    else if (next === HASH) anchor = "start";
    else if (next === PERCENT) anchor = "end";
    if (anchor !== "none") state.pos++;
    const pattern = all && peek(state) === SLASH_CODE ? this.slashFirst() : this.word(CLOSE_BRACE | SLASH | TILDES);
    if (peek(state) !== SLASH_CODE) return { kind: "replace", all, anchor, pattern };
    state.pos++;
    const replacement = this.word(CLOSE_BRACE | TILDES);
    return { kind: "replace", all, anchor, pattern, replacement };
  }

  /** After `//` a slash is the first character of the pattern, as in `${path////-}`. */
  private slashFirst(): Word {
    const { state } = this;
    const start = state.pos;
    state.pos++;
    const rest = this.word(CLOSE_BRACE | SLASH | TILDES);
    const slash: Literal = { kind: "literal", value: "/", span: { start, end: start + 1 } };
    const word: Word = { kind: "word", parts: [slash, ...rest.parts], span: { start, end: rest.span.end } };
    return rest.literal === undefined ? word : { ...word, literal: `/${rest.literal}` };
  }

  private slice(): ParameterOperation {
    const { state } = this;
    state.pos++;
    const offset = state.grammar.arithmetic(state, ":}");
    if (peek(state) !== COLON) return { kind: "slice", offset };
    state.pos++;
    return { kind: "slice", offset, length: state.grammar.arithmetic(state, "}") };
  }

  private changeCase(code: number, all: boolean): ParameterOperation {
    const { state } = this;
    state.pos += all ? 2 : 1;
    const direction = code === CARET ? "upper" : code === TILDE ? "toggle" : "lower";
    if (peek(state) === RIGHT_BRACE) return { kind: "case", direction, all };
    return { kind: "case", direction, all, pattern: this.word(CLOSE_BRACE) };
  }
}

const SLASH_CODE = 47;

function isDefault(code: number): boolean {
  return code === MINUS || code === EQUALS || code === QUESTION || code === PLUS;
}

function defaultOperator(code: number): "-" | "=" | "?" | "+" {
  if (code === MINUS) return "-";
  if (code === EQUALS) return "=";
  return code === QUESTION ? "?" : "+";
}
