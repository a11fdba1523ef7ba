// The output types of od: which bytes make a value, how wide it is printed, and how.
import { UsageError } from "../../src/plugin.ts";
import { float32Text, float64Text } from "./float.ts";

/** Prints one value of the bytes at `at`, unpadded. */
export type Show = (bytes: Buffer, at: number, bigEndian: boolean) => string;

export interface Format {
  /** Bytes of one value. */
  readonly size: number;
  /** Columns of the widest value. */
  readonly width: number;
  readonly show: Show;
  /** Print the characters at the end of the line too (`z`). */
  readonly trailer: boolean;
}

/** `x1z`, `d4`, `cx2`: one or more types run together. */
export function parseFormats(text: string): Format[] {
  const formats: Format[] = [];
  for (let at = 0; at < text.length; ) {
    const [whole, type = "", sizeText = ""] = /^([acdfoux])(\d+|[CSILFD]?)/.exec(text.slice(at)) ?? [];
    if (whole === undefined)
      throw new UsageError(`invalid character '${text[at]}' in type string '${text}'`, { exitCode: 1 });
    let used = whole.length;
    let trailer = false;
    // The types of characters have no size.
    if (type === "a" || type === "c") used = 1;
    if (text[at + used] === "z") {
      trailer = true;
      used += 1;
    }
    formats.push({ ...formatOf(type, used > 1 ? sizeText : "", text), trailer });
    at += used;
  }
  return formats;
}

function formatOf(type: string, sizeText: string, text: string): Omit<Format, "trailer"> {
  if (type === "a") return { size: 1, width: 3, show: (bytes, at) => NAMES[(bytes[at] ?? 0) & 127] ?? "" };
  if (type === "c") return { size: 1, width: 3, show: (bytes, at) => characters(bytes[at] ?? 0) };
  if (type === "f") {
    const size = sizeText === "" || sizeText === "D" ? 8 : sizeText === "F" ? 4 : Number(sizeText);
    if (size === 4) {
      return {
        size,
        width: 15,
        show: (b, at, big) => float32Text(big ? b.readFloatBE(at) : b.readFloatLE(at), sign(b, at + (big ? 0 : 3))),
      };
    }
    if (size === 8) {
      return {
        size,
        width: 24,
        show: (b, at, big) => float64Text(big ? b.readDoubleBE(at) : b.readDoubleLE(at), sign(b, at + (big ? 0 : 7))),
      };
    }
    throw invalidSize(text, sizeText, "floating point", "4 (F) or 8 (D)");
  }
  const size = LETTER_SIZES[sizeText] ?? Number(sizeText);
  const widths = WIDTHS[type];
  const width = widths?.[size];
  if (width === undefined) throw invalidSize(text, sizeText, "integral", "1 (C), 2 (S), 4 (I) or 8 (L)");
  return { size, width, show: integer(type, size, width) };
}

function invalidSize(text: string, size: string, kind: string, valid: string): UsageError {
  return new UsageError(`invalid type string '${text}'; there is no ${size}-byte ${kind} type`, {
    exitCode: 1,
    help: `Sizes: ${valid}`,
  });
}

function sign(bytes: Buffer, at: number): boolean {
  return (bytes[at] ?? 0) >= 0x80;
}

const LETTER_SIZES: Readonly<Record<string, number>> = { "": 4, C: 1, S: 2, I: 4, L: 8 };

/** Columns by type and size. */
const WIDTHS: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  o: { 1: 3, 2: 6, 4: 11, 8: 22 },
  x: { 1: 2, 2: 4, 4: 8, 8: 16 },
  u: { 1: 3, 2: 5, 4: 10, 8: 20 },
  d: { 1: 4, 2: 6, 4: 11, 8: 20 },
};

function integer(type: string, size: number, width: number): Show {
  const radix = type === "o" ? 8 : type === "x" ? 16 : 10;
  const padded = type === "o" || type === "x" ? width : 0;
  if (size === 1) {
    // Every value there is, once.
    const texts = Array.from({ length: 256 }, (_, byte) =>
      (type === "d" && byte > 127 ? byte - 256 : byte).toString(radix).padStart(padded, "0"),
    );
    return (bytes, at) => texts[bytes[at] ?? 0] ?? "";
  }
  if (size === 8) {
    return (bytes, at, big) => {
      if (type === "d") return String(big ? bytes.readBigInt64BE(at) : bytes.readBigInt64LE(at));
      return (big ? bytes.readBigUInt64BE(at) : bytes.readBigUInt64LE(at)).toString(radix).padStart(padded, "0");
    };
  }
  return (bytes, at, big) => {
    const value =
      type === "d"
        ? big
          ? bytes.readIntBE(at, size)
          : bytes.readIntLE(at, size)
        : big
          ? bytes.readUIntBE(at, size)
          : bytes.readUIntLE(at, size);
    return value.toString(radix).padStart(padded, "0");
  };
}

/** POSIX 2017, od: names of the characters of -t a. */
const NAMES: readonly string[] = [
  ...(
    "nul soh stx etx eot enq ack bel bs ht nl vt ff cr so si dle dc1 dc2 dc3 dc4 nak syn etb can em sub esc fs gs rs " +
    "us sp"
  ).split(" "),
  ...Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)),
  "del",
];

const ESCAPES: Readonly<Record<number, string>> = {
  0: "\\0",
  7: "\\a",
  8: "\\b",
  9: "\\t",
  10: "\\n",
  11: "\\v",
  12: "\\f",
  13: "\\r",
};

function characters(byte: number): string {
  if (byte >= 32 && byte < 127) return String.fromCharCode(byte);
  return ESCAPES[byte] ?? byte.toString(8).padStart(3, "0");
}
