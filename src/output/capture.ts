// One stream's bytes for the structured result: all of them up to a cap, beyond it the head and the tail.
import { isUtf8 } from "node:buffer";
import { completeLength } from "../bytes/guard.ts";
import { decode, encode } from "../bytes/text.ts";
import { lengthBeforeCut, longestFirst, masking, startAfterCut } from "./secrets.ts";

/** Text, or base64 where the bytes are not UTF-8. */
export type Captured = string | { readonly base64: string };

/** Share of the cap that the head keeps. */
const HEAD = 0.2;

export class Capture {
  readonly #limit: number;
  readonly #secrets: readonly Uint8Array[];
  readonly #mask: (text: string) => string;
  readonly #maskBytes: (text: string) => string;
  #chunks: Uint8Array[] = [];
  #size = 0;
  #head: Buffer | undefined;

  constructor(limit: number, secrets: readonly string[]) {
    this.#limit = limit;
    this.#secrets = longestFirst(secrets).map(encode);
    this.#mask = masking(secrets);
    this.#maskBytes = masking(this.#secrets.map((secret) => Buffer.from(secret).toString("latin1")));
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

  /** What is kept, its secrets masked. */
  value(): Captured {
    if (this.#size > this.#limit || this.#head) this.#shrink();
    const tail = Buffer.concat(this.#chunks);
    if (!this.#head) return this.#masked(tail);
    const whole = this.#head.subarray(0, lengthBeforeCut(this.#head, this.#secrets));
    const head = whole.subarray(0, completeLength(whole));
    let start = startAfterCut(tail, this.#secrets);
    const most = start + 3;
    while (start < most && ((tail[start] ?? 0) & 0xc0) === 0x80) start += 1;
    return this.#masked(Buffer.concat([head, tail.subarray(start)]));
  }

  #masked(bytes: Buffer): Captured {
    if (isUtf8(bytes)) return this.#mask(decode(bytes));
    if (this.#secrets.length === 0) return { base64: bytes.toString("base64") };
    return { base64: Buffer.from(this.#maskBytes(bytes.toString("latin1")), "latin1").toString("base64") };
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
