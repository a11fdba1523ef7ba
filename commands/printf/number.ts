// Reads numeric arguments as bash's printf does: C's notations, and 'x for the code of a character. It keeps what could
// be read and says what was wrong with the rest.
import { type Float, fromDecimal, parseFloatText } from "./float.ts";

export interface Read<T> {
  readonly value: T;
  /** Printed, and the exit status is 1. */
  readonly problem?: string;
  /** Printed only. */
  readonly warning?: string;
}

const MAX = (1n << 63n) - 1n;
const MIN = -(1n << 63n);
const UNSIGNED_MAX = (1n << 64n) - 1n;

/** An integer in 64 bits; `unsigned` ones are above zero. */
export function readInteger(text: string, unsigned: boolean): Read<bigint> {
  if (/^["']/.test(text)) return { value: BigInt(characterCode(text)) };
  const parts = /^\s*([-+]?)(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9]\d*)?/.exec(text);
  const digits = parts?.[2] ?? "";
  if (text === "") return { value: 0n };
  const octal = /^0[0-7]+$/.test(digits);
  const magnitude = digits === "" ? 0n : BigInt(octal ? `0o${digits.slice(1)}` : digits);
  const value = parts?.[1] === "-" ? -magnitude : magnitude;
  const rest = digits === "" ? text : text.slice(parts?.[0].length ?? 0);
  if (rest !== "") {
    const body = text.trimStart().replace(/^[-+]/, "");
    const kind = /^0[xX]/.test(body) ? "hex" : /^0\d/.test(body) ? "octal" : undefined;
    return { value: clamp(value, unsigned), problem: `${text}: invalid ${kind === undefined ? "" : `${kind} `}number` };
  }
  const clamped = clamp(value, unsigned);
  if (clamped === value || (unsigned && value < 0n && -value <= UNSIGNED_MAX)) return { value: clamped };
  return { value: clamped, warning: `warning: ${text}: Numerical result out of range` };
}

/** Out of range: the nearest; a negative number where an unsigned one is wanted wraps. */
function clamp(value: bigint, unsigned: boolean): bigint {
  if (!unsigned) return value > MAX ? MAX : value < MIN ? MIN : value;
  if (value > UNSIGNED_MAX || value < -UNSIGNED_MAX) return UNSIGNED_MAX;
  return BigInt.asUintN(64, value);
}

export function readFloat(text: string): Read<Float> {
  const zero = fromDecimal(0n, 0, false);
  if (/^["']/.test(text)) return { value: fromDecimal(BigInt(characterCode(text)), 0, false) };
  if (text === "") return { value: zero };
  const read = parseFloatText(text);
  if (!read) return { value: zero, problem: `${text}: invalid number` };
  return read.length === text.length
    ? { value: read.value }
    : { value: read.value, problem: `${text}: invalid number` };
}

/** The code point after the quote; a byte that is no character counts as itself. */
function characterCode(text: string): number {
  const code = text.codePointAt(1) ?? 0;
  return code >= 0xdc80 && code <= 0xdcff ? code - 0xdc00 : code;
}
