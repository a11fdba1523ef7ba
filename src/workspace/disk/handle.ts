// An open file of the host. It keeps its own position, so that quota and appends need no further system call.
import fs from "node:fs";
import type { Quota } from "../quota.ts";
import { FileError, type FileHandle, type FileStat } from "../workspace.ts";
import { fileError, fileStat } from "./host.ts";

export interface DiskAccess {
  readonly read: boolean;
  readonly write: boolean;
  readonly append: boolean;
}

export class DiskHandle implements FileHandle {
  #fd: number;
  #position = 0;
  readonly #path: string;
  readonly #access: DiskAccess;
  readonly #quota: Quota;

  constructor(fd: number, path: string, access: DiskAccess, quota: Quota) {
    this.#fd = fd;
    this.#path = path;
    this.#access = access;
    this.#quota = quota;
  }

  stat(): FileStat {
    return this.#try(() => fileStat(fs.fstatSync(this.#fd)));
  }

  read(into: Uint8Array, position?: number): number {
    if (!this.#access.read || this.#fd < 0) throw new FileError("EBADF", this.#path);
    try {
      const count = fs.readSync(this.#fd, into, 0, into.length, position ?? this.#position);
      if (position === undefined) this.#position += count;
      return count;
    } catch (error) {
      throw fileError(error, this.#path);
    }
  }

  write(bytes: Uint8Array): void {
    if (!this.#access.write || this.#fd < 0) throw new FileError("EBADF", this.#path);
    try {
      if (this.#quota.counts) this.#charge(bytes.length);
      // The kernel moves an appending write to the end by itself (O_APPEND), so no position is given for it.
      for (let done = 0; done < bytes.length; ) {
        const at = this.#access.append ? null : this.#position;
        const count = fs.writeSync(this.#fd, bytes, done, bytes.length - done, at);
        done += count;
        this.#position += count;
      }
    } catch (error) {
      throw fileError(error, this.#path);
    }
  }

  truncate(size: number): void {
    if (!this.#access.write || this.#fd < 0) throw new FileError("EBADF", this.#path);
    if (size < 0) throw new FileError("EINVAL", this.#path);
    this.#try(() => {
      if (this.#quota.counts) this.#quota.addBytes(size - fs.fstatSync(this.#fd).size, this.#path);
      fs.ftruncateSync(this.#fd, size);
    });
  }

  close(): void {
    if (this.#fd < 0) return;
    const fd = this.#fd;
    this.#fd = -1;
    this.#try(() => fs.closeSync(fd));
  }

  #charge(length: number): void {
    const { size } = fs.fstatSync(this.#fd);
    const end = (this.#access.append ? size : this.#position) + length;
    if (end > size) this.#quota.addBytes(end - size, this.#path);
  }

  #try<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      throw fileError(error, this.#path);
    }
  }
}
