// Reads what an image file says of itself: its format and its size in pixels. It decodes no pixels.
import type { Attachment } from "../../src/plugin.ts";

export interface ImageHeader {
  /** The format's name as people write it. */
  readonly format: "PNG" | "JPEG" | "GIF" | "WebP";
  readonly mediaType: Attachment["mediaType"];
  /** Pixels; undefined when the header is cut off or damaged. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
}

/** The header of a PNG, JPEG, GIF or WebP file; undefined for anything else. */
export function readHeader(bytes: Uint8Array): ImageHeader | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = buffer.toString("latin1", 0, 12);
  if (start.startsWith("\x89PNG\r\n\x1a\n"))
    return { format: "PNG", mediaType: "image/png", size: sizeOf(pngSize, buffer) };
  if (start.startsWith("\xff\xd8\xff"))
    return { format: "JPEG", mediaType: "image/jpeg", size: sizeOf(jpegSize, buffer) };
  if (/^GIF8[79]a/.test(start)) return { format: "GIF", mediaType: "image/gif", size: sizeOf(gifSize, buffer) };
  if (/^RIFF[\s\S]{4}WEBP/.test(start))
    return { format: "WebP", mediaType: "image/webp", size: sizeOf(webpSize, buffer) };
  return undefined;
}

type Size = readonly [width: number, height: number] | undefined;

function sizeOf(read: (bytes: Buffer) => Size, bytes: Buffer): ImageHeader["size"] {
  try {
    const [width, height] = read(bytes) ?? [0, 0];
    return width > 0 && height > 0 ? { width, height } : undefined;
  } catch (error) {
    // Reading past the end of a header that was cut off.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** PNG specification 11.2.1: IHDR is the first chunk. */
function pngSize(bytes: Buffer): Size {
  if (bytes.toString("latin1", 12, 16) !== "IHDR") return undefined;
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

/** GIF89a specification, 18: the logical screen descriptor. */
function gifSize(bytes: Buffer): Size {
  return [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
}

/** ITU-T T.81, B.2.2: the frame header stands in one of the SOF segments. */
function jpegSize(bytes: Buffer): Size {
  let at = 2;
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const frame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (frame) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    if (marker === 0xd9 || marker === 0xda) return undefined;
    const standalone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
    at += standalone ? 2 : 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
}

/** WebP container specification: VP8X says it outright, VP8 and VP8L in their first frame header. */
function webpSize(bytes: Buffer): Size {
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8X":
      return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
    case "VP8L": {
      if (bytes.readUInt8(20) !== 0x2f) return undefined;
      const bits = bytes.readUInt32LE(21);
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    }
    case "VP8 ":
      // RFC 6386, 9.1: start code 9d 01 2a, then 14 bits each of width and height.
      if (bytes.toString("latin1", 23, 26) !== "\x9d\x01\x2a") return undefined;
      return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
    default:
      return undefined;
  }
}
