/**
 * Searching buffers of many lines: for a literal, with V8's expressions, with a required literal before the automaton,
 * or with the automaton alone. All answer alike; they differ in speed.
 */
import { isAscii } from "node:buffer";
import { asBuffer } from "../bytes/text.ts";
import { QUIT } from "./dfa.ts";
import type { Engine } from "./engine.ts";
import { LiteralSearch } from "./literal.ts";
import type { Script } from "./script.ts";

/** The contract of `Pattern.nextLine` and `Pattern.countLines`. */
export interface LineSearch {
  next(bytes: Uint8Array, from: number, to: number): number;
  count(bytes: Uint8Array, from: number, to: number): number;
}

/** The start of the line that `at` lies in, where `from` is the start of a line. */
function lineStart(bytes: Uint8Array, at: number, from: number, terminator: number): number {
  if (at <= from) return from;
  const before = bytes.lastIndexOf(terminator, at - 1);
  return before < from ? from : before + 1;
}

/** The end of the line that `at` lies in. Lines are short: looking byte by byte beats a native call at first. */
function lineEnd(bytes: Uint8Array, at: number, to: number, terminator: number): number {
  const near = Math.min(to, at + 64);
  for (let i = at; i < near; i += 1) if (bytes[i] === terminator) return i;
  if (near === to) return to;
  const end = bytes.indexOf(terminator, near);
  return end < 0 || end > to ? to : end;
}

/** The whole pattern is one literal without a terminator in it. */
export class LiteralLines implements LineSearch {
  private readonly search: LiteralSearch;
  private readonly terminator: number;

  constructor(text: string, terminator: number) {
    this.search = new LiteralSearch(text);
    this.terminator = terminator;
  }

  next(bytes: Uint8Array, from: number, to: number): number {
    const found = this.search.next(asBuffer(bytes).subarray(0, to), from);
    return found < 0 ? -1 : lineStart(bytes, found, from, this.terminator);
  }

  count(bytes: Uint8Array, from: number, to: number): number {
    const slice = asBuffer(bytes).subarray(0, to);
    let count = 0;
    for (let at = from; at < to; ) {
      const found = this.search.next(slice, at);
      if (found < 0) break;
      count += 1;
      at = lineEnd(slice, found, to, this.terminator) + 1;
    }
    return count;
  }
}

/** The automaton, over all characters or ASCII; where it gives up, line by line. */
export class AutomatonLines implements LineSearch {
  private readonly engine: Engine;
  private readonly terminator: number;

  constructor(engine: Engine, terminator: number) {
    this.engine = engine;
    this.terminator = terminator;
  }

  next(bytes: Uint8Array, from: number, to: number): number {
    const { engine, terminator } = this;
    let wide = !engine.hasWide;
    for (let at = from; at < to; ) {
      const automaton = engine.lineAutomaton(wide, terminator);
      let found = automaton.searchLines(bytes, at, to);
      if (found === QUIT) {
        found = automaton.quitAt;
        if (!wide) {
          // The rest of this slice is likely to have more such characters.
          wide = true;
          at = lineStart(bytes, found, at, terminator);
          continue;
        }
      } else if (found < 0) return -1;
      else if (engine.regular) return lineStart(bytes, found, at, terminator);
      const start = lineStart(bytes, found, at, terminator);
      const end = lineEnd(bytes, found, to, terminator);
      if (engine.test(bytes, start, end)) return start;
      at = end + 1;
    }
    return -1;
  }

  count(bytes: Uint8Array, from: number, to: number): number {
    const { engine, terminator } = this;
    let count = 0;
    let at = from;
    if (engine.regular) {
      const automaton = engine.lineAutomaton(!engine.hasWide, terminator);
      const counted = automaton.countLines(bytes, from, to);
      if (counted !== QUIT) return counted;
      count = automaton.counted;
      at = lineStart(bytes, automaton.quitAt, from, terminator);
    }
    while (at < to) {
      const start = this.next(bytes, at, to);
      if (start < 0) break;
      count += 1;
      at = lineEnd(bytes, start, to, terminator) + 1;
    }
    return count;
  }
}

/** Lines without the required literal are passed over; the others are judged by the engine. */
export class FilteredLines implements LineSearch {
  private readonly engine: Engine;
  private readonly search: LiteralSearch;
  private readonly terminator: number;
  private readonly otherwise: LineSearch;
  /** Bytes passed over for each line judged, on the average of late; under 300 the automaton alone is faster. */
  private gap = 4096;

  constructor(engine: Engine, literal: string, terminator: number, otherwise: LineSearch) {
    this.engine = engine;
    this.search = new LiteralSearch(literal);
    this.terminator = terminator;
    this.otherwise = otherwise;
  }

  next(bytes: Uint8Array, from: number, to: number): number {
    if (this.gap < 300) return this.otherwise.next(bytes, from, to);
    const slice = asBuffer(bytes).subarray(0, to);
    for (let at = from; at < to; ) {
      const found = this.search.next(slice, at);
      if (found < 0) return -1;
      this.gap += (found - at - this.gap) / 32;
      const start = lineStart(slice, found, at, this.terminator);
      const end = lineEnd(slice, found, to, this.terminator);
      if (this.engine.test(slice, start, end)) return start;
      at = end + 1;
      if (this.gap < 300) return this.otherwise.next(bytes, at, to);
    }
    return -1;
  }

  count(bytes: Uint8Array, from: number, to: number): number {
    let count = 0;
    for (let at = from; at < to; ) {
      if (this.gap < 300) return count + this.otherwise.count(bytes, at, to);
      const start = this.next(bytes, at, to);
      if (start < 0) break;
      count += 1;
      at = lineEnd(bytes, start, to, this.terminator) + 1;
    }
    return count;
  }
}

/** Strings over 128 KB are several times slower to search; half of that is the best size that was measured. */
const CHUNK = 64 * 1024;
const FIRST_WINDOW = 1024;

/** V8's expression over decoded chunks; chunks that it cannot judge go to the automaton. */
export class ScriptLines implements LineSearch {
  private readonly script: Script;
  private readonly terminator: number;
  private readonly newline: string;
  private readonly otherwise: LineSearch;

  constructor(script: Script, terminator: number, otherwise: LineSearch) {
    this.script = script;
    this.terminator = terminator;
    this.newline = String.fromCharCode(terminator);
    this.otherwise = otherwise;
  }

  next(bytes: Uint8Array, from: number, to: number): number {
    const buffer = asBuffer(bytes);
    const { expression } = this.script;
    let window = FIRST_WINDOW;
    for (let at = from; at < to; window = Math.min(CHUNK, window * 4)) {
      const end = this.chunkEnd(buffer, at, to, window);
      if (!this.judges(buffer, at, end)) {
        const found = this.otherwise.next(bytes, at, end);
        if (found >= 0) return found;
      } else {
        expression.lastIndex = 0;
        const found = expression.exec(buffer.toString("latin1", at, end));
        // An empty match after the last terminator is in no line.
        if (found !== null && (at + found.index < end || buffer[end - 1] !== this.terminator))
          return lineStart(bytes, at + found.index, at, this.terminator);
      }
      at = end;
    }
    return -1;
  }

  count(bytes: Uint8Array, from: number, to: number): number {
    const buffer = asBuffer(bytes);
    let count = 0;
    for (let at = from; at < to; ) {
      const end = this.chunkEnd(buffer, at, to, CHUNK);
      count += this.judges(buffer, at, end)
        ? this.countText(buffer.toString("latin1", at, end))
        : this.otherwise.count(bytes, at, end);
      at = end;
    }
    return count;
  }

  private countText(text: string): number {
    const { expression } = this.script;
    const { newline } = this;
    let count = 0;
    expression.lastIndex = 0;
    while (expression.test(text)) {
      const last = expression.lastIndex;
      // An empty match after the last terminator is in no line.
      if (last === text.length && text.endsWith(newline)) break;
      count += 1;
      const end = text.indexOf(newline, last);
      if (end < 0) break;
      expression.lastIndex = end + 1;
    }
    return count;
  }

  private judges(buffer: Buffer, from: number, to: number): boolean {
    if (to - from > CHUNK) return false;
    return !this.script.asciiOnly || isAscii(buffer.subarray(from, to));
  }

  /** The end of the last whole line within the window, or of the first line when that is longer. */
  private chunkEnd(buffer: Buffer, from: number, to: number, window: number): number {
    if (to - from <= window) return to;
    const last = buffer.lastIndexOf(this.terminator, from + window - 1);
    if (last >= from) return last + 1;
    const first = buffer.indexOf(this.terminator, from + window);
    return first < 0 || first >= to ? to : first + 1;
  }
}
