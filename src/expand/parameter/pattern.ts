// Operators that match globs against a value: `${x#..}`, `${x%..}`, `${x/../..}`, `${x^..}`. Lists are done by element.
import type { ParameterOperation, Word } from "../../syntax/tree.ts";
import type { Environment } from "../environment.ts";
import { convertCharacter, convertText, type Direction } from "../letters.ts";
import { type Matcher, matcherOf } from "../matching.ts";
import { chain, each, type Maybe } from "../maybe.ts";
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
      return mapSlowly(found, (text) => {
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
        return pattern === "" ? text : new Replacing(text, matcher, replacement, env).run(all);
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

/** Matches replaced between two chances to pause. */
const PAUSE_EVERY = 64;
/** Pieces that are joined into one string at a time: each piece on its own costs more memory than its text. */
const JOIN_EVERY = 4096;

/** One text on its way to being replaced; slow ones pause, and so end when the call is cancelled. */
class Replacing {
  readonly #text: string;
  readonly #matcher: Matcher;
  readonly #replacement: Replacement;
  readonly #env: Environment;
  readonly #joined: string[] = [];
  #pieces: string[] = [];
  #length = 0;
  #from = 0;

  constructor(text: string, matcher: Matcher, replacement: Replacement, env: Environment) {
    this.#text = text;
    this.#matcher = matcher;
    this.#replacement = replacement;
    this.#env = env;
  }

  run(all: boolean): Maybe<string> {
    while (this.#some(all ? PAUSE_EVERY : 1) && all) {
      const waiting = this.#env.pause();
      if (waiting) return this.#slowly(waiting);
    }
    return this.#result();
  }

  async #slowly(waiting: Promise<void>): Promise<string> {
    await waiting;
    while (this.#some(PAUSE_EVERY)) {
      const pause = this.#env.pause();
      if (pause) await pause;
    }
    return this.#result();
  }

  /** Replaces so many matches; false once there are no more. */
  #some(count: number): boolean {
    const text = this.#text;
    for (let done = 0; done < count; done += 1) {
      if (this.#from > text.length) return false;
      const match = this.#matcher.find(text, this.#from);
      if (match === undefined) return false;
      const { start, end } = match;
      if (end === start && start === text.length && text !== "") return false;
      if (start > this.#from) this.#add(text.slice(this.#from, start));
      this.#add(this.#replacement(text.slice(start, end)));
      this.#from = end;
      if (end > start || count === 1) continue;
      this.#add(text.slice(end, end + 1));
      this.#from += 1;
    }
    return true;
  }

  #add(piece: string): void {
    this.#length += piece.length;
    if (this.#length > this.#env.limits.maxWordBytes) throw tooLong(this.#env.limits.maxWordBytes);
    this.#pieces.push(piece);
    if (this.#pieces.length < JOIN_EVERY) return;
    this.#joined.push(this.#pieces.join(""));
    this.#pieces = [];
  }

  #result(): string {
    return this.#joined.join("") + this.#pieces.join("") + this.#text.slice(this.#from);
  }
}

function map(found: Found, change: (text: string) => string): Found {
  if (found === undefined) return undefined;
  return typeof found === "string" ? change(found) : { list: found.list.map(change), star: found.star };
}

function mapSlowly(found: Found, change: (text: string) => Maybe<string>): Maybe<Found> {
  if (found === undefined) return undefined;
  if (typeof found === "string") return change(found);
  const { star } = found;
  const list: string[] = [];
  const changed = each(found.list, (text) => chain(change(text), (result) => void list.push(result)));
  return chain(changed, () => ({ list, star }));
}
