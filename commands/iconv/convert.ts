// Turns bytes of one encoding into bytes of another, piece by piece, and says where it must stop.

import iconv from "iconv-lite";
import { decode as decodeUtf8, encode as encodeUtf8 } from "../../src/plugin.ts";
import { substitutes } from "./transliterate.ts";

export interface Conversion {
  readonly from: string;
  readonly to: string;
  /** Leave out what cannot be read or written (`-c`, `//IGNORE`). */
  readonly drop: boolean;
  readonly transliterate: boolean;
}

/** Why a conversion ended early, with the offset in the input. */
export class BadInput extends Error {
  readonly offset: number;

  constructor(offset: number, message = `illegal input sequence at position ${offset}`) {
    super(message);
    this.offset = offset;
  }
}

interface Reader {
  write(bytes: Uint8Array): string;
  end(): string;
}

/** Characters that one input could not be read as. */
const UNREADABLE = /[\udc80-\udcff]|\ufffd/;

export class Converter {
  readonly #conversion: Conversion;
  readonly #reader: Reader;
  readonly #writer: { write(text: string): Buffer; end(): Buffer | undefined };
  readonly #utf8: boolean;
  /** U+FFFD is a character of the source itself. */
  readonly #unicode: boolean;
  #offset = 0;
  /** The first unit of a character whose second is in the next piece. */
  #half = "";
  /** Something was left out. */
  dropped = false;

  constructor(conversion: Conversion) {
    this.#conversion = conversion;
    this.#utf8 = isUtf8Name(conversion.from);
    this.#unicode = /^(?:utf|ucs|gb-?18030)/i.test(conversion.from);
    const decoder = this.#utf8 ? undefined : iconv.getDecoder(conversion.from, {});
    this.#reader = decoder
      ? { write: (bytes) => decoder.write(Buffer.from(bytes)), end: () => decoder.end() ?? "" }
      : new Utf8Reader();
    this.#writer = isUtf8Name(conversion.to)
      ? { write: (text) => Buffer.from(encodeUtf8(text)), end: () => undefined }
      : iconv.getEncoder(conversion.to, {});
  }

  /** Throws `BadInput` with what was converted before in `partial`. */
  write(bytes: Uint8Array, emit: (bytes: Uint8Array) => void): void {
    const text = this.#half + this.#reader.write(bytes);
    this.#half = /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : "";
    this.#text(this.#half === "" ? text : text.slice(0, -1), emit);
  }

  end(emit: (bytes: Uint8Array) => void): void {
    const rest = this.#reader.end();
    if (rest !== "" && this.#utf8 && !this.#conversion.drop) {
      throw new BadInput(this.#offset, "incomplete character or shift sequence at end of buffer");
    }
    if (!this.#utf8) this.#text(this.#half + rest, emit);
    const last = this.#writer.end();
    if (last && last.length > 0) emit(last);
  }

  #text(text: string, emit: (bytes: Uint8Array) => void): void {
    if (text === "") return;
    const bad = this.#unicode && !this.#utf8 ? /[\udc80-\udcff]/ : this.#utf8 ? /[\udc80-\udcff]/ : UNREADABLE;
    const wrong = text.isWellFormed() && !(bad === UNREADABLE && text.includes("\ufffd")) ? -1 : unpaired(text, bad);
    if (wrong < 0 && this.#writable(text)) {
      this.#emit(text, emit);
      return;
    }
    let good = "";
    for (const character of text) {
      const readable =
        character.length > 1 ||
        (!(bad.test(character) && !character.isWellFormed()) && !(bad === UNREADABLE && character === "\ufffd"));
      if (readable && this.#writable(character)) {
        good += character;
        continue;
      }
      const instead = readable && this.#conversion.transliterate ? this.#substitute(character) : undefined;
      if (instead !== undefined) {
        this.#emit(good, emit);
        good = "";
        const size = this.#sizeOf(character);
        const bytes = this.#writer.write(instead);
        if (bytes.length > 0) emit(bytes);
        this.#offset += size;
        continue;
      }
      this.#emit(good, emit);
      good = "";
      if (!this.#conversion.drop) throw new BadInput(this.#offset);
      this.dropped = true;
      this.#offset += this.#sizeOf(character);
    }
    this.#emit(good, emit);
  }

  #emit(text: string, emit: (bytes: Uint8Array) => void): void {
    if (text === "") return;
    this.#offset += this.#sizeOf(text);
    const bytes = this.#writer.write(text);
    if (bytes.length > 0) emit(bytes);
  }

  #sizeOf(text: string): number {
    return this.#utf8 ? encodeUtf8(text).length : iconv.encode(text, this.#conversion.from, { addBOM: false }).length;
  }

  #substitute(character: string): string | undefined {
    return substitutes(character).find((text) => this.#writable(text));
  }

  #writable(text: string): boolean {
    const { to } = this.#conversion;
    if (/^(?:utf|ucs|gb-?18030)/i.test(to)) return true;
    return iconv.decode(iconv.encode(text, to), to) === text;
  }
}

export function isKnown(encoding: string): boolean {
  return iconv.encodingExists(encoding);
}

/** Names of encodings, without duplicates and tables. */
export function knownEncodings(): string[] {
  iconv.encodingExists("utf8");
  const names: object = Reflect.get(iconv, "encodings") ?? {};
  return Object.keys(names)
    .filter((name) => !name.startsWith("_"))
    .sort();
}

function isUtf8Name(name: string): boolean {
  return /^utf-?8$/i.test(name);
}

function unpaired(text: string, bad: RegExp): number {
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    if (code > 0xffff) at += 2;
    else if (bad.test(text[at] ?? "")) return at;
    else at += 1;
  }
  return -1;
}

/** UTF-8 with every wrong byte kept as a lone surrogate; a character that spans two pieces waits for its end. */
class Utf8Reader implements Reader {
  #rest: Uint8Array = new Uint8Array();

  write(bytes: Uint8Array): string {
    const whole = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    let end = whole.length;
    for (let back = 1; back <= Math.min(3, whole.length); back += 1) {
      const byte = whole[whole.length - back] ?? 0;
      if ((byte & 0xc0) === 0x80) continue;
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
      if (length > back && byte < 0xf8) end = whole.length - back;
      break;
    }
    this.#rest = whole.slice(end);
    return decodeUtf8(whole.subarray(0, end));
  }

  end(): string {
    return decodeUtf8(this.#rest);
  }
}
