/**
 * Sets of characters (Unicode code points), with the part above ASCII worked out only when somebody asks: most input is
 * ASCII, and the tables of a class such as `[[:alpha:]]` cost a millisecond. U+DC80..U+DCFF stand for raw bytes.
 */

/** Sorted, disjoint, non-adjacent pairs: first, last, first, last, ... */
export type Ranges = readonly number[];

export interface CharSet {
  /** The members below U+0080. */
  readonly ascii: Ranges;
  /** The members from U+0080; undefined when there are none. */
  readonly wide?: () => Ranges;
}

const ASCII_END = 0x7f;
const LAST = 0x10ffff;
const NONE: CharSet = { ascii: [] };

/** Every character, raw bytes excepted. */
export const ANY: CharSet = { ascii: [0, ASCII_END], wide: () => [0x80, 0xd7ff, 0xe000, LAST] };

export function single(code: number): CharSet {
  return code <= ASCII_END ? { ascii: [code, code] } : { ascii: [], wide: () => [code, code] };
}

/** The code point when the set has exactly one member. */
export function onlyMember(set: CharSet): number | undefined {
  const { ascii, wide } = set;
  if (wide === undefined) return ascii.length === 2 && ascii[0] === ascii[1] ? ascii[0] : undefined;
  if (ascii.length > 0) return undefined;
  const ranges = wide();
  return ranges.length === 2 && ranges[0] === ranges[1] ? ranges[0] : undefined;
}

/** From any list of pairs, sorted or not. */
export function fromPairs(pairs: readonly number[]): CharSet {
  const ranges = normalize(pairs);
  const ascii = clip(ranges, 0, ASCII_END);
  const wide = clip(ranges, 0x80, LAST);
  return wide.length > 0 ? { ascii, wide: () => wide } : { ascii };
}

/** The ASCII members are known; the others come from a table when needed. */
export function fromTable(ascii: Ranges, table: () => Ranges): CharSet {
  return { ascii, wide: once(() => clip(table(), 0x80, LAST)) };
}

export function union(sets: readonly CharSet[]): CharSet {
  const [first] = sets;
  if (first === undefined) return NONE;
  if (sets.length === 1) return first;
  const ascii = normalize(sets.flatMap((set) => [...set.ascii]));
  const wides = sets.flatMap((set) => (set.wide === undefined ? [] : [set.wide]));
  if (wides.length === 0) return { ascii };
  return { ascii, wide: once(() => normalize(wides.flatMap((wide) => [...wide()]))) };
}

export function negate(set: CharSet): CharSet {
  const ascii = invert(set.ascii, 0, ASCII_END);
  return { ascii, wide: once(() => clip(withoutSurrogates(invert(set.wide?.() ?? [], 0x80, LAST)), 0x80, LAST)) };
}

/** Takes some ASCII members out, as `.` does with the newline. */
export function without(set: CharSet, code: number): CharSet {
  const pairs: number[] = [];
  for (let i = 0; i < set.ascii.length; i += 2) {
    const [low, high] = [set.ascii[i] ?? 0, set.ascii[i + 1] ?? 0];
    if (code < low || code > high) pairs.push(low, high);
    else {
      if (low < code) pairs.push(low, code - 1);
      if (code < high) pairs.push(code + 1, high);
    }
  }
  return set.wide === undefined ? { ascii: pairs } : { ascii: pairs, wide: set.wide };
}

export function contains(set: CharSet, code: number): boolean {
  return inRanges(code <= ASCII_END ? set.ascii : (set.wide?.() ?? []), code);
}

export function inRanges(ranges: Ranges, code: number): boolean {
  let low = 0;
  let high = ranges.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[2 * middle + 1] ?? 0) < code) low = middle + 1;
    else high = middle;
  }
  return 2 * low < ranges.length && (ranges[2 * low] ?? 0) <= code;
}

/** Do the two sets share no ASCII member? */
export function asciiDisjoint(a: CharSet, b: CharSet): boolean {
  for (let i = 0; i < a.ascii.length; i += 2) {
    for (let j = 0; j < b.ascii.length; j += 2) {
      if ((a.ascii[i] ?? 0) <= (b.ascii[j + 1] ?? 0) && (b.ascii[j] ?? 0) <= (a.ascii[i + 1] ?? 0)) return false;
    }
  }
  return true;
}

export function normalize(pairs: readonly number[]): number[] {
  const items: [number, number][] = [];
  for (let i = 0; i + 1 < pairs.length; i += 2) items.push([pairs[i] ?? 0, pairs[i + 1] ?? 0]);
  items.sort((a, b) => a[0] - b[0]);
  const out: number[] = [];
  for (const [low, high] of items) {
    const last = out.length - 1;
    if (last > 0 && low <= (out[last] ?? 0) + 1) out[last] = Math.max(out[last] ?? 0, high);
    else out.push(low, high);
  }
  return out;
}

function invert(ranges: Ranges, first: number, last: number): number[] {
  const out: number[] = [];
  let next = first;
  for (let i = 0; i < ranges.length; i += 2) {
    const low = ranges[i] ?? 0;
    if (low > next) out.push(next, low - 1);
    next = (ranges[i + 1] ?? 0) + 1;
  }
  if (next <= last) out.push(next, last);
  return out;
}

function withoutSurrogates(ranges: Ranges): number[] {
  return [...clip(ranges, 0, 0xd7ff), ...clip(ranges, 0xe000, LAST)];
}

function clip(ranges: Ranges, first: number, last: number): number[] {
  const out: number[] = [];
  for (let i = 0; i < ranges.length; i += 2) {
    const low = Math.max(ranges[i] ?? 0, first);
    const high = Math.min(ranges[i + 1] ?? 0, last);
    if (low <= high) out.push(low, high);
  }
  return out;
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
