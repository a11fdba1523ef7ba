// Stable sorting of rows by any comparison, in steps short enough for the event loop.
import type { Compare } from "./compare.ts";
import type { LineTable } from "./table.ts";

/** Rows handled between two steps. */
const STEP = 32 * 1024;

/** Below this many rows insertion is faster than merging. */
const SMALL = 12;

/** Puts rows[low, high) in order. `spare` is room for as many rows as `rows` has. */
export function* mergeSort(
  table: LineTable,
  rows: Uint32Array,
  spare: Uint32Array,
  low: number,
  high: number,
  compare: Compare,
): Generator<void> {
  let work = 0;
  for (let start = low; start < high; start += SMALL) {
    insertionSort(table, rows, start, Math.min(high, start + SMALL), compare);
    work += 4 * SMALL;
    if (work >= STEP) {
      work = 0;
      yield;
    }
  }
  let from = rows;
  let to = spare;
  for (let width = SMALL; width < high - low; width *= 2) {
    for (let start = low; start < high; start += 2 * width) {
      const middle = Math.min(high, start + width);
      const state = { left: start, right: middle, at: start };
      const end = Math.min(high, start + 2 * width);
      while (state.at < end) {
        work += mergeSome(table, from, to, middle, end, state, compare);
        if (work >= STEP) {
          work = 0;
          yield;
        }
      }
    }
    [from, to] = [to, from];
  }
  if (from !== rows) rows.set(from.subarray(low, high), low);
}

/** The same for a few rows. */
export function insertionSort(table: LineTable, rows: Uint32Array, low: number, high: number, compare: Compare): void {
  for (let next = low + 1; next < high; next += 1) {
    const row = rows[next] ?? 0;
    let at = next;
    while (at > low && compare(table, rows[at - 1] ?? 0, table, row) > 0) {
      rows[at] = rows[at - 1] ?? 0;
      at -= 1;
    }
    rows[at] = row;
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
