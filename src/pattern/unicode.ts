/**
 * Tables of Unicode properties and of simple case folding, built from V8's own property classes when first needed.
 * It knows nothing of pattern syntax.
 */
import { type CharSet, contains, fromPairs, type Ranges, union } from "./charset.ts";

/** Blocks whose members all have the same properties: only their first and last are looked at (Unicode 15). */
const UNIFORM: Ranges = [
  0x3401, 0x4dbe, 0x4e01, 0x9ffe, 0xac01, 0xd7a2, 0xd800, 0xdfff, 0xe001, 0xf8fe, 0x17001, 0x187f6, 0x20001, 0x2a6de,
  0x2a701, 0x2b738, 0x2b741, 0x2b81c, 0x2b821, 0x2cea0, 0x2ceb1, 0x2ebdf, 0x30001, 0x31349, 0x31351, 0x323ae, 0x323b1,
  0xdffff, 0xe0200, 0xeffff, 0xf0001, 0xffffc, 0x100001, 0x10fffc,
];
const LAST = 0x10ffff;

let sampled: { text: string; codes: Uint32Array } | undefined;
const tables = new Map<string, Ranges>();

/** The members of `\p{name}`, or undefined when V8 knows no such property. */
export function property(name: string): Ranges | undefined {
  const known = tables.get(name);
  if (known !== undefined) return known;
  let expression: RegExp;
  try {
    expression = new RegExp(`\\p{${name}}+`, "gu");
  } catch {
    return undefined;
  }
  const { text, codes } = sample();
  const pairs: number[] = [];
  // `text` has all BMP samples first, one unit each, then the others, two units each.
  const bmp = codes.findIndex((code) => code > 0xffff);
  const indexOf = (unit: number) => (unit <= bmp ? unit : bmp + ((unit - bmp) >> 1));
  for (const found of text.matchAll(expression)) {
    const from = indexOf(found.index);
    const to = indexOf(found.index + found[0].length);
    for (let i = from; i < to; i += 1) {
      const code = codes[i] ?? 0;
      const last = pairs.length - 1;
      if (last > 0 && (code === (pairs[last] ?? 0) + 1 || (i > from && spansUniform(pairs[last] ?? 0, code)))) {
        pairs[last] = code;
      } else pairs.push(code, code);
    }
  }
  tables.set(name, pairs);
  return pairs;
}

/** Is what lies between two samples one uniform block? (The two are then its first and last members.) */
function spansUniform(low: number, high: number): boolean {
  for (let i = 0; i < UNIFORM.length; i += 2) {
    if (UNIFORM[i] === low + 1) return UNIFORM[i + 1] === high - 1;
  }
  return false;
}

function sample(): { text: string; codes: Uint32Array } {
  if (sampled !== undefined) return sampled;
  const list: number[] = [];
  let block = 0;
  for (let code = 0; code <= LAST; code += 1) {
    if (code === UNIFORM[block]) {
      code = UNIFORM[block + 1] ?? LAST;
      block += 2;
      continue;
    }
    list.push(code);
  }
  let text = "";
  for (let i = 0; i < list.length; i += 4096) text += String.fromCodePoint(...list.slice(i, i + 4096));
  sampled = { text, codes: Uint32Array.from(list) };
  return sampled;
}

/** `gnu` is what grep and the C library take as equal (also `i` and dotless `ı`); `unicode` is simple folding. */
export type Folding = "gnu" | "unicode";

/** ASCII letters that have a counterpart beyond ASCII: long s, Kelvin sign, dotless i. */
const BEYOND: Record<Folding, readonly (readonly [string, number])[]> = {
  gnu: [
    ["s", 0x17f],
    ["i", 0x131],
  ],
  unicode: [
    ["s", 0x17f],
    ["k", 0x212a],
  ],
};

/** The set with every case variant of its members. */
export function foldSet(set: CharSet, folding: Folding): CharSet {
  const pairs: number[] = [];
  for (let i = 0; i < set.ascii.length; i += 2) {
    for (let code = set.ascii[i] ?? 0; code <= (set.ascii[i + 1] ?? 0); code += 1) {
      const upper = code & ~0x20;
      if (upper < 0x41 || upper > 0x5a || code < 0x41) continue;
      pairs.push(upper, upper, upper | 0x20, upper | 0x20);
    }
  }
  const extra = fromPairs(pairs);
  const counterparts: number[] = [];
  for (const [letter, code] of BEYOND[folding]) {
    const lower = letter.charCodeAt(0);
    if (contains(set, lower) || contains(set, lower - 32)) counterparts.push(code, code);
    else if (set.wide !== undefined && contains(set, code)) counterparts.push(lower, lower, lower - 32, lower - 32);
  }
  const sets = [set, extra, fromPairs(counterparts)];
  const { wide } = set;
  if (wide !== undefined) sets.push({ ascii: [], wide: () => foldWide(wide(), folding) });
  return union(sets);
}

function foldWide(ranges: Ranges, folding: Folding): number[] {
  const pairs: number[] = [];
  const classes = foldClasses(folding);
  let size = 0;
  for (let i = 0; i < ranges.length; i += 2) size += (ranges[i + 1] ?? 0) - (ranges[i] ?? 0) + 1;
  const add = (code: number) => {
    for (const other of classes.get(code) ?? []) pairs.push(other, other);
  };
  if (size < classes.size) {
    for (let i = 0; i < ranges.length; i += 2) for (let c = ranges[i] ?? 0; c <= (ranges[i + 1] ?? 0); c += 1) add(c);
  } else {
    const set = fromPairs(ranges);
    for (const code of classes.keys()) if (contains(set, code)) add(code);
  }
  return fromPairs(pairs).wide?.().slice() ?? [];
}

const classTables = new Map<Folding, Map<number, readonly number[]>>();

/** Every code point that has case variants, with all that are equal to it. */
function foldClasses(folding: Folding): Map<number, readonly number[]> {
  const known = classTables.get(folding);
  if (known !== undefined) return known;
  const byUpper = new Map<number, number[]>();
  const cased = property("Changes_When_Casemapped") ?? [];
  for (let i = 0; i < cased.length; i += 2) {
    for (let code = cased[i] ?? 0; code <= (cased[i + 1] ?? 0); code += 1) {
      const key = foldKey(code, folding);
      const members = byUpper.get(key) ?? [];
      members.push(code);
      byUpper.set(key, members);
    }
  }
  const table = new Map<number, readonly number[]>();
  for (const members of byUpper.values()) for (const code of members) table.set(code, members);
  classTables.set(folding, table);
  return table;
}

/** What equal code points share. The C library compares upper cases only, which leaves out the Kelvin sign. */
function foldKey(code: number, folding: Folding): number {
  if (code === 0x130) return code;
  if (code === 0x131) return folding === "gnu" ? 0x49 : code;
  const upper = upperCase(code);
  if (folding === "gnu") return upper;
  const lower = oneCode(String.fromCodePoint(upper).toLowerCase());
  return lower === undefined ? upper : upperCase(lower);
}

function upperCase(code: number): number {
  return oneCode(String.fromCodePoint(code).toUpperCase()) ?? code;
}

function oneCode(text: string): number | undefined {
  const code = text.codePointAt(0) ?? 0;
  return text.length === (code > 0xffff ? 2 : 1) ? code : undefined;
}
