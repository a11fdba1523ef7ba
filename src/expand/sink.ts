// Where expanded text goes. One walk over a word's parts serves arguments, plain values and patterns: the sinks differ
// in what quoting means. The one for arguments, which splits, is in fields.ts.
import { ExpansionError } from "./environment.ts";

export interface Sink {
  /** Unquoted text of the source: its glob characters count, and it is not split. */
  literal(text: string): void;
  /** What an unquoted expansion gave: it is split, and its glob characters count. */
  expanded(text: string): void;
  /** Quoted text: it stands for itself, and keeps a field even where it is empty. */
  quoted(text: string): void;
  /** Quoted text that does not keep a field where it is empty: a part of something quoted. */
  inside(text: string): void;
  /** Elements of `$@`, `$*`, `${a[@]}`, unquoted. */
  elements(values: readonly string[], star: boolean): void;
  /** Elements of `"$@"`: each is a field of its own, where there are fields. */
  separate(values: readonly string[]): void;
  /** Elements of `"$*"`, joined. */
  together(values: readonly string[]): void;
  /** An operator of an extended glob: `@(`, `|`, `)`. */
  glob(operator: string): void;
}

/** All text joined; quotes have done their duty. For assignments, redirections, heredocs. */
export class TextSink implements Sink {
  text = "";
  readonly #join: string;
  readonly #limit: number;

  /** `join` stands between the elements of `$*`. */
  constructor(join: string, limit: number) {
    this.#join = join;
    this.#limit = limit;
  }

  literal(text: string): void {
    this.text += text;
    if (this.text.length > this.#limit) throw tooLong(this.#limit);
  }

  expanded(text: string): void {
    this.literal(text);
  }

  quoted(text: string): void {
    this.literal(text);
  }

  inside(text: string): void {
    this.literal(text);
  }

  elements(values: readonly string[], star: boolean): void {
    this.literal(values.join(star ? this.#join : " "));
  }

  separate(values: readonly string[]): void {
    this.literal(values.join(" "));
  }

  together(values: readonly string[]): void {
    this.literal(values.join(this.#join));
  }

  glob(operator: string): void {
    this.literal(operator);
  }
}

/** Unquoted text stays active, quoted text is escaped so that it matches itself. For globs and regular expressions. */
export class PatternSink implements Sink {
  text = "";
  readonly #join: string;
  readonly #limit: number;
  readonly #escape: (text: string) => string;

  constructor(quote: (text: string) => string, join: string, limit: number) {
    this.#escape = quote;
    this.#join = join;
    this.#limit = limit;
  }

  literal(text: string): void {
    this.text += text;
    if (this.text.length > this.#limit) throw tooLong(this.#limit);
  }

  expanded(text: string): void {
    this.literal(text);
  }

  quoted(text: string): void {
    this.literal(this.#escape(text));
  }

  inside(text: string): void {
    this.literal(this.#escape(text));
  }

  elements(values: readonly string[], star: boolean): void {
    this.literal(values.join(star ? this.#join : " "));
  }

  separate(values: readonly string[]): void {
    this.literal(this.#escape(values.join(" ")));
  }

  together(values: readonly string[]): void {
    this.literal(this.#escape(values.join(this.#join)));
  }

  glob(operator: string): void {
    this.literal(operator);
  }
}

export function tooLong(limit: number): ExpansionError {
  return new ExpansionError(`expansion is longer than ${limit} characters`, {
    help: "Work on a file or a stream instead of a variable",
  });
}

/** A backslash before every character that means something in a glob, in brackets too. */
export function escapeGlob(text: string): string {
  return text.replace(/[*?[\]\\()|!+@^-]/g, "\\$&");
}

/** A backslash before every character that means something in an extended regular expression. */
export function escapeRegex(text: string): string {
  return text.replace(/[\\.[\]()*+?{}|^$]/g, "\\$&");
}

/** A backslash before what `${x/pattern/replacement}` treats as special. */
export function escapeReplacement(text: string): string {
  return text.replace(/[\\&]/g, "\\$&");
}
