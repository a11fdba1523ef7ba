// A block of input bytes, and text from pieces of it. Decoded once as latin1, because a piece of a string costs a
// fraction of a call into the runtime; only pieces with bytes beyond ASCII are decoded on their own.
import { isAscii } from "node:buffer";
import { decode, encode } from "../../src/plugin.ts";

export class Block {
  readonly bytes: Buffer;
  #latin: string | undefined;
  #ascii = false;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  static of(text: string): Block {
    const bytes = encode(text);
    const block = new Block(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    if (bytes.length === text.length) {
      block.#latin = text;
      block.#ascii = true;
    }
    return block;
  }

  text(start: number, end: number): string {
    const latin = this.#latin ?? this.#load();
    if (this.#ascii || this.#plain(start, end)) return latin.substring(start, end);
    return decode(this.bytes.subarray(start, end));
  }

  /** Are the bytes of this piece ASCII, so that bytes are characters? */
  isPlain(start: number, end: number): boolean {
    if (this.#latin === undefined) this.#load();
    return this.#ascii || this.#plain(start, end);
  }

  #load(): string {
    this.#ascii = isAscii(this.bytes);
    this.#latin = this.bytes.toString("latin1");
    return this.#latin;
  }

  #plain(start: number, end: number): boolean {
    const { bytes } = this;
    for (let at = start; at < end; at += 1) if ((bytes[at] as number) >= 0x80) return false;
    return true;
  }
}

export const NO_BLOCK = Block.of("");
