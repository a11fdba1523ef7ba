// Compares names by the bytes of their UTF-8 form, the order of the C locale. Locales play no part.
import { encode } from "../src/plugin.ts";

/** Negative, zero or positive, as `Array.prototype.sort` wants it. */
export function compareBytes(left: string, right: string): number {
  // UTF-16 units order as bytes do, except where surrogates meet units above them.
  if (SURROGATE.test(left) || SURROGATE.test(right)) return Buffer.compare(encode(left), encode(right));
  return left < right ? -1 : left > right ? 1 : 0;
}

const SURROGATE = /[\ud800-\udfff]/;
