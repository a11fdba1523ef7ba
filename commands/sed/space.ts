// A text that sed works on: pattern space or hold space. It is a view of bytes that nobody changes; only one that owns
// its buffer grows in place, beyond its end.

import { CommandError } from "../../src/plugin.ts";

/** Bytes of a pattern space or hold space at most: a script that doubles its text ends here. */
const LONGEST = 512 * 1024 * 1024;

/** Throws where a text would grow beyond all measure. */
export function checkLength(bytes: number): void {
  if (bytes > LONGEST) throw new CommandError("the pattern space has grown beyond 512 MiB", { exitCode: 4 });
}

export class Space {
  bytes: Buffer = EMPTY;
  start = 0;
  end = 0;
  /** The line had its newline, and gets it when it is printed. */
  ended = true;
  /** The buffer beyond `end` is free for this space. */
  #owned = false;

  /** Becomes a view of bytes that stay as they are. */
  view(bytes: Buffer, start: number, end: number): void {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.#owned = false;
  }

  copy(other: Space): void {
    this.view(other.bytes, other.start, other.end);
    this.ended = other.ended;
  }

  clear(): void {
    this.view(EMPTY, 0, 0);
  }

  append(bytes: Uint8Array, start: number, end: number): void {
    const to = this.#room(end - start);
    if (end - start < 24)
      for (let at = start, into = to; at < end; at += 1, into += 1) this.bytes[into] = bytes[at] ?? 0;
    else this.bytes.set(bytes.subarray(start, end), to);
  }

  appendByte(byte: number): void {
    // First the room: it may replace the buffer.
    const at = this.#room(1);
    this.bytes[at] = byte;
  }

  /** Makes place for that many bytes at the end; gives where they start. */
  #room(size: number): number {
    const { start, end } = this;
    const length = end - start;
    if (!this.#owned || end + size > this.bytes.length) {
      checkLength(length + size);
      const grown = Buffer.allocUnsafeSlow(Math.max(256, (length + size) * 2));
      grown.set(this.bytes.subarray(start, end));
      this.bytes = grown;
      this.start = 0;
      this.end = length;
      this.#owned = true;
    }
    this.end += size;
    return this.end - size;
  }
}

const EMPTY = Buffer.alloc(0);
