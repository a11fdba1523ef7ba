// Merges sorted inputs through a heap of cursors, each of which holds one line. Where the inputs come from is theirs.
import { type Context, type LineBlock, LineReader, type Source } from "../../src/plugin.ts";
import type { Order } from "./compare.ts";
import type { Emit, LineRules, SpilledRun } from "./runs.ts";
import { createTable, type LineTable } from "./table.ts";

/** Bytes of a run in memory while it is merged. */
const WINDOW = 128 * 1024;

/** One sorted input, at one of its lines. */
export interface Cursor {
  /** A table of one row: the line, with its keys once they are extracted. */
  readonly table: LineTable;
  /** Goes to the next line; false at the end. */
  advance(): boolean | Promise<boolean>;
}

export function runCursor({ handle }: SpilledRun, order: Order, newline: number): Cursor {
  let buffer = Buffer.allocUnsafeSlow(WINDOW);
  let filled = 0;
  let position = 0;
  let at = 0;
  const table = createTable(buffer, 1, order.columns);
  return {
    table,
    advance() {
      let found = at < filled ? buffer.indexOf(newline, at) : -1;
      while (found < 0 || found >= filled) {
        if (at > 0) {
          buffer.copyWithin(0, at, filled);
          filled -= at;
          at = 0;
        } else if (filled === buffer.length) {
          const larger = Buffer.allocUnsafeSlow(buffer.length * 2);
          buffer.copy(larger, 0, 0, filled);
          buffer = larger;
        }
        const got = handle.read(buffer.subarray(filled), position);
        if (got === 0) return false;
        position += got;
        filled += got;
        found = buffer.indexOf(newline, at);
      }
      table.bytes = buffer;
      table.starts[0] = at;
      table.ends[0] = found;
      at = found + 1;
      return true;
    },
  };
}

export function sourceCursor(source: Source, order: Order, newline: number): Cursor {
  const lines = new LineReader(source, newline);
  const table = createTable(Buffer.alloc(0), 1, order.columns);
  let block: LineBlock | undefined;
  let at = 0;
  const accept = (next: LineBlock | null): boolean => {
    if (!next) return false;
    block = next;
    at = next.start;
    return take();
  };
  const take = (): boolean => {
    if (!block) return false;
    const found = block.bytes.indexOf(newline, at);
    const stop = found < 0 || found >= block.end ? block.end : found;
    table.bytes = block.bytes;
    table.starts[0] = at;
    table.ends[0] = stop;
    at = stop + 1;
    return true;
  };
  return {
    table,
    advance() {
      if (block && at < block.end) return take();
      const next = lines.next();
      return next instanceof Promise ? next.then(accept) : accept(next);
    },
  };
}

/** A cursor in the heap. */
interface Entry {
  readonly cursor: Cursor;
  readonly table: LineTable;
  /** Of equal lines that of the earlier input comes first. */
  readonly rank: number;
  /** The first six bytes of the line, for a plain order. */
  prefix: number;
}

/** Emits the lines of all inputs in order. `flushed` is called now and then and may ask to wait. */
export async function mergeCursors(
  cursors: readonly Cursor[],
  order: Order,
  rules: LineRules,
  context: Context,
  emit: Emit,
  flushed: () => void | Promise<void>,
): Promise<void> {
  const heap: Entry[] = [];
  for (const [rank, cursor] of cursors.entries()) {
    const more = cursor.advance();
    if (!(more instanceof Promise ? await more : more)) continue;
    const entry = { cursor, table: cursor.table, rank, prefix: 0 };
    prepare(entry, order);
    heap.push(entry);
  }
  for (let at = (heap.length >>> 1) - 1; at >= 0; at -= 1) sift(heap, at, order);
  const last = rules.unique ? new LastLine(order) : undefined;
  let count = 0;
  for (let top = heap[0]; top; top = heap[0]) {
    const { table } = top;
    if (!last?.repeats(table)) emit(table.bytes, table.starts[0] ?? 0, table.ends[0] ?? 0);
    const more = top.cursor.advance();
    if (more instanceof Promise ? await more : more) prepare(top, order);
    else {
      const end = heap.pop();
      if (end && end !== top) heap[0] = end;
    }
    sift(heap, 0, order);
    count += 1;
    if ((count & 0xfff) !== 0) continue;
    const full = flushed();
    if (full) await full;
    const rest = context.pause();
    if (rest) await rest;
  }
}

/** Makes the entry's new line comparable. */
function prepare(entry: Entry, order: Order): void {
  const { table } = entry;
  if (!order.plain) {
    table.inexact = false;
    order.extract(table, 0);
    return;
  }
  const { bytes } = table;
  const start = table.starts[0] ?? 0;
  const size = (table.ends[0] ?? 0) - start;
  let prefix = 0;
  if (size >= 6) prefix = bytes.readUIntBE(start, 6);
  else for (let at = 0; at < 6; at += 1) prefix = prefix * 256 + (at < size ? (bytes[start + at] ?? 0) : 0);
  entry.prefix = order.descending ? -prefix : prefix;
}

function precedes(a: Entry, b: Entry, order: Order): boolean {
  if (a.prefix !== b.prefix) return a.prefix < b.prefix;
  const difference = order.compare(a.table, 0, b.table, 0);
  return difference < 0 || (difference === 0 && a.rank < b.rank);
}

function sift(heap: Entry[], from: number, order: Order): void {
  const entry = heap[from];
  if (!entry) return;
  let at = from;
  for (;;) {
    let child = 2 * at + 1;
    let best = heap[child];
    if (!best) break;
    const other = heap[child + 1];
    if (other && precedes(other, best, order)) {
      best = other;
      child += 1;
    }
    if (!precedes(best, entry, order)) break;
    heap[at] = best;
    at = child;
  }
  heap[at] = entry;
}

/** A copy of the last line that was emitted. */
class LastLine {
  readonly #order: Order;
  readonly #table: LineTable;
  #any = false;

  constructor(order: Order) {
    this.#order = order;
    this.#table = createTable(Buffer.alloc(256), 1, order.columns);
  }

  /** Does the line compare equal to the last one? If not, it is the last one from now on. */
  repeats(line: LineTable): boolean {
    if (this.#any && this.#order.compare(this.#table, 0, line, 0) === 0) return true;
    const start = line.starts[0] ?? 0;
    const size = (line.ends[0] ?? 0) - start;
    if (this.#table.bytes.length < size) this.#table.bytes = Buffer.alloc(size * 2);
    line.bytes.copy(this.#table.bytes, 0, start, start + size);
    this.#table.ends[0] = size;
    this.#table.inexact = false;
    this.#order.extract(this.#table, 0);
    this.#any = true;
    return false;
  }
}
