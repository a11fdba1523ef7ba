// Puts the rows of one table in order, in steps short enough for the event loop. Nothing here touches a file.
import type { Order } from "./compare.ts";
import { insertionSort, mergeSort } from "./stable.ts";
import { compareBytes, type LineTable } from "./table.ts";

/** Rows handled between two steps. */
const STEP = 32 * 1024;

/** Up to this many rows insertion is faster than the rest. */
const SMALL = 12;

/** Bytes of a prefix. */
const PREFIX = 5;

/** Bits for the number of a row beside the 40 of its prefix. */
const ROW_BITS = 24;
const ROW_MASK = 0xff_ffff;

/** Where the upper and lower halves of a 64-bit integer are. */
const LOWER = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 0 : 1;
const UPPER = 1 - LOWER;

/**
 * Rows are packed into integers, a prefix of 40 bits above the row, which the runtime sorts natively. Rows with equal
 * prefixes are told apart afterwards: by the next five bytes (a radix sort, most significant bytes first), or by
 * comparing. Its memory serves one table after another.
 */
export class Arranger {
  readonly #order: Order;
  readonly #packed: BigUint64Array;
  /** The same memory as halves. */
  readonly #halves: Uint32Array;
  readonly #rows: Uint32Array;
  readonly #spare: Uint32Array;
  /** Ranges of rows in byte order so far: low, high, and the depth up to which they are equal. */
  readonly #stack: number[] = [];

  /** For tables of up to `rows` rows, which must be under 2 ** 24. */
  constructor(order: Order, rows: number) {
    this.#order = order;
    this.#packed = new BigUint64Array(rows);
    this.#halves = new Uint32Array(this.#packed.buffer);
    this.#rows = new Uint32Array(rows);
    this.#spare = new Uint32Array(order.plain ? 0 : rows);
  }

  /** The rows in order; valid until the next call. */
  *arrange(table: LineTable): Generator<void, Uint32Array> {
    const { count } = table;
    if (this.#order.plain) {
      this.#number(count);
      yield* this.#byBytes(table, 0, count);
    } else yield* this.#byPrefix(table);
    const rows = this.#rows.subarray(0, count);
    if (this.#order.descending) rows.reverse();
    return rows;
  }

  *#byPrefix(table: LineTable): Generator<void> {
    const { count } = table;
    this.#pack(table);
    yield;
    this.#packed.subarray(0, count).sort();
    yield;
    this.#unpack(0, count);
    let work = 0;
    for (let low = 0; low < count; ) {
      const high = this.#groupEnd(low, count);
      if (high - low > SMALL) yield* this.#settle(table, low, high);
      else if (high - low > 1) insertionSort(table, this.#rows, low, high, this.#order.compare);
      work += high - low;
      low = high;
      if (work < STEP) continue;
      work = 0;
      yield;
    }
  }

  /** Orders many rows of equal prefixes. */
  *#settle(table: LineTable, low: number, high: number): Generator<void> {
    const { compare, numbersOnly, lastResort } = this.#order;
    if (!numbersOnly || table.coarse) {
      yield* mergeSort(table, this.#rows, this.#spare, low, high, compare);
      return;
    }
    if (lastResort === "none") return;
    yield* this.#byBytes(table, low, high);
    if (lastResort === "descending") this.#rows.subarray(low, high).reverse();
  }

  /** Byte order of rows whose numbers stand in `#halves`. Equal lines end in any order. */
  *#byBytes(table: LineTable, low: number, high: number): Generator<void> {
    this.#group(table, low, high, 0);
    while (this.#someParts(table)) yield;
    this.#unpack(low, high);
  }

  // Loops stand apart from generators, in which V8 optimizes them anew for each table.

  #number(count: number): void {
    const halves = this.#halves;
    for (let row = 0; row < count; row += 1) halves[2 * row + LOWER] = row;
  }

  #pack(table: LineTable): void {
    const { prefix } = this.#order;
    const halves = this.#halves;
    for (let row = 0; row < table.count; row += 1) {
      const value = prefix(table, row);
      const upper = Math.floor(value / 256);
      halves[2 * row + UPPER] = upper;
      halves[2 * row + LOWER] = ((value - upper * 256) << ROW_BITS) | row;
    }
  }

  #unpack(low: number, high: number): void {
    const halves = this.#halves;
    const rows = this.#rows;
    for (let at = low; at < high; at += 1) rows[at] = (halves[2 * at + LOWER] ?? 0) & ROW_MASK;
  }

  /** Orders groups until a step's worth is done; false when there are no more. */
  #someParts(table: LineTable): boolean {
    const stack = this.#stack;
    for (let left = STEP; left > 0 && stack.length > 0; ) {
      const depth = stack.pop() ?? 0;
      const end = stack.pop() ?? 0;
      const start = stack.pop() ?? 0;
      this.#part(table, start, end, depth);
      left -= end - start;
    }
    return stack.length > 0;
  }

  /** Rows that are equal up to `depth`, which none of them has passed: few are sorted at once, many later. */
  #group(table: LineTable, low: number, high: number, depth: number): void {
    if (high - low > SMALL) this.#stack.push(low, high, depth);
    else if (high - low > 1) this.#insert(table, low, high, depth);
  }

  /** Orders rows by the five bytes at `depth`. */
  #part(table: LineTable, low: number, high: number, depth: number): void {
    const halves = this.#halves;
    if (this.#fill(table, low, high, depth) !== 0) this.#packed.subarray(low, high).sort();
    for (let start = low; start < high; ) {
      const end = this.#groupEnd(start, high);
      if (end - start > 1) {
        const last = (halves[2 * start + LOWER] ?? 0) >>> ROW_BITS;
        const rest = last === 0 ? this.#finish(table, start, end, depth + PREFIX) : start;
        this.#group(table, rest, end, depth + PREFIX);
      }
      start = end;
    }
  }

  /** Sets the prefixes to the bytes at `depth`; 0 when all are the same. */
  #fill({ view, starts, ends }: LineTable, low: number, high: number, depth: number): number {
    const halves = this.#halves;
    let unlike = 0;
    let upper = 0;
    let fifth = 0;
    for (let at = low; at < high; at += 1) {
      const row = (halves[2 * at + LOWER] ?? 0) & ROW_MASK;
      const start = (starts[row] ?? 0) + depth;
      const beforeUpper = upper;
      const beforeFifth = fifth;
      const left = (ends[row] ?? 0) - start;
      if (left >= PREFIX) {
        upper = view.getUint32(start);
        fifth = view.getUint8(start + 4);
      } else {
        fifth = 0;
        // Lines do not end the memory that they lie in.
        upper = left > 0 ? (view.getUint32(start) & (-1 << (32 - 8 * left))) >>> 0 : 0;
      }
      if (at > low) unlike |= (upper ^ beforeUpper) | (fifth ^ beforeFifth);
      halves[2 * at + UPPER] = upper;
      halves[2 * at + LOWER] = (fifth << ROW_BITS) | row;
    }
    return unlike;
  }

  /** Where the rows with the prefix of the one at `low` end. */
  #groupEnd(low: number, high: number): number {
    const halves = this.#halves;
    const upper = halves[2 * low + UPPER];
    const lower = halves[2 * low + LOWER] ?? 0;
    let end = low + 1;
    while (
      end < high &&
      halves[2 * end + UPPER] === upper &&
      (((halves[2 * end + LOWER] ?? 0) ^ lower) & ~ROW_MASK) === 0
    )
      end += 1;
    return end;
  }

  /** Among rows that are equal so far, brings those that have ended to the front, shorter ones first. */
  #finish({ starts, ends }: LineTable, low: number, high: number, depth: number): number {
    const halves = this.#halves;
    const size = (half: number): number => (ends[half & ROW_MASK] ?? 0) - (starts[half & ROW_MASK] ?? 0);
    let front = low;
    let uneven = false;
    for (let at = low; at < high; at += 1) {
      const half = halves[2 * at + LOWER] ?? 0;
      if (size(half) > depth) continue;
      halves[2 * at + LOWER] = halves[2 * front + LOWER] ?? 0;
      halves[2 * front + LOWER] = half;
      uneven ||= size(half) !== size(halves[2 * low + LOWER] ?? 0);
      front += 1;
    }
    if (uneven) {
      // Only NUL bytes at the ends of lines lead here.
      const ended = Array.from({ length: front - low }, (_, index) => halves[2 * (low + index) + LOWER] ?? 0);
      ended.sort((a, b) => size(a) - size(b));
      for (let at = low; at < front; at += 1) halves[2 * at + LOWER] = ended[at - low] ?? 0;
    }
    return front;
  }

  /** Insertion sort of rows that are equal up to `depth`. */
  #insert({ view, starts, ends }: LineTable, low: number, high: number, depth: number): void {
    const halves = this.#halves;
    for (let next = low + 1; next < high; next += 1) {
      const row = (halves[2 * next + LOWER] ?? 0) & ROW_MASK;
      const start = (starts[row] ?? 0) + depth;
      const end = ends[row] ?? 0;
      let at = next;
      while (at > low) {
        const other = (halves[2 * at - 2 + LOWER] ?? 0) & ROW_MASK;
        if (compareBytes(view, (starts[other] ?? 0) + depth, ends[other] ?? 0, view, start, end) <= 0) break;
        halves[2 * at + LOWER] = other;
        at -= 1;
      }
      halves[2 * at + LOWER] = row;
    }
  }
}
