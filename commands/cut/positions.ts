// Cuts bytes or characters out of lines. A character is a byte with the UTF-8 continuation bytes that follow it.
import type { Writer } from "../../src/plugin.ts";
import type { Range } from "./ranges.ts";

export interface PositionRules {
  readonly ranges: readonly Range[];
  /** What stands between ranges; nothing unless given. */
  readonly output: Uint8Array | undefined;
  readonly newline: number;
}

type Cutter = (bytes: Buffer, start: number, end: number, out: Writer) => void;

export function bytePositions(rules: PositionRules): Cutter {
  return cutter(rules, (_bytes, at, count, stop) => Math.min(stop, at + count));
}

export function characterPositions(rules: PositionRules): Cutter {
  return cutter(rules, skipCharacters);
}

/** Where one is `count` units after `at`, at most at `stop`. */
type Skip = (bytes: Buffer, at: number, count: number, stop: number) => number;

function cutter({ ranges, output, newline }: PositionRules, skip: Skip): Cutter {
  return (bytes, start, end, out) => {
    for (let at = start; at < end; ) {
      const found = bytes.indexOf(newline, at);
      const stop = found < 0 || found >= end ? end : found;
      let position = 1;
      let printed = false;
      let from = at;
      for (const { first, last } of ranges) {
        from = skip(bytes, from, first - position, stop);
        if (from >= stop) break;
        const to = last === Number.POSITIVE_INFINITY ? stop : skip(bytes, from, last - first + 1, stop);
        if (printed && output) out.bytes(output);
        out.bytes(bytes, from, to);
        printed = true;
        position = last + 1;
        from = to;
      }
      out.byte(newline);
      at = stop + 1;
    }
  };
}

function skipCharacters(bytes: Buffer, at: number, count: number, stop: number): number {
  let next = at;
  for (let left = count; left > 0 && next < stop; left -= 1) {
    next += 1;
    while (next < stop && ((bytes[next] ?? 0) & 0xc0) === 0x80) next += 1;
  }
  return next;
}
