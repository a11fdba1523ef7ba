// Matches whole names against shell globs as fnmatch(3) does, for find, ls -I and their like. It expands nothing.

export interface GlobOptions {
  readonly ignoreCase?: boolean;
  /** A leading dot must be matched by a dot (FNM_PERIOD). */
  readonly period?: boolean;
}

/** Does the name match? Time is at most the product of both lengths: a star never backtracks past the next one. */
export function compileGlob(pattern: string, options: GlobOptions = {}): (name: string) => boolean {
  const fold = options.ignoreCase ? (text: string): string => text.toLowerCase() : undefined;
  const tokens = tokenize(fold ? fold(pattern) : pattern);
  const dotFirst = tokens[0] === ".";
  const matches = matcher(tokens);
  return (name) => {
    if (options.period && name.startsWith(".") && !dotFirst) return false;
    return matches(fold ? fold(name) : name);
  };
}

/** A literal character, any character, any run, or a bracket expression. */
type Token = string | typeof ANY | typeof RUN | ((character: string) => boolean);
const ANY = Symbol("?");
const RUN = Symbol("*");

function matcher(tokens: readonly Token[]): (name: string) => boolean {
  const literal = (part: readonly Token[]): part is readonly string[] => part.every((token) => typeof token === "string");
  const rest = tokens.slice(1);
  const front = tokens.slice(0, -1);
  // The three shapes that people write most need no loop: a name, *.ext, prefix*.
  if (literal(tokens)) return ((text) => (name: string) => name === text)(tokens.join(""));
  if (tokens[0] === RUN && literal(rest)) return ((end) => (name: string) => name.endsWith(end))(rest.join(""));
  if (tokens.at(-1) === RUN && literal(front)) return ((start) => (name: string) => name.startsWith(start))(front.join(""));
  return (name) => matchTokens(tokens, [...name]);
}

function matchTokens(tokens: readonly Token[], name: readonly string[]): boolean {
  let token = 0;
  let at = 0;
  let starToken = -1;
  let starAt = 0;
  while (at < name.length) {
    const current = tokens[token];
    if (current === RUN) {
      starToken = token;
      starAt = at;
      token += 1;
    } else if (current !== undefined && matchesOne(current, name[at] ?? "")) {
      token += 1;
      at += 1;
    } else if (starToken >= 0) {
      starAt += 1;
      at = starAt;
      token = starToken + 1;
    } else {
      return false;
    }
  }
  while (tokens[token] === RUN) token += 1;
  return token === tokens.length;
}

function matchesOne(token: Token, character: string): boolean {
  if (typeof token === "string") return token === character;
  return typeof token === "function" ? token(character) : true;
}

function tokenize(pattern: string): Token[] {
  const tokens: Token[] = [];
  const characters = [...pattern];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? "";
    if (character === "*") {
      if (tokens.at(-1) !== RUN) tokens.push(RUN);
    } else if (character === "?") {
      tokens.push(ANY);
    } else if (character === "\\" && at + 1 < characters.length) {
      at += 1;
      tokens.push(characters[at] ?? "");
    } else if (character === "[") {
      const bracket = parseBracket(characters, at + 1);
      tokens.push(bracket?.test ?? "[");
      if (bracket) at = bracket.end;
    } else {
      tokens.push(character);
    }
  }
  return tokens;
}

const CLASSES: Readonly<Record<string, RegExp>> = {
  alpha: /\p{L}/u, digit: /[0-9]/, alnum: /[\p{L}\p{Nd}]/u, upper: /\p{Lu}/u, lower: /\p{Ll}/u, space: /\s/, blank: /[ \t]/,
  punct: /[!-/:-@[-`{-~]/, cntrl: /\p{Cc}/u, print: /\P{C}/u, graph: /[^\s\p{C}]/u, xdigit: /[0-9A-Fa-f]/,
};

interface Bracket {
  readonly test: (character: string) => boolean;
  /** Index of the closing bracket. */
  readonly end: number;
}

function parseBracket(characters: readonly string[], start: number): Bracket | undefined {
  const tests: ((character: string) => boolean)[] = [];
  let at = start;
  const negated = characters[at] === "!" || characters[at] === "^";
  if (negated) at += 1;
  for (let first = true; at < characters.length; first = false) {
    const character = characters[at] ?? "";
    if (character === "]" && !first) {
      return { test: (name) => tests.some((test) => test(name)) !== negated, end: at };
    }
    const named = character === "[" && characters[at + 1] === ":" ? classAt(characters, at + 2) : undefined;
    if (named) {
      tests.push((name) => named.set.test(name));
      at = named.end;
      continue;
    }
    const low = character === "\\" ? (characters[++at] ?? "") : character;
    const upTo = characters[at + 1] === "-" && characters[at + 2] !== "]" ? characters[at + 2] : undefined;
    if (upTo === undefined) {
      tests.push((name) => name === low);
      at += 1;
    } else {
      const high = upTo === "\\" ? (characters[at + 3] ?? "") : upTo;
      tests.push((name) => codeOf(name) >= codeOf(low) && codeOf(name) <= codeOf(high));
      at += upTo === "\\" ? 4 : 3;
    }
  }
  return undefined;
}

function classAt(characters: readonly string[], start: number): { readonly set: RegExp; readonly end: number } | undefined {
  const text = characters.slice(start, start + 10).join("");
  const name = /^([a-z]+):\]/.exec(text)?.[1];
  const set = name === undefined ? undefined : CLASSES[name];
  return set && name !== undefined ? { set, end: start + name.length + 2 } : undefined;
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
