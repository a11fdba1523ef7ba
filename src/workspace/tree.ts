// What a backend of a workspace provides: raw operations on canonical paths. It never follows links; src/workspace/
// resolver.ts does that once for all backends.
import type { DirectoryEntry, FileHandle, FileStat, OpenFlags } from "./workspace.ts";

/** Where a link leads. An absolute `text` that is not `outside` starts at the root of the tree that holds the link. */
export interface LinkTarget {
  readonly text: string;
  /** An absolute target that lies in no file of this tree (on disk: anywhere else on the host). */
  readonly outside: boolean;
}

/**
 * Every path is canonical: absolute, no `.` or `..`, no empty component, and each component but the last is a real
 * directory. "/" is the root. Methods throw `FileError` with the canonical path.
 */
export interface Tree {
  readonly readOnly: boolean;
  /** undefined where nothing is found. */
  lstat(path: string): FileStat | undefined;
  /** In byte order of the names. */
  readdir(path: string): readonly DirectoryEntry[];
  readlink(path: string): LinkTarget;
  /** undefined: the entry is a link, which the caller follows. */
  open(path: string, flags: OpenFlags): FileHandle | undefined;
  /** undefined: the entry is a link, which the caller follows. */
  readFile(path: string): Uint8Array | undefined;
  replace(path: string, content: Uint8Array | Iterable<Uint8Array>): void;
  mkdir(path: string, mode: number): void;
  rmdir(path: string): void;
  unlink(path: string): void;
  rename(from: string, to: string): void;
  symlink(target: LinkTarget, path: string): void;
  link(existing: string, path: string): void;
  chmod(path: string, mode: number): void;
  utimes(path: string, atimeMs: number, mtimeMs: number): void;
  /** Drops what is remembered of the host for speed. */
  forget?(): void;
}

/** The canonical path of the directory that holds `path`. */
export function parentOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash <= 0 ? "/" : path.slice(0, slash);
}

/** The last component of a canonical path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The canonical path of an entry of a directory. */
export function childOf(directory: string, name: string): string {
  return directory === "/" ? `/${name}` : `${directory}/${name}`;
}

/** Whether `path` is `directory` or lies below it. */
export function isWithin(path: string, directory: string): boolean {
  if (directory === "/") return true;
  return path.startsWith(directory) && (path.length === directory.length || path.charCodeAt(directory.length) === 47);
}
