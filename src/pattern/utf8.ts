/** Character sets as sequences of byte ranges in UTF-8; surrogates U+DC80..U+DCFF are the raw bytes they stand for. */
import type { CharSet } from "./charset.ts";

/** Byte ranges that follow each other: low, high, low, high, ... (1 to 4 pairs). */
export type ByteSequence = readonly number[];

/** The sequences of the set, each valid UTF-8; only the ASCII members unless `wide`. */
export function byteSequences(set: CharSet, wide: boolean): readonly ByteSequence[] {
  if (!wide || set.wide === undefined) return sequences(set, false);
  let known = made.get(set);
  if (known === undefined) {
    known = sequences(set, true);
    made.set(set, known);
  }
  return known;
}

/** The sequences of large sets take a millisecond; programs in both directions use them. */
const made = new WeakMap<CharSet, readonly ByteSequence[]>();

function sequences(set: CharSet, wide: boolean): ByteSequence[] {
  const out: ByteSequence[] = [];
  for (let i = 0; i < set.ascii.length; i += 2) out.push([set.ascii[i] ?? 0, set.ascii[i + 1] ?? 0]);
  const ranges = wide ? (set.wide?.() ?? []) : [];
  for (let i = 0; i < ranges.length; i += 2) split(ranges[i] ?? 0, ranges[i + 1] ?? 0, out);
  return out;
}

/** Ends of the code points that take 2, 3 (below and above the surrogates) and 4 bytes. */
const LENGTHS = [0x7ff, 0xd7ff, 0xdfff, 0xffff, 0x10ffff];

function split(low: number, high: number, out: ByteSequence[]): void {
  for (const end of LENGTHS) {
    if (low > end) continue;
    const last = Math.min(high, end);
    if (end === 0xdfff) {
      const first = Math.max(low, 0xdc80);
      if (first <= Math.min(last, 0xdcff)) out.push([first - 0xdc00, Math.min(last, 0xdcff) - 0xdc00]);
    } else splitEqualLength(low, last, out);
    if (last === high) return;
    low = end + 1;
  }
}

/** Cuts where the trailing bytes do not run through their whole range. */
function splitEqualLength(low: number, high: number, out: ByteSequence[]): void {
  for (let bits = 6; bits <= 18; bits += 6) {
    const mask = (1 << bits) - 1;
    if (low >> bits === high >> bits) break;
    if ((low & mask) !== 0) {
      splitEqualLength(low, low | mask, out);
      splitEqualLength((low | mask) + 1, high, out);
      return;
    }
    if ((high & mask) !== mask) {
      splitEqualLength(low, (high & ~mask) - 1, out);
      splitEqualLength(high & ~mask, high, out);
      return;
    }
  }
  const first = encodeOne(low);
  const last = encodeOne(high);
  out.push(first.flatMap((byte, i) => [byte, last[i] ?? byte]));
}

function encodeOne(code: number): number[] {
  const tail = (shift: number) => 0x80 | ((code >> shift) & 0x3f);
  if (code < 0x80) return [code];
  if (code < 0x800) return [0xc0 | (code >> 6), tail(0)];
  if (code < 0x10000) return [0xe0 | (code >> 12), tail(6), tail(0)];
  return [0xf0 | (code >> 18), tail(12), tail(6), tail(0)];
}
