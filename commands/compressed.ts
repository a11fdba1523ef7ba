// Sources and sinks that compress or expand what passes through them, for gzip and tar.
import { type Compressor, createCompressor, type Sink, type Source } from "../src/plugin.ts";

/** Compressed bytes that are expanded at once; one of them may grow a thousandfold. */
const PIECE = 8 * 1024;

/** What the source gives, expanded. */
export async function expanding(source: Source): Promise<Source> {
  const compressor = await createCompressor("gunzip");
  const ready: Uint8Array[] = [];
  let input: Uint8Array | null = new Uint8Array();
  let ended = false;
  const read = async (): Promise<Uint8Array | null> => {
    for (;;) {
      const chunk = ready.shift();
      if (chunk) return chunk;
      if (ended) return null;
      if (input !== null && input.length > 0) {
        ready.push(...(await compressor.write(input.subarray(0, PIECE))));
        input = input.subarray(PIECE);
        continue;
      }
      input = await source.read();
      if (input !== null) continue;
      ready.push(...(await compressor.end()));
      ended = true;
    }
  };
  return {
    connected: source.connected,
    read,
    unread: (bytes) => {
      ready.unshift(bytes);
    },
    close: () => {
      compressor.close();
      source.close();
    },
  };
}

/** Compresses what is written to it; `end` must be called. */
export class CompressingSink implements Sink {
  readonly terminal = false;
  readonly #sink: Sink;
  readonly #compressor: Compressor;

  constructor(sink: Sink, compressor: Compressor) {
    this.#sink = sink;
    this.#compressor = compressor;
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (const chunk of await this.#compressor.write(bytes)) await this.#sink.write(chunk);
  }

  async end(): Promise<void> {
    for (const chunk of await this.#compressor.end()) await this.#sink.write(chunk);
  }
}

/** Do the bytes begin as gzip's do (RFC 1952)? */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
