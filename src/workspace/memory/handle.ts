// An open file of a tree in memory. It keeps the inode, so it outlives its name as in POSIX.
import { FileError, type FileHandle, type FileStat } from "../workspace.ts";
import { type FileNode, nodeStat, stamp } from "./node.ts";

export interface MemoryAccess {
  readonly path: string;
  readonly read: boolean;
  readonly write: boolean;
  readonly append: boolean;
}

export class MemoryHandle implements FileHandle {
  #node: FileNode | undefined;
  #position = 0;
  readonly #access: MemoryAccess;

  constructor(node: FileNode, access: MemoryAccess) {
    this.#node = node;
    this.#access = access;
    node.opened += 1;
  }

  stat(): FileStat {
    return nodeStat(this.#opened(true));
  }

  read(into: Uint8Array, position?: number): number {
    const count = this.#opened(this.#access.read).content.read(into, position ?? this.#position);
    if (position === undefined) this.#position += count;
    return count;
  }

  write(bytes: Uint8Array): void {
    const node = this.#opened(this.#access.write);
    if (bytes.length === 0) return;
    const at = this.#access.append ? node.content.size : this.#position;
    node.content.write(bytes, at, this.#access.path);
    this.#position = at + bytes.length;
    stamp(node);
  }

  truncate(size: number): void {
    const node = this.#opened(this.#access.write);
    if (size < 0) throw new FileError("EINVAL", this.#access.path);
    node.content.truncate(size, this.#access.path);
    stamp(node);
  }

  close(): void {
    const node = this.#node;
    if (node === undefined) return;
    this.#node = undefined;
    node.opened -= 1;
    if (node.opened === 0 && node.nlink === 0) node.content.release();
  }

  #opened(allowed: boolean): FileNode {
    if (this.#node === undefined || !allowed) throw new FileError("EBADF", this.#access.path);
    return this.#node;
  }
}
