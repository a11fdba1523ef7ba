// Compound commands with lists inside: groups, subshells, `if`, loops, `select`.

import type { Span } from "../diagnostic/diagnostic.ts";
import { CLOSE_PAREN, isNamePart, isNameStart, NEWLINE, OPEN_PAREN, SEMICOLON } from "./characters.ts";
import { keywordAt } from "./keyword.ts";
import { list } from "./list.ts";
import { redirections as redirectionsAfter } from "./redirection.ts";
import {
  fail,
  failAtEnd,
  isTokenEnd,
  type Mutable,
  newline,
  peek,
  type State,
  skipBlanks,
  skipNewlines,
  within,
} from "./state.ts";
import { arithmeticEnd } from "./substitution.ts";
import type {
  Arithmetic,
  ArithmeticCommand,
  ArithmeticFor,
  For,
  Group,
  If,
  List,
  Redirection,
  Select,
  Subshell,
  While,
  Word,
} from "./tree.ts";
import { unexpected } from "./unexpected.ts";
import { word } from "./word.ts";
import { COMMAND_WORD } from "./word-flags.ts";

export function group(state: State): Group {
  const start = state.pos;
  state.pos++;
  const body = filledList(state, "`{`");
  expectKeyword(state, "}", start, "{");
  const { span, redirections } = compoundTail(state, start);
  return { kind: "group", span, redirections, body };
}

/** `((..))`, or two subshells where a count of parentheses says so; the position is on `(`. */
export function arithmeticOrSubshell(state: State): ArithmeticCommand | Subshell {
  if (peek(state, 1) === OPEN_PAREN) {
    const close = arithmeticEnd(state, state.pos + 2);
    if (close !== "subshell") return arithmeticCommand(state, close);
  }
  return subshell(state);
}

function arithmeticCommand(state: State, close: number): ArithmeticCommand {
  const start = state.pos;
  state.pos = start + 2;
  if (close < 0) failAtEnd(state, "syntax.unterminated-command", "unterminated `((`", start, start + 2);
  const expression = within(state, close < 0 ? state.end : close, true, () => state.grammar.arithmetic(state, ""));
  if (!state.failed) state.pos = close + 2;
  const { span, redirections } = compoundTail(state, start);
  return { kind: "arithmetic-command", span, redirections, expression };
}

function subshell(state: State): Subshell {
  const start = state.pos;
  state.pos++;
  const body = filledList(state, "`(`");
  skipNewlines(state);
  if (state.pos >= state.end) failAtEnd(state, "syntax.unterminated-command", "unterminated `(`", start, start + 1);
  else if (peek(state) === CLOSE_PAREN) state.pos++;
  else unexpected(state);
  const { span, redirections } = compoundTail(state, start);
  return { kind: "subshell", span, redirections, body };
}

export function ifCommand(state: State): If {
  const start = state.pos;
  const clauses: { condition: List; body: List }[] = [];
  let otherwise: List | undefined;
  let keyword = "if";
  do {
    state.pos += keyword.length;
    const condition = filledList(state, `\`${keyword}\``);
    expectKeyword(state, "then", start, "if");
    const body = filledList(state, "`then`");
    clauses.push({ condition, body });
    keyword = state.failed ? "" : keywordAt(state);
  } while (keyword === "elif");
  if (keyword === "else") {
    state.pos += 4;
    otherwise = filledList(state, "`else`");
  }
  expectKeyword(state, "fi", start, "if");
  const { span, redirections } = compoundTail(state, start);
  const result: Mutable<If> = { kind: "if", span, redirections, clauses };
  if (otherwise) result.otherwise = otherwise;
  return result;
}

export function whileCommand(state: State, keyword: "while" | "until"): While {
  const start = state.pos;
  state.pos += keyword.length;
  const condition = filledList(state, `\`${keyword}\``);
  const body = doBody(state, start, keyword);
  const { span, redirections } = compoundTail(state, start);
  return { kind: "while", span, redirections, until: keyword === "until", condition, body };
}

export function forCommand(state: State): For | ArithmeticFor {
  const start = state.pos;
  state.pos += 3;
  skipBlanks(state);
  if (peek(state) === OPEN_PAREN && peek(state, 1) === OPEN_PAREN) return arithmeticFor(state, start);
  const head = loopHead(state, start, "for");
  const body = loopBody(state, start, "for");
  const { span, redirections } = compoundTail(state, start);
  const result: Mutable<For> = { kind: "for", span, redirections, name: head.name, body };
  if (head.words) result.words = head.words;
  return result;
}

export function selectCommand(state: State): Select {
  const start = state.pos;
  state.pos += 6;
  skipBlanks(state);
  const head = loopHead(state, start, "select");
  const body = loopBody(state, start, "select");
  const { span, redirections } = compoundTail(state, start);
  const result: Mutable<Select> = { kind: "select", span, redirections, name: head.name, body };
  if (head.words) result.words = head.words;
  return result;
}

/** `name [in words]` with its separator. */
function loopHead(state: State, start: number, keyword: string): { name: string; words?: Word[] } {
  const nameStart = state.pos;
  const token = word(state, COMMAND_WORD);
  const name = token.literal ?? "";
  if (!isName(name) || token.parts.length !== 1) {
    if (state.pos >= state.end && state.pos === nameStart) {
      failAtEnd(state, "syntax.bad-name", `\`${keyword}\` needs a name`, start, start + keyword.length);
    } else {
      const written = state.source.slice(nameStart, state.pos) || state.source.charAt(nameStart);
      const to = Math.max(state.pos, nameStart + 1);
      fail(state, "syntax.bad-name", `\`${written}\` is no name for the variable of \`${keyword}\``, nameStart, to);
    }
  }
  skipBlanks(state);
  if (peek(state) === SEMICOLON) {
    state.pos++;
    return { name };
  }
  skipNewlines(state);
  if (!(state.source.startsWith("in", state.pos) && isTokenEnd(state, state.pos + 2) && state.pos + 2 <= state.end)) {
    return { name };
  }
  state.pos += 2;
  const words: Word[] = [];
  for (;;) {
    skipBlanks(state);
    const at = state.pos;
    if (at >= state.end) break;
    const next = word(state, COMMAND_WORD);
    if (state.pos === at) break;
    words.push(next);
  }
  const code = peek(state);
  if (code === SEMICOLON) state.pos++;
  else if (code === NEWLINE) newline(state);
  else if (state.pos < state.end) unexpected(state);
  else if (!state.failed && words.some((each) => each.literal === "do")) missingBeforeDo(state, words);
  return { name, words };
}

/** `for x in a b do ..`: `do` was taken as a word. */
function missingBeforeDo(state: State, words: readonly Word[]): void {
  const found = words.find((each) => each.literal === "do");
  if (!found) return;
  const from = found.span.start - state.base;
  failAtEnd(state, "syntax.missing-keyword", "missing `;` before `do`", from, from + 2);
}

function isName(text: string): boolean {
  if (text === "" || !isNameStart(text.charCodeAt(0))) return false;
  for (let at = 1; at < text.length; at++) if (!isNamePart(text.charCodeAt(at))) return false;
  return true;
}

function arithmeticFor(state: State, start: number): ArithmeticFor {
  const open = state.pos;
  state.pos += 2;
  const close = arithmeticEnd(state, state.pos);
  const sections: (Arithmetic | undefined)[] = [];
  if (close === "subshell") fail(state, "syntax.unexpected-token", "`for ((` must end with `))`", open, open + 2);
  else if (close < 0) failAtEnd(state, "syntax.unterminated-command", "unterminated `for ((`", open, open + 2);
  else {
    within(state, close, true, () => {
      for (;;) {
        skipBlanks(state);
        const empty = state.pos >= state.end || peek(state) === SEMICOLON;
        sections.push(empty ? undefined : state.grammar.arithmetic(state, ";"));
        if (state.pos >= state.end) break;
        state.pos++;
      }
    });
    if (!state.failed) state.pos = close + 2;
    if (sections.length !== 3) {
      fail(state, "syntax.bad-for", "`for ((` needs three expressions with `;` between them", open, close + 2);
    }
  }
  skipBlanks(state);
  if (peek(state) === SEMICOLON) state.pos++;
  const body = loopBody(state, start, "for");
  const [initial, condition, step] = sections;
  const { span, redirections } = compoundTail(state, start);
  const result: Mutable<ArithmeticFor> = { kind: "arithmetic-for", span, redirections, body };
  if (initial) result.initial = initial;
  if (condition) result.condition = condition;
  if (step) result.step = step;
  return result;
}

/** `do .. done`, or the braces that bash takes in their place. */
function loopBody(state: State, start: number, keyword: string): List {
  skipNewlines(state);
  if (keywordAt(state) !== "{" || state.pos >= state.end) return doBody(state, start, keyword);
  const open = state.pos;
  state.pos++;
  const body = filledList(state, "`{`");
  expectKeyword(state, "}", open, "{");
  return body;
}

function doBody(state: State, start: number, keyword: string): List {
  expectKeyword(state, "do", start, keyword);
  const body = filledList(state, "`do`");
  expectKeyword(state, "done", start, keyword);
  return body;
}

/** A list with at least one command, as every compound command wants; at the end of input the closer is missed first. */
function filledList(state: State, after: string): List {
  const body = list(state);
  if (body.items.length === 0 && !state.failed && state.pos < state.end) {
    fail(state, "syntax.missing-command", `a command is missing after ${after}`, state.pos, state.pos + 1);
  }
  return body;
}

/** Takes the reserved word that the construct `opener` needs here. */
function expectKeyword(state: State, keyword: string, start: number, opener: string): void {
  skipNewlines(state);
  if (keywordAt(state) === keyword) state.pos += keyword.length;
  else if (state.pos < state.end) unexpected(state);
  else {
    const code = opener === "{" ? "syntax.unterminated-command" : "syntax.missing-keyword";
    const message = opener === "{" ? "unterminated `{`" : `\`${opener}\` without \`${keyword}\``;
    failAtEnd(state, code, message, start, start + opener.length);
  }
}

/** Redirections after the command, and the span of both. */
export function compoundTail(state: State, start: number): { span: Span; redirections: Redirection[] } {
  const closed = state.pos;
  const found = state.failed ? [] : redirectionsAfter(state);
  const last = found.at(-1);
  const end = state.failed ? state.pos + state.base : (last?.span.end ?? closed + state.base);
  return { span: { start: start + state.base, end }, redirections: found };
}
