// The bytes of one file in memory, in chunks that are never joined: a big file grows without being copied.
import type { Quota } from "../quota.ts";

/** What a file node holds. `path` is only for error reports. */
export interface Content {
  readonly size: number;
  /** Copies up to `into.length` bytes from `position`; 0 at the end. */
  read(into: Uint8Array, position: number): number;
  write(bytes: Uint8Array, position: number, path: string): void;
  truncate(size: number, path: string): void;
  /** All bytes, in a buffer of their own. */
  bytes(): Uint8Array;
  /** The file is gone: gives its bytes back to the quota. */
  release(): void;
}

/** Bytes in a full chunk. */
const CHUNK = 262_144;
const SMALLEST = 512;

export class ChunkedContent implements Content {
  /** All but the last are full; a missing one is a hole of zeros. */
  readonly #chunks: (Uint8Array | undefined)[] = [];
  readonly #quota: Quota;
  #size = 0;

  constructor(quota: Quota) {
    this.#quota = quota;
  }

  get size(): number {
    return this.#size;
  }

  read(into: Uint8Array, position: number): number {
    const end = Math.min(this.#size, position + into.length);
    let done = 0;
    while (position + done < end) {
      const at = position + done;
      const offset = at % CHUNK;
      const count = Math.min(CHUNK - offset, end - at);
      const chunk = this.#chunks[(at - offset) / CHUNK];
      const held = chunk === undefined ? 0 : Math.max(0, Math.min(count, chunk.length - offset));
      if (chunk !== undefined && held > 0) into.set(chunk.subarray(offset, offset + held), done);
      if (held < count) into.fill(0, done + held, done + count);
      done += count;
    }
    return done;
  }

  write(bytes: Uint8Array, position: number, path: string): void {
    const end = position + bytes.length;
    if (bytes.length === 0) return;
    if (end > this.#size) this.#quota.addBytes(end - this.#size, path);
    for (let done = 0; done < bytes.length; ) {
      const at = position + done;
      const offset = at % CHUNK;
      const count = Math.min(CHUNK - offset, bytes.length - done);
      this.#chunk((at - offset) / CHUNK, offset + count).set(bytes.subarray(done, done + count), offset);
      done += count;
    }
    this.#size = Math.max(this.#size, end);
  }

  truncate(size: number, path: string): void {
    this.#quota.addBytes(size - this.#size, path);
    if (size < this.#size) {
      const last = Math.ceil(size / CHUNK);
      this.#chunks.length = Math.min(this.#chunks.length, last);
      // Bytes behind the end read as zeros when the file grows again.
      if (size % CHUNK !== 0) this.#chunks[last - 1]?.fill(0, size % CHUNK);
    }
    this.#size = size;
  }

  bytes(): Uint8Array {
    const all = Buffer.allocUnsafe(this.#size);
    this.read(all, 0);
    return all;
  }

  release(): void {
    this.#quota.addBytes(-this.#size, "");
    this.#chunks.length = 0;
    this.#size = 0;
  }

  /** The chunk at `index` with room for `length` bytes. */
  #chunk(index: number, length: number): Uint8Array {
    const held = this.#chunks[index];
    if (held !== undefined && held.length >= length) return held;
    const room = index === 0 ? Math.min(CHUNK, Math.max(SMALLEST, length, (held?.length ?? 0) * 2)) : CHUNK;
    const grown = new Uint8Array(room);
    if (held !== undefined) grown.set(held);
    while (this.#chunks.length < index) this.#chunks.push(undefined);
    this.#chunks[index] = grown;
    return grown;
  }
}
