// What kind of binary file it is, by its first bytes.
import { clockOf, formatTime } from "../file-time.ts";

export interface BinaryKind {
  readonly says: string;
  readonly mime: string;
}

/** Offset, bytes as Latin-1, words, media type. */
const SIGNATURES: readonly (readonly [number, string, string, string])[] = [
  [0, "BZh", "bzip2 compressed data", "application/x-bzip2"],
  [0, "\xfd7zXZ\0", "XZ compressed data", "application/x-xz"],
  [0, "\x28\xb5\x2f\xfd", "Zstandard compressed data", "application/zstd"],
  [0, "7z\xbc\xaf\x27\x1c", "7-zip archive data", "application/x-7z-compressed"],
  [0, "Rar!", "RAR archive data", "application/x-rar"],
  [0, "SQLite format 3\0", "SQLite 3.x database", "application/vnd.sqlite3"],
  [0, "\0asm", "WebAssembly (wasm) binary module", "application/wasm"],
  [0, "OggS", "Ogg data", "audio/ogg"],
  [0, "fLaC", "FLAC audio bitstream data", "audio/flac"],
  [0, "ID3", "Audio file with ID3", "audio/mpeg"],
  [0, "\x1aE\xdf\xa3", "Matroska data", "video/x-matroska"],
  [4, "ftyp", "ISO Media", "video/mp4"],
  [0, "II*\0", "TIFF image data, little-endian", "image/tiff"],
  [0, "MM\0*", "TIFF image data, big-endian", "image/tiff"],
  [0, "\0\0\x01\0", "MS Windows icon resource", "image/vnd.microsoft.icon"],
  [0, "\xd0\xcf\x11\xe0", "Composite Document File V2 Document", "application/x-ole-storage"],
  [0, "\xca\xfe\xba\xbe", "compiled Java class data", "application/x-java-applet"],
  [0, "wOF2", "Web Open Font Format (Version 2)", "font/woff2"],
];

export function binaryKind(bytes: Buffer): BinaryKind {
  const text = bytes.toString("latin1", 0, 64);
  const detailed = DETAILED.map((kind) => kind(bytes, text)).find((kind) => kind !== undefined);
  if (detailed) return detailed;
  const known = SIGNATURES.find(([at, magic]) => text.startsWith(magic, at));
  return known ? { says: known[2], mime: known[3] } : { says: "data", mime: "application/octet-stream" };
}

type Detail = (bytes: Buffer, text: string) => BinaryKind | undefined;

const png: Detail = (bytes, text) => {
  if (!text.startsWith("\x89PNG\r\n\x1a\n") || bytes.length < 29) return undefined;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const colours = ["grayscale", "", "/color RGB", "colormap", "gray+alpha", "", "/color RGBA"];
  const colour = colours[bytes[25] ?? 0] ?? "";
  const depth = `${bytes[24]}-bit${colour.startsWith("/") ? colour : ` ${colour}`}`;
  const laced = bytes[28] === 1 ? "interlaced" : "non-interlaced";
  return { says: `PNG image data, ${width} x ${height}, ${depth}, ${laced}`, mime: "image/png" };
};

const gif: Detail = (bytes, text) =>
  /^GIF8[79]a/.test(text) && bytes.length >= 10
    ? {
        says: `GIF image data, version ${text.slice(3, 6)}, ${bytes.readUInt16LE(6)} x ${bytes.readUInt16LE(8)}`,
        mime: "image/gif",
      }
    : undefined;

const jpeg: Detail = (bytes, text) => {
  if (!text.startsWith("\xff\xd8\xff")) return undefined;
  const standard =
    text.slice(6, 10) === "JFIF" && bytes.length > 18
      ? `, JFIF standard ${bytes[11]}.${String(bytes[12]).padStart(2, "0")}, ` +
        `${["aspect ratio", "resolution (DPI)", "resolution (DPCM)"][bytes[13] ?? 0]}, density ` +
        `${bytes.readUInt16BE(14)}x${bytes.readUInt16BE(16)}, segment length ${bytes.readUInt16BE(4)}`
      : "";
  return { says: `JPEG image data${standard}`, mime: "image/jpeg" };
};

const webp: Detail = (_bytes, text) => {
  if (!text.startsWith("RIFF")) return undefined;
  if (text.startsWith("WEBP", 8)) return { says: "RIFF (little-endian) data, Web/P image", mime: "image/webp" };
  if (text.startsWith("WAVE", 8)) return { says: "RIFF (little-endian) data, WAVE audio", mime: "audio/x-wav" };
  return undefined;
};

const pdf: Detail = (_bytes, text) => {
  const version = /^%PDF-(\d+\.\d+)/.exec(text)?.[1];
  return version === undefined ? undefined : { says: `PDF document, version ${version}`, mime: "application/pdf" };
};

const gzip: Detail = (bytes, text) => {
  if (!text.startsWith("\x1f\x8b") || bytes.length < 10) return undefined;
  const flags = bytes[3] ?? 0;
  const seconds = bytes.readUInt32LE(4);
  const name = flags & 8 ? `, was "${text.slice(10).split("\0", 1)[0]}"` : "";
  const time = seconds > 0 ? `, last modified: ${formatTime("%a %b %e %H:%M:%S %Y", clockOf(seconds * 1000))}` : "";
  const level = bytes[8] === 2 ? ", max compression" : bytes[8] === 4 ? ", max speed" : "";
  const systems: Readonly<Record<number, string>> = {
    0: "FAT filesystem (MS-DOS, OS/2, NT)",
    3: "Unix",
    10: "NTFS filesystem (NT)",
  };
  const from = systems[bytes[9] ?? 255] === undefined ? "" : `, from ${systems[bytes[9] ?? 255]}`;
  const size = `, original size modulo 2^32 ${bytes.length >= 18 ? bytes.readUInt32LE(bytes.length - 4) : 0}`;
  return { says: `gzip compressed data${name}${time}${level}${from}${size}`, mime: "application/gzip" };
};

const zip: Detail = (bytes, text) => {
  if (text.startsWith("PK\x05\x06")) return { says: "Zip archive data (empty)", mime: "application/zip" };
  if (!text.startsWith("PK\x03\x04") || bytes.length < 30) return undefined;
  const [version, method] = [bytes.readUInt16LE(4) & 0xff, bytes.readUInt16LE(8)];
  const how = method === 0 ? "store" : method === 8 ? "deflate" : "other";
  const least = `v${Math.floor(version / 10)}.${version % 10}`;
  return {
    says: `Zip archive data, at least ${least} to extract, compression method=${how}`,
    mime: "application/zip",
  };
};

const elf: Detail = (bytes, text) => {
  if (!text.startsWith("\x7fELF") || bytes.length < 20) return undefined;
  const little = bytes[5] === 1;
  const [type, machine] = little
    ? [bytes.readUInt16LE(16), bytes.readUInt16LE(18)]
    : [bytes.readUInt16BE(16), bytes.readUInt16BE(18)];
  const types = ["no file type", "relocatable", "executable", "shared object", "core file"];
  const machines: Readonly<Record<number, string>> = {
    3: "Intel 80386",
    40: "ARM",
    62: "x86-64",
    183: "ARM aarch64",
    243: "UCB RISC-V",
  };
  const bits = `${bytes[4] === 2 ? 64 : 32}-bit ${little ? "LSB" : "MSB"}`;
  const says = `ELF ${bits} ${types[type] ?? "unknown"}, ${machines[machine] ?? "unknown arch"}, version 1 (SYSV)`;
  const mimes = ["octet-stream", "x-object", "x-executable", "x-sharedlib", "x-coredump"];
  return { says, mime: `application/${mimes[type] ?? "octet-stream"}` };
};

const tar: Detail = (bytes) => {
  const magic = bytes.toString("latin1", 257, 265);
  if (magic === "ustar  \0") return { says: "POSIX tar archive (GNU)", mime: "application/x-tar" };
  return magic.startsWith("ustar\0") ? { says: "POSIX tar archive", mime: "application/x-tar" } : undefined;
};

const bmp: Detail = (bytes, text) =>
  text.startsWith("BM") && bytes.length >= 30 && bytes.readUInt32LE(14) === 40
    ? {
        says: `PC bitmap, Windows 3.x format, ${bytes.readInt32LE(18)} x ${bytes.readInt32LE(22)} x ${bytes.readUInt16LE(28)}`,
        mime: "image/bmp",
      }
    : undefined;

const DETAILED: readonly Detail[] = [png, gif, jpeg, webp, pdf, gzip, zip, elf, tar, bmp];
