/** Patterns over strings (awk, sed, expr, `[[ =~ ]]`): the engine for bytes behind UTF-16 indices. */
import { asBuffer, decode, encode } from "../bytes/text.ts";
import { Engine } from "./engine.ts";
import { parse } from "./parse.ts";
import type { PatternOptions, TextMatch, TextPattern } from "./pattern.ts";

export function compileText(source: string, options: PatternOptions): TextPattern {
  return new EngineText(source, options);
}

class EngineText implements TextPattern {
  private readonly engine: Engine;
  /** The last text, and one place in it as UTF-16 index and as byte offset, from which later places are counted. */
  private last: { text: string; bytes: Uint8Array; index: number; offset: number } = {
    text: "",
    bytes: new Uint8Array(0),
    index: 0,
    offset: 0,
  };

  constructor(source: string, options: PatternOptions) {
    this.engine = new Engine(parse([source], options), options);
  }

  test(text: string): boolean {
    const bytes = this.bytes(text);
    return this.engine.test(bytes, 0, bytes.length);
  }

  exec(text: string, from = 0): TextMatch | undefined {
    const bytes = this.bytes(text);
    const ascii = bytes.length === text.length;
    const byteFrom = ascii ? from : this.offset(text, from);
    const found = this.engine.captures(bytes, 0, bytes.length, byteFrom);
    if (found === undefined) return undefined;
    const piece = (start: number, end: number) =>
      ascii ? text.slice(start, end) : decode(asBuffer(bytes).subarray(start, end));
    const groups = found.groups.map((group) => (group === undefined ? undefined : piece(group.start, group.end)));
    const start = ascii ? found.start : from + piece(byteFrom, found.start).length;
    const end = ascii ? found.end : start + piece(found.start, found.end).length;
    const names = Object.entries(found.names ?? {});
    if (names.length === 0) return { start, end, groups };
    return { start, end, groups, names: Object.fromEntries(names.map(([name, group]) => [name, groups[group]])) };
  }

  private offset(text: string, index: number): number {
    const { last } = this;
    if (index < last.index) last.index = last.offset = 0;
    last.offset += encode(text.slice(last.index, index)).length;
    last.index = index;
    return last.offset;
  }

  /** The bytes of the text; kept, because callers look for one match after another. */
  private bytes(text: string): Uint8Array {
    if (this.last.text !== text) this.last = { text, bytes: encode(text), index: 0, offset: 0 };
    return this.last.bytes;
  }
}
