// Merges sorted inputs through a tournament of cursors, each of which holds one line. Where the inputs come from is theirs.
import { type Context, type LineBlock, LineReader, type Source } from "../../src/plugin.ts";
import type { Order } from "./compare.ts";
import type { LineOutput } from "./output.ts";
import type { LineRules, SpilledRun } from "./runs.ts";
import { createTable, type LineTable, sixBytes, viewOf } from "./table.ts";

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
          table.view = viewOf(buffer);
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
    if (table.bytes !== block.bytes) {
      table.bytes = block.bytes;
      table.view = viewOf(block.bytes);
    }
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

/** Hands on the lines of all inputs in order; of equal lines that of the earlier input comes first. */
export async function mergeCursors(
  cursors: readonly Cursor[],
  order: Order,
  rules: LineRules,
  context: Context,
  out: LineOutput,
): Promise<void> {
  const tournament = new Tournament(cursors, order);
  for (let index = 0; index < cursors.length; index += 1) {
    const more = cursors[index]?.advance();
    tournament.enter(index, (more instanceof Promise ? await more : more) ?? false);
  }
  tournament.begin();
  const last = rules.unique ? new LastLine(order) : undefined;
  let count = 0;
  for (let winner = tournament.winner; winner; winner = tournament.winner) {
    const { table } = winner;
    if (!last?.repeats(table)) out.line(table.view, table.starts[0] ?? 0, table.ends[0] ?? 0);
    const more = winner.advance();
    tournament.replace(more instanceof Promise ? await more : more);
    count += 1;
    if ((count & 0xfff) !== 0) continue;
    const full = out.drain();
    if (full) await full;
    const rest = context.pause();
    if (rest) await rest;
  }
}

/** A tree of losers (Knuth, The Art of Computer Programming 3, 5.4.1): one comparison a level for each line. */
class Tournament {
  readonly #cursors: readonly Cursor[];
  readonly #order: Order;
  /** `#losers[0]` is the winner; the loser at an inner node is an index of a cursor. */
  readonly #losers: Int32Array;
  /** The first twelve bytes of each line in two numbers, for a plain order; infinite at the end of an input. */
  readonly #first: Float64Array;
  readonly #second: Float64Array;
  readonly #done: Uint8Array;

  constructor(cursors: readonly Cursor[], order: Order) {
    this.#cursors = cursors;
    this.#order = order;
    this.#losers = new Int32Array(Math.max(1, cursors.length)).fill(-1);
    this.#first = new Float64Array(cursors.length);
    this.#second = new Float64Array(cursors.length);
    this.#done = new Uint8Array(cursors.length);
  }

  /** The cursor at the least line; undefined when all have ended. */
  get winner(): Cursor | undefined {
    const index = this.#losers[0] ?? 0;
    return this.#done[index] === 0 ? this.#cursors[index] : undefined;
  }

  /** Makes the new line of a cursor comparable; `more` is false when there is none. */
  enter(index: number, more: boolean): void {
    const table = this.#cursors[index]?.table;
    if (!more || !table) {
      this.#done[index] = 1;
      this.#first[index] = Number.POSITIVE_INFINITY;
      return;
    }
    if (!this.#order.plain) {
      table.inexact = false;
      this.#order.extract(table, 0);
      return;
    }
    const start = table.starts[0] ?? 0;
    const end = table.ends[0] ?? 0;
    const sign = this.#order.descending ? -1 : 1;
    this.#first[index] = sign * sixBytes(table.view, start, end);
    this.#second[index] = sign * sixBytes(table.view, start + 6, end);
  }

  begin(): void {
    for (let index = this.#cursors.length - 1; index >= 0; index -= 1) this.#play(index);
  }

  /** The winner has moved on: its new line plays its way up. */
  replace(more: boolean): void {
    const index = this.#losers[0] ?? 0;
    this.enter(index, more);
    this.#play(index);
  }

  #play(entrant: number): void {
    const losers = this.#losers;
    let winner = entrant;
    for (let node = (entrant + this.#cursors.length) >>> 1; node > 0; node >>>= 1) {
      const other = losers[node] ?? -1;
      if (other < 0) {
        // The first to come here waits for its opponent.
        losers[node] = winner;
        return;
      }
      if (this.#precedes(other, winner)) {
        losers[node] = winner;
        winner = other;
      }
    }
    losers[0] = winner;
  }

  #precedes(a: number, b: number): boolean {
    const x = this.#first[a] ?? 0;
    const y = this.#first[b] ?? 0;
    if (x !== y) return x < y;
    if (this.#done[a] === 1 || this.#done[b] === 1) return this.#done[b] === 1 && this.#done[a] === 0;
    const x2 = this.#second[a] ?? 0;
    const y2 = this.#second[b] ?? 0;
    if (x2 !== y2) return x2 < y2;
    const left = this.#cursors[a]?.table;
    const right = this.#cursors[b]?.table;
    const difference = left && right ? this.#order.compare(left, 0, right, 0) : 0;
    return difference < 0 || (difference === 0 && a < b);
  }
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
    if (this.#table.bytes.length < size) {
      this.#table.bytes = Buffer.alloc(size * 2);
      this.#table.view = viewOf(this.#table.bytes);
    }
    line.bytes.copy(this.#table.bytes, 0, start, start + size);
    this.#table.ends[0] = size;
    this.#table.inexact = false;
    this.#order.extract(this.#table, 0);
    this.#any = true;
    return false;
  }
}
