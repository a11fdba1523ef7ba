// Reserved words, which mean something in command position only (POSIX 2.4, and bash's own).
import { classOf, META, NAME_START } from "./characters.ts";
import type { State } from "./state.ts";

const OPENERS = new Set([
  "if",
  "for",
  "while",
  "until",
  "case",
  "select",
  "function",
  "{",
  "[[",
  "coproc",
  "!",
  "time",
]);
const CLOSERS = new Set(["then", "do", "done", "fi", "else", "elif", "esac", "}"]);
const LONGEST = 8;

/** The reserved word at the position, or "". */
export function keywordAt(state: State): string {
  const { pos } = state;
  if (state.keywordPos !== pos) {
    state.keyword = readKeyword(state);
    state.keywordPos = pos;
  }
  return state.keyword;
}

function readKeyword(state: State): string {
  const { source, pos, end } = state;
  const first = source.charCodeAt(pos);
  let at = pos;
  if (classOf(first) & NAME_START) {
    if (first < 97 || first > 119) return "";
    while (at < end && at - pos <= LONGEST && classOf(source.charCodeAt(at)) & NAME_START) at++;
    if (at - pos < 2) return "";
  } else if (first === 123 || first === 125 || first === 33) at++;
  else if (first === 91 && source.charCodeAt(pos + 1) === 91) at += 2;
  else return "";
  if (at < end && !(classOf(source.charCodeAt(at)) & META)) return "";
  if (at > end || at - pos > LONGEST) return "";
  const text = source.slice(pos, at);
  return OPENERS.has(text) || CLOSERS.has(text) ? text : "";
}

/** It ends a list that an outer construct has opened. */
export function isCloser(keyword: string): boolean {
  return CLOSERS.has(keyword);
}

/** A reserved word of either kind, or `in`. */
export function isReserved(text: string): boolean {
  return OPENERS.has(text) || CLOSERS.has(text) || text === "in";
}
