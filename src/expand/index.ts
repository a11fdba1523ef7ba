// Words to argv, as bash 5.2 expands them. Synchronous unless a command substitution or a pause makes it wait.
import type { Arithmetic, Word } from "../syntax/tree.ts";
import { evaluate } from "./arithmetic/index.ts";
import { expandBraces, hasBraces } from "./braces.ts";
import type { Environment } from "./environment.ts";
import { FieldSink } from "./fields.ts";
import { expandFiles } from "./files.ts";
import { chain, each, eachOf, type Maybe } from "./maybe.ts";
import { expandBody, expandExpression, expandGlob, expandInteger, expandParts, expandText } from "./parts.ts";

export { AssociativeArray, IndexedArray } from "./arrays.ts";
export { assignText, evaluateSubscript, expandArray, expandSubscript } from "./assignment.ts";
export {
  type Environment,
  ExpansionError,
  type ExpansionLimits,
  type ExpansionOptions,
  type Variable,
} from "./environment.ts";
export type { Maybe } from "./maybe.ts";
export { promptText } from "./prompt.ts";
export { attributes, declaration, quoteValue } from "./quote.ts";
export { parseReference, type Reference, resolveReference } from "./reference.ts";

/** Words made by braces between two chances to pause. */
const PAUSE_EVERY = 1024;

/** Arguments: braces, tilde, parameters, substitutions, arithmetic, splitting, globs, quote removal. */
export function expandWords(words: readonly Word[], env: Environment): Maybe<string[]> {
  const argv: string[] = [];
  for (const word of words) {
    if (word.literal === undefined) return expandFields(words, env);
    argv.push(word.literal);
  }
  return argv;
}

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

/** As bash does, files are looked for when all words are expanded, and so see what substitutions have made. */
function expandFields(words: readonly Word[], env: Environment): Maybe<string[]> {
  const sink = new FieldSink(env);
  const done = each(words, (word) => {
    if (word.literal !== undefined) return sink.push(word.literal);
    if (word.assignment !== undefined) return chain(expandText(word, env), (text) => sink.push(text));
    if (!hasBraces(word.parts)) return chain(expandParts(word.parts, sink, env), () => sink.finish());
    let made = 0;
    return eachOf(expandBraces(word.parts, env.limits.maxBraceItems), (parts) =>
      chain(expandParts(parts, sink, env), () => {
        sink.finish();
        made += 1;
        return made % PAUSE_EVERY === 0 ? env.pause() : undefined;
      }),
    );
  });
  return chain(done, () => (sink.globs ? expandFiles(sink, env) : sink.texts));
}
