// `'..'`, `".."`, `$'..'` and the text of heredocs: what quoting makes of characters. Expansions are in `dollar.ts`.

import { decode } from "../bytes/text.ts";
import { BACKSLASH, BACKTICK, DOLLAR, DOUBLE_QUOTE, NEWLINE, RETURN, SINGLE_QUOTE, TAB } from "./characters.ts";
import { dollar, opensExpansion } from "./dollar.ts";
import { continuationLength, enter, failAtEnd, leave, type State, spanFrom } from "./state.ts";
import { backticks } from "./substitution.ts";
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
    parts = quotedParts(state, DOUBLE_QUOTE);
    leave(state);
    if (state.pos < state.end) state.pos++;
    else failAtEnd(state, "syntax.unterminated-quote", "unterminated double quote", open, open + 1);
  }
  return { kind: "double-quoted", span: spanFrom(state, start), parts };
}

/** What a heredoc's body leaves out of its text. */
export interface BodyLines {
  readonly stripTabs: boolean;
  readonly stripReturns: boolean;
}

/** Text as in double quotes, up to `closer` or the end; `lines` is for a heredoc, where `"` is plain. */
export function quotedParts(state: State, closer: number, lines?: BodyLines): WordPart[] {
  const { source } = state;
  const parts: WordPart[] = [];
  let literalStart = state.pos;
  let run = state.pos;
  let text = "";
  const flush = (): void => {
    const value = text + source.slice(run, state.pos);
    if (value !== "") parts.push({ kind: "literal", span: spanFrom(state, literalStart), value });
    text = "";
  };
  const restart = (): void => {
    literalStart = state.pos;
    run = state.pos;
  };
  const drop = (length: number): void => {
    text += source.slice(run, state.pos);
    state.pos += length;
    run = state.pos;
  };
  if (lines?.stripTabs) drop(tabsAt(state));
  while (state.pos < state.end) {
    const code = source.charCodeAt(state.pos);
    if (code === closer) break;
    if (code === BACKTICK || (code === DOLLAR && opensExpansion(state))) {
      flush();
      parts.push(code === DOLLAR ? dollar(state, true) : backticks(state, lines === undefined));
      restart();
    } else if (code === BACKSLASH) {
      const continued = continuationLength(source, state.pos, state.end);
      const next = state.pos + 1 < state.end ? source.charCodeAt(state.pos + 1) : -1;
      if (continued > 0) {
        drop(continued);
        if (lines?.stripTabs) drop(tabsAt(state));
      } else if (next === DOLLAR || next === BACKTICK || next === BACKSLASH || (next === DOUBLE_QUOTE && !lines)) {
        flush();
        const start = state.pos;
        state.pos += 2;
        const value = source.slice(start + 1, start + 2);
        parts.push({ kind: "quoted", span: spanFrom(state, start), style: "backslash", value });
        restart();
      } else state.pos += next < 0 ? 1 : next === closer ? 1 : 2;
    } else if (code === NEWLINE && lines?.stripTabs) {
      state.pos++;
      drop(tabsAt(state));
    } else if (code === RETURN && lines?.stripReturns && source.charCodeAt(state.pos + 1) === NEWLINE) drop(1);
    else state.pos++;
  }
  flush();
  return parts;
}

function tabsAt(state: State): number {
  let length = 0;
  while (state.pos + length < state.end && state.source.charCodeAt(state.pos + length) === TAB) length++;
  return length;
}

/** `$'..'` with the position on the dollar; escapes as in the manual of bash, section "ANSI-C Quoting". */
export function ansiQuoted(state: State): Quoted {
  const { source, pos: start, end } = state;
  let at = start + 2;
  let value = "";
  let run = at;
  while (at < end) {
    const code = source.charCodeAt(at);
    if (code === SINGLE_QUOTE) {
      value += source.slice(run, at);
      state.pos = at + 1;
      return { kind: "quoted", span: spanFrom(state, start), style: "ansi", value: untilNul(value) };
    }
    if (code === BACKSLASH && at + 1 < end) {
      value += source.slice(run, at);
      const decoded = decodeEscape(source, at, end);
      value += decoded.value;
      at = decoded.next;
      run = at;
    } else at++;
  }
  failAtEnd(state, "syntax.unterminated-quote", "unterminated single quote", start + 1, start + 2);
  return { kind: "quoted", span: spanFrom(state, start), style: "ansi", value };
}

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "?": "?",
};

const HEXADECIMAL = /[0-9a-fA-F]{1,2}/y;
const SHORT_UNICODE = /[0-9a-fA-F]{1,4}/y;
const LONG_UNICODE = /[0-9a-fA-F]{1,8}/y;
const OCTAL = /[0-7]{1,3}/y;

/** The escape at `at`. Bytes given by number become text: several in a row may form one UTF-8 character. */
function decodeEscape(source: string, at: number, end: number): { value: string; next: number } {
  const letter = source.charAt(at + 1);
  const simple = SIMPLE_ESCAPES[letter];
  if (simple !== undefined) return { value: simple, next: at + 2 };
  if (letter === "c" && at + 2 < end && source.charAt(at + 2) !== "'") {
    return { value: String.fromCharCode(source.charCodeAt(at + 2) & 0x1f), next: at + 3 };
  }
  if (letter === "u" || letter === "U") {
    const digits = match(letter === "u" ? SHORT_UNICODE : LONG_UNICODE, source, at + 2);
    const code = Number.parseInt(digits, 16);
    if (digits !== "" && code <= 0x10ffff) return { value: String.fromCodePoint(code), next: at + 2 + digits.length };
  }
  if (letter === "x" || isOctal(letter)) return decodeBytes(source, at);
  return { value: `\\${letter}`, next: at + 2 };
}

function decodeBytes(source: string, from: number): { value: string; next: number } {
  const bytes: number[] = [];
  let at = from;
  while (source.charAt(at) === "\\") {
    const hexadecimal = source.charAt(at + 1) === "x";
    const digits = match(hexadecimal ? HEXADECIMAL : OCTAL, source, at + (hexadecimal ? 2 : 1));
    if (digits === "") break;
    bytes.push(Number.parseInt(digits, hexadecimal ? 16 : 8) & 0xff);
    at += (hexadecimal ? 2 : 1) + digits.length;
  }
  if (bytes.length === 0) return { value: "\\x", next: from + 2 };
  return { value: textOf(bytes), next: at };
}

function match(pattern: RegExp, source: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? "";
}

function isOctal(letter: string): boolean {
  return letter >= "0" && letter <= "7" && letter !== "";
}

/** A NUL ends the string, as it does in C and in bash. */
function untilNul(value: string): string {
  const nul = value.indexOf("\0");
  return nul < 0 ? value : value.slice(0, nul);
}

function textOf(bytes: readonly number[]): string {
  return decode(Uint8Array.from(bytes));
}
