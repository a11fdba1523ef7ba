// The records of zip archives (APPNOTE 6.3): local headers, the central directory, its end. No zip64, no encryption.
import { crc32, createCompressor, decode, encode } from "../../src/plugin.ts";

export interface Entry {
  readonly name: string;
  readonly mtimeMs: number;
  readonly size: number;
  readonly packedSize: number;
  readonly crc: number;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  /** st_mode of Unix, 0 where it is not known. */
  readonly mode: number;
  readonly packed: Uint8Array;
}

export class ZipError extends Error {}

const UTF8_NAME = 0x800;
const UNIX = 3 << 8;

export async function packEntry(
  name: string,
  content: Uint8Array,
  how: { readonly mtimeMs: number; readonly mode: number; readonly level: number },
): Promise<Entry> {
  const deflated = how.level > 0 && content.length > 0 ? await through("deflate-raw", content, how.level) : content;
  const smaller = deflated.length < content.length;
  const packed = smaller ? deflated : content;
  return {
    name,
    mtimeMs: how.mtimeMs,
    mode: how.mode,
    size: content.length,
    packedSize: packed.length,
    crc: crc32(content),
    method: smaller ? 8 : 0,
    packed,
  };
}

/** The content of an entry in pieces, checked against its size and its CRC. */
export async function* unpackEntry(entry: Entry): AsyncIterable<Uint8Array> {
  let crc = 0;
  let size = 0;
  for await (const piece of piecesOf(entry)) {
    crc = crc32(piece, crc);
    size += piece.length;
    yield piece;
  }
  if (size !== entry.size || crc !== entry.crc) throw new ZipError(`bad CRC of ${entry.name}`);
}

/** Packed bytes that are expanded at once. */
const PIECE = 8 * 1024;

async function* piecesOf({ method, packed, name }: Entry): AsyncIterable<Uint8Array> {
  if (method === 0) {
    yield packed.slice();
    return;
  }
  if (method !== 8) throw new ZipError(`unsupported compression method ${method} of ${name}`);
  const compressor = await createCompressor("inflate-raw");
  try {
    for (let at = 0; at < packed.length; at += PIECE) yield* await compressor.write(packed.subarray(at, at + PIECE));
    yield* await compressor.end();
  } finally {
    compressor.close();
  }
}

async function through(kind: "deflate-raw", bytes: Uint8Array, level: number): Promise<Uint8Array> {
  const compressor = await createCompressor(kind, level);
  return Buffer.concat([...(await compressor.write(bytes)), ...(await compressor.end())]);
}

export function* archiveOf(entries: readonly Entry[]): Iterable<Uint8Array> {
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = encode(entry.name);
    const shared = sharedFields(entry, name.length);
    const local = Buffer.concat([u32(0x04034b50), shared, name]);
    const folder = entry.name.endsWith("/") ? 0x10 : 0;
    const attributes = ((entry.mode << 16) | folder) >>> 0;
    central.push(
      Buffer.concat([u32(0x02014b50), u16(UNIX | 30), shared, u16(0, 0, 0), u32(attributes), u32(offset), name]),
    );
    yield local;
    yield entry.packed;
    offset += local.length + entry.packed.length;
  }
  const directory = Buffer.concat(central);
  yield directory;
  yield Buffer.concat([
    u32(0x06054b50),
    u16(0, 0, entries.length, entries.length),
    u32(directory.length),
    u32(offset),
    u16(0),
  ]);
}

function sharedFields(entry: Entry, nameSize: number): Uint8Array {
  const { date, time } = dosTime(entry.mtimeMs);
  return Buffer.concat([
    u16(20, /[^\0-\x7f]/.test(entry.name) ? UTF8_NAME : 0, entry.method, time, date),
    u32(entry.crc),
    u32(entry.packedSize),
    u32(entry.size),
    u16(nameSize, 0),
  ]);
}

function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) bytes.writeUInt16LE(value & 0xffff, at * 2);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

/** Two seconds are the unit; 1980 is the beginning. Times are UTC. */
function dosTime(ms: number): { readonly date: number; readonly time: number } {
  const at = new Date(Math.max(ms, Date.UTC(1980, 0, 1)));
  return {
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
}

function timeOf(date: number, time: number): number {
  const [year, month, day] = [(date >> 9) + 1980, ((date >> 5) & 15) - 1, date & 31];
  return Date.UTC(year, month, day, time >> 11, (time >> 5) & 63, (time & 31) * 2);
}

export function entriesOf(bytes: Buffer): Entry[] {
  const end = bytes.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  if (end < 0 || end + 22 > bytes.length) throw new ZipError("End-of-central-directory signature not found");
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  const entries: Entry[] = [];
  try {
    for (let index = 0; index < count; index += 1) {
      if (bytes.readUInt32LE(at) !== 0x02014b50) throw new ZipError("bad central directory");
      const [nameSize, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
      if ((bytes.readUInt16LE(at + 8) & 1) !== 0) throw new ZipError("encrypted archives are not supported");
      const local = bytes.readUInt32LE(at + 42);
      const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
      const packedSize = bytes.readUInt32LE(at + 20);
      if (start + packedSize > bytes.length) throw new ZipError("archive is cut short");
      entries.push({
        name: decode(bytes.subarray(at + 46, at + 46 + (nameSize ?? 0))),
        method: bytes.readUInt16LE(at + 10),
        mtimeMs: timeOf(bytes.readUInt16LE(at + 14), bytes.readUInt16LE(at + 12)),
        crc: bytes.readUInt32LE(at + 16),
        packedSize,
        size: bytes.readUInt32LE(at + 24),
        mode: (bytes.readUInt16LE(at + 4) & 0xff00) === UNIX ? bytes.readUInt32LE(at + 38) >>> 16 : 0,
        packed: bytes.subarray(start, start + packedSize),
      });
      at += 46 + (nameSize ?? 0) + (extra ?? 0) + (comment ?? 0);
    }
  } catch (error) {
    if (error instanceof RangeError) throw new ZipError("archive is cut short");
    throw error;
  }
  return entries;
}
