// The names that awk gives a meaning: builtin functions with how many arguments they take, and special variables.

export interface Signature {
  readonly least: number;
  readonly most: number;
  /** Positions of arguments that are arrays. */
  readonly arrays?: readonly number[];
  /** Position of an argument that is assigned to. */
  readonly target?: number;
  /** Positions where a regular expression stands for itself. */
  readonly patterns?: readonly number[];
}

const one: Signature = { least: 1, most: 1 };

export const BUILTINS: ReadonlyMap<string, Signature> = new Map<string, Signature>([
  ["length", { least: 0, most: 1 }],
  ["substr", { least: 2, most: 3 }],
  ["index", { least: 2, most: 2 }],
  ["split", { least: 2, most: 4, arrays: [1, 3], patterns: [2] }],
  ["patsplit", { least: 2, most: 4, arrays: [1, 3], patterns: [2] }],
  ["sub", { least: 2, most: 3, target: 2, patterns: [0] }],
  ["gsub", { least: 2, most: 3, target: 2, patterns: [0] }],
  ["gensub", { least: 3, most: 4, patterns: [0] }],
  ["match", { least: 2, most: 3, arrays: [2], patterns: [1] }],
  ["sprintf", { least: 1, most: Number.POSITIVE_INFINITY }],
  ["sin", one],
  ["cos", one],
  ["atan2", { least: 2, most: 2 }],
  ["exp", one],
  ["log", one],
  ["sqrt", one],
  ["int", one],
  ["rand", { least: 0, most: 0 }],
  ["srand", { least: 0, most: 1 }],
  ["tolower", one],
  ["toupper", one],
  ["system", one],
  ["close", { least: 1, most: 2 }],
  ["fflush", { least: 0, most: 1 }],
  ["strftime", { least: 0, most: 3 }],
  ["systime", { least: 0, most: 0 }],
  ["mktime", { least: 1, most: 2 }],
  ["asort", { least: 1, most: 3, arrays: [0, 1] }],
  ["asorti", { least: 1, most: 3, arrays: [0, 1] }],
  ["and", { least: 2, most: Number.POSITIVE_INFINITY }],
  ["or", { least: 2, most: Number.POSITIVE_INFINITY }],
  ["xor", { least: 2, most: Number.POSITIVE_INFINITY }],
  ["lshift", { least: 2, most: 2 }],
  ["rshift", { least: 2, most: 2 }],
  ["compl", one],
  ["strtonum", one],
  ["isarray", one],
  ["typeof", one],
  ["mkbool", one],
]);

/** Variables that the interpreter reads or writes behind the program's back. */
export const SPECIAL = [
  "NF",
  "NR",
  "FNR",
  "FS",
  "OFS",
  "ORS",
  "RS",
  "RT",
  "SUBSEP",
  "CONVFMT",
  "OFMT",
  "FPAT",
  "FIELDWIDTHS",
  "IGNORECASE",
] as const;

export type SpecialName = (typeof SPECIAL)[number];

const SPECIAL_NAMES: ReadonlySet<string> = new Set(SPECIAL);

export function isSpecial(name: string): name is SpecialName {
  return SPECIAL_NAMES.has(name);
}

/** Globals that exist before the program begins, in this order of slots. */
export const PREDEFINED = [
  "FILENAME",
  "RSTART",
  "RLENGTH",
  "ERRNO",
  "ARGC",
  "ARGIND",
  "ENVIRON",
  "ARGV",
  "PROCINFO",
] as const;

export const PREDEFINED_ARRAYS: ReadonlySet<string> = new Set(["ENVIRON", "ARGV", "PROCINFO"]);
