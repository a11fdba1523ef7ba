// The blocks of tar archives: ustar (POSIX 1003.1), pax records, GNU's long names. No files are touched here.
import { decode, encode, type Source } from "../../src/plugin.ts";

export const BLOCK = 512;
/** Archives are filled up to a multiple of this, as GNU tar does. */
export const RECORD = 20 * BLOCK;

export type MemberKind = "file" | "directory" | "symlink" | "hardlink" | "other";

export interface Member {
  readonly name: string;
  readonly kind: MemberKind;
  readonly size: number;
  readonly mode: number;
  readonly mtimeMs: number;
  readonly uid: number;
  readonly gid: number;
  readonly user: string;
  readonly group: string;
  readonly target: string;
}

const FLAGS: Readonly<Record<MemberKind, string>> = {
  file: "0",
  hardlink: "1",
  symlink: "2",
  directory: "5",
  other: "6",
};

/** The header blocks of a member; names that do not fit get blocks of their own before it. */
export function headerOf(member: Member): Uint8Array {
  const parts: Uint8Array[] = [];
  const name = encode(member.name);
  const target = encode(member.target);
  if (target.length > 100) parts.push(longName("K", target));
  if (name.length > 100) parts.push(longName("L", name));
  parts.push(block(member, name.subarray(0, 100), target.subarray(0, 100), FLAGS[member.kind]));
  return Buffer.concat(parts);
}

export function padding(size: number, unit = BLOCK): Uint8Array {
  return new Uint8Array((unit - (size % unit)) % unit);
}

function longName(flag: string, name: Uint8Array): Uint8Array {
  const content = Buffer.concat([name, Buffer.alloc(1)]);
  const member: Member = { ...NOBODY, name: "././@LongLink", size: content.length };
  return Buffer.concat([block(member, encode(member.name), new Uint8Array(), flag), content, padding(content.length)]);
}

const NOBODY: Member = {
  name: "",
  kind: "file",
  size: 0,
  mode: 0o644,
  mtimeMs: 0,
  uid: 0,
  gid: 0,
  user: "root",
  group: "root",
  target: "",
};

function block(member: Member, name: Uint8Array, target: Uint8Array, flag: string): Uint8Array {
  const bytes = Buffer.alloc(BLOCK);
  bytes.set(name, 0);
  bytes.write(octal(member.mode, 7), 100);
  bytes.write(octal(member.uid, 7), 108);
  bytes.write(octal(member.gid, 7), 116);
  if (member.size < 8 ** 11) bytes.write(octal(member.size, 11), 124);
  else {
    // Base 256, marked by the highest bit.
    bytes[124] = 0x80;
    bytes.writeBigUInt64BE(BigInt(member.size), 128);
  }
  bytes.write(octal(Math.max(0, Math.floor(member.mtimeMs / 1000)), 11), 136);
  bytes.fill(32, 148, 156);
  bytes.write(flag, 156);
  bytes.set(target, 157);
  bytes.write("ustar  \0", 257, "latin1");
  bytes.write(member.user.slice(0, 31), 265);
  bytes.write(member.group.slice(0, 31), 297);
  let sum = 0;
  for (const byte of bytes) sum += byte;
  bytes.write(`${octal(sum, 6)}\0 `, 148, "latin1");
  return bytes;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0").slice(-digits);
}

export class FormatError extends Error {}

/** Reads members one after the other; the content of each must be read or skipped before the next. */
export class ArchiveReader {
  readonly #source: Source;
  #chunk: Uint8Array = new Uint8Array();
  /** Bytes of content of the current member that were not read, and of what fills its last block. */
  #left = 0;
  #fill = 0;
  #globals: ReadonlyMap<string, string> = new Map();

  constructor(source: Source) {
    this.#source = source;
  }

  async next(): Promise<Member | undefined> {
    await this.#skip();
    let pax = new Map<string, string>(this.#globals);
    let [longTarget, longFileName]: (string | undefined)[] = [];
    for (;;) {
      const header = await this.#take(BLOCK);
      if (!header || header.every((byte) => byte === 0)) return undefined;
      if (!checks(header)) throw new FormatError("This does not look like a tar archive");
      const flag = String.fromCharCode(header[156] ?? 0);
      const size = Number(pax.get("size") ?? numberAt(header, 124, 12));
      if ("LKxg".includes(flag)) {
        const content = decode(await this.#content(size));
        if (flag === "L") longFileName = content.replace(/\0.*$/s, "");
        else if (flag === "K") longTarget = content.replace(/\0.*$/s, "");
        else if (flag === "g") this.#globals = pax = records(content, pax);
        else pax = records(content, pax);
        continue;
      }
      const prefix = header.subarray(257, 263).toString("latin1") === "ustar\0" ? textAt(header, 345, 155) : "";
      const short = prefix === "" ? textAt(header, 0, 100) : `${prefix}/${textAt(header, 0, 100)}`;
      const name = pax.get("path") ?? longFileName ?? short;
      const kind = kindOf(flag, name);
      this.#left = kind === "file" ? size : 0;
      this.#fill = padding(this.#left).length;
      const mtime = Number(pax.get("mtime") ?? numberAt(header, 136, 12));
      return {
        name,
        kind,
        size: this.#left,
        mode: numberAt(header, 100, 8) & 0o7777,
        mtimeMs: mtime * 1000,
        uid: numberAt(header, 108, 8),
        gid: numberAt(header, 116, 8),
        user: textAt(header, 265, 32),
        group: textAt(header, 297, 32),
        target: pax.get("linkpath") ?? longTarget ?? textAt(header, 157, 100),
      };
    }
  }

  /** The next piece of the current member's content; undefined at its end. */
  async read(): Promise<Uint8Array | undefined> {
    if (this.#left === 0) return undefined;
    if (this.#chunk.length === 0 && !(await this.#more())) throw new FormatError("Unexpected EOF in archive");
    const piece = this.#chunk.subarray(0, this.#left);
    this.#chunk = this.#chunk.subarray(piece.length);
    this.#left -= piece.length;
    return piece;
  }

  async #skip(): Promise<void> {
    while (this.#left > 0) await this.read();
    if (this.#fill > 0) await this.#take(this.#fill);
    this.#fill = 0;
  }

  async #content(size: number): Promise<Uint8Array> {
    if (size > 1 << 20) throw new FormatError("Malformed extended header");
    const whole = await this.#take(size + padding(size).length);
    if (!whole) throw new FormatError("Unexpected EOF in archive");
    return whole.subarray(0, size);
  }

  async #more(): Promise<boolean> {
    const chunk = await this.#source.read();
    if (chunk === null) return false;
    this.#chunk = chunk;
    return true;
  }

  async #take(size: number): Promise<Buffer | undefined> {
    const parts: Uint8Array[] = [];
    let missing = size;
    while (missing > 0) {
      if (this.#chunk.length === 0 && !(await this.#more())) {
        if (missing === size) return undefined;
        throw new FormatError("Unexpected EOF in archive");
      }
      const part = this.#chunk.subarray(0, missing);
      this.#chunk = this.#chunk.subarray(part.length);
      parts.push(part);
      missing -= part.length;
    }
    return Buffer.concat(parts);
  }
}

function kindOf(flag: string, name: string): MemberKind {
  if (flag === "1") return "hardlink";
  if (flag === "2") return "symlink";
  if (flag === "5") return "directory";
  if (flag === "0" || flag === "\0" || flag === "7") return name.endsWith("/") ? "directory" : "file";
  return "other";
}

function checks(header: Buffer): boolean {
  let sum = 8 * 32;
  for (const [at, byte] of header.entries()) if (at < 148 || at >= 156) sum += byte;
  return numberAt(header, 148, 8) === sum;
}

function textAt(header: Buffer, start: number, size: number): string {
  const field = header.subarray(start, start + size);
  const end = field.indexOf(0);
  return decode(end < 0 ? field : field.subarray(0, end));
}

function numberAt(header: Buffer, start: number, size: number): number {
  if (((header[start] ?? 0) & 0x80) !== 0) return Number(header.readBigUInt64BE(start + size - 8));
  return Number.parseInt(textAt(header, start, size).trim() || "0", 8);
}

/** Records of `LENGTH KEY=VALUE\n`. */
function records(content: string, before: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map(before);
  const bytes = Buffer.from(encode(content));
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(32, at);
    const length = Number(bytes.toString("latin1", at, blank));
    if (blank < 0 || !(length > 0)) break;
    const record = decode(bytes.subarray(blank + 1, at + length - 1));
    const equals = record.indexOf("=");
    if (equals > 0) found.set(record.slice(0, equals), record.slice(equals + 1));
    at += length;
  }
  return found;
}
