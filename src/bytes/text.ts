// Text from bytes and back without loss: invalid UTF-8 bytes become lone surrogates, as Python's surrogateescape does
// (PEP 383). It does not guess other encodings.
import { isUtf8 } from "node:buffer";

const ESCAPE = 0xdc00;

/** Decodes UTF-8. A byte that is no part of valid UTF-8 becomes U+DC00 + byte, so that `encode` gives it back. */
export function decode(bytes: Uint8Array): string {
  const buffer = asBuffer(bytes);
  return isUtf8(buffer) ? buffer.toString("utf8", 0, buffer.length) : decodeEscaped(buffer);
}

/** Encodes as UTF-8; the exact inverse of `decode`. Any other lone surrogate becomes U+FFFD. */
export function encode(text: string): Uint8Array {
  return text.isWellFormed() ? Buffer.from(text, "utf8") : encodeEscaped(text);
}

/** A `Buffer` over the same memory. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function decodeEscaped(buffer: Buffer): string {
  let text = "";
  let start = 0;
  let at = 0;
  while (at < buffer.length) {
    const size = sequenceLength(buffer, at);
    if (size > 0) {
      at += size;
      continue;
    }
    text += buffer.toString("utf8", start, at) + String.fromCharCode(ESCAPE + (buffer[at] ?? 0));
    at += 1;
    start = at;
  }
  return text + buffer.toString("utf8", start, at);
}

/** Length of the valid UTF-8 sequence at `at` (Unicode 15, table 3-7), or 0. */
function sequenceLength(buffer: Buffer, at: number): number {
  const first = buffer[at] ?? 0;
  if (first < 0x80) return 1;
  const size = first >= 0xf0 && first <= 0xf4 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (size === 0 || first > 0xf4 || at + size > buffer.length) return 0;
  return isUtf8(buffer.subarray(at, at + size)) ? size : 0;
}

function encodeEscaped(text: string): Uint8Array {
  const parts: Uint8Array[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit < 0xdc00) {
      const next = text.charCodeAt(at + 1);
      if (next >= 0xdc00 && next < 0xe000) at += 1;
      continue;
    }
    if (unit < ESCAPE + 0x80 || unit > ESCAPE + 0xff) continue;
    parts.push(Buffer.from(text.slice(start, at), "utf8"), Uint8Array.of(unit - ESCAPE));
    start = at + 1;
  }
  parts.push(Buffer.from(text.slice(start), "utf8"));
  return Buffer.concat(parts);
}
