// Gathers sorted lines into blocks at the end of the memory that the lines lie in: moving bytes within one memory is
// several times faster than copying a short line from one to another.
import { viewOf } from "./table.ts";

/** Bytes gathered before a block goes on, and room to ask for beside the lines. */
export const OUTPUT_BYTES = 128 * 1024;

/** Up to this many bytes a loop is faster than a call into the runtime. */
const SHORT = 40;

export class LineOutput {
  readonly #write: (block: Uint8Array) => void | Promise<void>;
  readonly #newline: number;
  /** A run's file is written: lines get their length before them, and blocks are copied when `write` returns. */
  readonly #toRun: boolean;
  #memory: Buffer = Buffer.alloc(0);
  #view = viewOf(this.#memory);
  /** The block is `#memory[#start, #used)`. */
  #start = 0;
  #used = 0;
  #waiting: Uint8Array[] = [];

  constructor(write: (block: Uint8Array) => void | Promise<void>, newline: number, toRun: boolean) {
    this.#write = write;
    this.#newline = newline;
    this.#toRun = toRun;
  }

  /** From now on lines come from `memory`, of which the bytes from `start` on are free to use. */
  from(memory: Buffer, start: number): void {
    this.#seal();
    this.#memory = memory;
    this.#view = viewOf(memory);
    this.#start = start;
    this.#used = start;
  }

  /** A line, from this memory or another, without its terminator. Never waits: call `drain` now and then. */
  line(bytes: Buffer, start: number, end: number): void {
    if (this.#toRun) this.#length(end - start);
    const room = end - start + 1;
    if (this.#used + room > this.#memory.length && !this.#makeRoom(room)) {
      this.#long(bytes, start, end);
      return;
    }
    if (bytes === this.#memory) this.#move(start, room);
    else bytes.copy(this.#memory, this.#used, start, end);
    this.#used += room;
    this.#memory[this.#used - 1] = this.#newline;
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

  /** Moves a line within the memory; what follows it there may go along, to be overwritten by the next line. */
  #move(start: number, room: number): void {
    const view = this.#view;
    if (room > SHORT || this.#used + room + 3 > view.byteLength) {
      this.#memory.copyWithin(this.#used, start, start + room - 1);
      return;
    }
    const shift = this.#used - start;
    for (let at = start; at < start + room; at += 4) view.setInt32(at + shift, view.getInt32(at));
  }

  #length(size: number): void {
    if (this.#used + 4 > this.#memory.length) this.#seal();
    this.#view.setUint32(this.#used, size, true);
    this.#used += 4;
  }

  /** False for a line that is longer than a block. */
  #makeRoom(room: number): boolean {
    this.#seal();
    return this.#start + room <= this.#memory.length;
  }

  #long(bytes: Buffer, start: number, end: number): void {
    const line = Buffer.allocUnsafeSlow(end - start + 1);
    bytes.copy(line, 0, start, end);
    line[end - start] = this.#newline;
    this.#hand(line);
  }

  #seal(): void {
    if (this.#used === this.#start) return;
    const block = this.#memory.subarray(this.#start, this.#used);
    this.#used = this.#start;
    this.#hand(this.#toRun ? block : copyOf(block));
  }

  #hand(block: Uint8Array): void {
    // A run's file answers at once.
    if (this.#toRun) void this.#write(block);
    else this.#waiting.push(block);
  }
}

function copyOf(block: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(block.length);
  block.copy(copy);
  return copy;
}
