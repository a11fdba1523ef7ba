// Finds the selected lines of one input after another, in slices that keep the event loop alive. It knows what GNU
// calls a binary file, when to stop, and what to count; it does not know how a line is printed.
import {
  CommandError,
  type Context,
  type FileHandle,
  LineReader,
  LONGEST_LINE,
  LongLineError,
  type Pattern,
  type Source,
  type Writer,
} from "../../src/plugin.ts";
import type { NewlineCounter } from "../newlines.ts";
import type { LinePrinter } from "./print.ts";

/** What takes the selected lines. */
export type Printer = Pick<LinePrinter, "pending" | "undecodable" | "begin" | "slice" | "selected" | "endSlice">;

export interface SearchOptions {
  readonly pattern: Pattern;
  readonly invert: boolean;
  readonly newline: number;
  /** `lines` are printed, `count` needs their number, `any` only whether there is one. */
  readonly want: "lines" | "count" | "any";
  /** Selected lines after which to stop. */
  readonly max: number;
  readonly binary: "binary" | "text" | "without-match";
  readonly flushBlocks: boolean;
}

/** What came of one input. */
export interface Found {
  readonly selected: number;
  /** It is binary and something in it is selected: a message stands for its lines. */
  readonly binaryMatch: boolean;
}

/** Bytes read at a time into the one buffer; it grows only for a line that is longer. */
const BLOCK = 256 * 1024;

/** Bytes searched between two looks at the clock. */
const SLICE = 64 * 1024;

/** The same for a pattern that backtracks, and what counts as long and as quick for such a slice. */
const FIRST_BACKTRACKING_SLICE = 64;
const BACKTRACKING_SLICE = 2048;
const LONG_MS = 4;
const QUICK_MS = 1;

export class Searcher {
  readonly #options: SearchOptions;
  readonly #printer: Printer;
  readonly #out: Writer;
  readonly #context: Context;
  readonly #counter: NewlineCounter;
  #buffer = Buffer.alloc(0);
  #size: number;

  #selected = 0;
  #binary = false;
  #stopping = false;
  #done = false;
  /** Offset in the file of the first byte of the current block's buffer. */
  #base = 0;

  constructor(options: SearchOptions, printer: Printer, out: Writer, context: Context, counter: NewlineCounter) {
    this.#options = options;
    this.#size = options.pattern.linear ? SLICE : FIRST_BACKTRACKING_SLICE;
    this.#printer = printer;
    this.#out = out;
    this.#context = context;
    this.#counter = counter;
  }

  /** Searches an open regular file; its lines are printed with `name` when there is one. A small file takes one read. */
  file(handle: FileHandle, name: string | undefined): Found | Promise<Found> {
    if (this.#buffer.length === 0) this.#buffer = Buffer.allocUnsafeSlow(BLOCK);
    this.#begin(name, this.#options.want === "lines" ? handle : undefined);
    const got = handle.read(this.#buffer);
    if (got === this.#buffer.length) return this.#largeFile(handle, got);
    const pending = got > 0 ? this.#block(this.#buffer, 0, got) : undefined;
    return pending ? pending.then(() => this.#found()) : this.#found();
  }

  /** Goes on after a first read that filled the buffer. */
  async #largeFile(handle: FileHandle, read: number): Promise<Found> {
    let filled = read;
    // Output that lands in the file itself must not be searched for ever: what counts is its size at the start.
    let left = handle.stat().size - read;
    for (let last = left <= 0; ; ) {
      const end = last ? filled : this.#wholeLines(filled);
      if (end > 0) {
        const pending = this.#block(this.#buffer, 0, end);
        if (pending) await pending;
        this.#buffer.copyWithin(0, end, filled);
        filled -= end;
        this.#base += end;
      } else {
        if (filled >= LONGEST_LINE) {
          this.#buffer = Buffer.alloc(0);
          throw tooLong(new LongLineError());
        }
        const rest = this.#context.pause();
        if (rest) await rest;
        const larger = Buffer.allocUnsafeSlow(this.#buffer.length * 2);
        this.#buffer.copy(larger);
        this.#buffer = larger;
      }
      if (last || this.#done) break;
      const room = this.#buffer.length - filled;
      const got = handle.read(this.#buffer.subarray(filled));
      filled += got;
      left -= got;
      // A short read from a regular file is its end.
      last = got < room || left <= 0;
    }
    if (this.#buffer.length > 4 * BLOCK) this.#buffer = Buffer.alloc(0);
    return this.#found();
  }

  /** Where the last whole line ends; a NUL ends one too where it makes the data binary. */
  #wholeLines(filled: number): number {
    const end = this.#buffer.lastIndexOf(this.#options.newline, filled - 1) + 1;
    if (end > 0 || this.#options.binary === "text") return end;
    return this.#buffer.lastIndexOf(0, filled - 1) + 1;
  }

  /** Searches a stream. */
  async stream(source: Source, name: string | undefined): Promise<Found> {
    this.#begin(name, undefined);
    const lines = new LineReader(source, this.#options.newline);
    while (!this.#done) {
      let next = lines.next();
      if (next instanceof Promise) {
        const full = this.#out.flush();
        if (full) await full;
        next = await next.catch((error: unknown) => {
          throw tooLong(error);
        });
      }
      if (next === null) break;
      const { bytes, start, end } = next;
      this.#base -= start;
      const pending = this.#block(bytes, start, end);
      if (pending) await pending;
      this.#base += end;
    }
    return this.#found();
  }

  #begin(name: string | undefined, handle: FileHandle | undefined): void {
    this.#selected = 0;
    this.#binary = false;
    this.#stopping = false;
    this.#done = false;
    this.#base = 0;
    if (this.#options.want === "lines") this.#printer.begin(name, handle?.stat().size);
  }

  #found(): Found {
    const skipped = this.#options.binary === "without-match";
    const lines = this.#options.want === "lines";
    return {
      selected: this.#binary && skipped ? 0 : this.#selected,
      binaryMatch: lines && !skipped && ((this.#binary && this.#selected > 0) || this.#printer.undecodable),
    };
  }

  /** Whole lines; they belong to the searcher. A promise means that it is still at work. */
  #block(bytes: Buffer, start: number, end: number): void | Promise<void> {
    if (this.#looksBinary(bytes, start, end)) {
      this.#binary = true;
      if (this.#options.binary === "without-match") {
        this.#done = true;
        return;
      }
    }
    // In binary data GNU takes NUL for the end of a line.
    if (this.#binary) for (let at = start; at < end; at += 1) if (bytes[at] === 0) bytes[at] = 10;
    return this.#slices(bytes, start, end);
  }

  #looksBinary(bytes: Buffer, start: number, end: number): boolean {
    const { binary, newline, want, pattern } = this.#options;
    if (binary === "text" || newline === 0 || this.#binary) return false;
    // Whether a plain string occurs somewhere does not depend on where lines end.
    if (want === "any" && pattern.literal && binary === "binary" && !this.#options.invert) return false;
    return bytes.subarray(start, end).includes(0);
  }

  #slices(bytes: Buffer, start: number, end: number): void | Promise<void> {
    let from = start;
    while (from < end && !this.#done) {
      const to = this.#sliceEnd(bytes, from, end);
      if (this.#options.pattern.linear) this.#slice(bytes, from, to);
      else {
        const start = performance.now();
        this.#slice(bytes, from, to);
        this.#adapt(performance.now() - start);
      }
      from = to;
      const waiting = this.#breathe(from === end);
      if (waiting) {
        const rest = from;
        return waiting.then(() => this.#slices(bytes, rest, end));
      }
    }
  }

  #breathe(blockDone: boolean): void | Promise<void> {
    const full = this.#options.flushBlocks && blockDone ? this.#out.flush() : this.#out.drain();
    if (full) return full.then(() => this.#context.pause());
    return this.#context.pause();
  }

  #sliceEnd(bytes: Buffer, from: number, end: number): number {
    if (end - from <= this.#size) return end;
    const before = bytes.lastIndexOf(this.#options.newline, from + this.#size - 1);
    if (before >= from) return before + 1;
    return this.#lineEnd(bytes, from + this.#size, end);
  }

  /** Where each line may take its step limit, slices grow while lines are quick and shrink when they are not. */
  #adapt(milliseconds: number): void {
    if (milliseconds > LONG_MS) this.#size = Math.max(1, this.#size >> 3);
    else if (milliseconds < QUICK_MS) this.#size = Math.min(BACKTRACKING_SLICE, this.#size * 2);
  }

  #slice(bytes: Buffer, from: number, to: number): void {
    const { want, max } = this.#options;
    if (want === "any" || (this.#binary && want === "lines")) {
      if (this.#next(bytes, from, to) < 0) return;
      this.#selected += 1;
      this.#done = true;
    } else if (want === "count" && max === Number.POSITIVE_INFINITY) {
      this.#selected += this.#count(bytes, from, to);
    } else if (want === "count") {
      for (let at = this.#next(bytes, from, to); at >= 0; ) {
        this.#selected += 1;
        if (this.#selected >= max) {
          this.#done = true;
          return;
        }
        const next = this.#lineEnd(bytes, at, to);
        at = next < to ? this.#next(bytes, next, to) : -1;
      }
    } else this.#print(bytes, from, to);
  }

  #print(bytes: Buffer, from: number, to: number): void {
    this.#printer.slice(bytes, from, to, this.#base);
    if (!this.#stopping) this.#printRuns(bytes, from, to);
    this.#printer.endSlice();
    if (this.#stopping && this.#printer.pending === 0) this.#done = true;
  }

  /** Hands runs of adjacent selected lines to the printer. */
  #printRuns(bytes: Buffer, from: number, to: number): void {
    const { pattern, invert, max } = this.#options;
    const oneByOne = max !== Number.POSITIVE_INFINITY;
    let runStart = from;
    let runEnd = from;
    for (let at = from; at < to; ) {
      let start: number;
      let end: number;
      const hit = pattern.nextLine(bytes, at, to);
      if (invert) {
        start = at;
        end = hit < 0 ? to : hit;
        at = hit < 0 ? to : this.#lineEnd(bytes, hit, to);
        if (end === start) continue;
      } else {
        if (hit < 0) break;
        start = hit;
        end = this.#lineEnd(bytes, hit, to);
        at = end;
      }
      if (oneByOne) {
        for (let line = start; line < end; ) {
          const next = this.#lineEnd(bytes, line, end);
          this.#printer.selected(line, next);
          this.#selected += 1;
          if (this.#selected >= max) {
            this.#stopping = true;
            return;
          }
          line = next;
        }
        continue;
      }
      this.#selected += 1;
      if (start !== runEnd) {
        if (runEnd > runStart) this.#printer.selected(runStart, runEnd);
        runStart = start;
      }
      runEnd = end;
    }
    if (runEnd > runStart) this.#printer.selected(runStart, runEnd);
  }

  /** The start of the first selected line in [from, to), or -1. */
  #next(bytes: Buffer, from: number, to: number): number {
    const { pattern, invert } = this.#options;
    if (!invert) return pattern.nextLine(bytes, from, to);
    for (let at = from; at < to; at = this.#lineEnd(bytes, at, to)) {
      if (pattern.nextLine(bytes, at, to) !== at) return at;
    }
    return -1;
  }

  #count(bytes: Buffer, from: number, to: number): number {
    const { pattern, invert, newline } = this.#options;
    const matching = pattern.countLines(bytes, from, to);
    if (!invert) return matching;
    const slice = bytes.subarray(from, to);
    let lines = slice[slice.length - 1] === newline ? 0 : 1;
    if (newline === 10) lines += this.#counter.of(slice);
    else for (const byte of slice) if (byte === newline) lines += 1;
    return lines - matching;
  }

  #lineEnd(bytes: Buffer, start: number, limit: number): number {
    const found = bytes.indexOf(this.#options.newline, start);
    return found < 0 || found >= limit ? limit : found + 1;
  }
}

/** Trouble is 2 for grep. */
function tooLong(error: unknown): unknown {
  if (!(error instanceof LongLineError)) return error;
  return new CommandError(error.message, { exitCode: 2, help: error.help });
}
