// Cuts the input into runs that fit a bounded memory, sorts each, and keeps all but a lone one in files under /tmp.
import { type Context, FileError, type FileHandle, type Source } from "../../src/plugin.ts";
import { Arranger } from "./arrange.ts";
import type { Order } from "./compare.ts";
import { LineOutput, OUTPUT_BYTES } from "./output.ts";
import type { SpilledRun } from "./run-reader.ts";
import { createTable, type LineTable, viewOf } from "./table.ts";

/** Bytes of lines in one run. Small runs stay in the processor's caches; that outweighs merging more of them. */
const RUN_BYTES = 4 * 1024 * 1024;

/** Lines in one run, so that short lines cannot blow up the columns. */
const RUN_ROWS = 128 * 1024;

/** Bytes read at a time. */
const BLOCK = 256 * 1024;

/** Lines handled between two looks at the clock. */
const STEP = 8192;

/** Runs that are merged into one as soon as there are so many. */
const MAX_RUNS = 256;

export interface LineRules {
  readonly newline: number;
  /** Leave out lines that compare equal to the one before. */
  readonly unique: boolean;
}

/** Merges runs; given by merge.ts, so that this file does not depend on it. */
export type MergeRuns = (runs: readonly SpilledRun[], out: LineOutput) => Promise<void>;

/** Sorted rows in memory. */
interface Arranged {
  readonly table: LineTable;
  readonly rows: Uint32Array;
}

export class RunSorter {
  readonly #order: Order;
  readonly #rules: LineRules;
  readonly #context: Context;
  readonly #merge: MergeRuns;
  /** Lines, and after them room for output. */
  #memory = Buffer.alloc(0);
  /** The part of it for lines. */
  #buffer = Buffer.alloc(0);
  #used = 0;
  #table: LineTable | undefined;
  #arranger: Arranger | undefined;
  #runs: SpilledRun[] = [];

  constructor(order: Order, rules: LineRules, context: Context, merge: MergeRuns) {
    this.#order = order;
    this.#rules = rules;
    this.#context = context;
    this.#merge = merge;
  }

  async addFile(handle: FileHandle): Promise<void> {
    this.#reserve(Math.min(RUN_BYTES, this.#used + handle.stat().size + 2));
    for (;;) {
      if (this.#used === this.#buffer.length) await this.#makeRoom();
      const got = handle.read(this.#buffer.subarray(this.#used, this.#used + BLOCK));
      if (got === 0) break;
      this.#used += got;
      const rest = this.#context.pause();
      if (rest) await rest;
    }
    await this.#endFile();
  }

  async addSource(source: Source): Promise<void> {
    for (;;) {
      const next = source.read();
      const chunk = next instanceof Promise ? await next : next;
      if (chunk === null) break;
      for (let at = 0; at < chunk.length; ) {
        if (this.#used === this.#buffer.length) await this.#makeRoom();
        const part = chunk.subarray(at, at + this.#buffer.length - this.#used);
        this.#buffer.set(part, this.#used);
        this.#used += part.length;
        at += part.length;
      }
    }
    await this.#endFile();
  }

  /** Everything was added: hands on all lines in order. */
  async finish(out: LineOutput): Promise<void> {
    if (this.#runs.length === 0) {
      const next = await this.#nextRun(0);
      if (next.end === this.#used) {
        await this.#emit(next.arranged, out);
        return;
      }
      await this.#spill(next.arranged);
      await this.#spillAll(next.end);
    } else await this.#spillAll(0);
    this.#memory = Buffer.alloc(0);
    this.#buffer = this.#memory;
    this.#table = undefined;
    this.#arranger = undefined;
    await this.#merge(this.#runs, out);
  }

  /** Whether `finish` will not need files: the lines are few. */
  get small(): boolean {
    return this.#runs.length === 0;
  }

  /** Removes the files, whatever happened. */
  close(): void {
    for (const run of this.#runs.splice(0)) this.#remove(run);
  }

  #remove({ handle, path }: SpilledRun): void {
    handle.close();
    try {
      this.#context.workspace.unlink(path);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
    }
  }

  /** A last line without terminator is a line too. */
  async #endFile(): Promise<void> {
    if (this.#used === 0 || this.#buffer[this.#used - 1] === this.#rules.newline) return;
    if (this.#used === this.#buffer.length) await this.#makeRoom();
    this.#buffer[this.#used] = this.#rules.newline;
    this.#used += 1;
  }

  #reserve(size: number): void {
    if (size <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(size + Math.min(size, OUTPUT_BYTES));
    this.#buffer.copy(larger, 0, 0, this.#used);
    this.#memory = larger;
    this.#buffer = larger.subarray(0, size);
  }

  /** The buffer is full: it grows to the size of a run, then becomes a run; it grows further only for a longer line. */
  async #makeRoom(): Promise<void> {
    const size = this.#buffer.length;
    if (size < RUN_BYTES) return this.#reserve(Math.min(RUN_BYTES, Math.max(BLOCK, size * 2)));
    const end = this.#buffer.lastIndexOf(this.#rules.newline, this.#used - 1) + 1;
    if (end === 0) return this.#reserve(size * 2);
    const used = this.#used;
    this.#used = end;
    await this.#spillAll(0);
    this.#buffer.copyWithin(0, end, used);
    this.#used = used - end;
  }

  async #spillAll(from: number): Promise<void> {
    for (let at = from; at < this.#used; ) {
      const next = await this.#nextRun(at);
      await this.#spill(next.arranged);
      at = next.end;
    }
  }

  /** Sorts the lines from `from` on, as many as one run takes. */
  async #nextRun(from: number): Promise<{ readonly arranged: Arranged; readonly end: number }> {
    const { table, arranger } = this.#tableFor();
    table.count = 0;
    let at = from;
    for (let end = this.#addRows(table, at); end > at; end = this.#addRows(table, at)) {
      at = end;
      const rest = this.#context.pause();
      if (rest) await rest;
    }
    const steps = arranger.arrange(table);
    let step = steps.next();
    while (!step.done) {
      const rest = this.#context.pause();
      if (rest) await rest;
      step = steps.next();
    }
    const rows = step.value;
    return { arranged: { table, rows }, end: Math.min(at, this.#used) };
  }

  /** Enters lines from `from` on, some thousands at most; returns where the next ones begin. */
  #addRows(table: LineTable, from: number): number {
    const { newline } = this.#rules;
    const { extract, plain } = this.#order;
    const { starts, ends } = table;
    const buffer = this.#buffer;
    const used = this.#used;
    const limit = Math.min(starts.length, table.count + STEP);
    let at = from;
    let row = table.count;
    for (; at < used && row < limit; row += 1) {
      const found = buffer.indexOf(newline, at);
      const stop = found < 0 || found > used ? used : found;
      starts[row] = at;
      ends[row] = stop;
      if (!plain) extract(table, row);
      at = stop + 1;
    }
    table.count = row;
    return at;
  }

  #tableFor(): { readonly table: LineTable; readonly arranger: Arranger } {
    const short = this.#buffer.length < BLOCK * 2;
    const rows = short ? countLines(this.#buffer, this.#used, this.#rules.newline) : RUN_ROWS;
    let table = this.#table;
    let arranger = this.#arranger;
    if (!table || !arranger || table.starts.length < rows) {
      table = createTable(this.#memory, rows, this.#order.columns);
      arranger = new Arranger(this.#order, rows);
      this.#table = table;
      this.#arranger = arranger;
    }
    table.bytes = this.#memory;
    table.view = viewOf(this.#memory);
    table.inexact = false;
    table.coarse = false;
    return { table, arranger };
  }

  async #spill(arranged: Arranged): Promise<void> {
    const run = this.#createRun();
    await this.#writeRun(run, (out) => this.#emit(arranged, out));
    this.#runs.push(run);
    if (this.#runs.length < MAX_RUNS) return;
    const merged = this.#createRun();
    const sources = this.#runs;
    this.#runs = [merged, ...sources];
    await this.#writeRun(merged, (out) => this.#merge(sources, out));
    this.#runs = [merged];
    for (const source of sources) this.#remove(source);
  }

  /** Lets `produce` write lines to the run's file. */
  async #writeRun({ handle, path }: SpilledRun, produce: (out: LineOutput) => Promise<void>): Promise<void> {
    const out = new LineOutput((block) => handle.write(block), this.#rules.newline, true);
    try {
      await produce(out);
      await out.flush();
    } catch (error) {
      if (!this.#runs.some((run) => run.path === path)) this.#remove({ handle, path });
      throw error;
    }
  }

  #createRun(): SpilledRun {
    for (let attempt = 0; ; attempt += 1) {
      const name = Math.floor(Math.random() * 2 ** 48).toString(36);
      const path = `/tmp/sort-${name}`;
      try {
        const handle = this.#context.workspace.open(path, {
          read: true,
          write: true,
          create: true,
          exclusive: true,
          mode: 0o600,
        });
        return { handle, path };
      } catch (error) {
        if (!(error instanceof FileError) || error.code !== "EEXIST" || attempt > 9) throw error;
      }
    }
  }

  async #emit(arranged: Arranged, out: LineOutput): Promise<void> {
    out.from(arranged.table.bytes, this.#buffer.length);
    for (let at = 0; at < arranged.rows.length; at += STEP) {
      this.#emitRows(arranged, at, out);
      const full = out.drain();
      if (full) await full;
      const rest = this.#context.pause();
      if (rest) await rest;
    }
  }

  #emitRows({ table, rows }: Arranged, from: number, out: LineOutput): void {
    const { unique } = this.#rules;
    const { compare } = this.#order;
    const { bytes, starts, ends } = table;
    const to = Math.min(rows.length, from + STEP);
    for (let at = from; at < to; at += 1) {
      const row = rows[at] ?? 0;
      // All of a run of equal lines but the first are left out, whichever of them is compared with.
      if (unique && at > 0 && compare(table, rows[at - 1] ?? 0, table, row) === 0) continue;
      out.line(bytes, starts[row] ?? 0, ends[row] ?? 0);
    }
  }
}

function countLines(bytes: Buffer, length: number, newline: number): number {
  let lines = 1;
  for (let at = 0; at < length; at += 1) if (bytes[at] === newline) lines += 1;
  return lines;
}
