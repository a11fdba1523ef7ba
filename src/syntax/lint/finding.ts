// What a lint says of a text.
import type { Parsed } from "../parse.ts";

/** A mistake that a lint has seen. */
export interface Finding {
  readonly code: string;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** The whole text as it was probably meant. */
  readonly mended: string;
}

export type Lint = (source: string, parsed: Parsed) => Finding | undefined;
