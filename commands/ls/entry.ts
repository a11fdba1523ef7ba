// One line of a listing before it is printed, and the choices that decide how.
import type { FileKind, FileStat } from "../../src/plugin.ts";
import type { SORT_KEYS } from "./order.ts";

/** The parsed options that layouts and orders look at. */
export interface Choices {
  readonly hidden: "none" | "almost" | "all";
  readonly layout: "single" | "long" | "commas" | "columns" | "across";
  readonly human: "" | "binary" | "decimal";
  readonly directory: boolean;
  readonly indicator: "none" | "slash" | "file-type" | "classify";
  readonly recursive: boolean;
  readonly reverse: boolean;
  readonly sort?: (typeof SORT_KEYS)[number] | undefined;
  readonly fast: boolean;
  readonly time: string;
  readonly inode: boolean;
  readonly size: boolean;
  readonly numeric: boolean;
  readonly noOwner: boolean;
  readonly noGroup: boolean;
  readonly longNoGroup: boolean;
  readonly author: boolean;
  readonly quoting: string;
  readonly hideControlChars: boolean;
  /** Bytes that are no UTF-8 are written as `\ooo`: at the terminal, where they would make all of it binary. */
  readonly escapeInvalid: boolean;
  readonly dereference: boolean;
  readonly dereferenceCommandLine: boolean;
  readonly color: string;
  readonly timeStyle: string;
  readonly fullTime: boolean;
  readonly groupDirectoriesFirst: boolean;
  readonly ignore: readonly string[];
  readonly hide: readonly string[];
  readonly ignoreBackups: boolean;
  readonly width: number;
  readonly zero: boolean;
}

export interface Entry {
  readonly name: string;
  readonly path: string;
  readonly kind: FileKind;
  /** Only when the listing needs it. */
  readonly stat?: FileStat | undefined;
  /** Where a link points, for a long listing, and what is there: undefined when it leads nowhere. */
  readonly target?: string | undefined;
  readonly targetStat?: FileStat | undefined;
}

/** Milliseconds of the chosen time. */
export function timeOf(stat: FileStat, which: string): number {
  if (which === "atime" || which === "access" || which === "use") return stat.atimeMs;
  return which === "ctime" || which === "status" ? stat.ctimeMs : stat.mtimeMs;
}
