// Reads the two strings of tr into lists of bytes: ranges, classes, [=x=], [x*n], escapes. It translates nothing.
import { encode, UsageError } from "../../src/plugin.ts";

/** A piece of a string, in order. */
export type Piece =
  | { readonly kind: "bytes"; readonly bytes: readonly number[] }
  | { readonly kind: "class"; readonly name: string; readonly bytes: readonly number[] }
  | { readonly kind: "same"; readonly bytes: readonly number[] }
  /** `[x*n]`; a count of 0 fills up to the length of the first string. */
  | { readonly kind: "repeat"; readonly byte: number; readonly count: number };

/** A byte of the string after escapes; an escaped one is never part of a construct. */
interface Unit {
  readonly byte: number;
  readonly escaped: boolean;
}

const CONTROL: Readonly<Record<string, number>> = { a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11 };

export function parseSet(text: string): readonly Piece[] {
  const units = unescaped(encode(text));
  const pieces: Piece[] = [];
  for (let at = 0; at < units.length; ) {
    const construct = bracketed(units, at);
    if (construct) {
      pieces.push(construct.piece);
      at = construct.next;
      continue;
    }
    const first = byteAt(units, at);
    const last = units[at + 2];
    if (isPlain(units, at + 1, "-") && last) {
      if (last.byte < first) {
        throw new UsageError(
          `range-endpoints of '${shown(first)}-${shown(last.byte)}' are in reverse collating sequence order`,
        );
      }
      pieces.push({ kind: "bytes", bytes: span(first, last.byte) });
      at += 3;
      continue;
    }
    pieces.push({ kind: "bytes", bytes: [first] });
    at += 1;
  }
  return pieces;
}

/** The bytes of a class in ascending order, or undefined for a name that is none. ASCII only, as in C.UTF-8. */
export function classBytes(name: string): readonly number[] | undefined {
  const test = CLASSES[name];
  return test && span(0, 255).filter((byte) => byte < 128 && test(byte));
}

const upper = (byte: number): boolean => byte >= 65 && byte <= 90;
const lower = (byte: number): boolean => byte >= 97 && byte <= 122;
const digit = (byte: number): boolean => byte >= 48 && byte <= 57;
const alpha = (byte: number): boolean => upper(byte) || lower(byte);
const graph = (byte: number): boolean => byte > 32 && byte < 127;
const CLASSES: Readonly<Record<string, ((byte: number) => boolean) | undefined>> = {
  alnum: (byte) => alpha(byte) || digit(byte),
  alpha,
  blank: (byte) => byte === 9 || byte === 32,
  cntrl: (byte) => byte < 32 || byte === 127,
  digit,
  graph,
  lower,
  print: (byte) => graph(byte) || byte === 32,
  punct: (byte) => graph(byte) && !alpha(byte) && !digit(byte),
  space: (byte) => byte === 32 || (byte >= 9 && byte <= 13),
  upper,
  xdigit: (byte) => digit(byte) || (byte >= 65 && byte <= 70) || (byte >= 97 && byte <= 102),
};

/** Backslash escapes of tr(1); an octal number over 377 takes two digits only. */
function unescaped(bytes: Uint8Array): readonly Unit[] {
  const units: Unit[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte !== 92 || at + 1 === bytes.length) {
      units.push({ byte, escaped: false });
      continue;
    }
    const octal = /^[0-7]{1,3}/.exec(Buffer.from(bytes.subarray(at + 1, at + 4)).toString("latin1"))?.[0];
    if (octal !== undefined) {
      const digits = Number.parseInt(octal, 8) > 255 ? octal.slice(0, 2) : octal;
      units.push({ byte: Number.parseInt(digits, 8), escaped: true });
      at += digits.length;
      continue;
    }
    const next = bytes[at + 1] ?? 0;
    units.push({ byte: CONTROL[String.fromCharCode(next)] ?? next, escaped: true });
    at += 1;
  }
  return units;
}

/** `[:name:]`, `[=x=]` or `[x*n]` at this place. */
function bracketed(units: readonly Unit[], at: number): { readonly piece: Piece; readonly next: number } | undefined {
  if (!isPlain(units, at, "[")) return undefined;
  for (const mark of [":", "="]) {
    if (!isPlain(units, at + 1, mark)) continue;
    for (let end = at + 2; end + 1 < units.length; end += 1) {
      if (!isPlain(units, end, mark) || !isPlain(units, end + 1, "]")) continue;
      const bytes = units.slice(at + 2, end).map((unit) => unit.byte);
      const piece = mark === ":" ? namedClass(bytes) : equivalence(bytes);
      if (piece) return { piece, next: end + 2 };
      break;
    }
  }
  if (!isPlain(units, at + 2, "*")) return undefined;
  for (let end = at + 3; end < units.length; end += 1) {
    if (!isPlain(units, end, "]")) continue;
    const digits = String.fromCharCode(...units.slice(at + 3, end).map((unit) => unit.byte));
    if (!/^\d*$/.test(digits)) {
      // `[x*y]` with anything else stands for itself, unless it looks like a number gone wrong.
      if (/^\d/.test(digits)) throw new UsageError(`invalid repeat count '${digits}' in [c*n] construct`);
      return undefined;
    }
    const count = digits === "" ? 0 : Number.parseInt(digits, digits.startsWith("0") ? 8 : 10);
    return { piece: { kind: "repeat", byte: byteAt(units, at + 1), count }, next: end + 1 };
  }
  return undefined;
}

function namedClass(name: readonly number[]): Piece | undefined {
  const text = String.fromCharCode(...name);
  const bytes = classBytes(text);
  if (bytes) return { kind: "class", name: text, bytes };
  if (text === "") throw new UsageError("missing character class name '[::]'");
  // `[:*]`-like text may be a repeat; a real class name consists of letters.
  throw new UsageError(`invalid character class '${text}'`);
}

function equivalence(bytes: readonly number[]): Piece | undefined {
  if (bytes.length === 0) throw new UsageError("missing equivalence class character '[==]'");
  if (bytes.length === 1) return { kind: "same", bytes };
  throw new UsageError(`${Buffer.from(bytes).toString()}: equivalence class operand must be a single character`);
}

function isPlain(units: readonly Unit[], at: number, character: string): boolean {
  const unit = units[at];
  return unit !== undefined && !unit.escaped && unit.byte === character.charCodeAt(0);
}

function byteAt(units: readonly Unit[], at: number): number {
  return units[at]?.byte ?? 0;
}

function span(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function shown(byte: number): string {
  return byte >= 32 && byte < 127 ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, "0")}`;
}
