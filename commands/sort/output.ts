// Gathers sorted lines into blocks. Lines are copied four bytes at a time: for the lengths that lines have, that beats
// a call into the runtime for each.

/** Bytes gathered before a block goes on. */
const BLOCK = 128 * 1024;

export class LineOutput {
  readonly #write: (block: Uint8Array) => void | Promise<void>;
  readonly #newline: number;
  /** The receiver has copied a block when `write` returns. */
  readonly #reuse: boolean;
  #block = Buffer.alloc(0);
  #view = new DataView(new ArrayBuffer(0));
  #used = 0;
  #waiting: Uint8Array[] = [];

  constructor(write: (block: Uint8Array) => void | Promise<void>, newline: number, reuse: boolean) {
    this.#write = write;
    this.#newline = newline;
    this.#reuse = reuse;
  }

  /** A line without its terminator. Never waits: call `drain` now and then. */
  line(source: DataView, start: number, end: number): void {
    const size = end - start + 1;
    if (this.#used + size > this.#block.length) this.#makeRoom(size);
    const target = this.#view;
    let from = start;
    let to = this.#used;
    for (const last = end - 3; from < last; from += 4, to += 4) target.setUint32(to, source.getUint32(from));
    for (; from < end; from += 1, to += 1) target.setUint8(to, source.getUint8(from));
    target.setUint8(to, this.#newline);
    this.#used = to + 1;
  }

  /** Hands on full blocks; a promise means wait. */
  drain(): void | Promise<void> {
    for (let block = this.#waiting.shift(); block; block = this.#waiting.shift()) {
      const pending = this.#write(block);
      if (pending) return pending.then(() => this.drain());
    }
  }

  /** Hands on everything. */
  flush(): void | Promise<void> {
    this.#seal();
    return this.drain();
  }

  #makeRoom(size: number): void {
    this.#seal();
    if (this.#block.length >= size) return;
    this.#block = Buffer.allocUnsafeSlow(Math.max(BLOCK, size));
    this.#view = new DataView(this.#block.buffer, this.#block.byteOffset, this.#block.length);
  }

  #seal(): void {
    if (this.#used === 0) return;
    const block = this.#block.subarray(0, this.#used);
    this.#used = 0;
    if (this.#reuse) {
      // A receiver that reuses memory answers at once.
      void this.#write(block);
      return;
    }
    // A small block must not keep a large one alive downstream.
    this.#waiting.push(block.length * 2 < this.#block.length ? Uint8Array.prototype.slice.call(block) : block);
    this.#block = Buffer.alloc(0);
  }
}
