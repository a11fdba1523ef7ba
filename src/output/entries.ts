// What a call has printed, held in bounded memory: its head and its tail, with counts of what lies between.
import type { Spill } from "./spill.ts";

/** One write: bytes to stdout (1) or stderr (2); `help` is shown to the model only. */
export interface Entry {
  readonly descriptor: 1 | 2;
  readonly bytes: Uint8Array;
  /** A diagnostic of one of our commands, as opposed to plain bytes on stderr. */
  readonly diagnostic: boolean;
  readonly help?: string;
}

/** Bytes kept of the head, and again of the tail, once an output is longer than both. */
const KEPT = 512 * 1024;
/** Bytes of diagnostics kept from between head and tail. */
const KEPT_ERRORS = 16 * 1024;

export class Entries {
  readonly head: Entry[] = [];
  readonly tail: Entry[] = [];
  /** Diagnostics from between head and tail, oldest first, bounded. */
  readonly errors: Entry[] = [];
  readonly #spill: Spill;
  #headBytes = 0;
  #tailBytes = 0;
  #errorBytes = 0;
  #bytes = 0;
  #lines = 0;
  #hiddenNul = false;
  /** Of stdout's part that is no longer in memory: bytes before its first newline, if any, and after its last. */
  #hiddenFirst: number | undefined;
  #hiddenOpen = 0;

  constructor(spill: Spill) {
    this.#spill = spill;
  }

  /** Bytes printed in all. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Newlines printed in all. */
  get newlines(): number {
    return this.#lines;
  }

  /** Something between head and tail is no longer in memory. */
  get gap(): boolean {
    return this.#spill.started;
  }

  /** stdout had a NUL in the part that is no longer in memory. */
  get hiddenNul(): boolean {
    return this.#hiddenNul;
  }

  add(entry: Entry): void {
    const { bytes } = entry;
    if (bytes.length === 0) return;
    this.#bytes += bytes.length;
    this.#lines += countNewlines(bytes);
    if (this.gap) this.#spill.write(bytes);
    if (this.#tailBytes === 0 && this.#headBytes + bytes.length <= KEPT) {
      this.head.push(entry);
      this.#headBytes += bytes.length;
      return;
    }
    if (this.#tailBytes === 0 && this.#headBytes < KEPT) {
      const room = KEPT - this.#headBytes;
      this.head.push({ ...entry, bytes: bytes.subarray(0, room) });
      this.#headBytes = KEPT;
      this.#push({ ...entry, bytes: bytes.subarray(room) });
      return;
    }
    this.#push(entry);
  }

  /** Everything in memory, in order. */
  all(): Entry[] {
    return [...this.head, ...this.tail];
  }

  #push(entry: Entry): void {
    this.tail.push(entry);
    this.#tailBytes += entry.bytes.length;
    if (this.#tailBytes <= KEPT) return;
    if (!this.gap) {
      this.#spill.start();
      for (const { bytes } of this.all()) this.#spill.write(bytes);
    }
    while (this.#tailBytes > KEPT) this.#evict();
  }

  /** Bytes of stdout's lines that the gap cuts: the one that begins in the head, the one that ends in the tail. */
  get cutLines(): { readonly head: number | undefined; readonly tail: number | undefined } {
    const before = openBytes(this.head, -1);
    const after = openBytes(this.tail, 1);
    if (this.#hiddenFirst === undefined && before > 0) {
      return { head: before + this.#hiddenOpen + after, tail: undefined };
    }
    return {
      head: before > 0 ? before + (this.#hiddenFirst ?? 0) : undefined,
      tail: this.#hiddenOpen + after,
    };
  }

  #hide(bytes: Uint8Array): void {
    this.#hiddenNul ||= bytes.includes(0);
    const first = bytes.indexOf(10);
    if (first < 0) {
      this.#hiddenOpen += bytes.length;
      return;
    }
    this.#hiddenFirst ??= this.#hiddenOpen + first;
    this.#hiddenOpen = bytes.length - 1 - bytes.lastIndexOf(10);
  }

  #evict(): void {
    const [oldest] = this.tail;
    if (!oldest) return;
    const excess = this.#tailBytes - KEPT;
    const dropped = Math.min(excess, oldest.bytes.length);
    this.#tailBytes -= dropped;
    if (oldest.descriptor === 1) this.#hide(oldest.bytes.subarray(0, dropped));
    else if (this.#errorBytes < KEPT_ERRORS) {
      this.errors.push(oldest);
      this.#errorBytes += oldest.bytes.length;
    }
    if (dropped === oldest.bytes.length) this.tail.shift();
    else this.tail[0] = { ...oldest, bytes: oldest.bytes.subarray(dropped) };
  }
}

/** Bytes of stdout before the first newline (1), or after the last (-1). */
function openBytes(entries: readonly Entry[], direction: 1 | -1): number {
  let open = 0;
  for (const { descriptor, bytes } of direction === 1 ? entries : entries.toReversed()) {
    if (descriptor !== 1) continue;
    const newline = direction === 1 ? bytes.indexOf(10) : bytes.lastIndexOf(10);
    if (newline >= 0) return open + (direction === 1 ? newline : bytes.length - 1 - newline);
    open += bytes.length;
  }
  return open;
}

export function countNewlines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}
