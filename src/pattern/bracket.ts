/** POSIX bracket expressions, `[...]`, of regular expressions (POSIX 9.3.5); ranges are in code point order. */
import { type CharSet, fromPairs, negate, union, without } from "./charset.ts";
import { posixClass } from "./classes.ts";
import { PatternError } from "./pattern.ts";
import { foldSet } from "./unicode.ts";

export interface BracketOptions {
  ignoreCase: boolean;
  /** A negated set matches a newline. */
  dotAll: boolean;
}

/** Parses the bracket that opens at `start`; `next` is the index after its `]`. */
export function parseBracket(source: string, start: number, options: BracketOptions): { set: CharSet; next: number } {
  const unmatched = () => new PatternError("unmatched [ in the pattern", start, "write \\[ for the character itself");
  let at = start + 1;
  const negated = source[at] === "^";
  if (negated) at += 1;
  const sets: CharSet[] = [];
  const pairs: number[] = [];
  const first = at;
  for (;;) {
    if (at >= source.length) throw unmatched();
    if (source[at] === "]" && at > first) break;
    if (source.startsWith("[:", at)) {
      const end = source.indexOf(":]", at + 2);
      if (end < 0) throw unmatched();
      const name = source.slice(at + 2, end);
      const known = name === "word" ? undefined : posixClass(foldedName(name, options.ignoreCase));
      if (known === undefined) throw new PatternError(`unknown character class [:${name}:] in the pattern`, at);
      sets.push(known);
      at = end + 2;
      if (source[at] === "-" && source[at + 1] !== "]") throw new PatternError("invalid range end in the pattern", at);
      continue;
    }
    const low = member(source, at, unmatched);
    at = low.next;
    if (source[at] === "-" && source[at + 1] !== "]" && at + 1 < source.length) {
      const high = member(source, at + 1, unmatched);
      if (high.code < low.code) {
        throw new PatternError("invalid range end in the pattern: the range runs backwards", at);
      }
      if (low.equivalence || high.equivalence) throw new PatternError("invalid range end in the pattern", at);
      pairs.push(low.code, high.code);
      at = high.next;
      if (source[at] === "-" && source[at + 1] !== "]") throw new PatternError("invalid range end in the pattern", at);
    } else pairs.push(low.code, low.code);
  }
  if (source[first] === ":" && source[at - 1] === ":" && at - first > 1 && !negated) {
    const text = source.slice(start, at + 1);
    throw new PatternError(`the character class syntax is [${text}], not ${text}`, start);
  }
  let set = union([...sets, fromPairs(pairs)]);
  if (options.ignoreCase) set = foldSet(set, "gnu");
  if (negated) {
    set = negate(set);
    if (!options.dotAll) set = without(set, 10);
  }
  return { set, next: at + 1 };
}

function foldedName(name: string, ignoreCase: boolean): string {
  return ignoreCase && (name === "upper" || name === "lower") ? "alpha" : name;
}

/** One end of a range: a character, `[.x.]` or `[=x=]`. */
function member(
  source: string,
  at: number,
  unmatched: () => PatternError,
): { code: number; next: number; equivalence: boolean } {
  const mark = source[at + 1];
  if (source[at] === "[" && (mark === "." || mark === "=")) {
    const end = source.indexOf(`${mark}]`, at + 3);
    if (end < 0) throw unmatched();
    const text = source.slice(at + 2, end);
    const code = text.codePointAt(0) ?? 0;
    if (text.length !== (code > 0xffff ? 2 : 1)) {
      throw new PatternError(`unknown collating element [${mark}${text}${mark}] in the pattern`, at);
    }
    return { code, next: end + 2, equivalence: mark === "=" };
  }
  const code = source.codePointAt(at) ?? 0;
  return { code, next: at + (code > 0xffff ? 2 : 1), equivalence: false };
}
