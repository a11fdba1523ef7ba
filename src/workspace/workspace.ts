// What a workspace is: the confined file tree that every command sees. Synchronous by design; this file holds no I/O.

export type FileKind = "file" | "directory" | "link" | "other";

/** Metadata of one entry. Times are milliseconds since the epoch; `mode` holds the permission bits only (07777). */
export interface FileStat {
  readonly kind: FileKind;
  readonly size: number;
  readonly mode: number;
  readonly mtimeMs: number;
  readonly atimeMs: number;
  readonly ctimeMs: number;
  readonly nlink: number;
  readonly uid: number;
  readonly gid: number;
  readonly dev: number;
  readonly ino: number;
  /** What kind of special file an entry of kind "other" is. */
  readonly special?: SpecialKind;
}

export type SpecialKind = "fifo" | "socket" | "block" | "character";

export interface DirectoryEntry {
  readonly name: string;
  readonly kind: FileKind;
}

/** How a file is opened, with the meaning of open(2). Without `read`, reading fails; without `write`, writing fails. */
export interface OpenFlags {
  readonly read?: boolean;
  readonly write?: boolean;
  readonly append?: boolean;
  readonly create?: boolean;
  readonly truncate?: boolean;
  /** Fail with EEXIST when the file exists. */
  readonly exclusive?: boolean;
  /** Permission bits of a created file; 0o644 unless given. */
  readonly mode?: number;
}

/** An open file. It keeps its own position, as a descriptor does. */
export interface FileHandle {
  stat(): FileStat;
  /** Reads up to `into.length` bytes at the current position, or at `position` without moving it; 0 at the end. */
  read(into: Uint8Array, position?: number): number;
  /** Writes all bytes at the current position (at the end for `append`). */
  write(bytes: Uint8Array): void;
  truncate(size: number): void;
  close(): void;
}

/**
 * A file tree. Paths are strings with `/`; an absolute path starts at the workspace's root, a relative one at `cwd`.
 * `..` stops at the root; a link is resolved inside the root, and one that leads out of it fails. Every method throws
 * `FileError`, whose `code` is the POSIX name.
 */
export interface Workspace {
  readonly readOnly: boolean;
  /** The directory that relative paths start from. */
  readonly cwd: string;
  /** The same tree with another starting directory; cheap, and the directory is not checked. */
  at(cwd: string): Workspace;
  /**
   * Drops what is remembered of the host for some milliseconds (which directories are real ones). To be called at the
   * start of each run, since others may have changed the files between two runs.
   */
  forget(): void;

  /** Follows links. */
  stat(path: string): FileStat;
  lstat(path: string): FileStat;
  /** stat without the exception: undefined where nothing is found. */
  exists(path: string): FileStat | undefined;
  /** Entries without `.` and `..`, in byte order of their names. */
  readdir(path: string): readonly DirectoryEntry[];
  readlink(path: string): string;
  /** The absolute path with every link, `.` and `..` resolved; everything must exist. */
  realpath(path: string): string;

  open(path: string, flags: OpenFlags): FileHandle;
  readFile(path: string): Uint8Array;
  /** Replaces a file atomically: keeps mode bits of an existing one, follows a link to its target, creates if absent. */
  replace(path: string, content: Uint8Array | Iterable<Uint8Array>): void;

  /** Permission bits are 0o755 unless given; the host's umask may take some away. */
  mkdir(path: string, mode?: number): void;
  rmdir(path: string): void;
  unlink(path: string): void;
  rename(from: string, to: string): void;
  symlink(target: string, path: string): void;
  link(existing: string, path: string): void;
  chmod(path: string, mode: number): void;
  utimes(path: string, atimeMs: number, mtimeMs: number): void;
}

export type FileErrorCode =
  | "ENOENT"
  | "EEXIST"
  | "ENOTDIR"
  | "EISDIR"
  | "ENOTEMPTY"
  | "EACCES"
  | "EPERM"
  | "EROFS"
  | "ELOOP"
  | "EXDEV"
  | "EINVAL"
  | "ENOSPC"
  | "EDQUOT"
  | "ENAMETOOLONG"
  | "EBADF"
  | "EBUSY"
  | "EIO"
  | "EMFILE";

/** A failed file operation. `message` is the text that GNU tools print for the code, without the path. */
export class FileError extends Error {
  readonly code: FileErrorCode;
  readonly path: string;

  constructor(code: FileErrorCode, path: string, message: string = MESSAGES[code]) {
    super(message);
    this.name = "FileError";
    this.code = code;
    this.path = path;
  }
}

export function isFileErrorCode(code: string): code is FileErrorCode {
  return Object.hasOwn(MESSAGES, code);
}

/** Texts of strerror(3) in glibc. */
const MESSAGES: Readonly<Record<FileErrorCode, string>> = {
  ENOENT: "No such file or directory",
  EEXIST: "File exists",
  ENOTDIR: "Not a directory",
  EISDIR: "Is a directory",
  ENOTEMPTY: "Directory not empty",
  EACCES: "Permission denied",
  EPERM: "Operation not permitted",
  EROFS: "Read-only file system",
  ELOOP: "Too many levels of symbolic links",
  EXDEV: "Invalid cross-device link",
  EINVAL: "Invalid argument",
  ENOSPC: "No space left on device",
  EDQUOT: "Disk quota exceeded",
  ENAMETOOLONG: "File name too long",
  EBADF: "Bad file descriptor",
  EBUSY: "Device or resource busy",
  EIO: "Input/output error",
  EMFILE: "Too many open files",
};
