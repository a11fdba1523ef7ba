// The parts of a compiled sed script. Types only.
import type { Regex } from "./regex.ts";
import type { Replacement } from "./replacement.ts";

export type Address =
  | { readonly kind: "line"; readonly line: number }
  | { readonly kind: "step"; readonly first: number; readonly step: number }
  | { readonly kind: "last" }
  /** `0,/re/`: the range is open from the start. */
  | { readonly kind: "zero" }
  /** Without a regex of its own it is the last one that was used. */
  | { readonly kind: "regex"; readonly regex: Regex | undefined };

export type RangeEnd =
  | { readonly kind: "line"; readonly line: number }
  | { readonly kind: "last" }
  | { readonly kind: "step"; readonly first: number; readonly step: number }
  | { readonly kind: "regex"; readonly regex: Regex | undefined }
  /** `addr,+N`. */
  | { readonly kind: "plus"; readonly lines: number }
  /** `addr,~N`: up to the next line whose number is a multiple. */
  | { readonly kind: "multiple"; readonly of: number };

export interface Substitution {
  readonly regex: Regex | undefined;
  readonly replacement: Replacement;
  readonly global: boolean;
  /** The first match to replace, counted from 1. */
  readonly nth: number;
  readonly print: boolean;
  /** File that gets the line when something was replaced. */
  readonly file: string | undefined;
}

/** `y`: by byte where both alphabets are ASCII, by character otherwise. */
export type Transliteration =
  | { readonly kind: "bytes"; readonly table: Uint8Array }
  | { readonly kind: "characters"; readonly map: ReadonlyMap<string, string> };

export interface Command {
  /** The letter; `{`, `}`, `:` and `#` stay in the script so that targets are plain indices. */
  readonly name: string;
  readonly address: Address | undefined;
  readonly end: RangeEnd | undefined;
  readonly negated: boolean;
  /** `a`, `i`, `c`: what is printed. */
  readonly text: Buffer | undefined;
  /** Index to go on at: after the `}` of a `{` that is not entered, or the label of a branch. */
  target: number;
  readonly label: string | undefined;
  readonly file: string | undefined;
  /** `q`, `Q`: exit status. `l`: line length. -1 where none is given. */
  readonly number: number;
  readonly substitution: Substitution | undefined;
  readonly transliteration: Transliteration | undefined;
}

export interface Script {
  readonly commands: readonly Command[];
  /** The first line is `#n`. */
  readonly quiet: boolean;
}
