// Lines of od: the offset, then the values of each format, padded so that the formats stand under one another.
import type { Writer } from "../../src/plugin.ts";
import type { Format } from "./formats.ts";

export type Base = "o" | "d" | "x" | "n";

export interface DumpOptions {
  readonly formats: readonly Format[];
  /** Bytes of a line. */
  readonly width: number;
  /** Bytes of the widest value: a shorter last line is filled up with zeros to a multiple of it. */
  readonly unit: number;
  readonly base: Base;
  readonly everyLine: boolean;
  readonly bigEndian: boolean;
}

interface Column extends Format {
  /** Values of a full line. */
  readonly count: number;
  /** Further blanks of a full line, spread over its values. */
  readonly padding: number;
}

export class Dump {
  readonly #options: DumpOptions;
  readonly #columns: readonly Column[];
  readonly #out: Writer;
  #offset: number;
  #previous: Buffer | undefined;
  #starred = false;

  constructor(options: DumpOptions, offset: number, out: Writer) {
    this.#options = options;
    this.#offset = offset;
    this.#out = out;
    const { width, formats } = options;
    const widest = Math.max(...formats.map((format) => (width / format.size) * (format.width + 1)));
    this.#columns = formats.map((format) => {
      const count = width / format.size;
      return { ...format, count, padding: widest - count * (format.width + 1) };
    });
  }

  /** One full line. `bytes` must stay as it is until the next line. */
  line(bytes: Buffer, at: number, length: number): void {
    const { width, everyLine } = this.#options;
    const here = bytes.subarray(at, at + width);
    const repeated = !everyLine && this.#previous?.equals(here) === true;
    if (!repeated) {
      this.#print(bytes, at, length);
      this.#starred = false;
    } else if (!this.#starred) {
      this.#out.text("*\n");
      this.#starred = true;
    }
    this.#previous = here;
    this.#offset += length;
  }

  /** The last, shorter line, and the offset of the end. */
  end(rest: Buffer): void {
    if (rest.length > 0) {
      const filled = Buffer.alloc(Math.ceil(rest.length / this.#options.unit) * this.#options.unit);
      filled.set(rest);
      this.#print(filled, 0, rest.length);
      this.#offset += rest.length;
    }
    if (this.#options.base !== "n") this.#out.text(`${offsetText(this.#offset, this.#options.base)}\n`);
  }

  #print(bytes: Buffer, at: number, length: number): void {
    const { base, bigEndian } = this.#options;
    let lead = offsetText(this.#offset, base);
    for (const column of this.#columns) {
      const { size, width, count, padding, show } = column;
      const shown = Math.ceil(length / size);
      let line = lead;
      let left = padding;
      for (let i = 0; i < shown; i += 1) {
        const next = Math.floor((padding * (count - i - 1)) / count);
        line += show(bytes, at + i * size, bigEndian).padStart(left - next + width + 1);
        left = next;
      }
      if (column.trailer) {
        const blank = count - shown;
        line += " ".repeat(blank * (width + 1) + Math.floor((padding * blank) / count));
        line += `  >${bytes.toString("latin1", at, at + length).replace(/[^ -~]/g, ".")}<`;
      }
      this.#out.text(`${line}\n`);
      lead = " ".repeat(lead.length);
    }
  }
}

export function offsetText(offset: number, base: Base): string {
  if (base === "n") return "";
  if (base === "x") return offset.toString(16).padStart(6, "0");
  return offset.toString(base === "o" ? 8 : 10).padStart(7, "0");
}
