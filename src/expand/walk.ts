// How the operators of parameters expand their operands. The walk over parts and the operators need each other; this
// interface, handed down, keeps the imports going one way.
import type { Arithmetic, Word, WordPart } from "../syntax/tree.ts";
import type { Integer } from "./arithmetic/integer.ts";
import type { Environment } from "./environment.ts";
import type { Maybe } from "./maybe.ts";
import type { Sink } from "./sink.ts";

/** How plain text counts: as source, as quoted, or as the unquoted operand of `${x:-..}`, which is split. */
export type Context = "word" | "quoted" | "operand";

export interface Walk {
  /** Sends what the parts expand to into the sink. */
  parts(parts: readonly WordPart[], sink: Sink, env: Environment, context?: Context): Maybe<void>;
  /** A word as one text: no splitting, no globs. */
  text(word: Word, env: Environment, context?: Context): Maybe<string>;
  /** A word as a glob in which quoted text matches itself. */
  glob(word: Word, env: Environment): Maybe<string>;
  /** Arithmetic, expanded as in double quotes and evaluated. */
  integer(node: Arithmetic, env: Environment): Maybe<Integer>;
}
