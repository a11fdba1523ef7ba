// Cuts xargs' input into items: words with quotes, whole lines for -I, or pieces between delimiters.
import { CommandError, decode, UsageError } from "../../src/plugin.ts";

/** Takes what the input holds, in order. */
export interface ItemTaker {
  item(text: string): void;
  /** A line of input is over (-L counts those). */
  line(): void;
}

export interface ItemOptions {
  /** Byte that ends an item; without one, quoting rules hold. */
  readonly delimiter: number | undefined;
  /** An item is a line, without the blanks in front (-I). */
  readonly wholeLines: boolean;
  /** A word that ends the input (-E). */
  readonly end: string | undefined;
}

const TAB = 9;
const NEWLINE = 10;
const BLANK = 32;
const DOUBLE = 34;
const SINGLE = 39;
const BACKSLASH = 92;

/** A reader that is fed chunks; it keeps an unfinished item from one chunk to the next. */
export class Items {
  /** The word of -E was met. */
  over = false;
  readonly #options: ItemOptions;
  #bytes: number[] = [];
  #rest: Buffer[] = [];
  #started = false;
  #quote = 0;
  #escaped = false;
  #lineHasItems = false;
  #lastWasBlank = false;

  constructor(options: ItemOptions) {
    this.#options = options;
  }

  feed(chunk: Uint8Array, taker: ItemTaker): void {
    if (this.#options.delimiter !== undefined) this.#split(chunk, this.#options.delimiter, taker);
    else for (const byte of chunk) if (!this.over) this.#byte(byte, taker);
  }

  /** The input is over: what is unfinished counts. */
  end(taker: ItemTaker): void {
    if (this.over) return;
    if (this.#options.delimiter !== undefined) {
      if (this.#rest.length > 0) {
        taker.item(decode(Buffer.concat(this.#rest.splice(0))));
        taker.line();
      }
      return;
    }
    if (this.#quote !== 0) throw unmatched(this.#quote);
    this.#finish(taker);
    if (this.#lineHasItems) taker.line();
  }

  #split(chunk: Uint8Array, delimiter: number, taker: ItemTaker): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let from = 0;
    for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, from)) {
      const piece = bytes.subarray(from, at);
      taker.item(decode(this.#rest.length > 0 ? Buffer.concat([...this.#rest.splice(0), piece]) : piece));
      taker.line();
      from = at + 1;
    }
    if (from < bytes.length) this.#rest.push(bytes.subarray(from));
  }

  #byte(byte: number, taker: ItemTaker): void {
    if (this.#escaped) {
      this.#escaped = false;
      this.#take(byte);
    } else if (this.#quote !== 0) {
      if (byte === this.#quote) this.#quote = 0;
      else if (byte === NEWLINE) throw unmatched(this.#quote);
      else this.#take(byte);
    } else if (byte === BACKSLASH) {
      this.#escaped = true;
      this.#started = true;
    } else if (byte === SINGLE || byte === DOUBLE) {
      this.#quote = byte;
      this.#started = true;
    } else if (byte === NEWLINE) {
      this.#newline(taker);
    } else if (byte === BLANK || byte === TAB) {
      if (this.#options.wholeLines) {
        if (this.#started) this.#take(byte);
      } else {
        this.#finish(taker);
      }
      this.#lastWasBlank = true;
      return;
    } else {
      this.#take(byte);
    }
    this.#lastWasBlank = false;
  }

  #take(byte: number): void {
    this.#started = true;
    this.#bytes.push(byte);
  }

  /** Blank lines do not count, and a blank at the end of a line continues it. */
  #newline(taker: ItemTaker): void {
    this.#finish(taker);
    if (!this.#lineHasItems || (this.#lastWasBlank && !this.#options.wholeLines)) return;
    this.#lineHasItems = false;
    taker.line();
  }

  #finish(taker: ItemTaker): void {
    if (!this.#started) return;
    const text = decode(Uint8Array.from(this.#bytes));
    this.#bytes = [];
    this.#started = false;
    if (text === this.#options.end) {
      this.over = true;
      return;
    }
    this.#lineHasItems = true;
    taker.item(text);
  }
}

function unmatched(quote: number): CommandError {
  const name = quote === SINGLE ? "single" : "double";
  return new CommandError(
    `unmatched ${name} quote; by default quotes are special to xargs unless you use the -0 option`,
    { help: "Use: xargs -d '\\n' (takes each line as it is)" },
  );
}

const ESCAPES: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  f: 12,
  n: NEWLINE,
  r: 13,
  t: TAB,
  v: 11,
  "0": 0,
  "\\": BACKSLASH,
};

/** `,`, `\n`, `\x2c` or `\054`. */
export function delimiterOf(text: string): number {
  const octal = /^\\(0?[0-7]{1,3})$/.exec(text)?.[1];
  const hexadecimal = /^\\x([0-9a-fA-F]{1,2})$/.exec(text)?.[1];
  const named = /^\\(.)$/.exec(text)?.[1];
  if (hexadecimal !== undefined) return Number.parseInt(hexadecimal, 16);
  if (named !== undefined && ESCAPES[named] !== undefined) return ESCAPES[named];
  if (octal !== undefined) return Number.parseInt(octal, 8);
  if (text.length === 1 && text.charCodeAt(0) < 128) return text.charCodeAt(0);
  throw new UsageError(
    `Invalid input delimiter specification ${text}: the delimiter must be either a single character or an escape ` +
      "sequence starting with \\.",
    { exitCode: 1 },
  );
}
