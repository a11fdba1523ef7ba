// Cuts fields out of lines. A run of wanted fields that follow each other is copied as one piece.
import type { Writer } from "../../src/plugin.ts";
import type { Range } from "./ranges.ts";

export interface FieldRules {
  readonly ranges: readonly Range[];
  /** The bytes of one character. */
  readonly separator: Uint8Array;
  readonly output: Uint8Array;
  readonly onlyDelimited: boolean;
  readonly newline: number;
}

/** Fields up to this number are looked up in a table. */
const TABLE = 1024;

export function fieldCutter(rules: FieldRules): (bytes: Buffer, start: number, end: number, out: Writer) => void {
  const { ranges, separator, output, onlyDelimited, newline } = rules;
  const wanted = lookup(ranges);
  /** No field after this one is wanted. */
  const last = ranges[ranges.length - 1]?.last ?? 0;
  const first = separator[0] ?? 0;
  const width = separator.length;
  const verbatim = Buffer.compare(separator, output) === 0;

  /** Cuts one line; `stop` is where its terminator stands. */
  const cutLine = (bytes: Buffer, start: number, end: number, out: Writer): number => {
    let field = 1;
    let fieldStart = start;
    let runStart = -1;
    let runEnd = -1;
    let printed = false;
    let at = start;
    for (;;) {
      const byte = at < end ? bytes[at] : newline;
      const ends = byte === newline;
      if (!ends && (byte !== first || (width > 1 && !matches(bytes, at, separator)))) {
        at += 1;
        continue;
      }
      if (ends && field === 1) {
        if (!onlyDelimited) {
          out.bytes(bytes, start, at);
          out.byte(newline);
        }
        return at;
      }
      if (wanted(field)) {
        if (verbatim && runEnd >= 0 && runEnd + width === fieldStart) runEnd = at;
        else {
          if (runEnd >= 0) {
            if (printed) out.bytes(output);
            out.bytes(bytes, runStart, runEnd);
            printed = true;
          }
          runStart = fieldStart;
          runEnd = at;
        }
      }
      if (ends) break;
      at += width;
      field += 1;
      fieldStart = at;
      if (field > last) {
        const found = bytes.indexOf(newline, at);
        at = found < 0 || found > end ? end : found;
        break;
      }
    }
    if (runEnd >= 0) {
      if (printed) out.bytes(output);
      out.bytes(bytes, runStart, runEnd);
    }
    out.byte(newline);
    return at;
  };

  return (bytes, start, end, out) => {
    for (let at = start; at < end; ) at = cutLine(bytes, at, end, out) + 1;
  };
}

function lookup(ranges: readonly Range[]): (field: number) => boolean {
  const table = new Uint8Array(TABLE);
  for (const { first, last } of ranges) table.fill(1, first, Math.min(last, TABLE) + 1);
  return (field) =>
    field < TABLE ? table[field] === 1 : ranges.some(({ first, last }) => field >= first && field <= last);
}

function matches(bytes: Buffer, at: number, separator: Uint8Array): boolean {
  for (let index = 1; index < separator.length; index += 1) if (bytes[at + index] !== separator[index]) return false;
  return true;
}
