// A workspace that reports every access, with the absolute path it leads to, before it happens. The check refuses by
// throwing. It judges nothing itself, and an open file is not asked about again.
import { resolvedOf } from "./foreign.ts";
import type { ResolvedWorkspace } from "./resolved.ts";
import {
  type DirectoryEntry,
  FileError,
  type FileHandle,
  type FileStat,
  type OpenFlags,
  type Workspace,
} from "./workspace.ts";

export type AccessKind = "read" | "write" | "list" | "stat";

export interface Access {
  readonly kind: AccessKind;
  /** Absolute, links resolved; where the operation is on a link itself, the link's own path. */
  readonly path: string;
}

export function guard(workspace: Workspace, check: (access: Access) => void): Workspace {
  return new GuardedWorkspace(resolvedOf(workspace), check);
}

class GuardedWorkspace implements Workspace {
  readonly #inner: ResolvedWorkspace;
  readonly #check: (access: Access) => void;

  constructor(inner: ResolvedWorkspace, check: (access: Access) => void) {
    this.#inner = inner;
    this.#check = check;
  }

  get readOnly(): boolean {
    return this.#inner.readOnly;
  }

  get cwd(): string {
    return this.#inner.cwd;
  }

  at(cwd: string): Workspace {
    return new GuardedWorkspace(resolvedOf(this.#inner.at(cwd)), this.#check);
  }

  forget(): void {
    this.#inner.forget();
  }

  stat(path: string): FileStat {
    this.#ask("stat", path, true);
    return this.#inner.stat(path);
  }

  lstat(path: string): FileStat {
    this.#ask("stat", path, false);
    return this.#inner.lstat(path);
  }

  exists(path: string): FileStat | undefined {
    try {
      this.#inner.resolve(path, true);
    } catch (error) {
      if (error instanceof FileError) return undefined;
      throw error;
    }
    this.#ask("stat", path, true);
    return this.#inner.exists(path);
  }

  readdir(path: string): readonly DirectoryEntry[] {
    this.#ask("list", path, true);
    return this.#inner.readdir(path);
  }

  readlink(path: string): string {
    this.#ask("stat", path, false);
    return this.#inner.readlink(path);
  }

  realpath(path: string): string {
    this.#ask("stat", path, true);
    return this.#inner.realpath(path);
  }

  open(path: string, flags: OpenFlags): FileHandle {
    const write = flags.write === true || flags.append === true || flags.create === true || flags.truncate === true;
    if (write) this.#ask("write", path, true);
    if (flags.read || !write) this.#ask("read", path, true);
    return this.#inner.open(path, flags);
  }

  readFile(path: string): Uint8Array {
    this.#ask("read", path, true);
    return this.#inner.readFile(path);
  }

  replace(path: string, content: Uint8Array | Iterable<Uint8Array>): void {
    this.#ask("write", path, true);
    this.#inner.replace(path, content);
  }

  mkdir(path: string, mode?: number): void {
    this.#ask("write", path.replace(/(?<=[^/])\/+$/, ""), false);
    this.#inner.mkdir(path, mode);
  }

  rmdir(path: string): void {
    this.#ask("write", path, false);
    this.#inner.rmdir(path);
  }

  unlink(path: string): void {
    this.#ask("write", path, false);
    this.#inner.unlink(path);
  }

  rename(from: string, to: string): void {
    this.#ask("write", from, false);
    this.#ask("write", to, false);
    this.#inner.rename(from, to);
  }

  symlink(target: string, path: string): void {
    this.#ask("write", path, false);
    this.#inner.symlink(target, path);
  }

  link(existing: string, path: string): void {
    this.#ask("read", existing, false);
    this.#ask("write", path, false);
    this.#inner.link(existing, path);
  }

  chmod(path: string, mode: number): void {
    this.#ask("write", path, true);
    this.#inner.chmod(path, mode);
  }

  utimes(path: string, atimeMs: number, mtimeMs: number): void {
    this.#ask("write", path, true);
    this.#inner.utimes(path, atimeMs, mtimeMs);
  }

  #ask(kind: AccessKind, path: string, follow: boolean): void {
    this.#check({ kind, path: this.#inner.resolve(path, follow).path });
  }
}
