// Remembers what the base was like where an overlay read it or changed it, so that applying can tell whether somebody
// else has changed it since.
import type { Tree } from "../tree.ts";
import type { FileStat } from "../workspace.ts";

/** Files up to this size are hashed when they are first changed, in bytes; of bigger ones the metadata must do. */
const HASHED_AT_ONCE = 4_194_304;
const READ_SIZE = 262_144;

/** What an entry of the base was. `hash` is of the content, where it was read. */
export interface Fingerprint {
  readonly stat: FileStat;
  readonly hash: string | undefined;
  readonly target: string | undefined;
}

export class BaseWatch {
  readonly #tree: Tree;
  /** Changed entries; undefined: the base had nothing there. */
  readonly #touched = new Map<string, Fingerprint | undefined>();
  /** Files that were read, as they were at the first read. */
  readonly #read = new Map<string, FileStat>();

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /** A file of the base is about to be read. */
  read(path: string): void {
    if (this.#read.has(path) || this.#touched.has(path)) return;
    const stat = this.#tree.lstat(path);
    if (stat?.kind === "file") this.#read.set(path, stat);
  }

  /** An entry of the base is about to be changed, hidden or moved. */
  touch(path: string): void {
    if (this.#touched.has(path)) return;
    const now = this.#fingerprint(path);
    const first = this.#read.get(path);
    const changed = first !== undefined && (now === undefined || !sameStat(first, now.stat));
    this.#touched.set(path, changed ? { stat: first, hash: undefined, target: undefined } : now);
  }

  /** The whole content of a touched file was read; `hash` belongs to it. */
  hashed(path: string, hash: string): void {
    const known = this.#touched.get(path);
    if (known !== undefined && known.hash === undefined) this.#touched.set(path, { ...known, hash });
  }

  /** The touched entries. */
  paths(): IterableIterator<string> {
    return this.#touched.keys();
  }

  isTouched(path: string): boolean {
    return this.#touched.has(path);
  }

  /** The touched entries that are no longer what they were. */
  changed(): string[] {
    const paths: string[] = [];
    for (const [path, then] of this.#touched) if (!this.#unchanged(path, then)) paths.push(path);
    return paths;
  }

  clear(): void {
    this.#touched.clear();
    this.#read.clear();
  }

  #unchanged(path: string, then: Fingerprint | undefined): boolean {
    const stat = this.#tree.lstat(path);
    if (then === undefined || stat === undefined) return then === undefined && stat === undefined;
    if (stat.kind !== then.stat.kind) return false;
    if (stat.kind === "directory") return true;
    if (stat.kind === "link") return this.#tree.readlink(path).text === then.target;
    if (then.hash === undefined) return sameStat(then.stat, stat);
    // The same bytes written again are no change: nothing would be lost.
    return stat.size === then.stat.size && hashFile(this.#tree, path) === then.hash;
  }

  #fingerprint(path: string): Fingerprint | undefined {
    const stat = this.#tree.lstat(path);
    if (stat === undefined) return undefined;
    const target = stat.kind === "link" ? this.#tree.readlink(path).text : undefined;
    const hash = stat.kind === "file" && stat.size <= HASHED_AT_ONCE ? hashFile(this.#tree, path) : undefined;
    return { stat, hash, target };
  }
}

/**
 * A 64-bit hash of bytes that come in chunks; it finds accidents, not forgeries. The same chunks give the same hash:
 * both users of it read whole files in chunks of one size.
 */
export class ContentHash {
  #a = 0x9e3779b9;
  #b = 0x85ebca6b;
  #length = 0;

  add(bytes: Uint8Array): void {
    // Four bytes at a time: this runs over every file that is changed.
    const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
    const words = new Int32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
    let a = this.#a;
    let b = this.#b;
    for (let index = 0; index < words.length; index += 1) {
      const word = words[index] ?? 0;
      a = Math.imul(a ^ word, 0x01000193);
      a ^= a >>> 15;
      b = Math.imul(b ^ word, 0x85ebca6b) + a;
    }
    for (let index = words.length * 4; index < bytes.length; index += 1) {
      a = Math.imul(a ^ (bytes[index] ?? 0), 0x01000193);
      b = Math.imul(b ^ a, 0x85ebca6b);
    }
    this.#a = a;
    this.#b = b;
    this.#length += bytes.length;
  }

  digest(): string {
    return `${(this.#a >>> 0).toString(16)}-${(this.#b >>> 0).toString(16)}-${this.#length}`;
  }
}

function hashFile(tree: Tree, path: string): string | undefined {
  const hash = new ContentHash();
  const handle = tree.open(path, { read: true });
  if (handle === undefined) return undefined;
  try {
    const buffer = Buffer.allocUnsafe(READ_SIZE);
    for (let count = handle.read(buffer); count > 0; count = handle.read(buffer)) hash.add(buffer.subarray(0, count));
  } finally {
    handle.close();
  }
  return hash.digest();
}

function sameStat(a: FileStat, b: FileStat): boolean {
  return a.kind === b.kind && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ino === b.ino;
}
