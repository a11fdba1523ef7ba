// One line of an input at a time, without a promise a line: for commands that go through several inputs side by side.
import { LineReader, type Source } from "../src/plugin.ts";

export class LineCursor {
  /** The current line is bytes[start, end), without its delimiter. */
  bytes: Buffer = Buffer.alloc(0);
  start = 0;
  end = 0;
  /** The last `next` found a line. */
  present = false;
  readonly #reader: LineReader;
  readonly #delimiter: number;
  #position = 0;
  #limit = 0;

  constructor(source: Source, delimiter = 10) {
    this.#reader = new LineReader(source, delimiter);
    this.#delimiter = delimiter;
  }

  /** Goes to the next line; false at the end. A promise means wait. */
  next(): boolean | Promise<boolean> {
    if (this.#position < this.#limit) return this.#take();
    const block = this.#reader.next();
    return block instanceof Promise ? block.then((value) => this.#enter(value)) : this.#enter(block);
  }

  #enter(block: { readonly bytes: Buffer; readonly start: number; readonly end: number } | null): boolean {
    if (!block) {
      this.present = false;
      return false;
    }
    this.bytes = block.bytes;
    this.#position = block.start;
    this.#limit = block.end;
    return this.#take();
  }

  #take(): boolean {
    const found = this.bytes.indexOf(this.#delimiter, this.#position);
    this.start = this.#position;
    this.end = found < 0 || found >= this.#limit ? this.#limit : found;
    this.#position = Math.min(this.end + 1, this.#limit);
    this.present = true;
    return true;
  }
}
