// One stream's bytes for the structured result: all of them up to a cap, beyond it the head and the tail.
import { isUtf8 } from "node:buffer";
import { completeLength } from "../bytes/guard.ts";
import { decode } from "../bytes/text.ts";

/** Text, or base64 where the bytes are not UTF-8. */
export type Captured = string | { readonly base64: string };

/** Share of the cap that the head keeps. */
const HEAD = 0.2;

export class Capture {
  readonly #limit: number;
  #chunks: Uint8Array[] = [];
  #size = 0;
  #head: Buffer | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** More was printed than is kept. */
  get cut(): boolean {
    return this.#head !== undefined;
  }

  add(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
    this.#size += bytes.length;
    if (this.#size > this.#limit * 2) this.#shrink();
  }

  value(): Captured {
    if (this.#size > this.#limit || this.#head) this.#shrink();
    const tail = Buffer.concat(this.#chunks);
    if (!this.#head) return asText(tail);
    const head = this.#head.subarray(0, completeLength(this.#head));
    let start = 0;
    while (start < 3 && ((tail[start] ?? 0) & 0xc0) === 0x80) start += 1;
    return asText(Buffer.concat([head, tail.subarray(start)]));
  }

  #shrink(): void {
    let all = Buffer.concat(this.#chunks);
    if (!this.#head) {
      const size = Math.floor(this.#limit * HEAD);
      this.#head = Buffer.from(all.subarray(0, size));
      all = all.subarray(size);
    }
    const keep = this.#limit - this.#head.length;
    const tail = Buffer.from(all.subarray(Math.max(0, all.length - keep)));
    this.#chunks = [tail];
    this.#size = tail.length;
  }
}

function asText(bytes: Buffer): Captured {
  return isUtf8(bytes) ? decode(bytes) : { base64: bytes.toString("base64") };
}
