// Reads sort's key definitions and finds the text of a key in a line. Rules: sort(1), and POSIX sort's OPERANDS on fields.
import { UsageError } from "../../src/plugin.ts";

export type Kind = "text" | "numeric" | "general" | "human" | "month" | "version" | "random";

/** How the text of a key is compared. */
export interface Ordering {
  readonly kind: Kind;
  readonly reverse: boolean;
  readonly fold: boolean;
  readonly dictionary: boolean;
  readonly printable: boolean;
}

export interface Key extends Ordering {
  /** Fields and characters to skip before the key. */
  readonly skipFields: number;
  readonly skipChars: number;
  readonly skipBlanks: boolean;
  /** Where it ends; undefined is the end of the line. `chars` 0 is the end of the field. */
  readonly end: { readonly fields: number; readonly chars: number; readonly skipBlanks: boolean } | undefined;
}

const KINDS: Readonly<Record<string, Kind>> = {
  n: "numeric",
  g: "general",
  h: "human",
  M: "month",
  V: "version",
  R: "random",
};

/** The keys of a command line; with ordering letters and no key the whole line is the one key. */
export function keysOf(definitions: readonly string[], global: ReadonlySet<string>): readonly Key[] {
  orderingOf(global);
  if (definitions.length > 0) return definitions.map((definition) => parseKey(definition, global));
  if (![...global].some((letter) => letter !== "r")) return [];
  return [{ ...orderingOf(global), skipFields: 0, skipChars: 0, skipBlanks: global.has("b"), end: undefined }];
}

function parseKey(definition: string, global: ReadonlySet<string>): Key {
  const match = /^(\d+)(?:\.(\d+))?([a-zA-Z]*)(?:,(\d+)(?:\.(\d+))?([a-zA-Z]*))?$/.exec(definition);
  if (!match) throw malformed(definition);
  const [, field = "", char = "1", startLetters = "", endField, endChar = "0", endLetters = ""] = match;
  if (Number(field) === 0 || (endField !== undefined && Number(endField) === 0)) {
    throw new UsageError(`field number is zero: invalid field specification '${definition}'`);
  }
  if (Number(char) === 0) throw new UsageError(`character offset is zero: invalid field specification '${definition}'`);
  for (const letter of startLetters + endLetters) {
    if (!/[bdfgiMhnRrV]/.test(letter)) {
      throw new UsageError(`stray character in field spec: invalid field specification '${definition}'`);
    }
  }
  const own = new Set(startLetters + endLetters);
  // A key without letters of its own takes the global ones, blanks included.
  const letters = own.size > 0 ? own : global;
  const startBlanks = own.size > 0 ? startLetters.includes("b") : global.has("b");
  const endBlanks = own.size > 0 ? endLetters.includes("b") : global.has("b");
  const chars = Number(endChar);
  return {
    ...orderingOf(letters),
    skipFields: Number(field) - 1,
    skipChars: Number(char) - 1,
    skipBlanks: startBlanks,
    end:
      endField === undefined
        ? undefined
        : { fields: chars === 0 ? Number(endField) : Number(endField) - 1, chars, skipBlanks: endBlanks },
  };
}

function malformed(definition: string): UsageError {
  if (!/^\d/.test(definition)) {
    return new UsageError(`invalid number at field start: invalid count at start of '${definition}'`);
  }
  if (/,(?!\d)/.test(definition)) return new UsageError(`invalid number after ',': invalid count at start of ''`);
  if (/\.(?!\d)/.test(definition)) return new UsageError(`invalid number after '.': invalid count at start of ''`);
  return new UsageError(`stray character in field spec: invalid field specification '${definition}'`);
}

function orderingOf(letters: ReadonlySet<string>): Ordering {
  const kinds = [...letters].filter((letter) => KINDS[letter] !== undefined);
  const filter = letters.has("d") || letters.has("i");
  const clash =
    kinds.length > 1
      ? kinds
      : kinds.length === 1 && filter && kinds[0] !== "V" && kinds[0] !== "R"
        ? [letters.has("d") ? "d" : "i", ...kinds]
        : [];
  if (clash.length > 0) throw new UsageError(`options '-${clash.sort().join("")}' are incompatible`);
  return {
    kind: KINDS[kinds[0] ?? ""] ?? "text",
    reverse: letters.has("r"),
    fold: letters.has("f"),
    dictionary: letters.has("d"),
    printable: letters.has("i"),
  };
}

/** Where the key begins in the line bytes[start, end). `tab` is the field separator, -1 for runs of blanks. */
export function keyStart(key: Key, tab: number, bytes: Buffer, start: number, end: number): number {
  let at = skipFields(bytes, start, end, key.skipFields, tab, true);
  if (key.skipBlanks) at = skipBlanks(bytes, at, end);
  return Math.min(end, at + key.skipChars);
}

export function keyEnd(key: Key, tab: number, bytes: Buffer, start: number, end: number): number {
  if (!key.end) return end;
  let at = skipFields(bytes, start, end, key.end.fields, tab, key.end.chars > 0);
  if (key.end.chars === 0) return at;
  if (key.end.skipBlanks) at = skipBlanks(bytes, at, end);
  return Math.min(end, at + key.end.chars);
}

/** Skips fields; the separator after the last one only if `beyond`. Blanks belong to the field that they precede. */
function skipFields(bytes: Buffer, start: number, end: number, fields: number, tab: number, beyond: boolean): number {
  let at = start;
  for (let left = fields; left > 0 && at < end; left -= 1) {
    if (tab >= 0) {
      while (at < end && bytes[at] !== tab) at += 1;
      if (at < end && (left > 1 || beyond)) at += 1;
    } else {
      at = skipBlanks(bytes, at, end);
      while (at < end && !isBlank(bytes[at] ?? 0)) at += 1;
    }
  }
  return at;
}

export function skipBlanks(bytes: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && isBlank(bytes[at] ?? 0)) at += 1;
  return at;
}

/** Blanks of the C locale; a newline is one where lines end with NUL. */
function isBlank(byte: number): boolean {
  return byte === 32 || byte === 9 || byte === 10;
}
