// Merges runs in byte order without looking twice at the bytes that lines have in common.
import type { Context } from "../../src/plugin.ts";
import type { LineOutput } from "./output.ts";
import type { RunReader } from "./run-reader.ts";

/** Lines between two looks at the clock. */
const STEP = 4096;

export async function mergeBytes(
  readers: readonly RunReader[],
  descending: boolean,
  unique: boolean,
  context: Pick<Context, "pause">,
  out: LineOutput,
): Promise<void> {
  const tournament = new CodedTournament(readers, descending);
  while (tournament.play(STEP, unique, out)) {
    const full = out.drain();
    if (full) await full;
    const rest = context.pause();
    if (rest) await rest;
  }
}

/** Groups of four bytes up to which codes tell lines apart; those that are alike further are compared. */
const GROUPS = 2 ** 20;

/** The code of a line that equals the one before. */
const EQUAL = -1;

/**
 * A tree of losers with offset-value codes (Conner 1977; Do and Graefe 2023). A line's code says how it differs from the
 * line that was handed on last: the later it differs, and the lower its bytes there, the smaller the code. So the lower
 * of two codes has the lower line, and only equal ones ask for a look at the lines, from the offset on.
 */
class CodedTournament {
  readonly #readers: readonly RunReader[];
  readonly #descending: boolean;
  readonly #codes: Float64Array;
  /** `#losers[0]` is the winner; the loser at an inner node is an index of a reader. */
  readonly #losers: Int32Array;
  /** The code of the greater line after `#compare`, as against the lesser. */
  #greater = 0;

  constructor(readers: readonly RunReader[], descending: boolean) {
    this.#readers = readers;
    this.#descending = descending;
    this.#codes = new Float64Array(readers.length);
    this.#losers = new Int32Array(Math.max(1, readers.length)).fill(-1);
    for (let index = readers.length - 1; index >= 0; index -= 1) {
      const reader = readers[index];
      const more = reader?.advance() ?? false;
      this.#codes[index] = more && reader ? this.#first(reader) : Number.POSITIVE_INFINITY;
      this.#rise(index);
    }
  }

  /** Hands on up to `count` lines; false when there are no more. */
  play(count: number, unique: boolean, out: LineOutput): boolean {
    for (let left = count; left > 0; left -= 1) {
      const index = this.#losers[0] ?? 0;
      const code = this.#codes[index] ?? Number.POSITIVE_INFINITY;
      const reader = this.#readers[index];
      if (!reader || code === Number.POSITIVE_INFINITY) return false;
      if (!unique || code !== EQUAL) out.line(reader.bytes, reader.start, reader.end);
      this.#codes[index] = reader.advance() ? this.#next(reader) : Number.POSITIVE_INFINITY;
      this.#rise(index);
    }
    return true;
  }

  /** The code of a line as against the one before in its run. */
  #next(reader: RunReader): number {
    const { view, lastStart, lastEnd } = reader;
    this.#compare(view, lastStart, lastEnd, reader, 0);
    return this.#greater;
  }

  #rise(entrant: number): void {
    const losers = this.#losers;
    const codes = this.#codes;
    let winner = entrant;
    let code = codes[winner] ?? 0;
    for (let node = (entrant + codes.length) >>> 1; node > 0; node >>>= 1) {
      const other = losers[node] ?? -1;
      if (other < 0) {
        // The first to come here waits for its opponent.
        losers[node] = winner;
        return;
      }
      const against = codes[other] ?? 0;
      if (code < against || (code === against && this.#stays(winner, other, code))) continue;
      losers[node] = winner;
      winner = other;
      code = against;
    }
    losers[0] = winner;
  }

  /** Lines with equal codes: does the first come before the second? The other's code becomes that against the winner. */
  #stays(first: number, second: number, code: number): boolean {
    if (code === EQUAL || code === Number.POSITIVE_INFINITY) return true;
    const a = this.#readers[first];
    const b = this.#readers[second];
    if (!a || !b) return true;
    const group = GROUPS - Math.floor(code / 2 ** 32);
    const order = this.#compare(a.view, a.start, a.end, b, group);
    this.#codes[order <= 0 ? second : first] = this.#greater;
    return order <= 0;
  }

  /** Compares a line with that of `b`, both alike in the groups before `group`. */
  #compare(view: DataView, start: number, end: number, b: RunReader, group: number): number {
    const other = b.view;
    const shared = Math.min(end - start, b.end - b.start);
    let at = group * 4;
    while (at + 4 <= shared && view.getInt32(start + at) === other.getInt32(b.start + at)) at += 4;
    const longest = Math.max(end - start, b.end - b.start);
    for (; at < longest; at += 4) {
      const x = this.#weight(view, start + at, end);
      const y = this.#weight(other, b.start + at, b.end);
      if (x === y) continue;
      this.#greater = codeOf(at / 4, Math.max(x, y));
      return x - y;
    }
    const order = this.#descending ? b.end - b.start - (end - start) : end - start - (b.end - b.start);
    // What differs only by NUL bytes at the end differs after all groups.
    this.#greater = order === 0 ? EQUAL : 0;
    return order;
  }

  /** The code of a line that is the first of all. */
  #first({ view, start, end }: RunReader): number {
    return codeOf(0, this.#weight(view, start, end));
  }

  /** Four bytes as a number, zeros after the end, so that the smaller number comes first. */
  #weight(view: DataView, at: number, end: number): number {
    let value = 0;
    if (at + 4 <= end) value = view.getUint32(at);
    else
      for (let index = at; index < at + 4; index += 1) value = value * 256 + (index < end ? view.getUint8(index) : 0);
    return this.#descending ? 0xffff_ffff - value : value;
  }
}

function codeOf(group: number, weight: number): number {
  return group < GROUPS ? (GROUPS - group) * 2 ** 32 + weight : 0;
}
