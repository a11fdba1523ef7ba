// Where print writes to. Text is gathered as one string and encoded once, which costs a fraction of encoding each piece.
import { encode, type Sink, Writer } from "../../src/plugin.ts";

/** Characters gathered before they are encoded. */
const GATHERED = 16 * 1024;

export class Printer {
  readonly #writer: Writer;
  #text = "";
  /** Something may wait to be handed on: `drain` is to be called. */
  full = false;
  #unsent = 0;

  constructor(sink: Sink) {
    this.#writer = new Writer(sink);
  }

  text(text: string): void {
    this.#text += text;
    if (this.#text.length > GATHERED) this.#encode();
  }

  bytes(bytes: Uint8Array, start: number, end: number): void {
    if (this.#text !== "") this.#encode();
    this.#writer.bytes(bytes, start, end);
    this.#unsent += end - start;
    if (this.#unsent > GATHERED) {
      this.full = true;
      this.#unsent = 0;
    }
  }

  byte(byte: number): void {
    if (this.#text !== "") this.#encode();
    this.#writer.byte(byte);
  }

  /** Hands full chunks on; a promise means wait. */
  drain(): void | Promise<void> {
    this.full = false;
    return this.#writer.drain();
  }

  flush(): void | Promise<void> {
    this.full = false;
    if (this.#text !== "") this.#encode();
    return this.#writer.flush();
  }

  #encode(): void {
    this.#writer.bytes(encode(this.#text));
    this.#text = "";
    this.full = true;
  }
}
