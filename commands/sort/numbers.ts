// What numbers, sizes and months in a key are worth. All work on bytes[start, end).
import { skipBlanks } from "./keys.ts";

/** Significant digits that a double holds for certain. */
const EXACT_DIGITS = 15;

export interface Parsed {
  value: number;
  /** The double may stand for other numbers too. */
  inexact: boolean;
}

/** `-n`: blanks, a minus, digits, a point, digits; anything else is 0. Fills `into`, so that nothing is allocated. */
export function parseNumeric(bytes: Buffer, start: number, end: number, into: Parsed): void {
  let at = skipBlanks(bytes, start, end);
  const negative = bytes[at] === 45 && at < end;
  if (negative) at += 1;
  const first = at;
  let value = 0;
  let digits = 0;
  let decimals = 0;
  let point = false;
  for (; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 48 && byte <= 57) {
      if (digits > 0 || byte !== 48) digits += 1;
      value = value * 10 + byte - 48;
      if (point) decimals += 1;
    } else if (byte === 46 && !point) point = true;
    else break;
  }
  into.inexact = digits > EXACT_DIGITS || decimals > 22;
  if (into.inexact) value = Number(bytes.toString("latin1", first, at).replace(/\.$/, "")) || 0;
  else if (decimals > 0) value /= 10 ** decimals;
  into.value = negative && value !== 0 ? -value : value;
}

/** Compares two numbers of any length digit by digit, as `-n` does. */
export function compareDigits(
  a: Buffer,
  aStart: number,
  aEnd: number,
  b: Buffer,
  bStart: number,
  bEnd: number,
): number {
  const x = decimalOf(a, aStart, aEnd);
  const y = decimalOf(b, bStart, bEnd);
  if (x.sign !== y.sign) return x.sign - y.sign;
  const size = x.whole.length - y.whole.length;
  const magnitude = size !== 0 ? size : x.whole !== y.whole ? (x.whole < y.whole ? -1 : 1) : order(x.part, y.part);
  return x.sign * magnitude;
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function decimalOf(bytes: Buffer, start: number, end: number): { sign: number; whole: string; part: string } {
  const text = bytes.toString("latin1", skipBlanks(bytes, start, end), end);
  const [, minus, whole = "", part = ""] = /^(-?)0*(\d*)(?:\.(\d*?)0*(?!\d))?/.exec(text) ?? [];
  const zero = whole === "" && part === "";
  return { sign: zero ? 0 : minus ? -1 : 1, whole, part };
}

/** `-h`: the power of 1000 or 1024 that follows the number, negative for a negative number, 0 for zero. */
export function unitOf(bytes: Buffer, start: number, end: number): number {
  let at = skipBlanks(bytes, start, end);
  const sign = bytes[at] === 45 && at < end ? -1 : 1;
  if (sign < 0) at += 1;
  let nonzero = false;
  let point = false;
  for (; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 48 && byte <= 57) nonzero ||= byte !== 48;
    else if (byte === 46 && !point) point = true;
    else break;
  }
  if (!nonzero || at >= end) return 0;
  return sign * (UNITS[String.fromCharCode(bytes[at] ?? 0)] ?? 0);
}

const UNITS: Readonly<Record<string, number>> = { k: 1, K: 1, M: 2, G: 3, T: 4, P: 5, E: 6, Z: 7, Y: 8, R: 9, Q: 10 };

/** `-M`: 1 to 12, and 0 for what is no month. */
export function monthOf(bytes: Buffer, start: number, end: number): number {
  const at = skipBlanks(bytes, start, end);
  return end - at < 3 ? 0 : MONTHS.indexOf(bytes.toString("latin1", at, at + 3).toUpperCase()) + 1;
}

const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

/** `-g`: a C floating-point number. What is no number comes first (as NaN here), then NaN, then -infinity. */
export function generalOf(bytes: Buffer, start: number, end: number): number {
  const text = bytes.toString("latin1", start, Math.min(end, start + 400));
  const match = /^\s*([+-]?)(?:(inf(?:inity)?)|(nan)|(0x[\da-f]+)|((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?))/i.exec(text);
  if (!match) return Number.NaN;
  const sign = match[1] === "-" ? -1 : 1;
  if (match[3] !== undefined) return Number.NEGATIVE_INFINITY;
  if (match[2] !== undefined) return sign < 0 ? -Number.MAX_VALUE : Number.POSITIVE_INFINITY;
  return sign * Number(match[4] ?? match[5]) + 0;
}

export function compareGeneral(a: number, b: number): number {
  if (a === b) return 0;
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : -1;
  if (Number.isNaN(b)) return 1;
  return a < b ? -1 : 1;
}
