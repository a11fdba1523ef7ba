// Walks through a sorted run in a file, line by line, in a window of memory that is shared with other runs.
import type { FileHandle } from "../../src/plugin.ts";
import type { Order } from "./compare.ts";
import { createTable, type LineTable, viewOf } from "./table.ts";

/** A sorted run in a file: records of a length in four bytes, the line, and its terminator. */
export interface SpilledRun {
  readonly handle: FileHandle;
  readonly path: string;
}

export class RunReader {
  /** A table of one row: the line, with its keys once they are extracted. */
  readonly table: LineTable;
  bytes: Buffer;
  view: DataView;
  /** The line. */
  start: number;
  end: number;
  /** The line before, which stays in the window. */
  lastStart: number;
  lastEnd: number;
  readonly #handle: FileHandle;
  /** The window is `bytes[#base, #limit)`; it holds bytes of the run up to `#filled`. */
  #base: number;
  #limit: number;
  #filled: number;
  #position = 0;

  constructor({ handle }: SpilledRun, order: Order, memory: Buffer, view: DataView, base: number, limit: number) {
    this.#handle = handle;
    this.table = createTable(memory, 1, order.columns);
    this.bytes = memory;
    this.view = view;
    this.#base = base;
    this.#limit = limit;
    this.#filled = base;
    this.start = base;
    this.end = base - 1;
    this.lastStart = base;
    this.lastEnd = base;
  }

  /** Goes to the next line; false at the end. */
  advance(): boolean {
    this.lastStart = this.start;
    this.lastEnd = this.end;
    if (!this.#complete() && !this.#refill()) return false;
    const at = this.end + 1;
    this.start = at + 4;
    this.end = this.start + this.view.getUint32(at, true);
    this.table.starts[0] = this.start;
    this.table.ends[0] = this.end;
    return true;
  }

  /** Is the next record in the window? */
  #complete(): boolean {
    const at = this.end + 1;
    return at + 4 <= this.#filled && at + 5 + this.view.getUint32(at, true) <= this.#filled;
  }

  #refill(): boolean {
    do {
      const shift = this.lastStart - this.#base;
      if (shift > 0) {
        this.bytes.copyWithin(this.#base, this.lastStart, this.#filled);
        this.#move(shift);
      } else if (this.#filled === this.#limit) this.#grow();
      const got = this.#handle.read(this.bytes.subarray(this.#filled, this.#limit), this.#position);
      if (got === 0) return false;
      this.#position += got;
      this.#filled += got;
    } while (!this.#complete());
    return true;
  }

  /** A line does not fit: the window moves into memory of its own. */
  #grow(): void {
    const size = this.#limit - this.#base;
    const larger = Buffer.allocUnsafeSlow(size * 2);
    this.bytes.copy(larger, 0, this.#base, this.#filled);
    this.#move(this.#base);
    this.#base = 0;
    this.#limit = larger.length;
    this.bytes = larger;
    this.view = viewOf(larger);
    this.table.bytes = larger;
    this.table.view = this.view;
  }

  #move(shift: number): void {
    this.start -= shift;
    this.end -= shift;
    this.lastStart -= shift;
    this.lastEnd -= shift;
    this.#filled -= shift;
  }
}
