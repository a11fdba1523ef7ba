// A bounded pipe between awk and a command that it runs. Either end may go away first.
import { ClosedPipeError, type Sink, type Source } from "../../src/plugin.ts";

/** Bytes that may wait before the writer has to. */
const CAPACITY = 256 * 1024;

export class Channel {
  readonly source: Source = {
    connected: true,
    read: () => this.#read(),
    unread: (bytes) => {
      if (bytes.length > 0) this.#queue.unshift(bytes);
      this.#queued += bytes.length;
    },
    close: () => this.#close(),
  };
  readonly sink: Sink = { terminal: false, write: (bytes) => this.#write(bytes) };
  readonly #queue: Uint8Array[] = [];
  #queued = 0;
  #ended = false;
  #closed = false;
  #error: unknown;
  #wake: (() => void)[] = [];

  /** The writer is done. */
  end(): void {
    this.#ended = true;
    this.#wakeAll();
  }

  /** Both ends get this error. */
  fail(error: unknown): void {
    this.#error ??= error;
    this.#wakeAll();
  }

  #read(): Uint8Array | null | Promise<Uint8Array | null> {
    if (this.#error !== undefined) throw this.#error;
    const chunk = this.#queue.shift();
    if (chunk) {
      this.#queued -= chunk.length;
      if (this.#queued < CAPACITY) this.#wakeAll();
      return chunk;
    }
    if (this.#ended || this.#closed) return null;
    return this.#change().then(() => this.#read());
  }

  #write(bytes: Uint8Array): void | Promise<void> {
    if (this.#error !== undefined) throw this.#error;
    if (this.#closed) throw new ClosedPipeError();
    if (bytes.length === 0) return;
    this.#queue.push(bytes);
    this.#queued += bytes.length;
    this.#wakeAll();
    if (this.#queued >= CAPACITY) return this.#room();
  }

  async #room(): Promise<void> {
    while (this.#queued >= CAPACITY && !this.#closed && this.#error === undefined) await this.#change();
  }

  #close(): void {
    this.#closed = true;
    this.#queue.length = 0;
    this.#queued = 0;
    this.#wakeAll();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#wake.push(resolve));
  }

  #wakeAll(): void {
    const waiting = this.#wake;
    if (waiting.length === 0) return;
    this.#wake = [];
    for (const wake of waiting) wake();
  }
}
