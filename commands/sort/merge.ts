// Merges sorted inputs through a tournament of cursors, each of which holds one line. Where the inputs come from is theirs.
import { type Context, type LineBlock, LineReader, type Source } from "../../src/plugin.ts";
import { mergeBytes } from "./byte-merge.ts";
import type { Order } from "./compare.ts";
import { type LineOutput, OUTPUT_BYTES } from "./output.ts";
import { RunReader, type SpilledRun } from "./run-reader.ts";
import type { LineRules } from "./runs.ts";
import { createTable, type LineTable, viewOf } from "./table.ts";

/** Bytes of all runs in memory while they are merged, and at most of one. */
const WINDOWS = 12 * 1024 * 1024;
const WINDOW = 256 * 1024;

/** One sorted input, at one of its lines. */
export interface Cursor {
  /** A table of one row: the line, with its keys once they are extracted. */
  readonly table: LineTable;
  /** Goes to the next line; false at the end. */
  advance(): boolean | Promise<boolean>;
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

/** Hands on the lines of sorted runs in order. */
export async function mergeRuns(
  runs: readonly SpilledRun[],
  order: Order,
  rules: LineRules,
  context: Context,
  out: LineOutput,
): Promise<void> {
  const window = Math.min(WINDOW, Math.floor(WINDOWS / runs.length));
  const memory = Buffer.allocUnsafeSlow(runs.length * window + OUTPUT_BYTES);
  const view = viewOf(memory);
  out.from(memory, runs.length * window);
  const readers = runs.map(
    (run, index) => new RunReader(run, order, memory, view, index * window, (index + 1) * window),
  );
  if (order.plain) await mergeBytes(readers, order.descending, rules.unique, context, out);
  else await mergeCursors(readers, order, rules, context, out);
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
    if (!last?.repeats(table)) out.line(table.bytes, table.starts[0] ?? 0, table.ends[0] ?? 0);
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
  /** The prefixes of the lines; infinite at the end of an input. */
  readonly #prefixes: Float64Array;

  constructor(cursors: readonly Cursor[], order: Order) {
    this.#cursors = cursors;
    this.#order = order;
    this.#losers = new Int32Array(Math.max(1, cursors.length)).fill(-1);
    this.#prefixes = new Float64Array(cursors.length);
  }

  /** The cursor at the least line; undefined when all have ended. */
  get winner(): Cursor | undefined {
    const index = this.#losers[0] ?? 0;
    return this.#prefixes[index] === Number.POSITIVE_INFINITY ? undefined : this.#cursors[index];
  }

  /** Makes the new line of a cursor comparable; `more` is false when there is none. */
  enter(index: number, more: boolean): void {
    const table = this.#cursors[index]?.table;
    if (!more || !table) {
      this.#prefixes[index] = Number.POSITIVE_INFINITY;
      return;
    }
    table.inexact = false;
    this.#order.extract(table, 0);
    this.#prefixes[index] = this.#order.prefix(table, 0);
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
    const x = this.#prefixes[a] ?? 0;
    const y = this.#prefixes[b] ?? 0;
    if (x !== y) return x < y;
    if (x === Number.POSITIVE_INFINITY) return a < b;
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
