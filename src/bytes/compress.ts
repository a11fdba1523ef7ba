// Streams of deflate in its three wrappers by node:zlib, which is loaded when the first one is asked for.

export type Compression = "gzip" | "gunzip" | "deflate-raw" | "inflate-raw";

export interface Compressor {
  /** Takes bytes and gives what came out of them so far. Rejects on damaged input. */
  write(bytes: Uint8Array): Promise<readonly Uint8Array[]>;
  /** Gives the rest. */
  end(): Promise<readonly Uint8Array[]>;
  /** Frees what it holds; needed only where `end` was not reached. */
  close(): void;
}

/** `level` is 1 (fast) to 9 (small). */
export async function createCompressor(kind: Compression, level = 6): Promise<Compressor> {
  const zlib = await import("node:zlib");
  const stream =
    kind === "gzip"
      ? zlib.createGzip({ level })
      : kind === "gunzip"
        ? zlib.createGunzip()
        : kind === "deflate-raw"
          ? zlib.createDeflateRaw({ level })
          : zlib.createInflateRaw();
  let ready: Uint8Array[] = [];
  let failure: Error | undefined;
  let fail: ((error: Error) => void) | undefined;
  stream.on("data", (chunk: Uint8Array) => ready.push(chunk));
  stream.on("error", (error) => {
    failure = error;
    fail?.(error);
  });
  const take = (): readonly Uint8Array[] => {
    const taken = ready;
    ready = [];
    return taken;
  };
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        if (failure) reject(failure);
        fail = reject;
        stream.write(bytes, () => resolve(take()));
      }),
    end: () =>
      new Promise((resolve, reject) => {
        if (failure) reject(failure);
        fail = reject;
        stream.once("end", () => resolve(take()));
        stream.end();
      }),
    close: () => {
      stream.destroy();
    },
  };
}

/** The cyclic redundancy check of gzip and zip (CRC-32 of ISO 3309), continued from `before`. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}

const TABLE = Int32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});
