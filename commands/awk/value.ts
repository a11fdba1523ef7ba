// The values of awk and how they turn into one another: numbers, strings, input that looks like a number, arrays.
// Formats of numbers are in number-text.ts.
import { CommandError, encode } from "../../src/plugin.ts";
import type { AwkArray } from "./array.ts";
import { wholeNumber } from "./number.ts";

/** Text from input that looks like a number: it compares as one and prints as it came (POSIX awk, "numeric string"). */
export class NumericText {
  readonly text: string;
  readonly number: number;

  constructor(text: string, number: number) {
    this.text = text;
    this.number = number;
  }
}

/** `undefined` is what was never assigned: 0 and "" at once. */
export type Scalar = number | string | NumericText | undefined;

/** What a variable or an element may hold. */
export type Value = Scalar | AwkArray;

/** The program did what awk calls fatal: exit 2. A program that cannot be parsed: exit 1, as in gawk. */
export class AwkError extends CommandError {
  constructor(message: string, help?: string, exitCode = 2) {
    super(message, { exitCode, ...(help === undefined ? {} : { help }) });
    this.name = "AwkError";
  }
}

export function scalarOnly(): never {
  throw new AwkError("attempt to use an array in a scalar context", "use an element, a[key], or length(a)");
}

/** Text from input: fields, getline, `-v`, ARGV, ENVIRON. */
export function inputValue(text: string): Scalar {
  const first = text.charCodeAt(0);
  // Letters and most punctuation begin no number.
  if (first > 57 || text === "") return text;
  const number = wholeNumber(text);
  return number === undefined ? text : new NumericText(text, number);
}

export function isTrue(value: Value): boolean {
  if (typeof value === "number") return value !== 0;
  if (typeof value === "string") return value !== "";
  if (value === undefined) return false;
  if (value instanceof NumericText) return value.number !== 0;
  return scalarOnly();
}

/** By bytes, as LC_ALL=C orders them. UTF-16 agrees with that below the surrogates. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const size = Math.min(a.length, b.length);
  for (let i = 0; i < size; i += 1) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    if (x < 0xd800 && y < 0xd800) return x - y;
    return Buffer.compare(encode(a), encode(b));
  }
  return a.length - b.length;
}
