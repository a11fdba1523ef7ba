// Splits what expansions gave into fields (POSIX 2.6.5) and keeps, beside the text of each, its pattern where it may be
// a glob. Matching files is done elsewhere.
import { hasGlob } from "../pattern/index.ts";
import type { Environment } from "./environment.ts";
import { escapeGlob, type Sink, tooLong } from "./sink.ts";
import { type Separators, separatorsOf } from "./splitting.ts";

const GLOB = /[*?[\\]/;
const SPACE = /[ \t\n]/;
const EXTENDED = /[*?[\\]|[+@!]\(/;

export class FieldSink implements Sink {
  readonly texts: string[] = [];
  /** The pattern of `texts[i]`, where it has an active glob character. */
  readonly patterns: (string | undefined)[] = [];
  /** Any of the patterns is there. */
  globs = false;
  /** One of them has an extended glob written as such, which counts whatever the option says. */
  extended = false;

  #text = "";
  #pattern: string | undefined;
  #active = false;
  /** The field has text or quotes, so that it counts. */
  #exists = false;
  /** White space has just ended a field: a separator that follows belongs to the same boundary. */
  #spaced = false;

  readonly #separators: Separators;
  readonly #special: RegExp | undefined;
  readonly #limit: number;

  constructor(env: Environment) {
    this.#separators = separatorsOf(env.get("IFS"));
    const { noglob, extglob } = env.options;
    this.#special = noglob ? undefined : extglob ? EXTENDED : GLOB;
    this.#limit = env.limits.maxWordBytes;
  }

  literal(text: string): void {
    if (text === "") return;
    this.#keep();
    if (this.#special?.test(text)) {
      this.#pattern = (this.#pattern ?? escapeGlob(this.#text)) + text;
      this.#active ||= activates(text, this.#special === EXTENDED);
    } else if (this.#pattern !== undefined) this.#pattern += text;
    this.#append(text);
  }

  quoted(text: string): void {
    this.#keep();
    if (text === "") return;
    if (this.#pattern !== undefined) this.#pattern += escapeGlob(text);
    this.#append(text);
  }

  inside(text: string): void {
    if (text !== "") this.quoted(text);
  }

  expanded(text: string): void {
    const { all, space } = this.#separators;
    let start = 0;
    if (all === space && !SPACE.test(text)) {
      this.literal(text);
      return;
    }
    for (let at = 0; at < text.length; at += 1) {
      const char = text.charAt(at);
      if (!all.includes(char)) continue;
      this.literal(text.slice(start, at));
      start = at + 1;
      if (space.includes(char)) {
        if (this.#exists) {
          this.#end();
          this.#spaced = true;
        }
      } else if (this.#spaced) this.#spaced = false;
      else this.#end();
    }
    this.literal(start === 0 ? text : text.slice(start));
  }

  elements(values: readonly string[]): void {
    const { all, join } = this.#separators;
    if (all !== "") {
      this.expanded(values.join(join));
      return;
    }
    for (const [index, value] of values.entries()) {
      if (index > 0) this.finish();
      this.literal(value);
    }
  }

  separate(values: readonly string[]): void {
    for (const [index, value] of values.entries()) {
      if (index > 0) this.#end();
      this.quoted(value);
    }
  }

  together(values: readonly string[]): void {
    this.inside(values.join(this.#separators.join));
  }

  glob(operator: string): void {
    this.#keep();
    if (this.#special !== undefined) {
      this.extended = true;
      this.#pattern = (this.#pattern ?? escapeGlob(this.#text)) + operator;
      this.#active = true;
    }
    this.#append(operator);
  }

  /** Adds a word that nothing can change. */
  push(text: string): void {
    this.texts.push(text);
    this.patterns.push(undefined);
  }

  /** The word has ended: what is being collected becomes a field, if it counts. */
  finish(): void {
    if (this.#exists) this.#end();
    this.#spaced = false;
  }

  #extended(): boolean {
    return this.extended || this.#special === EXTENDED;
  }

  #keep(): void {
    this.#exists = true;
    this.#spaced = false;
  }

  #append(text: string): void {
    this.#text += text;
    if (this.#text.length > this.#limit) throw tooLong(this.#limit);
  }

  #end(): void {
    const pattern = this.#active && hasGlob(this.#pattern ?? "", this.#extended()) ? this.#pattern : undefined;
    this.texts.push(this.#text);
    this.patterns.push(pattern);
    if (pattern !== undefined) this.globs = true;
    this.#text = "";
    this.#pattern = undefined;
    this.#active = false;
    this.#exists = false;
  }
}

/** A backslash alone makes no pattern, as in bash 5.2; it only counts beside a glob character. */
function activates(text: string, extended: boolean): boolean {
  return /[*?[]/.test(text) || (extended && /[+@!]\(/.test(text));
}
