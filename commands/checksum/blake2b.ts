// BLAKE2b (RFC 7693) for digests shorter than 64 bytes, which node:crypto does not offer. Unkeyed; 64-bit words are
// pairs of 32-bit ones, low half first.
import type { Digest } from "../../src/plugin.ts";

const BLOCK = 128;

/** RFC 7693, section 2.6: the words of SHA-512's initial value. */
// biome-ignore format: two halves a word
const INITIAL = Uint32Array.of(
  0xf3bcc908, 0x6a09e667, 0x84caa73b, 0xbb67ae85, 0xfe94f82b, 0x3c6ef372, 0x5f1d36f1, 0xa54ff53a,
  0xade682d1, 0x510e527f, 0x2b3e6c1f, 0x9b05688c, 0xfb41bd6b, 0x1f83d9ab, 0x137e2179, 0x5be0cd19,
);

/** RFC 7693, section 2.7, one row a round; rounds 10 and 11 repeat the first two. */
const SIGMA = [
  "0123456789abcdef",
  "ea489fd61c02b753",
  "b8c052fdae367194",
  "7931dcbe265a40f8",
  "905724afe1bc683d",
  "2c6a0b834d75fe19",
  "c51fed4a0763928b",
  "db7ec13950f4862a",
  "6fe9b308c2d714a5",
  "a2847615fb9e3cd0",
  "0123456789abcdef",
  "ea489fd61c02b753",
].map((row) => Uint8Array.from(row, (digit) => Number.parseInt(digit, 16) * 2));

/** Columns, then diagonals, of the four by four words. */
const MIXES = ["048c", "159d", "26ae", "37bf", "05af", "16bc", "278d", "349e"].map((row) =>
  Uint8Array.from(row, (digit) => Number.parseInt(digit, 16) * 2),
);

/** `length` in bytes, 1 to 64. */
export function createBlake2b(length: number): Digest {
  const state = INITIAL.slice();
  // Parameter block: digest length, no key, fanout 1, depth 1.
  state[0] = (state[0] ?? 0) ^ 0x01010000 ^ length;
  const pending = Buffer.alloc(BLOCK);
  let used = 0;
  let total = 0;
  return {
    update(bytes) {
      for (let at = 0; at < bytes.length; ) {
        // The last block is compressed with a mark of its own, so a full one waits for what follows.
        if (used === BLOCK) {
          total += BLOCK;
          compress(state, pending, total, false);
          used = 0;
        }
        const part = bytes.subarray(at, at + BLOCK - used);
        pending.set(part, used);
        used += part.length;
        at += part.length;
      }
    },
    end() {
      total += used;
      pending.fill(0, used);
      compress(state, pending, total, true);
      const digest = Buffer.alloc(64);
      for (const [at, half] of state.entries()) digest.writeUInt32LE(half, at * 4);
      return digest.subarray(0, length);
    },
  };
}

const words = new Uint32Array(32);
const message = new Uint32Array(32);

function compress(state: Uint32Array, block: Buffer, total: number, last: boolean): void {
  words.set(state);
  words.set(INITIAL, 16);
  words[24] = (words[24] ?? 0) ^ (total % 0x100000000);
  words[25] = (words[25] ?? 0) ^ Math.floor(total / 0x100000000);
  if (last) {
    words[28] = ~(words[28] ?? 0);
    words[29] = ~(words[29] ?? 0);
  }
  for (let at = 0; at < 32; at += 1) message[at] = block.readUInt32LE(at * 4);
  for (const sigma of SIGMA) {
    for (const [at, [a = 0, b = 0, c = 0, d = 0]] of MIXES.entries()) {
      const x = sigma[at * 2] ?? 0;
      const y = sigma[at * 2 + 1] ?? 0;
      add(a, b, message[x] ?? 0, message[x + 1] ?? 0);
      rotate(d, a, 32);
      add(c, d, 0, 0);
      rotate(b, c, 24);
      add(a, b, message[y] ?? 0, message[y + 1] ?? 0);
      rotate(d, a, 16);
      add(c, d, 0, 0);
      rotate(b, c, 63);
    }
  }
  for (let at = 0; at < 16; at += 1) state[at] = (state[at] ?? 0) ^ (words[at] ?? 0) ^ (words[at + 16] ?? 0);
}

/** words[a] += words[b] + (high, low). */
function add(a: number, b: number, low: number, high: number): void {
  const sum = (words[a] ?? 0) + (words[b] ?? 0) + low;
  words[a] = sum;
  words[a + 1] = (words[a + 1] ?? 0) + (words[b + 1] ?? 0) + high + Math.floor(sum / 0x100000000);
}

/** words[a] = (words[a] ^ words[b]) rotated right. */
function rotate(a: number, b: number, by: 16 | 24 | 32 | 63): void {
  const low = (words[a] ?? 0) ^ (words[b] ?? 0);
  const high = (words[a + 1] ?? 0) ^ (words[b + 1] ?? 0);
  if (by === 32) {
    words[a] = high;
    words[a + 1] = low;
  } else if (by === 63) {
    words[a] = (low << 1) | (high >>> 31);
    words[a + 1] = (high << 1) | (low >>> 31);
  } else {
    words[a] = (low >>> by) | (high << (32 - by));
    words[a + 1] = (high >>> by) | (low << (32 - by));
  }
}
