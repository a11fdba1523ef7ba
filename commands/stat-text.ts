// How an entry's metadata is written by ls, stat and find: mode strings, owners, blocks, kinds. It reads nothing.
import type { FileKind, FileStat } from "../src/plugin.ts";

/** What GNU calls a block of `ls -s` and of `stat %b` rests on: files fill whole 4096-byte units on the disk. */
const UNIT = 4096;

interface KindText {
  /** First column of `ls -l`. */
  readonly letter: string;
  /** The type's bits of st_mode. */
  readonly bits: number;
  readonly word: string;
}

const KINDS: Readonly<Record<Exclude<FileKind, "other"> | NonNullable<FileStat["special"]>, KindText>> = {
  file: { letter: "-", bits: 0o100000, word: "regular file" },
  directory: { letter: "d", bits: 0o040000, word: "directory" },
  link: { letter: "l", bits: 0o120000, word: "symbolic link" },
  character: { letter: "c", bits: 0o020000, word: "character special file" },
  block: { letter: "b", bits: 0o060000, word: "block special file" },
  fifo: { letter: "p", bits: 0o010000, word: "fifo" },
  socket: { letter: "s", bits: 0o140000, word: "socket" },
};

function kindText({ kind, special }: Pick<FileStat, "kind" | "special">): KindText {
  return KINDS[kind === "other" ? (special ?? "character") : kind];
}

/** `-rw-r--r--`, with the letters of set-id and sticky bits. */
export function modeString(stat: Pick<FileStat, "kind" | "special" | "mode">): string {
  const { mode } = stat;
  return (
    kindText(stat).letter +
    triad(mode >> 6, (mode & 0o4000) !== 0, "s") +
    triad(mode >> 3, (mode & 0o2000) !== 0, "s") +
    triad(mode, (mode & 0o1000) !== 0, "t")
  );
}

/** The whole st_mode: kind and permission bits. */
export function rawMode(stat: Pick<FileStat, "kind" | "special" | "mode">): number {
  return kindText(stat).bits | stat.mode;
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
export function kindWord(stat: Pick<FileStat, "kind" | "special" | "size">): string {
  return stat.kind === "file" && stat.size === 0 ? "regular empty file" : kindText(stat).word;
}

function triad(bits: number, special: boolean, letter: string): string {
  const execute = (bits & 1) !== 0;
  const last = special ? (execute ? letter : letter.toUpperCase()) : execute ? "x" : "-";
  return `${bits & 4 ? "r" : "-"}${bits & 2 ? "w" : "-"}${last}`;
}
