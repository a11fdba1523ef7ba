// One word: text, quotes and expansions up to a character that ends it in its context.

import { ansiQuoted } from "./ansi.ts";
import { bracePart } from "./brace.ts";
import {
  ACTIVE,
  ALTERNATIVE_END,
  BACKSLASH,
  BACKTICK,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  COMMA,
  classOf,
  DOLLAR,
  DOUBLE_QUOTE,
  EQUALS,
  GREATER,
  LESS,
  META,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  PIPE,
  QUESTION,
  QUOTING,
  RETURN,
  RIGHT_BRACE,
  RIGHT_BRACKET,
  SINGLE_QUOTE,
  SLASH,
  STAR,
  TILDE,
  VALUE_SEPARATOR,
} from "./characters.ts";
import { dollar, opensExpansion } from "./dollar.ts";
import { extendedGlob, startsExtendedGlob } from "./glob.ts";
import { doubleQuoted, singleQuoted } from "./quotes.ts";
import { continuationLength, endsLine, type State, spanFrom } from "./state.ts";
import { staticText } from "./static.ts";
import { backticks, processSubstitution } from "./substitution.ts";
import { tilde } from "./tilde.ts";
import type { DoubleQuoted, Word, WordPart } from "./tree.ts";
import { ARGUMENT, BRACES, IN_QUOTES, REGEX, TILDES, VALUE } from "./word-flags.ts";

const STOPS = META | CLOSE_BRACE | SLASH | COMMA | ALTERNATIVE_END | CLOSE_BRACKET;

/** Parses a word that may be empty; stands at the character that ended it. */
export function word(state: State, flags: number): Word {
  const { source, end } = state;
  const start = state.pos;
  const stops = flags & STOPS;
  const special = stops | QUOTING | ACTIVE | (flags & VALUE ? VALUE_SEPARATOR : 0);
  let pos = start;
  let classes = 0;
  while (pos < end) {
    classes = classOf(source.charCodeAt(pos)) & special;
    if (classes !== 0) break;
    pos++;
  }
  if (pos > start && (pos === end || classes === META) && stops === META) {
    const code = pos === end ? -1 : source.charCodeAt(pos);
    if (code !== LESS && code !== GREATER && code !== RETURN && !(flags & REGEX)) {
      state.pos = pos;
      const value = source.slice(start, pos);
      const span = spanFrom(state, start);
      return { kind: "word", span, parts: [{ kind: "literal", span, value }], literal: value };
    }
  }
  return new WordReader(state, flags, stops, special).read();
}

const ASSIGNMENT = /[A-Za-z_][A-Za-z_0-9]*\+?=/y;

class WordReader {
  private readonly state: State;
  private readonly flags: number;
  private readonly stops: number;
  private readonly special: number;
  private readonly start: number;
  private readonly parts: WordPart[] = [];
  /** Text of all parts so far, or undefined once one expands. */
  private text: string | undefined = "";
  /** The literal being collected: where it began (-1: none), and its text before `runStart`. */
  private literalStart = -1;
  private collected = "";
  private runStart: number;
  /** It holds an unquoted glob, or a `[` that may become one. */
  private globs = false;
  private openBracket = false;
  private parentheses = 0;
  /** Brackets open within a subscript. */
  private brackets = 0;

  constructor(state: State, flags: number, stops: number, special: number) {
    this.state = state;
    this.flags = flags;
    this.stops = stops;
    this.special = special;
    this.start = state.pos;
    this.runStart = state.pos;
  }

  read(): Word {
    const { state, special } = this;
    const { source } = state;
    if (this.flags & TILDES) this.readTilde();
    while (state.pos < state.end) {
      const code = source.charCodeAt(state.pos);
      const classes = classOf(code) & special;
      if (classes === 0) this.take(1);
      else if (classes & this.stops && this.ends(code)) break;
      else if (classes & QUOTING) this.readQuoting(code);
      else if (classes & ACTIVE) this.readActive(code);
      else if (classes & VALUE_SEPARATOR) {
        this.take(1);
        if (code === COLON) this.readTilde();
      } else if (classes & META && (code === LESS || code === GREATER) && !(this.flags & REGEX)) {
        this.endLiteral();
        this.add(processSubstitution(state));
      } else this.take(1);
    }
    this.endLiteral();
    const span = spanFrom(state, this.start);
    const { parts, text } = this;
    return text === undefined || this.globs
      ? { kind: "word", span, parts }
      : { kind: "word", span, parts, literal: text };
  }

  /** The stop character really ends the word here. */
  private ends(code: number): boolean {
    const { state } = this;
    if (this.stops & ALTERNATIVE_END) return this.endsAlternative(code);
    if (!(this.stops & META)) return code !== RIGHT_BRACKET || --this.brackets < 0;
    if (this.flags & REGEX) return this.endsRegex(code);
    if (code === RETURN) return endsLine(state.source, state.pos, state.end);
    if (code === LESS || code === GREATER) {
      return !(state.pos + 1 < state.end && state.source.charCodeAt(state.pos + 1) === OPEN_PAREN);
    }
    return true;
  }

  private endsAlternative(code: number): boolean {
    if (code === OPEN_PAREN) this.parentheses++;
    else if (this.parentheses === 0) return true;
    else if (code === CLOSE_PAREN) this.parentheses--;
    return false;
  }

  private endsRegex(code: number): boolean {
    if (code === OPEN_PAREN) {
      this.parentheses++;
      return false;
    }
    if (code === CLOSE_PAREN) return --this.parentheses < 0;
    if (code === PIPE || code === LESS || code === GREATER) return false;
    return this.parentheses <= 0;
  }

  /** Adds `length` units at the position to the literal. */
  private take(length: number): void {
    if (this.literalStart < 0) {
      this.literalStart = this.state.pos;
      this.runStart = this.state.pos;
      this.collected = "";
    }
    this.state.pos += length;
  }

  private endLiteral(): void {
    if (this.literalStart < 0) return;
    const { state } = this;
    const value = this.collected + state.source.slice(this.runStart, state.pos);
    if (value !== "") {
      this.parts.push({ kind: "literal", span: spanFrom(state, this.literalStart), value });
      if (this.text !== undefined) this.text += value;
    }
    this.literalStart = -1;
  }

  /** Leaves `length` units at the position out of the literal. */
  private skip(length: number): void {
    const { state } = this;
    if (this.literalStart >= 0) this.collected += state.source.slice(this.runStart, state.pos);
    state.pos += length;
    this.runStart = state.pos;
  }

  /** Adds a part that was parsed from `before` on; the literal before it must have been ended there. */
  private add(part: WordPart): void {
    this.parts.push(part);
    if (this.text !== undefined) {
      const value = staticText(part);
      this.text = value === undefined ? undefined : this.text + value;
    }
  }

  private readQuoting(code: number): void {
    const { state } = this;
    const inQuotes = (this.flags & IN_QUOTES) !== 0;
    if (code === BACKSLASH) this.readBackslash();
    else if (code === DOLLAR) this.readDollar(inQuotes);
    else if (code === SINGLE_QUOTE && inQuotes) this.take(1);
    else {
      this.endLiteral();
      if (code === SINGLE_QUOTE) this.add(singleQuoted(state));
      else if (code === DOUBLE_QUOTE) this.add(doubleQuoted(state));
      else if (code === BACKTICK) this.add(backticks(state, inQuotes));
    }
  }

  private readDollar(inQuotes: boolean): void {
    const { state } = this;
    const next = state.pos + 1 < state.end && !inQuotes ? state.source.charCodeAt(state.pos + 1) : -1;
    if (next !== SINGLE_QUOTE && next !== DOUBLE_QUOTE && !opensExpansion(state)) {
      this.take(1);
      return;
    }
    this.endLiteral();
    if (next === SINGLE_QUOTE) this.add(ansiQuoted(state));
    else if (next === DOUBLE_QUOTE) this.add(translated(state));
    else this.add(dollar(state, inQuotes));
  }

  private readBackslash(): void {
    const { state } = this;
    const { source, pos, end } = state;
    const continued = continuationLength(source, pos, end);
    if (continued > 0) {
      if (pos + continued >= end && !state.bounded) state.incomplete = true;
      this.skip(continued);
      return;
    }
    if (pos + 1 >= end) {
      if (!state.bounded) state.incomplete = true;
      this.take(1);
      return;
    }
    if (this.flags & IN_QUOTES && !isEscapableInBraces(source.charCodeAt(pos + 1))) {
      this.take(2);
      return;
    }
    this.endLiteral();
    const length = (source.codePointAt(pos + 1) ?? 0) > 0xffff && pos + 2 < end ? 3 : 2;
    state.pos += length;
    const value = source.slice(pos + 1, pos + length);
    this.add({ kind: "quoted", span: spanFrom(state, pos), style: "backslash", value });
  }

  private readActive(code: number): void {
    const { state, flags } = this;
    if (flags & IN_QUOTES) this.take(1);
    else if (code === OPEN_BRACE && flags & BRACES) {
      const part = bracePart(state, flags, () => this.endLiteral(), state.pos === this.start);
      if (part) this.add(part);
      else this.take(1);
    } else if (startsExtendedGlob(state, code) && !(flags & REGEX)) {
      this.endLiteral();
      this.add(extendedGlob(state));
    } else this.readGlobCharacter(code);
  }

  private readGlobCharacter(code: number): void {
    if (code === STAR || code === QUESTION) this.globs = true;
    else if (code === OPEN_BRACKET) {
      this.openBracket = true;
      this.brackets++;
    } else if (code === RIGHT_BRACKET && this.openBracket) this.globs = true;
    else if (code === TILDE && this.flags & ARGUMENT && this.followsAssignmentSign()) {
      if (this.readTilde()) return;
    }
    this.take(1);
  }

  /** The `~` at the position stands right after `name=`, or after `:` in its value. */
  private followsAssignmentSign(): boolean {
    const { source, pos } = this.state;
    const before = source.charCodeAt(pos - 1);
    if (before !== EQUALS && before !== COLON) return false;
    ASSIGNMENT.lastIndex = this.start;
    return ASSIGNMENT.test(source) && (before === COLON || ASSIGNMENT.lastIndex === pos);
  }

  private readTilde(): boolean {
    const { state } = this;
    if (state.source.charCodeAt(state.pos) !== TILDE || state.pos >= state.end) return false;
    const part = tilde(state, this.stops, (this.flags & (VALUE | ARGUMENT)) !== 0, () => this.endLiteral());
    if (part) this.add(part);
    return part !== undefined;
  }
}

/** `$".."`: the position is on the dollar. There is nothing to translate into. */
function translated(state: State): DoubleQuoted {
  const start = state.pos;
  state.pos++;
  return doubleQuoted(state, start);
}

/** Within `"${x:-..}"`: what double quotes let a backslash escape, and the brace. */
function isEscapableInBraces(code: number): boolean {
  return code === DOLLAR || code === BACKTICK || code === DOUBLE_QUOTE || code === BACKSLASH || code === RIGHT_BRACE;
}
