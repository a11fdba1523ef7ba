// Backslash escapes of `$'..'`, for text that is known only when the line runs (`${x@E}`).
import { decode } from "../bytes/text.ts";

const SIMPLE: Readonly<Record<string, string>> = {
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

const ESCAPE =
  /((?:\\[0-7]{1,3}|\\x[0-9a-fA-F]{1,2}){1,4096})|\\u([0-9a-fA-F]{1,4})|\\U([0-9a-fA-F]{1,8})|\\c(.)|\\([abeEfnrtv\\'"?])/gsu;

/** Numbered bytes in a row may form one character together. */
export function ansiText(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(
    ESCAPE,
    (whole, bytes?: string, short?: string, long?: string, control?: string, letter?: string) => {
      if (bytes !== undefined) return decode(Uint8Array.from(bytes.slice(1).split("\\"), byteOf));
      if (control !== undefined) return String.fromCharCode(control.charCodeAt(0) & 0x1f);
      if (letter !== undefined) return SIMPLE[letter] ?? whole;
      const code = Number.parseInt(short ?? long ?? "", 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

function byteOf(digits: string): number {
  return (digits.startsWith("x") ? Number.parseInt(digits.slice(1), 16) : Number.parseInt(digits, 8)) & 0xff;
}
