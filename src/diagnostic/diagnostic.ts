// The one shape of an error. It carries no presentation; `render.ts` does that.

/** A half-open range of UTF-16 offsets in a source text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Diagnostic {
  /** Stable and dotted, lowest layer first: `syntax.unterminated-quote`. */
  readonly code: string;
  /** What is wrong, without a final full stop. */
  readonly message: string;
  readonly span?: Span;
  /** What to do about it; where it names a command line, that line itself runs. */
  readonly help?: string;
}
