// Counts the bytes and files that writes through a workspace add, and refuses what goes beyond a limit. It does not
// look at what was there before: removing an older file makes room for new ones.
import { FileError } from "./workspace.ts";

/** Limits of one workspace. Left out: the default of its kind (src/workspace/index.ts lists them). */
export interface QuotaLimits {
  /** Net growth in bytes. */
  readonly maxBytes?: number;
  /** Net number of files, directories and links created. */
  readonly maxFiles?: number;
}

export class Quota {
  readonly maxBytes: number;
  readonly maxFiles: number;
  #bytes = 0;
  #files = 0;

  constructor(limits: QuotaLimits | undefined, defaults: Required<QuotaLimits>) {
    this.maxBytes = limits?.maxBytes ?? defaults.maxBytes;
    this.maxFiles = limits?.maxFiles ?? defaults.maxFiles;
  }

  /** False when nothing is limited, so that callers may skip counting that costs a system call. */
  get counts(): boolean {
    return this.maxBytes !== Number.POSITIVE_INFINITY || this.maxFiles !== Number.POSITIVE_INFINITY;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Adds (or with a negative number gives back) bytes; throws ENOSPC beyond the limit, and then counts nothing. */
  addBytes(delta: number, path: string): void {
    if (delta > 0 && this.#bytes + delta > this.maxBytes) {
      throw new FileError("ENOSPC", path, `No space left on device (the workspace's limit is ${this.maxBytes} bytes)`);
    }
    this.#bytes += delta;
  }

  /** Adds (or gives back) files; throws EDQUOT beyond the limit. */
  addFiles(delta: number, path: string): void {
    if (delta > 0 && this.#files + delta > this.maxFiles) {
      throw new FileError("EDQUOT", path, `Disk quota exceeded (the workspace's limit is ${this.maxFiles} files)`);
    }
    this.#files += delta;
  }

  /** Forgets everything counted. */
  reset(): void {
    this.#bytes = 0;
    this.#files = 0;
  }
}
