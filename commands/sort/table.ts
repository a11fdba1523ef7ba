// A table of lines in one buffer, with columns for what their keys come to. It holds data, and orders nothing.

/** Rows are lines, `bytes[starts[row], ends[row])`, without their terminators. */
export interface LineTable {
  bytes: Buffer;
  count: number;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** By key: where its text begins and ends in `bytes`. */
  readonly from: readonly Uint32Array[];
  readonly to: readonly Uint32Array[];
  /** By number column: values of numeric keys and their like. */
  readonly numbers: readonly Float64Array[];
  /** Some number has more digits than a double holds, so equal doubles may differ. */
  inexact: boolean;
}

export interface Columns {
  readonly texts: number;
  readonly numbers: number;
}

export function createTable(bytes: Buffer, rows: number, columns: Columns): LineTable {
  const words = (length: number): Uint32Array[] => Array.from({ length }, () => new Uint32Array(rows));
  return {
    bytes,
    count: 0,
    starts: new Uint32Array(rows),
    ends: new Uint32Array(rows),
    from: words(columns.texts),
    to: words(columns.texts),
    numbers: Array.from({ length: columns.numbers }, () => new Float64Array(rows)),
    inexact: false,
  };
}

/** Byte order, and the shorter first where one begins the other: memcmp, then length. */
export function compareBytes(a: Buffer, aStart: number, aEnd: number, b: Buffer, bStart: number, bEnd: number): number {
  const size = Math.min(aEnd - aStart, bEnd - bStart);
  const near = Math.min(size, 48);
  for (let at = 0; at < near; at += 1) {
    const difference = (a[aStart + at] ?? 0) - (b[bStart + at] ?? 0);
    if (difference !== 0) return difference;
  }
  // A call into memcmp pays only for what is long.
  if (size > near) return a.compare(b, bStart + near, bEnd, aStart + near, aEnd);
  return aEnd - aStart - (bEnd - bStart);
}
