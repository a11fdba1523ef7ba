// Reserved words, which mean something in command position only (POSIX 2.4, and bash's own).
import { isTokenEnd, type State } from "./state.ts";

const OPENERS = ["if", "for", "while", "until", "case", "select", "function", "{", "[[", "coproc", "!", "time"];
const CLOSERS = ["then", "do", "done", "fi", "else", "elif", "esac", "}"];
const CLOSING: ReadonlySet<string> = new Set(CLOSERS);
const RESERVED: ReadonlySet<string> = new Set([...OPENERS, ...CLOSERS, "in"]);

/** The words by their first unit: most commands are told apart by one look-up. */
const BY_FIRST: (readonly string[] | undefined)[] = [];
for (const word of [...OPENERS, ...CLOSERS]) {
  const first = word.charCodeAt(0);
  BY_FIRST[first] = [...(BY_FIRST[first] ?? []), word];
}

/** The reserved word at the position, or "". */
export function keywordAt(state: State): string {
  const { pos, source } = state;
  if (pos >= state.end) return "";
  const code = source.charCodeAt(pos);
  const candidates = code < 128 ? BY_FIRST[code] : undefined;
  if (candidates === undefined) return "";
  for (const word of candidates) {
    const after = pos + word.length;
    if (after <= state.end && source.startsWith(word, pos) && isTokenEnd(state, after)) return word;
  }
  return "";
}

/** It ends a list that an outer construct has opened. */
export function isCloser(keyword: string): boolean {
  return keyword !== "" && CLOSING.has(keyword);
}

/** A reserved word of either kind, or `in`. */
export function isReserved(text: string): boolean {
  return RESERVED.has(text);
}
