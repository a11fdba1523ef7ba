// What a running program holds: variables, the record, separators, streams. One for each invocation.
import type { Context, Io } from "../../src/plugin.ts";
import { AwkArray, type Key, textKey } from "./array.ts";
import { leadingNumber } from "./number.ts";
import { generalText, integerText, specialText } from "./number-text.ts";
import { Random } from "./random.ts";
import type { RecordReader, RecordSeparator } from "./record-reader.ts";
import { RegexCache } from "./regex.ts";
import { Row } from "./row.ts";
import { Streams } from "./streams.ts";
import { compareText, NumericText, scalarOnly, type Value } from "./value.ts";

/** Steps of loops and calls between two looks at the clock. */
const FUEL = 2000;

/** Formats of numbers other than %.6g: given by the format module, so that this one does not know printf. */
export type NumberFormat = (format: string, value: number) => string;

export class Machine {
  readonly io: Io;
  readonly ctx: Context;
  readonly globals: Value[];
  /** Slots of the function that runs. */
  frame: Value[] = [];
  /** What `return` gave. */
  returned: Value = undefined;
  depth = 0;
  fuel = FUEL;
  exitCode = 0;
  readonly row: Row;
  readonly streams: Streams;
  readonly regexes = new RegexCache();
  nr = 0;
  fnr = 0;
  ofs = " ";
  ors = "\n";
  subsep = "\x1c";
  convfmt = "%.6g";
  ofmt = "%.6g";
  /** Which of FS, FPAT and FIELDWIDTHS was assigned last. */
  splitBy: "FS" | "FPAT" | "FIELDWIDTHS" = "FS";
  /** Where the last record came from. */
  lastReader: RecordReader | undefined;
  separator: RecordSeparator = { kind: "byte", byte: 10 };
  /** Values of the other special variables, as the program assigned them. */
  readonly specials = new Map<string, Value>();
  readonly random = new Random();
  /** PROCINFO["sorted_in"], where a program has set it. */
  sortedIn: () => string | undefined = () => undefined;
  readonly #format: NumberFormat;

  constructor(io: Io, ctx: Context, globalCount: number, format: NumberFormat) {
    this.io = io;
    this.ctx = ctx;
    this.globals = new Array<Value>(globalCount).fill(undefined);
    this.#format = format;
    this.streams = new Streams(io, ctx);
    this.row = new Row((value) => this.text(value));
  }

  number(value: Value): number {
    if (typeof value === "number") return value;
    if (typeof value === "string") return leadingNumber(value);
    if (value === undefined) return 0;
    if (value instanceof NumericText) return value.number;
    return scalarOnly();
  }

  text(value: Value): string {
    if (typeof value === "string") return value;
    if (typeof value === "number") return this.numberText(value, this.convfmt);
    if (value === undefined) return "";
    if (value instanceof NumericText) return value.text;
    return scalarOnly();
  }

  /** Text for print: numbers by OFMT. */
  printed(value: Value): string {
    return typeof value === "number" ? this.numberText(value, this.ofmt) : this.text(value);
  }

  numberText(value: number, format: string): string {
    if (Number.isInteger(value)) return integerText(value);
    if (!Number.isFinite(value)) return specialText(value);
    return format === "%.6g" ? generalText(value, 6) : this.#format(format, value);
  }

  /** By bytes; by folded case where IGNORECASE says so. */
  compareText(a: string, b: string): number {
    return this.regexes.ignoreCase ? compareText(a.toLowerCase(), b.toLowerCase()) : compareText(a, b);
  }

  key(value: Value): Key {
    if (typeof value === "number") {
      // Whole numbers are keys as they are, whatever CONVFMT says.
      if (value >= 0 && value < 1e9 && Number.isInteger(value)) return value + 0;
      return this.numberText(value, this.convfmt);
    }
    return textKey(this.text(value));
  }

  /** The key of several subscripts. */
  joinedKey(values: readonly Value[]): Key {
    let text = "";
    for (let i = 0; i < values.length; i += 1) {
      if (i > 0) text += this.subsep;
      text += this.text(values[i]);
    }
    return textKey(text);
  }

  /** Called when the fuel is used up: may give a promise to wait for. */
  refuel(): Promise<void> | undefined {
    this.fuel = FUEL;
    return this.ctx.pause();
  }

  globalArray(slot: number): AwkArray {
    const known = this.globals[slot];
    if (known instanceof AwkArray) return known;
    const made = new AwkArray();
    this.globals[slot] = made;
    return made;
  }
}
