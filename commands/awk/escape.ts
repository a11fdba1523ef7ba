// The backslash sequences of awk's strings, which are also those of `-v` and of assignments among the operands.
import { decode, encode } from "../../src/plugin.ts";

const LETTERS: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
  "\\": "\\",
  '"': '"',
  "/": "/",
  "\n": "",
};

/** The sequence after a backslash; `at` is the index of the character behind it. */
export function stringEscape(source: string, at: number): { readonly text: string; readonly next: number } {
  const char = source[at];
  if (char === undefined) return { text: "\\", next: at };
  const letter = LETTERS[char];
  if (letter !== undefined) return { text: letter, next: at + 1 };
  const octal = /^[0-7]{1,3}/.exec(source.slice(at, at + 3))?.[0];
  if (octal !== undefined) return { text: byteText(Number.parseInt(octal, 8) & 255), next: at + octal.length };
  const hex = char === "x" ? /^[0-9a-fA-F]{1,2}/.exec(source.slice(at + 1, at + 3))?.[0] : undefined;
  if (hex !== undefined) return { text: byteText(Number.parseInt(hex, 16)), next: at + 1 + hex.length };
  const unicode = char === "u" ? /^[0-9a-fA-F]{1,8}/.exec(source.slice(at + 1, at + 9))?.[0] : undefined;
  if (unicode !== undefined && Number.parseInt(unicode, 16) <= 0x10ffff) {
    return { text: String.fromCodePoint(Number.parseInt(unicode, 16)), next: at + 1 + unicode.length };
  }
  // gawk: any other character stands for itself.
  return { text: char, next: at + 1 };
}

/** Expands all sequences of a text, as `-v name=text` does. */
export function expandString(source: string): string {
  if (!source.includes("\\")) return source;
  let text = "";
  let at = 0;
  while (at < source.length) {
    const char = source[at] ?? "";
    at += 1;
    if (char !== "\\") {
      text += char;
      continue;
    }
    const read = stringEscape(source, at);
    text += read.text;
    at = read.next;
  }
  return joinBytes(text);
}

/** Bytes that were written one by one may be a character together. */
export function joinBytes(text: string): string {
  return /[\udc80-\udcff]/.test(text) ? decode(encode(text)) : text;
}

function byteText(value: number): string {
  return value < 0x80 ? String.fromCharCode(value) : String.fromCharCode(0xdc00 + value);
}
