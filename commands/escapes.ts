// The backslash sequences of bash's echo -e and printf. A byte that is no UTF-8 on its own stays a byte: it becomes the
// lone surrogate that `encode` turns back.
import { decode, encode } from "../src/plugin.ts";

/** Where the sequences stand: they differ in octal, quotes and `\c`. */
export type EscapeStyle = "echo" | "%b" | "format";

export interface Expanded {
  readonly text: string;
  /** `\c` was met: nothing more is printed. */
  readonly stop: boolean;
}

const LETTERS: Readonly<Record<string, string>> = {
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
};

/**
 * `echo` knows `\0NNN`; `%b` knows `\0NNN` and `\NNN`, `format` knows `\NNN`. `\c` stops in `echo` and `%b`. `\"`, `\'`
 * and `\?` lose their backslash in `format` only (bash 5.2).
 */
export function expandEscapes(text: string, style: EscapeStyle): Expanded {
  if (!text.includes("\\")) return { text, stop: false };
  let out = "";
  let raw = false;
  let at = 0;
  const byte = (value: number): string => {
    if (value < 0x80) return String.fromCharCode(value);
    raw = true;
    return String.fromCharCode(0xdc00 + value);
  };
  while (at < text.length) {
    const slash = text.indexOf("\\", at);
    if (slash < 0 || slash === text.length - 1) break;
    out += text.slice(at, slash);
    const letter = text[slash + 1] ?? "";
    at = slash + 2;
    const simple = LETTERS[letter];
    if (simple !== undefined) {
      out += simple;
    } else if (letter === "c" && style !== "format") {
      return { text: joined(out, raw), stop: true };
    } else if (style === "format" && (letter === '"' || letter === "'" || letter === "?")) {
      out += letter;
    } else if (letter === "x") {
      const digits = match(/[0-9a-fA-F]{1,2}/y, text, at);
      out += digits === "" ? "\\x" : byte(Number.parseInt(digits, 16));
      at += digits.length;
    } else if (letter === "u" || letter === "U") {
      const digits = match(letter === "u" ? /[0-9a-fA-F]{1,4}/y : /[0-9a-fA-F]{1,8}/y, text, at);
      out += digits === "" ? `\\${letter}` : unicode(Number.parseInt(digits, 16), byte);
      at += digits.length;
    } else if (letter >= "0" && letter <= "7" && (style !== "echo" || letter === "0")) {
      // \0NNN takes three digits after the zero (echo, %b), \NNN three in all.
      const from = letter === "0" && style !== "format" ? at : at - 1;
      const digits = match(/[0-7]{1,3}/y, text, from);
      out += byte(Number.parseInt(digits === "" ? "0" : digits, 8) & 0xff);
      at = from + digits.length;
    } else {
      out += `\\${letter}`;
    }
  }
  return { text: joined(out + text.slice(at), raw), stop: false };
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

/** bash encodes any value in the old UTF-8 of up to six bytes; surrogates come out as three bytes. */
function unicode(value: number, byte: (value: number) => string): string {
  if (value < 0x110000 && (value < 0xd800 || value > 0xdfff)) return String.fromCodePoint(value);
  const size = value < 0x10000 ? 3 : value < 0x200000 ? 4 : value < 0x4000000 ? 5 : 6;
  let out = byte(((0xff00 >> size) & 0xff) | Math.floor(value / 2 ** (6 * (size - 1))));
  for (let left = size - 2; left >= 0; left -= 1) out += byte(0x80 | (Math.floor(value / 2 ** (6 * left)) & 0x3f));
  return out;
}

/** Bytes written one by one may form characters: they are put together as the encoded text would be. */
function joined(text: string, raw: boolean): string {
  return raw ? decode(encode(text)) : text;
}
