// A bounded pipe between two stages: the writer waits when it is full and fails when the reader has closed it.
import type { Pacer } from "./pacer.ts";
import { ClosedPipeError, type Sink, type Source } from "./stream.ts";

/** Bytes that a pipe holds before its writer has to wait. */
export const PIPE_CAPACITY = 256 * 1024;

export interface Pipe {
  readonly source: Source;
  readonly sink: Sink;
  /** The last writer is done: the reader gets what is queued, then the end. */
  end(): void;
  /** Wakes both sides with an error (cancellation). */
  fail(error: Error): void;
}

export function createPipe(pacer: Pacer, capacity: number = PIPE_CAPACITY): Pipe {
  return new BoundedPipe(pacer, capacity);
}

interface Waiter<T> {
  resolve(value: T): void;
  reject(error: Error): void;
}

class BoundedPipe implements Pipe {
  /** Commands get the ends alone: nothing that writes to a shared pipe can end it. */
  readonly source: Source = {
    connected: true,
    read: () => this.#read(),
    unread: (bytes) => this.#unread(bytes),
    close: () => this.#close(),
  };
  readonly sink: Sink = { terminal: false, write: (bytes) => this.#write(bytes) };
  readonly #pacer: Pacer;
  readonly #capacity: number;
  #queue: Uint8Array[] = [];
  #queued = 0;
  #ended = false;
  #closed = false;
  #error: Error | undefined;
  #reader: Waiter<Uint8Array | null> | undefined;
  #writers: Waiter<void>[] = [];

  constructor(pacer: Pacer, capacity: number) {
    this.#pacer = pacer;
    this.#capacity = capacity;
  }

  #read(): Uint8Array | null | Promise<Uint8Array | null> {
    if (this.#error) throw this.#error;
    if (this.#pacer.due()) return this.#pacer.rest().then(() => this.#take());
    return this.#take();
  }

  #unread(bytes: Uint8Array): void {
    if (bytes.length === 0 || this.#closed) return;
    this.#queue.unshift(bytes);
    this.#queued += bytes.length;
  }

  #write(bytes: Uint8Array): void | Promise<void> {
    if (this.#error) throw this.#error;
    if (this.#closed) throw new ClosedPipeError();
    if (bytes.length === 0) return;
    const reader = this.#reader;
    if (reader) {
      this.#reader = undefined;
      reader.resolve(bytes);
    } else {
      this.#queue.push(bytes);
      this.#queued += bytes.length;
    }
    if (this.#queued >= this.#capacity) {
      return new Promise<void>((resolve, reject) => this.#writers.push({ resolve, reject }));
    }
    if (this.#pacer.due()) return this.#pacer.rest();
  }

  end(): void {
    this.#ended = true;
    this.#reader?.resolve(null);
    this.#reader = undefined;
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#queue = [];
    this.#queued = 0;
    this.#reader?.resolve(null);
    this.#reader = undefined;
    for (const writer of this.#writers.splice(0)) writer.reject(new ClosedPipeError());
  }

  fail(error: Error): void {
    this.#error ??= error;
    this.#queue = [];
    this.#reader?.reject(error);
    this.#reader = undefined;
    for (const writer of this.#writers.splice(0)) writer.reject(error);
  }

  #take(): Uint8Array | null | Promise<Uint8Array | null> {
    if (this.#error) throw this.#error;
    const chunk = this.#queue.shift();
    if (chunk) {
      this.#queued -= chunk.length;
      if (this.#queued < this.#capacity && this.#writers.length > 0) {
        for (const writer of this.#writers.splice(0)) writer.resolve();
      }
      return chunk;
    }
    if (this.#ended || this.#closed) return null;
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
    });
  }
}
