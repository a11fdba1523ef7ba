// s///: finds the matches in a text and builds the text that takes its place.
import type { Captures, Match } from "../../src/plugin.ts";
import type { Regex } from "./regex.ts";
import { type Replacement, replacedText } from "./replacement.ts";
import type { Substitution } from "./script.ts";
import type { Space } from "./space.ts";

export class Substituter {
  /** The new text while it grows; it is copied when it is complete. */
  #buffer = Buffer.allocUnsafeSlow(1024);
  #used = 0;

  /** Replaces in `space`; false when nothing was to replace. */
  apply({ replacement, global, nth }: Substitution, regex: Regex, space: Space): boolean {
    const { bytes, start, end } = space;
    const { pattern } = regex;
    const { constant } = replacement;
    const literal = pattern.literal?.length && replacement.highest === 0 ? pattern.literal : undefined;
    const within = end === bytes.length ? bytes : bytes.subarray(0, end);
    let from = start;
    let copied = start;
    let previousEnd = -1;
    let count = 0;
    let done = false;
    while (from <= end) {
      let found: Match | undefined;
      let captures: Captures | undefined;
      if (literal) {
        const at = within.indexOf(literal, from);
        found = at < 0 ? undefined : { start: at, end: at + literal.length };
      } else if (constant) found = pattern.find(bytes, start, end, from);
      else found = captures = pattern.captures(bytes, start, end, from);
      if (!found) break;
      // An empty match right after the one before is none.
      if (found.start === found.end && found.start === previousEnd) {
        if (found.start >= end) break;
        from = found.start + characterLength(bytes[found.start] ?? 0);
        continue;
      }
      count += 1;
      previousEnd = found.end;
      if (count >= nth) {
        if (!done) this.#used = 0;
        done = true;
        this.#add(bytes, copied, found.start);
        if (constant) this.#add(constant, 0, constant.length);
        else this.#replace(replacement, captures ?? { ...found, groups: [found] }, bytes);
        copied = found.end;
        if (!global) break;
      }
      from = found.end === found.start ? found.end + characterLength(bytes[found.end] ?? 0) : found.end;
    }
    if (!done) return false;
    this.#add(bytes, copied, end);
    const result = Buffer.allocUnsafe(this.#used);
    this.#buffer.copy(result, 0, 0, this.#used);
    space.view(result, 0, result.length);
    if (this.#buffer.length > LARGE) this.#buffer = Buffer.allocUnsafeSlow(1024);
    return true;
  }

  #replace(replacement: Replacement, found: Captures, bytes: Buffer): void {
    if (replacement.changesCase) {
      const text = replacedText(replacement, found, bytes);
      this.#add(text, 0, text.length);
      return;
    }
    for (const piece of replacement.pieces) {
      if (piece.kind === "text") this.#add(piece.bytes, 0, piece.bytes.length);
      else if (piece.kind === "group") {
        const group = found.groups[piece.group];
        if (group) this.#add(bytes, group.start, group.end);
      }
    }
  }

  #add(bytes: Uint8Array, start: number, end: number): void {
    const size = end - start;
    if (this.#used + size > this.#buffer.length) {
      const grown = Buffer.allocUnsafeSlow((this.#used + size) * 2);
      this.#buffer.copy(grown, 0, 0, this.#used);
      this.#buffer = grown;
    }
    if (size < 24) {
      for (let at = start, to = this.#used; at < end; at += 1, to += 1) this.#buffer[to] = bytes[at] ?? 0;
    } else this.#buffer.set(bytes.subarray(start, end), this.#used);
    this.#used += size;
  }
}

/** Bytes that the buffer keeps at most between two lines. */
const LARGE = 4 * 1024 * 1024;

/** Bytes of the UTF-8 character that starts with this one. */
export function characterLength(lead: number): number {
  return lead < 0xc2 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 1;
}
