// The checksums that are no digests: POSIX's CRC, and the 16-bit sums of BSD and System V.
import type { Source } from "../../src/plugin.ts";

export interface Sum {
  readonly value: number;
  /** Bytes of the input. */
  readonly size: number;
}

/** POSIX 2017, cksum: polynomial 0x04C11DB7, the length appended, complemented. */
export async function crc(source: Source): Promise<Sum> {
  const tables = crcTables();
  const [t0, t1, t2, t3] = tables;
  let value = 0;
  const size = await each(source, (bytes) => {
    let at = 0;
    for (const end = bytes.length - 3; at < end; at += 4) {
      const word =
        value ^
        (((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
      value =
        (t3?.[word >>> 24] ?? 0) ^
        (t2?.[(word >>> 16) & 255] ?? 0) ^
        (t1?.[(word >>> 8) & 255] ?? 0) ^
        (t0?.[word & 255] ?? 0);
    }
    for (; at < bytes.length; at += 1) value = (value << 8) ^ (t0?.[(value >>> 24) ^ (bytes[at] ?? 0)] ?? 0);
  });
  for (let left = size; left > 0; left = Math.floor(left / 256)) {
    value = (value << 8) ^ (t0?.[(value >>> 24) ^ (left & 255)] ?? 0);
  }
  return { value: ~value >>> 0, size };
}

export async function bsdSum(source: Source): Promise<Sum> {
  let value = 0;
  const size = await each(source, (bytes) => {
    for (let at = 0; at < bytes.length; at += 1) {
      value = ((value >> 1) + ((value & 1) << 15) + (bytes[at] ?? 0)) & 0xffff;
    }
  });
  return { value, size };
}

export async function sysvSum(source: Source): Promise<Sum> {
  let total = 0;
  const size = await each(source, (bytes) => {
    for (let at = 0; at < bytes.length; at += 1) total += bytes[at] ?? 0;
    total %= 0x100000000;
  });
  const folded = (total & 0xffff) + (total >>> 16);
  return { value: (folded & 0xffff) + (folded >>> 16), size };
}

async function each(source: Source, take: (bytes: Uint8Array) => void): Promise<number> {
  let size = 0;
  for (;;) {
    const next = source.read();
    const bytes = next instanceof Promise ? await next : next;
    if (bytes === null) return size;
    take(bytes);
    size += bytes.length;
  }
}

let cached: readonly Int32Array[] | undefined;

/** tables[k][b]: what byte b does to the sum k bytes later. */
function crcTables(): readonly Int32Array[] {
  if (cached) return cached;
  const first = Int32Array.from({ length: 256 }, (_, byte) => {
    let value = byte << 24;
    for (let bit = 0; bit < 8; bit += 1) value = value < 0 ? (value << 1) ^ 0x04c11db7 : value << 1;
    return value;
  });
  const found = [first];
  for (let last = first; found.length < 4; ) {
    last = last.map((value) => (value << 8) ^ (first[value >>> 24] ?? 0));
    found.push(last);
  }
  cached = found;
  return found;
}
