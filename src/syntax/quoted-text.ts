// Text within double quotes, and the bodies of heredocs: literal but for expansions and a few escapes (POSIX 2.2.3).
import { BACKSLASH, BACKTICK, DOLLAR, DOUBLE_QUOTE, NEWLINE, RETURN, TAB } from "./characters.ts";
import { dollar, opensExpansion } from "./dollar.ts";
import { continuationLength, type State, spanFrom } from "./state.ts";
import { backticks } from "./substitution.ts";
import type { WordPart } from "./tree.ts";

/** What a heredoc's body leaves out of its text. */
export interface BodyLines {
  readonly stripTabs: boolean;
  readonly stripReturns: boolean;
}

/** Reads up to `closer` or the end; `lines` is for a heredoc, where `"` is plain. */
export function quotedText(state: State, closer: number, lines?: BodyLines): WordPart[] {
  return new QuotedTextReader(state, closer, lines).read();
}

class QuotedTextReader {
  private readonly state: State;
  private readonly closer: number;
  private readonly lines: BodyLines | undefined;
  private readonly parts: WordPart[] = [];
  /** The literal being collected: where it began, its text before `run`, and where the rest of it begins. */
  private literalStart: number;
  private collected = "";
  private run: number;

  constructor(state: State, closer: number, lines: BodyLines | undefined) {
    this.state = state;
    this.closer = closer;
    this.lines = lines;
    this.literalStart = state.pos;
    this.run = state.pos;
  }

  read(): WordPart[] {
    const { state, closer, lines } = this;
    const { source } = state;
    this.dropTabs();
    while (state.pos < state.end) {
      const code = source.charCodeAt(state.pos);
      if (code === closer) break;
      if (code === BACKTICK || (code === DOLLAR && opensExpansion(state))) {
        this.endLiteral();
        this.parts.push(code === DOLLAR ? dollar(state, true) : backticks(state, lines === undefined));
        this.startLiteral();
      } else if (code === BACKSLASH) this.readBackslash();
      else if (code === RETURN && lines?.stripReturns && source.charCodeAt(state.pos + 1) === NEWLINE) this.drop(1);
      else {
        state.pos++;
        if (code === NEWLINE) this.dropTabs();
      }
    }
    this.endLiteral();
    return this.parts;
  }

  private readBackslash(): void {
    const { state } = this;
    const { source, pos, end } = state;
    const continued = continuationLength(source, pos, end);
    if (continued > 0) {
      this.drop(continued);
      this.dropTabs();
      return;
    }
    if (pos + 1 >= end || !this.escapes(source.charCodeAt(pos + 1))) {
      // The backslash is text; so is what follows, which gets its own turn.
      state.pos++;
      return;
    }
    this.endLiteral();
    state.pos += 2;
    const value = source.charAt(pos + 1);
    this.parts.push({ kind: "quoted", span: spanFrom(state, pos), style: "backslash", value });
    this.startLiteral();
  }

  private escapes(next: number): boolean {
    if (next === DOUBLE_QUOTE) return this.lines === undefined;
    return next === DOLLAR || next === BACKTICK || next === BACKSLASH;
  }

  private startLiteral(): void {
    this.literalStart = this.state.pos;
    this.run = this.state.pos;
  }

  private endLiteral(): void {
    const { state } = this;
    const value = this.collected + state.source.slice(this.run, state.pos);
    if (value !== "") this.parts.push({ kind: "literal", span: spanFrom(state, this.literalStart), value });
    this.collected = "";
  }

  /** Leaves `length` units at the position out of the literal. */
  private drop(length: number): void {
    const { state } = this;
    this.collected += state.source.slice(this.run, state.pos);
    state.pos += length;
    this.run = state.pos;
  }

  /** The tabs at the start of a line of `<<-`. */
  private dropTabs(): void {
    if (!this.lines?.stripTabs) return;
    const { source, pos, end } = this.state;
    let at = pos;
    while (at < end && source.charCodeAt(at) === TAB) at++;
    if (at > pos) this.drop(at - pos);
  }
}
