// A session's /tmp: a folder among the host's temporary files that is created at the first write and removed at the
// end, so that sorting and spilling do not fill memory. Nothing in it outlives the session.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileError } from "./disk/host.ts";
import { diskTree } from "./disk/index.ts";
import type { QuotaLimits } from "./quota.ts";
import { ResolvedWorkspace } from "./resolved.ts";
import { type LinkTarget, parentOf, type Tree } from "./tree.ts";
import { type DirectoryEntry, FileError, type FileHandle, type FileStat, type OpenFlags } from "./workspace.ts";

export const SCRATCH_QUOTA = { maxBytes: 536_870_912, maxFiles: 100_000 } as const;

/** 512 MiB and 100,000 files unless `quota` says otherwise. */
export function scratchWorkspace(options: { readonly quota?: QuotaLimits } = {}): ScratchWorkspace {
  return new ScratchWorkspace(new ScratchTree({ ...SCRATCH_QUOTA, ...options.quota }));
}

export class ScratchWorkspace extends ResolvedWorkspace {
  readonly #scratch: ScratchTree;

  constructor(tree: ScratchTree) {
    super(tree);
    this.#scratch = tree;
  }

  /** Removes everything. The workspace is empty then, and refuses to be written. */
  close(): void {
    this.#scratch.close();
    this.forget();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

/** Folders that a process which ends without closing its sessions removes on its way out. */
const open = new Set<string>();

class ScratchTree implements Tree {
  readonly readOnly = false;
  readonly #quota: QuotaLimits;
  #folder: string | undefined;
  #tree: Tree | undefined;
  #closed = false;
  readonly #born = Date.now();

  constructor(quota: QuotaLimits) {
    this.#quota = quota;
  }

  close(): void {
    this.#closed = true;
    this.#tree = undefined;
    if (this.#folder === undefined) return;
    removeFolder(this.#folder);
    open.delete(this.#folder);
    if (open.size === 0) process.off("exit", removeAll);
    this.#folder = undefined;
  }

  lstat(at: string): FileStat | undefined {
    if (this.#tree !== undefined) return this.#tree.lstat(at);
    return at === "/" ? this.#emptyRoot() : undefined;
  }

  readdir(at: string): readonly DirectoryEntry[] {
    if (this.#tree === undefined && at === "/") return [];
    return this.#existing(at).readdir(at);
  }

  readlink(at: string): LinkTarget {
    return this.#existing(at).readlink(at);
  }

  open(at: string, flags: OpenFlags): FileHandle | undefined {
    if (at === "/") throw new FileError("EISDIR", at);
    return (flags.create ? this.#writable(at) : this.#existing(at)).open(at, flags);
  }

  readFile(at: string): Uint8Array | undefined {
    if (at === "/") throw new FileError("EISDIR", at);
    return this.#existing(at).readFile(at);
  }

  replace(at: string, content: Uint8Array | Iterable<Uint8Array>): void {
    this.#writable(at).replace(at, content);
  }

  mkdir(at: string, mode: number): void {
    this.#writable(at).mkdir(at, mode);
  }

  rmdir(at: string): void {
    this.#existing(at).rmdir(at);
  }

  unlink(at: string): void {
    this.#existing(at).unlink(at);
  }

  rename(from: string, to: string): void {
    this.#existing(from).rename(from, to);
  }

  symlink(target: LinkTarget, at: string): void {
    this.#writable(at).symlink(target, at);
  }

  link(existing: string, at: string): void {
    this.#existing(existing).link(existing, at);
  }

  chmod(at: string, mode: number): void {
    this.#writable(at).chmod(at, mode);
  }

  utimes(at: string, atimeMs: number, mtimeMs: number): void {
    this.#writable(at).utimes(at, atimeMs, mtimeMs);
  }

  forget(): void {
    this.#tree?.forget?.();
  }

  #existing(at: string): Tree {
    if (this.#tree === undefined) throw new FileError("ENOENT", at);
    return this.#tree;
  }

  #writable(at: string): Tree {
    if (this.#tree !== undefined) return this.#tree;
    if (this.#closed) throw new FileError("EROFS", at);
    if (parentOf(at) !== "/") throw new FileError("ENOENT", at);
    try {
      this.#folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "runsh-"));
    } catch (error) {
      throw fileError(error, at);
    }
    if (open.size === 0) process.on("exit", removeAll);
    open.add(this.#folder);
    this.#tree = diskTree({ root: this.#folder, quota: this.#quota });
    return this.#tree;
  }

  #emptyRoot(): FileStat {
    const times = { mtimeMs: this.#born, atimeMs: this.#born, ctimeMs: this.#born };
    return { kind: "directory", size: 4096, mode: 0o700, ...times, nlink: 2, uid: 0, gid: 0, dev: 0, ino: 1 };
  }
}

function removeAll(): void {
  for (const folder of open) removeFolder(folder);
}

function removeFolder(folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true });
}
