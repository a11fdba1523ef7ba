// Writes selected lines, with whatever was asked to stand around them: names, numbers, offsets, context, colours.
// It decides neither which lines are selected nor when to stop.
import { encode, isUtf8, type Pattern, type Writer } from "../../src/plugin.ts";
import type { NewlineCounter } from "../newlines.ts";

export interface PrintOptions {
  readonly pattern: Pattern;
  readonly invert: boolean;
  readonly newline: number;
  /** A NUL instead of the separator after a file name (`-Z`). */
  readonly nullAfterName: boolean;
  readonly numbers: boolean;
  readonly offsets: boolean;
  readonly tab: boolean;
  readonly only: boolean;
  readonly color: boolean;
  /** Lines of context; -1 = not asked for, which also means no separators. */
  readonly before: number;
  readonly after: number;
  /** What stands between groups of lines that are not adjacent; undefined = nothing. */
  readonly separator: string | undefined;
  /** Lines with invalid UTF-8 are text too (`-a`). */
  readonly text: boolean;
}

/** A line kept from an earlier slice because it may become context of a later one. */
interface KeptLine {
  readonly bytes: Buffer;
  readonly offset: number;
  readonly number: number;
}

// GREP_COLORS of grep(1): ms and mc, fn, ln and bn, se.
const MATCH = "01;31";
const NAME = "35";
const NUMBER = "32";
const SEPARATOR = "36";

/** Prints one file after another; a file comes in slices of whole lines. */
export class LinePrinter {
  readonly #out: Writer;
  readonly #options: PrintOptions;
  readonly #counter: NewlineCounter | undefined;
  #plain = false;
  #undecodable = false;
  #names = false;
  /** Something has been printed, in whichever file: groups need separators from now on. */
  #used = false;

  #width = 0;
  #selectedHead: Uint8Array = Buffer.alloc(0);
  #contextHead: Uint8Array = Buffer.alloc(0);
  #bytes: Buffer = Buffer.alloc(0);
  #from = 0;
  /** Offset in the file of `#bytes[0]`. */
  #base = 0;
  #valid: boolean | undefined;
  #to = 0;
  /** End of the last printed line, as an offset in the file. */
  #printedTo = -1;
  /** Lines of trailing context still to come. */
  #pending = 0;
  #kept: KeptLine[] = [];
  /** The line that begins at offset `#counted` of the file has this number. */
  #number = 1;
  #counted = 0;

  constructor(out: Writer, options: PrintOptions, counter: NewlineCounter | undefined) {
    this.#out = out;
    this.#options = options;
    this.#counter = counter;
  }

  /** Trailing context that is still owed after the last selected line. */
  get pending(): number {
    return this.#pending;
  }

  /** A line of this file was left out because it is no UTF-8. */
  get undecodable(): boolean {
    return this.#undecodable;
  }

  /** The next file; no name is printed when there is none. `size` is that of a regular file. */
  begin(name: string | undefined, size: number | undefined): void {
    const { numbers, offsets, only, color, before, after } = this.#options;
    this.#names = name !== undefined;
    this.#undecodable = false;
    this.#plain = !this.#names && !numbers && !offsets && !only && !color && before < 0 && after < 0;
    // GNU aligns figures to the width of the largest one that the file could need.
    this.#width = this.#options.tab ? (size === undefined ? 19 : String(size).length) : 0;
    if (name !== undefined) {
      this.#selectedHead = this.#head(name, ":");
      this.#contextHead = this.#head(name, "-");
    }
    this.#printedTo = -1;
    this.#pending = 0;
    this.#kept = [];
    this.#number = 1;
    this.#counted = 0;
  }

  /** A slice of whole lines, `bytes[from, to)`, whose buffer begins at offset `base` of the file. */
  slice(bytes: Buffer, from: number, to: number, base: number): void {
    this.#bytes = bytes;
    this.#from = from;
    this.#to = to;
    this.#base = base;
    this.#valid = this.#options.text ? true : undefined;
  }

  /** A run of selected lines. */
  selected(start: number, end: number): void {
    if (this.#plain && this.#isValid()) {
      this.#out.bytes(this.#bytes, start, end);
      if (this.#bytes[end - 1] !== this.#options.newline) this.#out.byte(this.#options.newline);
      return;
    }
    for (let at = start; at < end; ) {
      const next = this.#lineEnd(at);
      this.#line(at, next);
      at = next;
    }
  }

  /** The slice is done: prints trailing context, and keeps what may be leading context later. */
  endSlice(): void {
    const { before, numbers } = this.#options;
    if (this.#pending > 0) this.#trail(this.#to);
    if (before > 0) this.#keep(before);
    if (numbers) this.#numberAt(this.#to);
  }

  #line(start: number, end: number): void {
    const { before, after, separator } = this.#options;
    if (before >= 0 || after >= 0) {
      if (this.#pending > 0) this.#trail(start);
      const low = this.#low();
      let first = start;
      let count = 0;
      while (count < before && first > low) {
        first = first - 2 < low ? low : Math.max(low, this.#bytes.lastIndexOf(this.#options.newline, first - 2) + 1);
        count += 1;
      }
      const kept = first === this.#from && count < before ? this.#kept.slice(count - before) : [];
      const group = kept[0]?.offset ?? this.#base + first;
      if (this.#used && group !== this.#printedTo && separator !== undefined) this.#separate(separator);
      for (const line of kept) {
        this.#emit(line.bytes, 0, line.bytes.length, false, line.number, line.offset);
      }
      for (let at = first; at < start; ) {
        const next = this.#lineEnd(at);
        this.#emitHere(at, next, false);
        at = next;
      }
      this.#kept = [];
      this.#pending = Math.max(after, 0);
    }
    if (!this.#emitHere(start, end, true)) return;
    this.#printedTo = this.#base + end;
    this.#used = true;
  }

  /** Prints owed trailing context up to `limit`. */
  #trail(limit: number): void {
    for (let at = this.#low(); at < limit && this.#pending > 0; this.#pending -= 1) {
      const next = this.#lineEnd(at);
      this.#emitHere(at, next, false);
      at = next;
      this.#printedTo = this.#base + next;
    }
  }

  /** Start of what is not printed yet in this slice. */
  #low(): number {
    return Math.max(this.#from, this.#printedTo - this.#base);
  }

  #keep(before: number): void {
    const low = this.#low();
    const lines: KeptLine[] = [];
    let end = this.#to;
    let number = this.#options.numbers ? this.#numberAt(end) : 0;
    if (end > low && this.#bytes[end - 1] !== this.#options.newline) number += 1;
    while (lines.length < before && end > low) {
      const start = end - 2 < low ? low : Math.max(low, this.#bytes.lastIndexOf(this.#options.newline, end - 2) + 1);
      number -= 1;
      lines.push({ bytes: Buffer.from(this.#bytes.subarray(start, end)), offset: this.#base + start, number });
      end = start;
    }
    const older = low === this.#from && lines.length < before ? this.#kept.slice(lines.length - before) : [];
    this.#kept = [...older, ...lines.reverse()];
  }

  #emitHere(start: number, end: number, selected: boolean): boolean {
    const number = this.#options.numbers ? this.#numberAt(start) : 0;
    return this.#emit(this.#bytes, start, end, selected, number, this.#base + start);
  }

  #emit(bytes: Buffer, start: number, end: number, selected: boolean, number: number, offset: number): boolean {
    const { only, color, newline, invert } = this.#options;
    const stop = bytes[end - 1] === newline ? end - 1 : end;
    const matching = selected !== invert;
    if (only) return !selected || !matching || this.#matches(bytes, start, stop, selected, number, offset);
    if (bytes !== this.#bytes || !this.#isValid()) {
      if (!this.#options.text && !isUtf8(bytes.subarray(start, stop))) return this.#leaveOut();
    }
    this.#prefix(selected, number, offset);
    if (color && matching) this.#coloured(bytes, start, stop);
    else this.#out.bytes(bytes, start, stop);
    this.#out.byte(newline);
    return true;
  }

  /** `-o`: each non-empty match on a line of its own. */
  #matches(bytes: Buffer, start: number, stop: number, selected: boolean, number: number, offset: number): boolean {
    for (let at = start; at <= stop; ) {
      const match = this.#options.pattern.find(bytes, start, stop, at);
      if (!match) break;
      if (match.end === match.start) {
        at = afterCharacter(bytes, match.start);
        continue;
      }
      if (!this.#isValid() && !isUtf8(bytes.subarray(match.start, match.end))) return this.#leaveOut();
      this.#prefix(selected, number, offset + match.start - start);
      if (this.#options.color) this.#out.text(paint(MATCH));
      this.#out.bytes(bytes, match.start, match.end);
      if (this.#options.color) this.#out.text(RESET);
      this.#out.byte(this.#options.newline);
      at = match.end;
    }
    return true;
  }

  #coloured(bytes: Buffer, start: number, stop: number): void {
    let shown = start;
    for (let at = start; at <= stop; ) {
      const match = this.#options.pattern.find(bytes, start, stop, at);
      if (!match) break;
      if (match.end === match.start) {
        at = afterCharacter(bytes, match.start);
        continue;
      }
      this.#out.bytes(bytes, shown, match.start);
      this.#out.text(paint(MATCH));
      this.#out.bytes(bytes, match.start, match.end);
      this.#out.text(RESET);
      at = match.end;
      shown = at;
    }
    this.#out.bytes(bytes, shown, stop);
  }

  #prefix(selected: boolean, number: number, offset: number): void {
    const { numbers, offsets, tab } = this.#options;
    const names = this.#names;
    if (names) this.#out.bytes(selected ? this.#selectedHead : this.#contextHead);
    if (numbers) this.#figure(number, selected);
    if (offsets) this.#figure(offset, selected);
    if (tab && (names || numbers || offsets)) this.#out.byte(9);
  }

  #figure(value: number, selected: boolean): void {
    const digits = String(value).padStart(this.#width);
    const mark = selected ? ":" : "-";
    this.#out.text(
      this.#options.color ? paint(NUMBER) + digits + RESET + paint(SEPARATOR) + mark + RESET : digits + mark,
    );
  }

  #head(name: string, mark: string): Uint8Array {
    const { nullAfterName, color } = this.#options;
    const shown = color ? paint(NAME) + name + RESET : name;
    if (nullAfterName) return encode(`${shown}\0`);
    return encode(color ? shown + paint(SEPARATOR) + mark + RESET : shown + mark);
  }

  #separate(separator: string): void {
    this.#out.text(this.#options.color ? `${paint(SEPARATOR)}${separator}${RESET}\n` : `${separator}\n`);
  }

  /** The number of the line that begins at `start`, which never lies before an earlier one. */
  #numberAt(start: number): number {
    const passed = this.#bytes.subarray(this.#counted - this.#base, start);
    this.#number +=
      this.#options.newline === 10 && this.#counter ? this.#counter.of(passed) : count(passed, this.#options.newline);
    this.#counted = this.#base + start;
    return this.#number;
  }

  #leaveOut(): false {
    this.#undecodable = true;
    return false;
  }

  #isValid(): boolean {
    const valid = this.#valid ?? isUtf8(this.#bytes.subarray(this.#from, this.#to));
    this.#valid = valid;
    return valid;
  }

  #lineEnd(start: number): number {
    const found = this.#bytes.indexOf(this.#options.newline, start);
    return found < 0 || found >= this.#to ? this.#to : found + 1;
  }
}

const RESET = "\x1b[m\x1b[K";

/** What grep writes before coloured text: the colour, and "erase to the end of the line". */
function paint(color: string): string {
  return `\x1b[${color}m\x1b[K`;
}

export function paintName(name: string, color: boolean): string {
  return color ? paint(NAME) + name + RESET : name;
}

export function paintSeparator(mark: string, color: boolean): string {
  return color ? paint(SEPARATOR) + mark + RESET : mark;
}

function count(bytes: Uint8Array, byte: number): number {
  let found = 0;
  for (const value of bytes) if (value === byte) found += 1;
  return found;
}

function afterCharacter(bytes: Uint8Array, at: number): number {
  let next = at + 1;
  while (((bytes[next] ?? 0) & 0xc0) === 0x80) next += 1;
  return next;
}
