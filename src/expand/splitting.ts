// The rules of IFS (POSIX 2.6.5): which characters separate fields, and which of them are white space.

export interface Separators {
  /** All characters of IFS. */
  readonly all: string;
  /** Those of them that are space, tab or newline: runs of these count as one, and none at the ends. */
  readonly space: string;
  /** What joins `"$*"`. */
  readonly join: string;
}

const DEFAULT: Separators = { all: " \t\n", space: " \t\n", join: " " };

let latest: { readonly ifs: string; readonly separators: Separators } | undefined;

/** What a value of IFS means; unset is space, tab and newline, and empty means no splitting. */
export function separatorsOf(ifs: string | undefined): Separators {
  if (ifs === undefined || ifs === " \t\n") return DEFAULT;
  if (latest?.ifs === ifs) return latest.separators;
  const [first = ""] = ifs;
  const separators = { all: ifs, space: ifs.replace(/[^ \t\n]/g, ""), join: first };
  latest = { ifs, separators };
  return separators;
}
