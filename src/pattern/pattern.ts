/**
 * The vocabulary of the pattern layer: options, results and errors of regular expressions over bytes and text.
 * It holds types and error classes only; compiling and matching live beside it.
 */

/** `basic` and `extended` are GNU's BRE and ERE, `perl` is PCRE as people use it, `fixed` is a plain string. */
export type Syntax = "basic" | "extended" | "perl" | "fixed";

export interface PatternOptions {
  syntax: Syntax;
  /** Unicode simple case folding (`grep -i`). */
  ignoreCase?: boolean;
  /** The match must stand between non-word characters (`grep -w`). */
  wholeWord?: boolean;
  /** The match must be the whole line (`grep -x`). */
  wholeLine?: boolean;
  /** The byte that ends a line: 10 by default, 0 for `-z`. */
  newline?: number;
  /** Steps that a search of one line may take where backtracking is needed; 1,000,000 by default. */
  stepLimit?: number;
  /** `^` and `$` match at every newline inside the text too (sed's `M`, the `(?m)` flag of Perl). */
  multiLine?: boolean;
  /** `.` and negated brackets match the newline byte too; true by default except in the `perl` syntax. */
  dotAll?: boolean;
}

/** Byte offsets into the buffer that was searched; `end` is exclusive. */
export interface Match {
  start: number;
  end: number;
}

export interface Captures extends Match {
  /** Index 0 is the whole match; a group that took no part is undefined. */
  groups: (Match | undefined)[];
  /** Group numbers by name, when the pattern names any. */
  names?: Record<string, number>;
}

/** A compiled pattern over bytes. Holds caches, no state of a search: it may be used again and again. */
export interface Pattern {
  /** The whole pattern is exactly these bytes and no option changes that, so a caller may use `indexOf`. */
  readonly literal?: Uint8Array;
  /** A search takes time linear in its text. Where not, each line may take its step limit: search few at a time. */
  readonly linear: boolean;
  /** Is there a match in bytes[from, to)? The range is one line without its terminator. */
  test(bytes: Uint8Array, from: number, to: number): boolean;
  /** The leftmost match at or after `from` in the line [lineStart, lineEnd): longest for POSIX, first for Perl. */
  find(bytes: Uint8Array, lineStart: number, lineEnd: number, from?: number): Match | undefined;
  /** The same match with its groups. */
  captures(bytes: Uint8Array, lineStart: number, lineEnd: number, from?: number): Captures | undefined;
  /**
   * The offset of the start of the next line in [from, to) that has a match, or -1.
   * `from` is the start of a line, and `to` a line boundary or the end of the input.
   */
  nextLine(bytes: Uint8Array, from: number, to: number): number;
  /** How many lines of [from, to) have a match, under the same rules as `nextLine`. */
  countLines(bytes: Uint8Array, from: number, to: number): number;
}

export interface TextMatch {
  /** UTF-16 index of the first unit of the match. */
  start: number;
  /** UTF-16 index after its last unit. */
  end: number;
  /** Index 0 is the whole match; a group that took no part is undefined. */
  groups: (string | undefined)[];
  names?: Record<string, string | undefined>;
}

/** A compiled pattern over strings (surrogateescape text), on the same engine. */
export interface TextPattern {
  test(text: string): boolean;
  /** The leftmost match at or after the UTF-16 index `from`; what stands before it still counts for `^` and `\b`. */
  exec(text: string, from?: number): TextMatch | undefined;
}

/** The pattern is not one: the message says what is wrong, `offset` where (UTF-16 index in the source). */
export class PatternError extends Error {
  readonly offset: number;
  readonly help?: string;
  constructor(message: string, offset: number, help?: string) {
    super(message);
    this.name = "PatternError";
    this.offset = offset;
    if (help !== undefined) this.help = help;
  }
}

/** A search was given up after its limit; the message says which limit and what to do. */
export class PatternLimitError extends Error {
  readonly limit: number;
  constructor(limit: number, what: "backtracking steps" | "positions to remember" | "steps of its repeats") {
    super(`the pattern needed more than ${limit} ${what} in one search: ${ADVICE[what]}`);
    this.name = "PatternLimitError";
    this.limit = limit;
  }
}

const ADVICE = {
  "backtracking steps": "avoid back-references and look-around next to nested repeats",
  "positions to remember": "the line is too long for this pattern",
  "steps of its repeats": "use smaller counts in {}",
};
