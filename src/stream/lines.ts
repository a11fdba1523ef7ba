// Cuts a byte stream into blocks of whole lines, so that a command handles many lines without a promise each.
import { LONGEST_LINE, LongLineError } from "./long-line.ts";
import type { Source } from "./stream.ts";

/** `bytes[start, end)` holds whole lines; only the very last block may lack a final delimiter. */
export interface LineBlock {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/**
 * Reads blocks of whole lines. A line longer than a chunk is gathered up to `LONGEST_LINE`, which bounds memory.
 * `next` answers at once when it can, as `Source.read` does.
 */
export class LineReader {
  readonly #source: Source;
  readonly #delimiter: number;
  #rest: Buffer[] = [];
  #restBytes = 0;
  /** Whole lines after the one that the last block was about. */
  #following: LineBlock | undefined;
  #done = false;

  constructor(source: Source, delimiter = 10) {
    this.#source = source;
    this.#delimiter = delimiter;
  }

  next(): LineBlock | null | Promise<LineBlock | null> {
    const following = this.#following;
    if (following) {
      this.#following = undefined;
      return following;
    }
    while (!this.#done) {
      const chunk = this.#source.read();
      if (chunk instanceof Promise) return chunk.then((value) => this.#accept(value) ?? this.next());
      const block = this.#accept(chunk);
      if (block) return block;
    }
    return null;
  }

  /** What has been read after the last block: for a reader that gives it back. */
  get rest(): Uint8Array {
    const { bytes, start, end } = this.#following ?? NOTHING;
    return Buffer.concat([bytes.subarray(start, end), ...this.#rest]);
  }

  close(): void {
    this.#done = true;
    this.#following = undefined;
    this.#source.close();
  }

  #accept(chunk: Uint8Array | null): LineBlock | undefined {
    if (chunk === null) {
      this.#done = true;
      if (this.#rest.length === 0) return undefined;
      const bytes = Buffer.concat(this.#rest.splice(0));
      return { bytes, start: 0, end: bytes.length };
    }
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const last = bytes.lastIndexOf(this.#delimiter);
    if (last < 0) {
      this.#rest.push(bytes);
      this.#restBytes += bytes.length;
      if (this.#restBytes > LONGEST_LINE) {
        this.#rest = [];
        throw new LongLineError();
      }
      return undefined;
    }
    const tail = bytes.subarray(last + 1);
    this.#restBytes = tail.length;
    if (this.#rest.length === 0) {
      if (tail.length > 0) this.#rest.push(tail);
      return { bytes, start: 0, end: last + 1 };
    }
    // Only the line that spans chunks is copied, and is a block of its own; the chunk after it stays where it is.
    const first = bytes.indexOf(this.#delimiter) + 1;
    const line = Buffer.concat([...this.#rest.splice(0), bytes.subarray(0, first)]);
    if (first <= last) this.#following = { bytes, start: first, end: last + 1 };
    if (tail.length > 0) this.#rest.push(tail);
    return { bytes: line, start: 0, end: line.length };
  }
}

const NOTHING: LineBlock = { bytes: Buffer.alloc(0), start: 0, end: 0 };
