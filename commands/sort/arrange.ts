// Puts the rows of one table in order, in steps short enough for the event loop. Nothing here touches a file.
import type { Compare } from "./compare.ts";
import { compareBytes, type LineTable, sixBytes } from "./table.ts";

/** Rows handled between two steps. */
const STEP = 32 * 1024;

/** Bytes that are compared at once. */
const WORD = 6;

/** Below this many rows insertion is faster than partition. */
const SMALL = 12;

/**
 * Byte order by multikey quicksort (Bentley and Sedgewick): rows are parted by six bytes at a time, which are cached
 * beside them. Equal rows end in any order.
 */
export function* byBytes(table: LineTable, order: Uint32Array, cache: Float64Array): Generator<void> {
  for (let row = 0; row < table.count; row += 1) order[row] = row;
  const sorter = new ByteSorter(table, order, cache);
  sorter.push(0, table.count, 0, false);
  let work = 0;
  for (let done = sorter.step(); done >= 0; done = sorter.step()) {
    work += done;
    if (work < STEP) continue;
    work = 0;
    yield;
  }
}

class ByteSorter {
  readonly #view: DataView;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #order: Uint32Array;
  readonly #cache: Float64Array;
  /** Ranges to do: low, high, depth, and whether the cache holds the bytes at that depth. */
  readonly #stack: number[] = [];

  constructor(table: LineTable, order: Uint32Array, cache: Float64Array) {
    this.#view = table.view;
    this.#starts = table.starts;
    this.#ends = table.ends;
    this.#order = order;
    this.#cache = cache;
  }

  push(low: number, high: number, depth: number, cached: boolean): void {
    if (high - low > 1) this.#stack.push(low, high, depth, cached ? 1 : 0);
  }

  /** Does one range; returns the rows that it looked at, -1 when there is nothing left. */
  step(): number {
    const stack = this.#stack;
    if (stack.length === 0) return -1;
    const cached = stack.pop() === 1;
    const depth = stack.pop() ?? 0;
    const high = stack.pop() ?? 0;
    const low = stack.pop() ?? 0;
    if (!cached) this.#fill(low, high, depth);
    if (high - low <= SMALL) this.#insert(low, high, depth);
    else this.#part(low, high, depth);
    return high - low;
  }

  #fill(low: number, high: number, depth: number): void {
    const order = this.#order;
    const cache = this.#cache;
    const view = this.#view;
    const starts = this.#starts;
    const ends = this.#ends;
    for (let at = low; at < high; at += 1) {
      const row = order[at] ?? 0;
      cache[at] = sixBytes(view, (starts[row] ?? 0) + depth, ends[row] ?? 0);
    }
  }

  #part(low: number, high: number, depth: number): void {
    const order = this.#order;
    const cache = this.#cache;
    const pivot = this.#pivot(low, high);
    let less = low;
    let greater = high;
    for (let at = low; at < greater; ) {
      const word = cache[at] ?? 0;
      if (word === pivot) {
        at += 1;
        continue;
      }
      let other: number;
      if (word < pivot) {
        other = less;
        less += 1;
      } else {
        greater -= 1;
        other = greater;
      }
      const row = order[at] ?? 0;
      order[at] = order[other] ?? 0;
      order[other] = row;
      cache[at] = cache[other] ?? 0;
      cache[other] = word;
      if (word < pivot) at += 1;
    }
    this.push(low, less, depth, true);
    this.push(greater, high, depth, true);
    const rest = pivot % 256 === 0 ? this.#finish(less, greater, depth + WORD) : less;
    this.push(rest, greater, depth + WORD, false);
  }

  /** Among rows that are equal so far, brings those that have ended to the front, shorter ones first. */
  #finish(low: number, high: number, depth: number): number {
    const order = this.#order;
    let front = low;
    let uneven = false;
    for (let at = low; at < high; at += 1) {
      const row = order[at] ?? 0;
      const size = (this.#ends[row] ?? 0) - (this.#starts[row] ?? 0);
      if (size > depth) continue;
      order[at] = order[front] ?? 0;
      order[front] = row;
      const first = order[low] ?? 0;
      uneven ||= size !== (this.#ends[first] ?? 0) - (this.#starts[first] ?? 0);
      front += 1;
    }
    if (uneven) {
      // Only NUL bytes at the ends of lines lead here.
      const size = (row: number): number => (this.#ends[row] ?? 0) - (this.#starts[row] ?? 0);
      order.subarray(low, front).sort((a, b) => size(a) - size(b));
    }
    return front;
  }

  #pivot(low: number, high: number): number {
    const cache = this.#cache;
    const middle = (low + high) >>> 1;
    if (high - low < 128) return median(cache[low] ?? 0, cache[middle] ?? 0, cache[high - 1] ?? 0);
    const part = (high - low) >>> 3;
    return median(
      median(cache[low] ?? 0, cache[low + part] ?? 0, cache[low + 2 * part] ?? 0),
      median(cache[middle - part] ?? 0, cache[middle] ?? 0, cache[middle + part] ?? 0),
      median(cache[high - 1 - 2 * part] ?? 0, cache[high - 1 - part] ?? 0, cache[high - 1] ?? 0),
    );
  }

  /** Insertion sort; the cache holds the bytes at this depth. */
  #insert(low: number, high: number, depth: number): void {
    const order = this.#order;
    const cache = this.#cache;
    for (let next = low + 1; next < high; next += 1) {
      const row = order[next] ?? 0;
      const word = cache[next] ?? 0;
      let at = next;
      while (at > low) {
        const before = cache[at - 1] ?? 0;
        if (before < word || (before === word && this.#compare(order[at - 1] ?? 0, row, depth) <= 0)) break;
        order[at] = order[at - 1] ?? 0;
        cache[at] = before;
        at -= 1;
      }
      order[at] = row;
      cache[at] = word;
    }
  }

  /** Compares two rows from `depth` on. */
  #compare(a: number, b: number, depth: number): number {
    const view = this.#view;
    const starts = this.#starts;
    const ends = this.#ends;
    return compareBytes(view, (starts[a] ?? 0) + depth, ends[a] ?? 0, view, (starts[b] ?? 0) + depth, ends[b] ?? 0);
  }
}

function median(a: number, b: number, c: number): number {
  if (a < b) return b < c ? b : Math.max(a, c);
  return a < c ? a : Math.max(b, c);
}

/** Any order by merging, stable. `spare` is room for as many rows. */
export function* byCompare(
  table: LineTable,
  order: Uint32Array,
  spare: Uint32Array,
  compare: Compare,
): Generator<void, Uint32Array> {
  const { count } = table;
  for (let row = 0; row < count; row += 1) order[row] = row;
  let work = 0;
  for (let low = 0; low < count; low += SMALL) {
    insertBy(table, order, low, Math.min(count, low + SMALL), compare);
    work += 4 * SMALL;
    if (work >= STEP) {
      work = 0;
      yield;
    }
  }
  let from = order;
  let to = spare;
  for (let width = SMALL; width < count; width *= 2) {
    for (let low = 0; low < count; low += 2 * width) {
      const middle = Math.min(count, low + width);
      const state = { left: low, right: middle, at: low };
      const high = Math.min(count, low + 2 * width);
      while (state.at < high) {
        work += mergeSome(table, from, to, middle, high, state, compare);
        if (work >= STEP) {
          work = 0;
          yield;
        }
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

function insertBy(table: LineTable, order: Uint32Array, low: number, high: number, compare: Compare): void {
  for (let next = low + 1; next < high; next += 1) {
    const row = order[next] ?? 0;
    let at = next;
    while (at > low && compare(table, order[at - 1] ?? 0, table, row) > 0) {
      order[at] = order[at - 1] ?? 0;
      at -= 1;
    }
    order[at] = row;
  }
}

interface MergeState {
  left: number;
  right: number;
  at: number;
}

/** Merges at most one step's worth of two neighbours; returns the rows written. */
function mergeSome(
  table: LineTable,
  from: Uint32Array,
  to: Uint32Array,
  middle: number,
  high: number,
  state: MergeState,
  compare: Compare,
): number {
  let { left, right, at } = state;
  const begun = at;
  const limit = Math.min(high, at + STEP);
  while (at < limit) {
    const takeLeft = left < middle && (right >= high || compare(table, from[left] ?? 0, table, from[right] ?? 0) <= 0);
    if (takeLeft) {
      to[at] = from[left] ?? 0;
      left += 1;
    } else {
      to[at] = from[right] ?? 0;
      right += 1;
    }
    at += 1;
  }
  state.left = left;
  state.right = right;
  state.at = at;
  return at - begun;
}
