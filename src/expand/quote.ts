// Values as text that the shell reads back: `${x@Q}`, `${x@A}`, `${x@K}`.
import { encode } from "../bytes/text.ts";
import { AssociativeArray, IndexedArray } from "./arrays.ts";
import type { Variable } from "./environment.ts";

/** For `${x@Q}`: single quotes, or `$'..'` where there are control characters. */
export function quoteValue(text: string): string {
  if (hasControls(text)) return ansiQuote(text);
  if (text === "'") return "\\'";
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** As the elements of arrays are shown. */
export function doubleQuote(text: string): string {
  return hasControls(text) ? ansiQuote(text) : `"${text.replace(/["$`\\]/g, "\\$&")}"`;
}

/** `([0]="a" [1]="b")`, with the space before the parenthesis that bash 5.2 has for associative arrays. */
export function arrayText(array: IndexedArray | AssociativeArray): string {
  if (array instanceof IndexedArray) {
    return `(${array
      .indices()
      .map((index) => `[${index}]=${doubleQuote(array.get(index) ?? "")}`)
      .join(" ")})`;
  }
  return `(${array
    .keys()
    .map((key) => `[${keyText(key)}]=${doubleQuote(array.get(key) ?? "")} `)
    .join("")})`;
}

/** Attribute letters in the order of `${x@a}`. */
export function attributes(variable: Variable): string {
  const { value } = variable;
  let letters = "";
  if (value instanceof IndexedArray) letters += "a";
  if (value instanceof AssociativeArray) letters += "A";
  if (variable.integer) letters += "i";
  if (variable.nameref) letters += "n";
  if (variable.readonly) letters += "r";
  if (variable.exported) letters += "x";
  if (variable.lower) letters += "l";
  if (variable.upper) letters += "u";
  return letters;
}

/** An associative key inside `[..]`: bare unless the shell would read it otherwise. */
export function keyText(key: string): string {
  return /^[\w%+,./:=@^-]+$/.test(key) && key !== "@" ? key : doubleQuote(key);
}

/** Control characters of ASCII and Latin-1, and bytes that are no text. */
function hasControls(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters meant.
  return /[\x00-\x1f\x7f-\x9f]|[\udc80-\udcff]/u.test(text);
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\x1b": "\\E",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  "\\": "\\\\",
  "'": "\\'",
};

function ansiQuote(text: string): string {
  let quoted = "";
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    const letter = ESCAPES[char];
    if (letter !== undefined) quoted += letter;
    else if (code < 0x20 || (code >= 0x7f && code <= 0x9f) || (code >= 0xdc80 && code <= 0xdcff)) {
      for (const byte of encode(char)) quoted += `\\${byte.toString(8).padStart(3, "0")}`;
    } else quoted += char;
  }
  return `$'${quoted}'`;
}
