// Operators that match globs against a value: `${x#..}`, `${x%..}`, `${x/../..}`, `${x^..}`. Lists are done by element.
import type { ParameterOperation, Word } from "../../syntax/tree.ts";
import type { Environment } from "../environment.ts";
import { convertCharacter, convertText, type Direction } from "../letters.ts";
import { type Matcher, matcherOf } from "../matching.ts";
import { chain, type Maybe } from "../maybe.ts";
import { escapeReplacement, PatternSink, tooLong } from "../sink.ts";
import { separatorsOf } from "../splitting.ts";
import type { Walk } from "../walk.ts";
import type { Found } from "./target.ts";

type Operation<K extends ParameterOperation["kind"]> = Extract<ParameterOperation, { kind: K }>;

export function trim(operation: Operation<"trim">, found: Found, env: Environment, walk: Walk): Maybe<Found> {
  return chain(walk.glob(operation.pattern, env), (pattern) => {
    const matcher = matcherOf(pattern, env);
    const { longest } = operation;
    if (operation.side === "prefix") {
      return map(found, (text) => text.slice(matcher.prefix(text, longest) ?? 0));
    }
    return map(found, (text) => text.slice(0, text.length - (matcher.suffix(text, longest) ?? 0)));
  });
}

export function replace(operation: Operation<"replace">, found: Found, env: Environment, walk: Walk): Maybe<Found> {
  const { all, anchor } = operation;
  return chain(walk.glob(operation.pattern, env), (pattern) =>
    chain(expandReplacement(operation.replacement, env, walk), (replacement) => {
      const matcher = matcherOf(pattern, env);
      return map(found, (text) => {
        if (anchor === "start") {
          const length = matcher.prefix(text, true);
          return length === undefined ? text : replacement(text.slice(0, length)) + text.slice(length);
        }
        if (anchor === "end") {
          const length = matcher.suffix(text, true);
          if (length === undefined) return text;
          const at = text.length - length;
          return text.slice(0, at) + replacement(text.slice(at));
        }
        return pattern === "" ? text : replaceMatches(text, matcher, replacement, all, env);
      });
    }),
  );
}

/** Without a pattern every character changes; with one, those that match it. */
export function changeCase(operation: Operation<"case">, found: Found, env: Environment, walk: Walk): Maybe<Found> {
  const { direction, all } = operation;
  if (operation.pattern === undefined) {
    if (all && direction !== "toggle") return map(found, (text) => convertText(text, direction));
    return map(found, (text) => convert(text, direction, all, () => true));
  }
  return chain(walk.glob(operation.pattern, env), (pattern) => {
    const matcher = pattern === "" ? undefined : matcherOf(pattern, env);
    return map(found, (text) =>
      convert(text, direction, all, (char) => matcher?.prefix(char, true) === char.length || !matcher),
    );
  });
}

function convert(text: string, direction: Direction, all: boolean, applies: (char: string) => boolean): string {
  let result = "";
  for (const char of text) {
    result += applies(char) ? convertCharacter(char, direction) : char;
    if (!all) return result + text.slice(char.length);
  }
  return result;
}

type Replacement = (match: string) => string;

/** `&` stands for the match where it is not quoted and the option is on (bash 5.2: patsub_replacement). */
function expandReplacement(word: Word | undefined, env: Environment, walk: Walk): Maybe<Replacement> {
  if (word === undefined) return () => "";
  const { literal } = word;
  if (literal !== undefined && !literal.includes("&")) return () => literal;
  const sink = new PatternSink(escapeReplacement, separatorsOf(env.get("IFS")).join, env.limits.maxWordBytes);
  return chain(walk.parts(word.parts, sink, env), () => {
    const template = sink.text;
    if (!env.options.patsubReplacement || !template.replace(/\\[\\&]/g, "").includes("&")) {
      const text = unescapeQuoted(template);
      return () => text;
    }
    return (match: string) => template.replace(/\\([\\&])|&/g, (_, escaped?: string) => escaped ?? match);
  });
}

function unescapeQuoted(template: string): string {
  return template.replace(/\\([\\&])/g, "$1");
}

function replaceMatches(
  text: string,
  matcher: Matcher,
  replacement: Replacement,
  all: boolean,
  env: Environment,
): string {
  let result = "";
  let from = 0;
  while (from <= text.length) {
    const match = matcher.find(text, from);
    if (match === undefined || (match.end === match.start && match.start === text.length && text !== "")) break;
    result += text.slice(from, match.start) + replacement(text.slice(match.start, match.end));
    if (result.length > env.limits.maxWordBytes) throw tooLong(env.limits.maxWordBytes);
    from = match.end;
    if (!all) break;
    if (match.end === match.start) {
      result += text.slice(from, from + 1);
      from += 1;
    }
  }
  return result + text.slice(from);
}

function map(found: Found, change: (text: string) => string): Found {
  if (found === undefined) return undefined;
  return typeof found === "string" ? change(found) : { list: found.list.map(change), star: found.star };
}
