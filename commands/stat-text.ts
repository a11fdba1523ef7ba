// How an entry's metadata is written by ls, stat and find: mode strings, owners, blocks, kinds. It reads nothing.
import type { FileKind, FileStat } from "../src/plugin.ts";

/** What GNU calls a block of `ls -s` and of `stat %b` rests on: files fill whole 4096-byte units on the disk. */
const UNIT = 4096;

/** Letters of the first column of `ls -l`. What is no file, directory or link is a device in a workspace. */
export const KIND_LETTERS: Readonly<Record<FileKind, string>> = { file: "-", directory: "d", link: "l", other: "c" };

const KIND_BITS: Readonly<Record<FileKind, number>> = {
  file: 0o100000,
  directory: 0o040000,
  link: 0o120000,
  other: 0o020000,
};

/** `-rw-r--r--`, with the letters of set-id and sticky bits. */
export function modeString({ kind, mode }: Pick<FileStat, "kind" | "mode">): string {
  return (
    KIND_LETTERS[kind] +
    triad(mode >> 6, (mode & 0o4000) !== 0, "s") +
    triad(mode >> 3, (mode & 0o2000) !== 0, "s") +
    triad(mode, (mode & 0o1000) !== 0, "t")
  );
}

/** The whole st_mode: kind and permission bits. */
export function rawMode({ kind, mode }: Pick<FileStat, "kind" | "mode">): number {
  return KIND_BITS[kind] | mode;
}

/** `root` for 0, otherwise the number: a workspace has no user database. */
export function ownerName(id: number): string {
  return id === 0 ? "root" : String(id);
}

/** The id that a name or a number means, if any. */
export function ownerId(name: string): number | undefined {
  if (name === "root") return 0;
  return /^\d+$/.test(name) ? Number(name) : undefined;
}

/** Blocks of 512 bytes, counted from the size, so that they are the same on every disk. Links lie in their inode. */
export function blocksOf({ kind, size }: Pick<FileStat, "kind" | "size">): number {
  return kind === "link" ? 0 : Math.ceil(size / UNIT) * (UNIT / 512);
}

/** GNU's words, as `stat %F` and the questions of `rm -i` have them. */
export function kindWord({ kind, size }: Pick<FileStat, "kind" | "size">): string {
  if (kind === "directory") return "directory";
  if (kind === "link") return "symbolic link";
  if (kind === "other") return "character special file";
  return size === 0 ? "regular empty file" : "regular file";
}

function triad(bits: number, special: boolean, letter: string): string {
  const execute = (bits & 1) !== 0;
  const last = special ? (execute ? letter : letter.toUpperCase()) : execute ? "x" : "-";
  return `${bits & 4 ? "r" : "-"}${bits & 2 ? "w" : "-"}${last}`;
}
