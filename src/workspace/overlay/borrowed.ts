// The content of a changed file that still is its base's: read through until it is written, then copied chunk by chunk.
import { ChunkedContent, type Content } from "../memory/content.ts";
import type { Quota } from "../quota.ts";
import type { Tree } from "../tree.ts";
import { FileError, type FileHandle } from "../workspace.ts";
import { type BaseWatch, ContentHash } from "./watch.ts";

/** Bytes copied at a time. */
const COPY_SIZE = 262_144;

export class BorrowedContent implements Content {
  readonly #base: Tree;
  readonly #watch: BaseWatch;
  readonly #quota: Quota;
  readonly #path: string;
  readonly #size: number;
  #own: ChunkedContent | undefined;

  constructor(base: Tree, watch: BaseWatch, quota: Quota, path: string, size: number) {
    this.#base = base;
    this.#watch = watch;
    this.#quota = quota;
    this.#path = path;
    this.#size = size;
  }

  /** The base's file whose bytes these are; undefined once they were written. */
  get source(): string | undefined {
    return this.#own === undefined ? this.#path : undefined;
  }

  get size(): number {
    return this.#own?.size ?? this.#size;
  }

  read(into: Uint8Array, position: number): number {
    if (this.#own !== undefined) return this.#own.read(into, position);
    const handle = this.#open();
    try {
      return handle.read(into, position);
    } finally {
      handle.close();
    }
  }

  write(bytes: Uint8Array, position: number, path: string): void {
    this.#copyUp(path).write(bytes, position, path);
  }

  truncate(size: number, path: string): void {
    if (this.#own === undefined && size === 0) this.#own = new ChunkedContent(this.#quota);
    else this.#copyUp(path).truncate(size, path);
  }

  bytes(): Uint8Array {
    if (this.#own !== undefined) return this.#own.bytes();
    return this.#base.readFile(this.#path) ?? gone(this.#path);
  }

  release(): void {
    this.#own?.release();
  }

  /** Copies now, so that the base's file may change. */
  keep(): void {
    this.#copyUp(this.#path);
  }

  #copyUp(path: string): ChunkedContent {
    if (this.#own !== undefined) return this.#own;
    const own = new ChunkedContent(this.#quota);
    const hash = new ContentHash();
    const handle = this.#open();
    try {
      const chunk = Buffer.allocUnsafe(COPY_SIZE);
      for (let count = handle.read(chunk); count > 0; count = handle.read(chunk)) {
        const part = chunk.subarray(0, count);
        own.write(part, own.size, path);
        hash.add(part);
      }
    } catch (error) {
      own.release();
      throw error;
    } finally {
      handle.close();
    }
    this.#watch.hashed(this.#path, hash.digest());
    this.#own = own;
    return own;
  }

  #open(): FileHandle {
    return this.#base.open(this.#path, { read: true }) ?? gone(this.#path);
  }
}

/** A link stands where the base had the file. */
function gone(path: string): never {
  throw new FileError("EIO", path, "Input/output error (the file below the overlay was replaced)");
}
