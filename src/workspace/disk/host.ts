// The border to the host's file system: paths, metadata and errors translated. No host path leaves this folder.
import type { Dirent, Stats } from "node:fs";
import { asBuffer, encode } from "../../bytes/text.ts";
import {
  FileError,
  type FileErrorCode,
  type FileKind,
  type FileStat,
  isFileErrorCode,
  type SpecialKind,
} from "../workspace.ts";

/** A path for Node: a string, or bytes where a name is not valid UTF-8. */
export type HostPath = string | Buffer;

export function hostPath(root: string, path: string): HostPath {
  if (path === "/") return root || "/";
  // The root itself is a name that Node gave out, so only the path can hold escaped bytes.
  return path.isWellFormed() ? root + path : asBuffer(encode(root + path));
}

const TYPE = 0o170000;
const KINDS: ReadonlyMap<number, FileKind> = new Map([
  [0o100000, "file"],
  [0o040000, "directory"],
  [0o120000, "link"],
]);
const SPECIALS: ReadonlyMap<number, SpecialKind> = new Map([
  [0o010000, "fifo"],
  [0o140000, "socket"],
  [0o060000, "block"],
  [0o020000, "character"],
]);

export function fileStat(stats: Stats): FileStat {
  const type = stats.mode & TYPE;
  const kind = type === 0o100000 ? "file" : (KINDS.get(type) ?? "other");
  const stat = {
    kind,
    size: stats.size,
    mode: stats.mode & 0o7777,
    mtimeMs: stats.mtimeMs,
    atimeMs: stats.atimeMs,
    ctimeMs: stats.ctimeMs,
    nlink: stats.nlink,
    uid: stats.uid,
    gid: stats.gid,
    dev: stats.dev,
    ino: stats.ino,
  };
  if (kind !== "other") return stat;
  const special = SPECIALS.get(type);
  return special === undefined ? stat : { ...stat, special };
}

export function direntKind(entry: Dirent | Dirent<Buffer>): FileKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "link" : "other";
}

/** Codes of the host that have another name here. */
const ALIASES: Readonly<Record<string, FileErrorCode>> = {
  ENFILE: "EMFILE",
  ENXIO: "EACCES",
  EFBIG: "ENOSPC",
  ETXTBSY: "EBUSY",
  EMLINK: "EPERM",
  ENOTSUP: "EPERM",
  EOPNOTSUPP: "EPERM",
  ENOSYS: "EPERM",
  EAGAIN: "EBUSY",
  ERR_INVALID_ARG_VALUE: "EINVAL",
  ERR_OUT_OF_RANGE: "EINVAL",
};

/** The `FileError` of a failed call of Node; without the host's message, which holds host paths. */
export function fileError(error: unknown, path: string): FileError {
  if (error instanceof FileError) return error;
  const code = codeOf(error);
  return new FileError(isFileErrorCode(code) ? code : (ALIASES[code] ?? "EIO"), path);
}

export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
