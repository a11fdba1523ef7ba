// `$'..'`: the escapes of C (bash manual, section "ANSI-C Quoting"), decoded while parsing.
import { decode } from "../bytes/text.ts";
import { BACKSLASH, SINGLE_QUOTE } from "./characters.ts";
import { failAtEnd, type State, spanFrom } from "./state.ts";
import type { Quoted } from "./tree.ts";

/** Parses `$'..'` with the position on the dollar. */
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
