// Cuts a byte stream into records by RS: one byte, paragraphs, or a regular expression. Says where a record lies; it
// decodes nothing.
import type { Pattern, Source } from "../../src/plugin.ts";
import { Block, NO_BLOCK } from "./block.ts";

export type RecordSeparator =
  | { readonly kind: "byte"; readonly byte: number }
  /** RS = "": records end at empty lines. */
  | { readonly kind: "paragraph" }
  | { readonly kind: "pattern"; readonly pattern: Pattern };

const EMPTY = Buffer.alloc(0);

export class RecordReader {
  block: Block = NO_BLOCK;
  /** The last record is `block.bytes[start, end)`; what ended it follows up to `after`. */
  start = 0;
  end = 0;
  after = 0;
  readonly #source: Source;
  #bytes: Buffer = EMPTY;
  #at = 0;
  #ended = false;

  constructor(source: Source) {
    this.#source = source;
  }

  /** Goes to the next record; false at the end. */
  next(separator: RecordSeparator): boolean | Promise<boolean> {
    if (separator.kind === "byte") return this.#nextByte(separator.byte);
    for (;;) {
      const found = separator.kind === "paragraph" ? this.#paragraph() : this.#matched(separator.pattern);
      if (found) return true;
      if (this.#ended) return this.#last(separator);
      const more = this.#more();
      if (more) return more.then(() => this.next(separator));
    }
  }

  /**
   * Goes to the next line that the pattern matches, or to the last one. Where matching lines follow one another
   * closely it is not worth the search: see `sparse`.
   */
  nextMatching(pattern: Pattern): boolean | Promise<boolean> {
    for (;;) {
      const bytes = this.#bytes;
      const end = bytes.lastIndexOf(10) + 1;
      if (this.#at < end) {
        const found = pattern.nextLine(bytes, this.#at, end);
        if (found >= 0) {
          this.#gap += (found - this.#at - this.#gap) / 32;
          this.#at = found;
          return this.#nextByte(10);
        }
        this.#at = end;
      }
      if (this.#ended) return this.#nextByte(10);
      const more = this.#more();
      if (more) return more.then(() => this.nextMatching(pattern));
    }
  }

  get sparse(): boolean {
    return this.#gap > 200;
  }
  /** Bytes passed over before each match, on the average of late. */
  #gap = 4096;

  /** What ended the last record (RT). */
  terminator(): string {
    return this.block.text(this.end, this.after);
  }

  close(): void {
    this.#source.close();
  }

  #nextByte(byte: number): boolean | Promise<boolean> {
    const bytes = this.#bytes;
    const at = this.#at;
    const found = bytes.indexOf(byte, at);
    if (found >= 0) {
      this.start = at;
      this.end = found;
      this.after = found + 1;
      this.#at = found + 1;
      return true;
    }
    return this.#gather(byte, []);
  }

  /** Reads chunks until one holds the separator, and joins them once. */
  #gather(byte: number, pieces: Buffer[]): boolean | Promise<boolean> {
    while (!this.#ended) {
      const chunk = this.#source.read();
      if (chunk instanceof Promise) {
        return chunk.then((value) =>
          this.#gathered(value, byte, pieces) ? this.#nextByte(byte) : this.#gather(byte, pieces),
        );
      }
      if (this.#gathered(chunk, byte, pieces)) return this.#nextByte(byte);
    }
    return this.#last({ kind: "byte", byte });
  }

  #gathered(chunk: Uint8Array | null, byte: number, pieces: Buffer[]): boolean {
    if (chunk === null) {
      this.#ended = true;
      if (pieces.length > 0) this.#hold(Buffer.concat([this.#bytes.subarray(this.#at), ...pieces]));
      return false;
    }
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (bytes.indexOf(byte) < 0) {
      pieces.push(bytes);
      return false;
    }
    const rest = this.#bytes.subarray(this.#at);
    this.#hold(rest.length === 0 && pieces.length === 0 ? bytes : Buffer.concat([rest, ...pieces, bytes]));
    return true;
  }

  #hold(bytes: Buffer): void {
    this.#bytes = bytes;
    this.block = new Block(bytes);
    this.#at = 0;
  }

  /** Doubles what is held, so that searching again stays linear on the whole. */
  #more(): void | Promise<void> {
    const held = this.#bytes.length - this.#at;
    const wanted = Math.max(1, held);
    return this.#readAtLeast(wanted, [this.#bytes.subarray(this.#at)], 0);
  }

  #readAtLeast(wanted: number, pieces: Buffer[], size: number): void | Promise<void> {
    let got = size;
    while (got < wanted && !this.#ended) {
      const chunk = this.#source.read();
      if (chunk instanceof Promise) {
        return chunk.then((value) => this.#readAtLeast(wanted, pieces, got + this.#take(value, pieces)));
      }
      got += this.#take(chunk, pieces);
    }
    this.#hold(Buffer.concat(pieces));
  }

  #take(chunk: Uint8Array | null, pieces: Buffer[]): number {
    if (chunk === null) {
      this.#ended = true;
      return 0;
    }
    pieces.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    return chunk.length;
  }

  /** What is left after the last separator. */
  #last(separator: RecordSeparator): boolean {
    const size = this.#bytes.length;
    if (separator.kind === "paragraph") {
      let end = size;
      while (end > this.#at && this.#bytes[end - 1] === 10) end -= 1;
      if (end === this.#at) return this.#nothing();
      return this.#record(this.#at, end, size);
    }
    if (this.#at >= size) return this.#nothing();
    return this.#record(this.#at, size, size);
  }

  #nothing(): false {
    this.#at = this.#bytes.length;
    return false;
  }

  #record(start: number, end: number, after: number): true {
    this.start = start;
    this.end = end;
    this.after = after;
    this.#at = after;
    return true;
  }

  #paragraph(): boolean {
    const bytes = this.#bytes;
    let start = this.#at;
    while (bytes[start] === 10) start += 1;
    this.#at = start;
    const end = bytes.indexOf("\n\n", start);
    if (end < 0) return false;
    let after = end + 2;
    while (bytes[after] === 10) after += 1;
    // More newlines may come with the next chunk, and they belong to this end.
    if (after === bytes.length && !this.#ended) return false;
    return this.#record(start, end, after);
  }

  #matched(pattern: Pattern): boolean {
    const bytes = this.#bytes;
    let from = this.#at;
    while (from < bytes.length) {
      const match = pattern.find(bytes, this.#at, bytes.length, from);
      if (match === undefined) return false;
      if (match.end > match.start) {
        // A match at the end of what is held might go on.
        if (match.end === bytes.length && !this.#ended) return false;
        return this.#record(this.#at, match.start, match.end);
      }
      from = match.end + 1;
    }
    return false;
  }
}
