// argv back to text that a shell reads as that argv again. It does not add or remove words.
import quoteMixed from "shell-quote/quote.js";
import { decode, encode } from "../bytes/text.ts";
import { isReserved } from "./keyword.ts";

/** Quotes each word as a person would: plain where it can be, `'my file.txt'`, `"it's.txt"`, `$'two\nlines'`. */
export function quote(argv: readonly string[]): string {
  return argv.map((word, index) => quoteWord(word, index === 0)).join(" ");
}

const PLAIN = /^[\p{L}\p{N}\p{M}_%+,\-./:=@]+$/u;
const BRACKET_OR_BRACES = new Set(["[", "]", "{}"]);
const ASSIGNMENT = /^[A-Za-z_][A-Za-z_0-9]*(?:\+?=|\[)/;
/** C0, DEL and C1 controls, line separators, lone surrogates. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029]|\p{Surrogate}/u;

function quoteWord(word: string, first: boolean): string {
  if (word === "") return "''";
  if (isPlain(word, first) || BRACKET_OR_BRACES.has(word)) return word;
  if (UNPRINTABLE.test(word)) return ansi(word);
  if (!word.includes("'")) return `'${word}'`;
  return /["$`\\!]/.test(word) ? quoteMixed([word]) : `"${word}"`;
}

function isPlain(word: string, first: boolean): boolean {
  if (!PLAIN.test(word)) return false;
  return !first || !(ASSIGNMENT.test(word) || isReserved(word));
}

const NAMED: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\x1b": "\\e",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  "\\": "\\\\",
  "'": "\\'",
};

/** Bytes that were no UTF-8 stand as lone surrogates; here they are written as bytes again. */
const BYTES = /[\udc80-\udcff]+/gu;

function ansi(word: string): string {
  const controls = /[\p{Cc}\u2028\u2029\\']/gu;
  const text = word.replace(controls, (found) => NAMED[found] ?? escapeUnit(found));
  return `$'${text.replace(BYTES, escapeBytes)}'`;
}

function escapeUnit(found: string): string {
  return `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function escapeBytes(run: string): string {
  const bytes = encode(run);
  // A run that would read as real characters never comes from bytes: it stays as it is.
  if (decode(bytes) !== run) return run;
  return [...bytes].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
}
