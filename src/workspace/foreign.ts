// The tree behind any workspace, so that workspaces can be mounted, layered and guarded whoever wrote them.
import { ResolvedWorkspace } from "./resolved.ts";
import type { LinkTarget, Tree } from "./tree.ts";
import {
  type DirectoryEntry,
  FileError,
  type FileHandle,
  type FileStat,
  type OpenFlags,
  type Workspace,
} from "./workspace.ts";

/** The raw tree of a workspace, seen from its root. */
export function treeOf(workspace: Workspace): Tree {
  return workspace instanceof ResolvedWorkspace ? workspace.tree : new ForeignTree(workspace.at("/"));
}

/** The same workspace with `resolve`. */
export function resolvedOf(workspace: Workspace): ResolvedWorkspace {
  return workspace instanceof ResolvedWorkspace
    ? workspace
    : new ResolvedWorkspace(new ForeignTree(workspace.at("/")), workspace.cwd);
}

/**
 * The absolute path that a path leads to, links, `.` and `..` resolved; the last component may be missing. Throws
 * `FileError` where a directory before it is missing or a link leads outside.
 */
export function locate(workspace: Workspace, path: string, follow = true): string {
  return resolvedOf(workspace).resolve(path, follow).path;
}

/** Reaches a tree through its workspace's own methods. */
class ForeignTree implements Tree {
  readonly #workspace: Workspace;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  get readOnly(): boolean {
    return this.#workspace.readOnly;
  }

  lstat(path: string): FileStat | undefined {
    try {
      return this.#workspace.lstat(path);
    } catch (error) {
      if (error instanceof FileError && (error.code === "ENOENT" || error.code === "ENOTDIR")) return undefined;
      throw error;
    }
  }

  readdir(path: string): readonly DirectoryEntry[] {
    return this.#workspace.readdir(path);
  }

  readlink(path: string): LinkTarget {
    return { text: this.#workspace.readlink(path), outside: false };
  }

  open(path: string, flags: OpenFlags): FileHandle | undefined {
    return this.lstat(path)?.kind === "link" ? undefined : this.#workspace.open(path, flags);
  }

  readFile(path: string): Uint8Array | undefined {
    return this.lstat(path)?.kind === "link" ? undefined : this.#workspace.readFile(path);
  }

  replace(path: string, content: Uint8Array | Iterable<Uint8Array>): void {
    this.#workspace.replace(path, content);
  }

  mkdir(path: string, mode: number): void {
    this.#workspace.mkdir(path, mode);
  }

  rmdir(path: string): void {
    this.#workspace.rmdir(path);
  }

  unlink(path: string): void {
    this.#workspace.unlink(path);
  }

  rename(from: string, to: string): void {
    this.#workspace.rename(from, to);
  }

  symlink(target: LinkTarget, path: string): void {
    this.#workspace.symlink(target.text, path);
  }

  link(existing: string, path: string): void {
    this.#workspace.link(existing, path);
  }

  chmod(path: string, mode: number): void {
    this.#workspace.chmod(path, mode);
  }

  utimes(path: string, atimeMs: number, mtimeMs: number): void {
    this.#workspace.utimes(path, atimeMs, mtimeMs);
  }

  forget(): void {
    this.#workspace.forget();
  }
}
