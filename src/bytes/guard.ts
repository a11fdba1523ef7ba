// Decides whether bytes are text that a model can read. It only judges; what to do about binary is the caller's.
import { isAscii, isUtf8 } from "node:buffer";
import { legacyEncoding } from "./legacy.ts";
import { asBuffer } from "./text.ts";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "utf-32le" | "utf-32be";

export type Verdict =
  | { readonly text: true; readonly encoding: Encoding }
  /** Text in an encoding without a mark; `legacy` is the label of a decoder that takes all of it. */
  | { readonly text: false; readonly kind: "legacy text"; readonly legacy: string }
  | { readonly text: false; readonly kind: BinaryKind };

export type BinaryKind =
  | "PNG image"
  | "JPEG image"
  | "GIF image"
  | "WebP image"
  | "PDF document"
  | "ZIP archive"
  | "gzip data"
  | "ELF program"
  | "SQLite database"
  | "binary data";

/** Share of control characters above which valid UTF-8 is binary all the same. */
const CONTROL_SHARE = 0.1;

/** Judges a whole output or the head of one. `cut`: more bytes follow, so the last character may be incomplete. */
export function classifyBytes(bytes: Uint8Array, cut = false): Verdict {
  if (bytes.length === 0) return { text: true, encoding: "utf-8" };
  const buffer = asBuffer(bytes);
  const marked = byteOrderMark(buffer);
  if (marked) return { text: true, encoding: marked };
  const kind = signature(buffer);
  if (kind === "PDF document" || buffer.includes(0)) return { text: false, kind: kind ?? "binary data" };
  const whole = cut ? buffer.subarray(0, completeLength(buffer)) : buffer;
  if (isUtf8(whole)) {
    if (controlShare(whole) > CONTROL_SHARE) return { text: false, kind: kind ?? "binary data" };
    return { text: true, encoding: "utf-8" };
  }
  if (kind) return { text: false, kind };
  if (isCutUtf8(whole)) return { text: true, encoding: "utf-8" };
  const legacy = legacyEncoding(whole);
  if (legacy) return { text: false, kind: "legacy text", legacy };
  return { text: false, kind: "binary data" };
}

/** The encoding that a byte order mark names (Unicode 15, section 23.8). */
export function byteOrderMark(bytes: Uint8Array): Encoding | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 && bytes.length % 4 === 0 ? "utf-32le" : "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return "utf-32be";
  return undefined;
}

/** Length without an incomplete UTF-8 character at the end. */
export function completeLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return back < size ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** UTF-8 but for parts of characters at its ends, as `head -c` and `tail -c` leave it. */
function isCutUtf8(buffer: Buffer): boolean {
  let start = 0;
  while (start < 3 && ((buffer[start] ?? 0) & 0xc0) === 0x80) start += 1;
  const inner = buffer.subarray(start, completeLength(buffer));
  return isUtf8(inner) && !isAscii(inner);
}

/** Known by their first bytes. */
function signature(buffer: Buffer): BinaryKind | undefined {
  const head = buffer.toString("latin1", 0, 16);
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "PNG image";
  if (head.startsWith("\xff\xd8\xff")) return "JPEG image";
  if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) return "GIF image";
  if (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP") return "WebP image";
  if (head.startsWith("%PDF-")) return "PDF document";
  if (head.startsWith("PK\x03\x04")) return "ZIP archive";
  if (head.startsWith("\x1f\x8b")) return "gzip data";
  if (head.startsWith("\x7fELF")) return "ELF program";
  if (head.startsWith("SQLite format 3")) return "SQLite database";
  return undefined;
}

/** Control characters other than \t \n \r \f \b and those of terminal sequences, as a share of all bytes. */
function controlShare(buffer: Buffer): number {
  let controls = 0;
  for (let at = 0; at < buffer.length; at += 1) {
    const byte = buffer[at] ?? 0;
    if (byte >= 0x20 && byte !== 0x7f) continue;
    if ((byte >= 8 && byte <= 10) || byte === 12 || byte === 13 || byte === 0x1b) continue;
    controls += 1;
  }
  return controls / buffer.length;
}
