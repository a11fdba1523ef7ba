// s///: finds the matches in a text and builds the text that takes its place.
import type { Captures, Match } from "../../src/plugin.ts";
import type { Regex } from "./regex.ts";
import { type Replacement, replacedText } from "./replacement.ts";
import type { Substitution } from "./script.ts";
import { checkLength, type Space } from "./space.ts";

/** Matches between two looks at the clock. */
const SLICE = 10_000;

interface Progress {
  readonly from: number;
  readonly copied: number;
  readonly previousEnd: number;
  readonly count: number;
  readonly done: boolean;
}

export class Substituter {
  /** New texts are written one after another; what is written stays as it is, so that spaces may be views of it. */
  #buffer = Buffer.allocUnsafeSlow(CHUNK);
  #begin = 0;
  #used = 0;
  /** Where a substitution stopped that goes on. */
  #halted: Progress | undefined;
  readonly #next = new Map<Substitution, { bytes: Buffer; from: number; at: number }>();

  /**
   * Replaces in `space`; false when nothing was to replace, undefined when there is more to do: it is to be called again
   * with the same arguments, after a look at the clock. `block`: the space is a view of a block of input, whose
   * bytes never change.
   */
  apply(substitution: Substitution, regex: Regex, space: Space, block: boolean): boolean | undefined {
    const { replacement, global, nth } = substitution;
    const { bytes, start, end } = space;
    const { pattern } = regex;
    const { constant } = replacement;
    const literal = pattern.literal?.length && replacement.highest === 0 ? pattern.literal : undefined;
    let { from, copied, previousEnd, count, done } = this.#halted ?? {
      from: start,
      copied: start,
      previousEnd: -1,
      count: 0,
      done: false,
    };
    this.#halted = undefined;
    const most = count + SLICE;
    let within: Buffer | undefined;
    while (from <= end) {
      let at = -1;
      let to = -1;
      let captures: Captures | undefined;
      if (literal) {
        if (block) at = this.#nextLiteral(substitution, literal, bytes, from);
        else {
          within ??= bytes.subarray(0, end);
          at = within.indexOf(literal, from);
        }
        to = at + literal.length;
        if (at < 0 || to > end) break;
      } else {
        let found: Match | undefined;
        if (constant) found = pattern.find(bytes, start, end, from);
        else found = captures = pattern.captures(bytes, start, end, from);
        if (!found) break;
        at = found.start;
        to = found.end;
        // An empty match right after the one before is none.
        if (at === to && at === previousEnd) {
          if (at >= end) break;
          from = at + characterLength(bytes[at] ?? 0);
          continue;
        }
      }
      count += 1;
      previousEnd = to;
      if (count >= nth) {
        done = true;
        this.#add(bytes, copied, at);
        if (constant) this.#add(constant, 0, constant.length);
        else this.#replace(replacement, captures ?? { start: at, end: to, groups: [{ start: at, end: to }] }, bytes);
        copied = to;
        if (!global) break;
      }
      from = to === at ? to + characterLength(bytes[to] ?? 0) : to;
      if (count < most) continue;
      this.#halted = { from, copied, previousEnd, count, done };
      return undefined;
    }
    if (!done) return false;
    this.#add(bytes, copied, end);
    space.view(this.#buffer, this.#begin, this.#used);
    this.#begin = this.#used;
    return true;
  }

  /**
   * Where the string stands next, perhaps in a later line of the same block: it is remembered, so that a block is
   * searched once, not once a line.
   */
  #nextLiteral(substitution: Substitution, literal: Uint8Array, bytes: Buffer, from: number): number {
    let known = this.#next.get(substitution);
    if (!known) {
      known = { bytes, from: 0, at: -2 };
      this.#next.set(substitution, known);
    }
    if (known.bytes !== bytes || known.at === -2 || from < known.from || (known.at >= 0 && known.at < from)) {
      known.bytes = bytes;
      known.from = from;
      known.at = bytes.indexOf(literal, from);
    }
    return known.at;
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
      const written = this.#used - this.#begin;
      checkLength(written + size);
      const next = Buffer.allocUnsafeSlow(Math.max(CHUNK, (written + size) * 2));
      this.#buffer.copy(next, 0, this.#begin, this.#used);
      this.#buffer = next;
      this.#begin = 0;
      this.#used = written;
    }
    if (size < 24) {
      for (let at = start, to = this.#used; at < end; at += 1, to += 1) this.#buffer[to] = bytes[at] ?? 0;
    } else this.#buffer.set(new Uint8Array(bytes.buffer, bytes.byteOffset + start, size), this.#used);
    this.#used += size;
  }
}

/** Bytes of a buffer for new texts; a longer text gets one of its own. */
const CHUNK = 64 * 1024;

/** Bytes of the UTF-8 character that starts with this one. */
export function characterLength(lead: number): number {
  return lead < 0xc2 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 1;
}
