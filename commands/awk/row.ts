// The current record and its fields. Fields are found when they are asked for, as ranges of bytes where the separator
// allows; text is made only when a program wants text.
import { ownCopy } from "./array.ts";
import { Block, NO_BLOCK } from "./block.ts";
import { leadingNumber, NumberReader } from "./number.ts";
import { inputValue, NumericText, type Scalar } from "./value.ts";

/** How a record becomes fields. */
export type Splitting =
  /** Runs of blanks, tabs and newlines. */
  | { readonly kind: "blank" }
  /** One byte; `also` separates too (the newline of paragraph mode), -1 for none. */
  | { readonly kind: "byte"; readonly byte: number; readonly also: number }
  | { readonly kind: "text"; readonly split: (text: string) => string[] };

export const BLANKS: Splitting = { kind: "blank" };

/** Text of values that a program assigned to fields. */
export type ToText = (value: Scalar) => string;

const FIELD_LIMIT = 50_000_000;

/** Text of a field that nobody has looked at: it may look like a number. */
class Input {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export class Row {
  block = NO_BLOCK;
  start = 0;
  end = 0;
  splitting: Splitting = BLANKS;
  ofs = " ";
  /** Fields found so far; all of them when `complete`. */
  #count = 0;
  #complete = true;
  #next = 0;
  starts = new Int32Array(64);
  ends = new Int32Array(64);
  /** Set when fields have values of their own; index 0 is unused. */
  #values: (Scalar | Input)[] | undefined;
  /** $0 must be put together from the fields. */
  #stale = false;
  #whole: string | undefined;
  /** The record is text that nobody has wanted as bytes yet. */
  #textOnly = false;
  readonly #reader = new NumberReader();
  readonly #toText: ToText;

  constructor(toText: ToText) {
    this.#toText = toText;
  }

  /** A new record. */
  set(block: Block, start: number, end: number): void {
    this.block = block;
    this.start = start;
    this.end = end;
    this.#count = 0;
    this.#complete = false;
    this.#next = start;
    this.#values = undefined;
    this.#stale = false;
    this.#textOnly = false;
    this.#whole = undefined;
  }

  setText(text: string): void {
    this.set(NO_BLOCK, 0, 0);
    this.#whole = text;
    this.#textOnly = true;
  }

  /** The record as text. */
  text(): string {
    if (this.#whole !== undefined) return this.#whole;
    if (this.#stale) this.#join();
    this.#whole ??= this.block.text(this.start, this.end);
    return this.#whole;
  }

  /** Makes `block[start, end)` the record as it is now; to be called before they are used. */
  settle(): void {
    if (this.#stale) this.#join();
    if (!this.#textOnly) return;
    this.block = Block.of(this.#whole ?? "");
    this.start = 0;
    this.end = this.block.bytes.length;
    this.#textOnly = false;
    if (!this.#complete) this.#next = 0;
  }

  /** The record is at hand as bytes of the input. */
  get isBytes(): boolean {
    return !this.#stale && !this.#textOnly;
  }

  /** Length in characters. */
  get length(): number {
    if (!this.isBytes) return -1;
    if (this.block.isPlain(this.start, this.end)) return this.end - this.start;
    return -1;
  }

  get fieldCount(): number {
    if (!this.#complete) this.#find(FIELD_LIMIT);
    return this.#count;
  }

  /** Finds fields up to this one; is there one? Afterwards it is `starts[index]`, `ends[index]` unless `valued`. */
  has(index: number): boolean {
    if (index <= this.#count) return true;
    if (this.#complete) return false;
    this.#find(index);
    return index <= this.#count;
  }

  /** Fields are values now, not ranges of bytes. */
  get valued(): boolean {
    return this.#values !== undefined;
  }

  fieldText(index: number): string {
    if (index === 0) return this.text();
    if (!this.has(index)) return "";
    if (this.#values !== undefined) return this.#valueText(this.#values[index]);
    return this.block.text(this.starts[index] ?? 0, this.ends[index] ?? 0);
  }

  field(index: number): Scalar {
    if (index === 0) return inputValue(this.text());
    // As in gawk, a field that is not there compares as text.
    if (!this.has(index)) return "";
    if (this.#values !== undefined) {
      const value = this.#values[index];
      if (!(value instanceof Input)) return value;
      const seen = inputValue(value.text);
      this.#values[index] = seen;
      return seen;
    }
    return inputValue(this.block.text(this.starts[index] ?? 0, this.ends[index] ?? 0));
  }

  fieldNumber(index: number): number {
    if (index === 0) return leadingNumber(this.text());
    if (!this.has(index)) return 0;
    if (this.#values !== undefined) {
      const value = this.#values[index];
      if (typeof value === "number") return value;
      if (value === undefined) return 0;
      if (value instanceof NumericText) return value.number;
      return leadingNumber(typeof value === "string" ? value : value.text);
    }
    const start = this.starts[index] ?? 0;
    const end = this.ends[index] ?? 0;
    const number = this.#reader.read(this.block.bytes, start, end);
    return Number.isNaN(number) ? leadingNumber(this.block.text(start, end)) : number;
  }

  /** The field as a number where it looks like one, as text where not: what a comparison wants. */
  fieldComparable(index: number): number | string {
    if (index > 0 && this.has(index) && this.#values === undefined) {
      const start = this.starts[index] ?? 0;
      const end = this.ends[index] ?? 0;
      const number = this.#reader.read(this.block.bytes, start, end);
      if (!Number.isNaN(number) && this.#reader.whole) return number;
    }
    const value = this.field(index);
    if (value === undefined) return "";
    return value instanceof NumericText ? value.number : value;
  }

  assign(index: number, value: Scalar): void {
    if (index === 0) {
      this.setText(this.#toText(value));
      return;
    }
    const values = this.#own();
    for (let i = this.#count + 1; i < index; i += 1) values[i] = "";
    values[index] = value;
    if (index > this.#count) this.#count = index;
    this.#changed();
  }

  setFieldCount(count: number): void {
    const values = this.#own();
    for (let i = this.#count + 1; i <= count; i += 1) values[i] = "";
    values.length = count + 1;
    this.#count = count;
    this.#changed();
  }

  /** Fields are found with the separator of now, before it changes. */
  finish(): void {
    if (!this.#complete) this.#find(FIELD_LIMIT);
  }

  /** The record as it will outlive its block (END sees the last one). */
  keep(): void {
    if (this.block.bytes.length > 2 * (this.end - this.start) + 1024 && this.isBytes && this.#values === undefined) {
      this.setText(ownCopy(this.text()));
    }
  }

  #changed(): void {
    this.#stale = true;
    this.#whole = undefined;
  }

  #valueText(value: Scalar | Input): string {
    if (typeof value === "string") return value;
    return value instanceof Input ? value.text : this.#toText(value);
  }

  #own(): (Scalar | Input)[] {
    if (this.#values !== undefined) return this.#values;
    this.finish();
    if (this.#values !== undefined) return this.#values;
    const values: (Scalar | Input)[] = [undefined];
    const { block } = this;
    for (let i = 1; i <= this.#count; i += 1) {
      values.push(new Input(block.text(this.starts[i] ?? 0, this.ends[i] ?? 0)));
    }
    this.#values = values;
    return values;
  }

  #join(): void {
    const values = this.#values ?? [];
    let text = "";
    for (let i = 1; i <= this.#count; i += 1) {
      if (i > 1) text += this.ofs;
      text += this.#valueText(values[i]);
    }
    this.#whole = text;
    this.#textOnly = true;
    this.#stale = false;
  }

  #find(index: number): void {
    if (this.#textOnly && this.splitting.kind !== "text") this.settle();
    switch (this.splitting.kind) {
      case "blank":
        this.#findBlank(index);
        break;
      case "byte":
        this.#findByte(index, this.splitting.byte, this.splitting.also);
        break;
      case "text": {
        const pieces = this.splitting.split(this.text());
        const values: (Scalar | Input)[] = [undefined];
        for (const piece of pieces) values.push(new Input(piece));
        this.#values = values;
        this.#count = pieces.length;
        this.#complete = true;
      }
    }
  }

  #findBlank(index: number): void {
    const { end } = this;
    const { bytes } = this.block;
    let at = this.#next;
    let count = this.#count;
    while (count < index) {
      let byte = 0;
      while (at < end) {
        byte = bytes[at] as number;
        if (byte !== 32 && byte !== 9 && byte !== 10) break;
        at += 1;
      }
      if (at >= end) {
        this.#complete = true;
        break;
      }
      count += 1;
      if (count >= this.starts.length) this.#grow();
      this.starts[count] = at;
      while (at < end) {
        byte = bytes[at] as number;
        if (byte === 32 || byte === 9 || byte === 10) break;
        at += 1;
      }
      this.ends[count] = at;
    }
    this.#next = at;
    this.#count = count;
  }

  #findByte(index: number, separator: number, also: number): void {
    const { end } = this;
    const { bytes } = this.block;
    let at = this.#next;
    let count = this.#count;
    if (this.start === end) {
      this.#complete = true;
      return;
    }
    while (count < index) {
      count += 1;
      if (count >= this.starts.length) this.#grow();
      this.starts[count] = at;
      while (at < end) {
        const byte = bytes[at];
        if (byte === separator || byte === also) break;
        at += 1;
      }
      this.ends[count] = at;
      if (at >= end) {
        this.#complete = true;
        break;
      }
      at += 1;
    }
    this.#next = at;
    this.#count = count;
  }

  #grow(): void {
    const starts = new Int32Array(this.starts.length * 2);
    starts.set(this.starts);
    this.starts = starts;
    const ends = new Int32Array(this.ends.length * 2);
    ends.set(this.ends);
    this.ends = ends;
  }
}
