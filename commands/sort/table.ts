// A table of lines in one buffer, with columns for what their keys come to. It holds data, and orders nothing.

/** Rows are lines, `bytes[starts[row], ends[row])`, without their terminators. */
export interface LineTable {
  bytes: Buffer;
  /** The same memory; reads four bytes at once. */
  view: DataView;
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
  /** Some number is more than its prefix tells: it has a fraction, or is very large. */
  coarse: boolean;
}

export interface Columns {
  readonly texts: number;
  readonly numbers: number;
}

export function createTable(bytes: Buffer, rows: number, columns: Columns): LineTable {
  const words = (length: number): Uint32Array[] => Array.from({ length }, () => new Uint32Array(rows));
  return {
    bytes,
    view: viewOf(bytes),
    count: 0,
    starts: new Uint32Array(rows),
    ends: new Uint32Array(rows),
    from: words(columns.texts),
    to: words(columns.texts),
    numbers: Array.from({ length: columns.numbers }, () => new Float64Array(rows)),
    inexact: false,
    coarse: false,
  };
}

export function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Byte order, and the shorter first where one begins the other: memcmp, then length. */
export function compareBytes(
  a: DataView,
  aStart: number,
  aEnd: number,
  b: DataView,
  bStart: number,
  bEnd: number,
): number {
  const size = Math.min(aEnd - aStart, bEnd - bStart);
  let at = 0;
  for (const last = size - 3; at < last; at += 4) {
    const x = a.getUint32(aStart + at);
    const y = b.getUint32(bStart + at);
    if (x !== y) return x - y;
  }
  for (; at < size; at += 1) {
    const difference = a.getUint8(aStart + at) - b.getUint8(bStart + at);
    if (difference !== 0) return difference;
  }
  return aEnd - aStart - (bEnd - bStart);
}

/** Five bytes as one number, zeros after the end. */
export function fiveBytes(view: DataView, start: number, end: number): number {
  if (end - start >= 5) return view.getUint32(start) * 256 + view.getUint8(start + 4);
  let value = 0;
  for (let at = start; at < start + 5; at += 1) value = value * 256 + (at < end ? view.getUint8(at) : 0);
  return value;
}
