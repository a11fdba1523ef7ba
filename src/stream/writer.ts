// Gathers small pieces of output into chunks. It never reorders and never holds back past `flush`.
import { encode } from "../bytes/text.ts";
import type { Sink } from "./stream.ts";

/** Bytes gathered before a chunk goes on. */
const CHUNK = 64 * 1024;

/**
 * A buffered writer over a sink. `bytes` and `text` never wait: they gather. Call `const full = out.drain()` after
 * each piece or block and await it when given; call `await out.flush()` before waiting for input and at the end.
 */
export class Writer {
  readonly #sink: Sink;
  #buffer: Buffer | undefined;
  #used = 0;
  #full: Uint8Array[] = [];

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  text(text: string): void {
    const size = text.length * 3;
    if (size > CHUNK || !text.isWellFormed()) {
      this.bytes(encode(text));
      return;
    }
    // First the room: it may start a new chunk, and `+=` takes the old length before its right side is evaluated.
    const buffer = this.#room(size);
    this.#used += buffer.write(text, this.#used, "utf8");
  }

  /** Copies `bytes[start, end)`. */
  bytes(bytes: Uint8Array, start = 0, end: number = bytes.length): void {
    const size = end - start;
    if (size > CHUNK / 2) {
      this.#spill();
      this.#full.push(bytes.slice(start, end));
      return;
    }
    const buffer = this.#room(size);
    if (size < 24) for (let at = start, to = this.#used; at < end; at += 1, to += 1) buffer[to] = bytes[at] ?? 0;
    else buffer.set(new Uint8Array(bytes.buffer, bytes.byteOffset + start, size), this.#used);
    this.#used += size;
  }

  byte(value: number): void {
    this.#room(1)[this.#used] = value;
    this.#used += 1;
  }

  /** Hands on full chunks only; a promise means wait. */
  drain(): void | Promise<void> {
    return this.#full.length > 0 ? this.#send() : undefined;
  }

  /** Hands on everything. */
  flush(): void | Promise<void> {
    this.#spill();
    return this.drain();
  }

  #room(size: number): Buffer {
    if (this.#buffer && this.#used + size > CHUNK) this.#spill();
    this.#buffer ??= Buffer.allocUnsafeSlow(CHUNK);
    return this.#buffer;
  }

  #spill(): void {
    if (!this.#buffer || this.#used === 0) return;
    if (this.#used * 4 < CHUNK) {
      // A small piece must not keep the whole chunk alive downstream.
      this.#full.push(Uint8Array.prototype.slice.call(this.#buffer, 0, this.#used));
    } else {
      this.#full.push(this.#buffer.subarray(0, this.#used));
      this.#buffer = undefined;
    }
    this.#used = 0;
  }

  #send(): void | Promise<void> {
    let chunk = this.#full.shift();
    while (chunk) {
      const pending = this.#sink.write(chunk);
      if (pending) return pending.then(() => this.#send());
      chunk = this.#full.shift();
    }
  }
}
