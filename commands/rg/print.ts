// Writes matching lines as rg does, with whatever was asked to stand around them. It does not search.
import { encode, type Pattern, type Writer } from "../../src/plugin.ts";
import type { NewlineCounter } from "../newlines.ts";
import type { Replacement } from "./replacement.ts";

/** What one line is printed from. */
export interface Line {
  readonly bytes: Buffer;
  readonly start: number;
  /** After its newline, if it has one. */
  readonly end: number;
  readonly selected: boolean;
  readonly number: number;
  readonly offset: number;
}

/** Takes lines in their order. */
export interface LineStyle {
  /** The next file, before any of its lines. */
  begin(name: string | undefined): void;
  line(line: Line): void;
  /** Lines were left out here. */
  gap(): void;
}

export interface PrintOptions {
  readonly pattern: Pattern;
  readonly invert: boolean;
  readonly numbers: boolean;
  readonly columns: boolean;
  readonly offsets: boolean;
  readonly only: boolean;
  readonly everyMatch: boolean;
  readonly replacement: Replacement | undefined;
  readonly heading: boolean;
  readonly nullAfterName: boolean;
  readonly trim: boolean;
  readonly maxColumns: number;
  readonly color: boolean;
  readonly separator: string | undefined;
}

/** Chooses which lines a style gets: the selected ones and those around them. This is what a searcher drives. */
export class ContextPrinter {
  readonly #style: LineStyle;
  readonly #counter: NewlineCounter;
  readonly #numbers: boolean;
  readonly #before: number;
  readonly #after: number;
  readonly #everything: boolean;
  readonly undecodable = false;
  #pending = 0;
  #used = false;
  #bytes: Buffer = Buffer.alloc(0);
  #from = 0;
  #to = 0;
  #base = 0;
  /** Offset in the file after the last line that was given. */
  #givenTo = -1;
  #kept: Line[] = [];
  #number = 1;
  #counted = 0;

  constructor(
    style: LineStyle,
    counter: NewlineCounter,
    options: {
      readonly numbers: boolean;
      readonly before: number;
      readonly after: number;
      readonly everything: boolean;
    },
  ) {
    this.#style = style;
    this.#counter = counter;
    this.#numbers = options.numbers;
    this.#before = options.before;
    this.#after = options.after;
    this.#everything = options.everything;
  }

  /** Trailing context that is still owed. */
  get pending(): number {
    return this.#everything ? 1 : this.#pending;
  }

  begin(name: string | undefined): void {
    this.#style.begin(name);
    this.#pending = 0;
    this.#givenTo = -1;
    this.#kept = [];
    this.#number = 1;
    this.#counted = 0;
  }

  slice(bytes: Buffer, from: number, to: number, base: number): void {
    this.#bytes = bytes;
    this.#from = from;
    this.#to = to;
    this.#base = base;
  }

  selected(start: number, end: number): void {
    for (let at = start; at < end; ) {
      const next = this.#lineEnd(at);
      this.#around(at);
      this.#give(at, next, true);
      this.#pending = this.#after;
      at = next;
    }
  }

  endSlice(): void {
    if (this.#everything || this.#pending > 0) this.#trail(this.#to);
    if (this.#before > 0 && !this.#everything) this.#keep();
    if (this.#numbers) this.#numberAt(this.#to);
  }

  /** Gives what must stand before a selected line. */
  #around(start: number): void {
    if (this.#everything || this.#pending > 0) this.#trail(start);
    if (this.#everything) return;
    const low = Math.max(this.#from, this.#givenTo - this.#base);
    let first = start;
    let count = 0;
    for (; count < this.#before && first > low; count += 1) first = this.#lineBefore(first, low);
    const kept = first === this.#from && count < this.#before ? this.#kept.slice(count - this.#before) : [];
    const group = kept[0]?.offset ?? this.#base + first;
    if (this.#before + this.#after > 0 && this.#used && group !== this.#givenTo) this.#style.gap();
    for (const line of kept) this.#style.line(line);
    this.#kept = [];
    for (let at = first; at < start; at = this.#lineEnd(at)) this.#give(at, this.#lineEnd(at), false);
  }

  #trail(limit: number): void {
    for (let at = Math.max(this.#from, this.#givenTo - this.#base); at < limit; this.#pending -= 1) {
      if (!this.#everything && this.#pending <= 0) return;
      const next = this.#lineEnd(at);
      this.#give(at, next, false);
      at = next;
    }
  }

  #give(start: number, end: number, selected: boolean): void {
    const number = this.#numbers ? this.#numberAt(start) : 0;
    this.#style.line({ bytes: this.#bytes, start, end, selected, number, offset: this.#base + start });
    this.#givenTo = this.#base + end;
    this.#used = true;
  }

  #keep(): void {
    const low = Math.max(this.#from, this.#givenTo - this.#base);
    const starts: number[] = [];
    for (let at = this.#to; starts.length < this.#before && at > low; ) {
      at = this.#lineBefore(at, low);
      starts.unshift(at);
    }
    const older =
      low === this.#from && starts.length < this.#before ? this.#kept.slice(starts.length - this.#before) : [];
    const lines = starts.map((start): Line => {
      const bytes = Buffer.from(this.#bytes.subarray(start, this.#lineEnd(start)));
      const number = this.#numbers ? this.#numberAt(start) : 0;
      return { bytes, start: 0, end: bytes.length, selected: false, number, offset: this.#base + start };
    });
    this.#kept = [...older, ...lines];
  }

  #numberAt(start: number): number {
    this.#number += this.#counter.of(this.#bytes.subarray(this.#counted - this.#base, start));
    this.#counted = this.#base + start;
    return this.#number;
  }

  #lineBefore(at: number, low: number): number {
    return at - 2 < low ? low : Math.max(low, this.#bytes.lastIndexOf(10, at - 2) + 1);
  }

  #lineEnd(start: number): number {
    const found = this.#bytes.indexOf(10, start);
    return found < 0 || found >= this.#to ? this.#to : found + 1;
  }
}

/** Lines as a person reads them. */
export class TextStyle implements LineStyle {
  readonly #out: Writer;
  readonly #options: PrintOptions;
  readonly #plain: boolean;
  #name: string | undefined;
  #headed = false;
  #files = 0;

  constructor(out: Writer, options: PrintOptions) {
    this.#out = out;
    this.#options = options;
    const { numbers, columns, offsets, only, everyMatch, replacement, trim, maxColumns, color } = options;
    this.#plain = !(numbers || columns || offsets || only || everyMatch || replacement || trim || maxColumns || color);
  }

  begin(name: string | undefined): void {
    this.#name = name;
    this.#headed = false;
  }

  gap(): void {
    const { separator, heading } = this.#options;
    if (separator === undefined || (heading && !this.#headed && this.#files > 0)) return;
    this.#out.text(`${separator}\n`);
  }

  line(line: Line): void {
    const { bytes, start, end, selected } = line;
    const stop = bytes[end - 1] === 10 ? end - 1 : end;
    const { invert, only, everyMatch, pattern, columns } = this.#options;
    if (this.#plain || !selected || invert) {
      if (!only || !selected) this.#whole(line, stop, 0);
      return;
    }
    if (!only && !everyMatch) {
      const column = columns ? (pattern.find(bytes, start, stop)?.start ?? start) - start + 1 : 0;
      this.#whole(line, stop, column);
      return;
    }
    for (const match of matchesOf(pattern, bytes, start, stop)) {
      const column = match.start - start + 1;
      if (everyMatch) {
        this.#whole(line, stop, column);
        continue;
      }
      if (match.start === match.end) continue;
      this.#prefix({ ...line, offset: line.offset + match.start - start }, column);
      this.#match(bytes, start, stop, match.start, match.end);
      this.#out.byte(10);
    }
  }

  #whole(line: Line, stop: number, column: number): void {
    const { replacement, trim, maxColumns, invert, color, columns, everyMatch } = this.#options;
    const { bytes, selected } = line;
    let { start } = line;
    const matching = selected && !invert;
    this.#prefix(line, column > 0 || (columns && !everyMatch && selected && invert) ? Math.max(column, 1) : 0);
    if (trim) while (start < stop && (bytes[start] === 32 || ((bytes[start] ?? 0) - 9) >>> 0 < 5)) start += 1;
    if (maxColumns > 0 && stop - start > maxColumns) {
      this.#out.text(`[Omitted long ${selected ? "matching" : "context"} line]`);
    } else if (matching && (replacement || color)) {
      let shown = start;
      for (const match of matchesOf(this.#options.pattern, bytes, line.start, stop)) {
        if (match.start < start) continue;
        this.#out.bytes(bytes, shown, match.start);
        this.#match(bytes, line.start, stop, match.start, match.end);
        shown = match.end;
      }
      this.#out.bytes(bytes, shown, stop);
    } else this.#out.bytes(bytes, start, stop);
    this.#out.byte(10);
  }

  #match(bytes: Buffer, lineStart: number, lineEnd: number, from: number, to: number): void {
    const { replacement, pattern, color } = this.#options;
    if (color) this.#out.text("\x1b[0m\x1b[1m\x1b[31m");
    const captures = replacement && pattern.captures(bytes, lineStart, lineEnd, from);
    if (replacement && captures) this.#out.bytes(replacement(captures, bytes));
    else this.#out.bytes(bytes, from, to);
    if (color) this.#out.text("\x1b[0m");
  }

  #prefix(line: Line, column: number): void {
    const { heading, nullAfterName, numbers, offsets, columns, color } = this.#options;
    const mark = line.selected ? ":" : "-";
    if (this.#name !== undefined) {
      if (!heading) this.#out.bytes(encode(`${paint(this.#name, 35, color)}${nullAfterName ? "\0" : mark}`));
      else if (!this.#headed) {
        this.#out.bytes(
          encode(`${this.#files > 0 ? "\n" : ""}${paint(this.#name, 35, color)}${nullAfterName ? "\0" : "\n"}`),
        );
        this.#headed = true;
        this.#files += 1;
      }
    }
    if (numbers) this.#out.text(`${paint(String(line.number), 32, color)}${mark}`);
    if (columns && column > 0) this.#out.text(`${column}${mark}`);
    if (offsets) this.#out.text(`${line.offset}${mark}`);
  }
}

/** Counts matches instead of printing lines. */
export class CountStyle implements LineStyle {
  readonly #pattern: Pattern;
  #count = 0;

  constructor(pattern: Pattern) {
    this.#pattern = pattern;
  }

  /** Matches in the current file. */
  get count(): number {
    return this.#count;
  }

  begin(): void {
    this.#count = 0;
  }

  gap(): void {}

  line({ bytes, start, end, selected }: Line): void {
    if (selected)
      for (const _ of matchesOf(this.#pattern, bytes, start, bytes[end - 1] === 10 ? end - 1 : end)) this.#count += 1;
  }
}

/** The matches in [start, stop), one after the other; an empty one does not stand at the end of the one before it. */
export function* matchesOf(
  pattern: Pattern,
  bytes: Buffer,
  start: number,
  stop: number,
): Generator<{ readonly start: number; readonly end: number }> {
  let last = -1;
  for (let at = start; at <= stop; ) {
    const match = pattern.find(bytes, start, stop, at);
    if (!match) return;
    if (match.end > match.start || match.start !== last) yield match;
    last = match.end;
    at = match.end;
    if (match.end === match.start) {
      at += 1;
      while (at < stop && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
    }
  }
}

export function paint(text: string, colour: number, on: boolean): string {
  return on ? `\x1b[0m\x1b[${colour}m${text}\x1b[0m` : text;
}
