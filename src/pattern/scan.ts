/** A compiled pattern over bytes: the public face of an engine, with the fast paths for buffers of many lines. */

import { encode } from "../bytes/text.ts";
import { literalText } from "./ast.ts";
import { QUIT } from "./dfa.ts";
import { Engine } from "./engine.ts";
import { parse } from "./parse.ts";
import type { Captures, Match, Pattern, PatternOptions } from "./pattern.ts";

export function compilePattern(sources: readonly string[], options: PatternOptions): Pattern {
  return new LinePattern(sources, options);
}

class LinePattern implements Pattern {
  readonly literal?: Uint8Array;
  private readonly engine: Engine;
  private readonly terminator: number;

  constructor(sources: readonly string[], options: PatternOptions) {
    const parsed = parse(sources, options);
    this.engine = new Engine(parsed, options);
    this.terminator = options.newline ?? 10;
    const text = literalText(parsed.node);
    if (text !== undefined) this.literal = encode(text);
  }

  test(bytes: Uint8Array, from: number, to: number): boolean {
    return this.engine.test(bytes, from, to);
  }

  find(bytes: Uint8Array, lineStart: number, lineEnd: number, from = lineStart): Match | undefined {
    return this.engine.find(bytes, lineStart, lineEnd, from);
  }

  captures(bytes: Uint8Array, lineStart: number, lineEnd: number, from = lineStart): Captures | undefined {
    return this.engine.captures(bytes, lineStart, lineEnd, from);
  }

  nextLine(bytes: Uint8Array, from: number, to: number): number {
    let at = from;
    while (at < to) {
      const wide = !this.engine.hasWide;
      let automaton = this.engine.lineAutomaton(wide, this.terminator);
      let found = automaton.searchLines(bytes, at, to);
      if (found === QUIT && !wide) {
        at = this.lineStart(bytes, automaton.quitAt, at);
        automaton = this.engine.lineAutomaton(true, this.terminator);
        found = automaton.searchLines(bytes, at, to);
      }
      if (found === QUIT) found = automaton.quitAt;
      else if (found < 0) return -1;
      else if (this.engine.regular) return this.lineStart(bytes, found, at);
      const start = this.lineStart(bytes, found, at);
      const end = this.lineEnd(bytes, found, to);
      if (this.engine.test(bytes, start, end)) return start;
      at = end + 1;
    }
    return -1;
  }

  countLines(bytes: Uint8Array, from: number, to: number): number {
    let count = 0;
    for (let at = from; at < to; ) {
      const start = this.nextLine(bytes, at, to);
      if (start < 0) break;
      count += 1;
      at = this.lineEnd(bytes, start, to) + 1;
    }
    return count;
  }

  private lineStart(bytes: Uint8Array, at: number, from: number): number {
    const before = at > from ? bytes.lastIndexOf(this.terminator, at - 1) : -1;
    return before < from ? from : before + 1;
  }

  private lineEnd(bytes: Uint8Array, at: number, to: number): number {
    const end = bytes.indexOf(this.terminator, at);
    return end < 0 || end > to ? to : end;
  }
}
