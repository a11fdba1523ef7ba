// Where sed prints: standard output, the file being edited, the files of w. A line that came without its newline goes
// out without it, and gets it when anything follows.
import { type Sink, Writer } from "../../src/plugin.ts";

export class Output {
  readonly #writer: Writer;
  readonly #newline: number;
  #unended = false;

  constructor(sink: Sink | Writer, newline: number) {
    this.#writer = sink instanceof Writer ? sink : new Writer(sink);
    this.#newline = newline;
  }

  /** The same place, which knows nothing of the other's unended line: that is how `w /dev/stdout` is in GNU sed. */
  twin(): Output {
    return new Output(this.#writer, this.#newline);
  }

  /** `ended`: the line had its newline. */
  line(bytes: Uint8Array, start: number, end: number, ended: boolean): void {
    this.#end();
    this.#writer.bytes(bytes, start, end);
    if (ended) this.#writer.byte(this.#newline);
    else this.#unended = true;
  }

  /** Whole lines with their newlines, the very last perhaps without. */
  lines(bytes: Uint8Array, start: number, end: number): void {
    if (start >= end) return;
    this.#end();
    this.#writer.bytes(bytes, start, end);
    this.#unended = bytes[end - 1] !== this.#newline;
  }

  /** Text of the script or of another file, as it is. */
  raw(bytes: Uint8Array): void {
    this.#end();
    this.#writer.bytes(bytes);
  }

  /** Text of i and c: its last newline is that of the lines. */
  block(bytes: Uint8Array): void {
    this.#end();
    this.#writer.bytes(bytes, 0, Math.max(0, bytes.length - 1));
    if (bytes.length > 0) this.#writer.byte(this.#newline);
  }

  text(text: string): void {
    this.#end();
    this.#writer.text(text);
  }

  /** A piece of a line or of several; `lines` or `unended` must follow in the end. */
  piece(bytes: Uint8Array, start: number, end: number): void {
    this.#end();
    this.#writer.bytes(bytes, start, end);
  }

  /** What was printed last is a line without its newline. */
  unended(): void {
    this.#unended = true;
  }

  /** Gives the last line its newline. */
  complete(): void {
    this.#end();
  }

  drain(): void | Promise<void> {
    return this.#writer.drain();
  }

  flush(): void | Promise<void> {
    return this.#writer.flush();
  }

  #end(): void {
    if (!this.#unended) return;
    this.#writer.byte(this.#newline);
    this.#unended = false;
  }
}
