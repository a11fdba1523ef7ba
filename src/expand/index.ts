// Words to argv, as bash 5.2 expands them. Synchronous unless a command substitution or a pause makes it wait.
import type { Arithmetic, Word } from "../syntax/tree.ts";
import { evaluate } from "./arithmetic/index.ts";
import type { Environment } from "./environment.ts";
import { chain, type Maybe } from "./maybe.ts";
import { expandBody, expandExpression, expandGlob, expandInteger, expandText } from "./parts.ts";

export { AssociativeArray, IndexedArray } from "./arrays.ts";
export { evaluateSubscript, expandArray, expandSubscript } from "./assignment.ts";
export {
  type Environment,
  ExpansionError,
  type ExpansionOptions,
  type Variable,
} from "./environment.ts";
export type { Maybe } from "./maybe.ts";
export { expandWords } from "./words.ts";

/** A value: no splitting, no globs; for assignments, redirections, here-strings, `case` and `[[ ]]`. */
export function expandWord(word: Word, env: Environment): Maybe<string> {
  return expandText(word, env);
}

/** A glob in which quoted text is escaped, for `case` and the right side of `==` in `[[ ]]`. */
export function expandPattern(word: Word, env: Environment): Maybe<string> {
  return expandGlob(word, env);
}

/** An extended regular expression in which quoted text is escaped, for `=~`. */
export function expandRegex(word: Word, env: Environment): Maybe<string> {
  return expandExpression(word, env);
}

/** The body of a heredoc whose delimiter was not quoted. */
export function expandHeredoc(word: Word, env: Environment): Maybe<string> {
  return expandBody(word, env);
}

/** `(( ))`, `$(( ))`, `for (( ))`: expanded, parsed, evaluated in 64 bits. */
export function expandArithmetic(node: Arithmetic, env: Environment): Maybe<bigint> {
  return chain(expandInteger(node, env), BigInt);
}

/** Text that is expanded already: `let`, `declare -i`, subscripts. */
export function evaluateArithmetic(text: string, env: Environment): bigint {
  return BigInt(evaluate(text, env));
}
