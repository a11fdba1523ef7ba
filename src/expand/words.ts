// Words to argv: braces, then the parts of each word, then fields, then files.
import type { Word } from "../syntax/tree.ts";
import { expandBraces, hasBraces } from "./braces.ts";
import type { Environment } from "./environment.ts";
import { FieldSink } from "./fields.ts";
import { expandFiles } from "./files.ts";
import { chain, each, eachOf, type Maybe } from "./maybe.ts";
import { expandParts, expandText } from "./parts.ts";

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

/** As bash does, files are looked for when all words are expanded, and so see what substitutions have made. */
function expandFields(words: readonly Word[], env: Environment): Maybe<string[]> {
  const sink = new FieldSink(env);
  const done = each(words, (word) => {
    if (word.literal !== undefined) return sink.push(word.literal);
    if (word.assignment !== undefined) return chain(expandText(word, env), (text) => sink.push(text));
    if (!env.options.braceexpand || !hasBraces(word.parts))
      return chain(expandParts(word.parts, sink, env), () => sink.finish());
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
