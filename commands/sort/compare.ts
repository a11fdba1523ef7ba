// Turns keys into an order over lines: which columns a table needs, how to fill them, how two rows compare.
import { type Key, keyEnd, keyStart } from "./keys.ts";
import { compareDigits, compareGeneral, generalOf, monthOf, type Parsed, parseNumeric, unitOf } from "./numbers.ts";
import { type Columns, compareBytes, fiveBytes, type LineTable } from "./table.ts";
import { compareVersions } from "./version.ts";

export type Compare = (a: LineTable, i: number, b: LineTable, j: number) => number;

/** A number under 2 ** 40 that never puts two rows in the wrong order; rows with equal ones must be compared. */
export type Prefix = (table: LineTable, row: number) => number;

export interface Order {
  readonly columns: Columns;
  /** Whole lines in byte order and nothing else: the sorter may look at bytes directly. */
  readonly plain: boolean;
  /** `-r` of a plain order. */
  readonly descending: boolean;
  /** Fills the columns of a row. */
  readonly extract: (table: LineTable, row: number) => void;
  readonly prefix: Prefix;
  /** The only key is a number: rows with equal prefixes have equal keys, unless the table is `coarse`. */
  readonly numbersOnly: boolean;
  /** How rows with equal keys stand: by whole lines, or as they came. */
  readonly lastResort: "ascending" | "descending" | "none";
  /** By keys, then by whole lines where that is wanted. */
  readonly compare: Compare;
}

export interface OrderRules {
  readonly keys: readonly Key[];
  /** The field separator's byte; -1 for runs of blanks. */
  readonly tab: number;
  /** Lines with equal keys stay as they came (`-s`), or only the first stays (`-u`). */
  readonly keysOnly: boolean;
  readonly reverse: boolean;
}

export function orderOf({ keys, tab, keysOnly, reverse }: OrderRules): Order {
  const wholeLines: Compare = (a, i, b, j) => {
    const difference = compareBytes(a.view, at(a.starts, i), at(a.ends, i), b.view, at(b.starts, j), at(b.ends, j));
    return reverse ? -difference : difference;
  };
  if (keys.length === 0) {
    const columns = { texts: 0, numbers: 0 };
    const prefix: Prefix = (table, row) => {
      const bytes = fiveBytes(table.view, at(table.starts, row), at(table.ends, row));
      return reverse ? HIGHEST - bytes : bytes;
    };
    const order = { plain: true, descending: reverse, numbersOnly: false, lastResort: "none" } as const;
    return { ...order, columns, prefix, extract: () => {}, compare: wholeLines };
  }
  const fills: Fill[] = [];
  const compares: Compare[] = [];
  let numbers = 0;
  keys.forEach((key, column) => {
    const plan = planOf(key, column, numbers);
    numbers += plan.numbers;
    fills.push(plan.fill);
    compares.push(key.reverse ? (a, i, b, j) => -plan.compare(a, i, b, j) : plan.compare);
  });
  const extract = (table: LineTable, row: number): void => {
    const start = at(table.starts, row);
    const end = at(table.ends, row);
    for (let column = 0; column < keys.length; column += 1) {
      const key = keys[column];
      const from = table.from[column];
      const to = table.to[column];
      if (!key || !from || !to) continue;
      const begin = keyStart(key, tab, table.bytes, start, end);
      from[row] = begin;
      to[row] = Math.max(begin, keyEnd(key, tab, table.bytes, start, end));
      fills[column]?.(table, row, begin, to[row] ?? begin);
    }
  };
  const byKeys = chain(compares);
  const compare: Compare = keysOnly ? byKeys : (a, i, b, j) => byKeys(a, i, b, j) || wholeLines(a, i, b, j);
  const [first] = keys;
  return {
    columns: { texts: keys.length, numbers },
    plain: false,
    descending: false,
    extract,
    prefix: first ? prefixOf(first) : () => 0,
    numbersOnly: keys.length === 1 && (first?.kind === "numeric" || first?.kind === "month"),
    lastResort: keysOnly ? "none" : reverse ? "descending" : "ascending",
    compare,
  };
}

/** The largest prefix. */
const HIGHEST = 2 ** 40 - 1;

/** The prefix by the first key, which has the first columns. */
function prefixOf(key: Key): Prefix {
  const prefix = ascendingPrefix(key);
  return key.reverse ? (table, row) => HIGHEST - prefix(table, row) : prefix;
}

function ascendingPrefix(key: Key): Prefix {
  switch (key.kind) {
    case "numeric":
    case "month":
      return (table, row) => {
        const number = value(table, 0, row);
        const whole = Math.floor(number);
        const bounded = Math.min(2 ** 39 - 1, Math.max(-(2 ** 39), whole));
        if (bounded !== number) table.coarse = true;
        return bounded + 2 ** 39;
      };
    case "text":
      if (key.fold || key.dictionary || key.printable) return () => 0;
      return (table, row) => fiveBytes(table.view, at(table.from[0], row), at(table.to[0], row));
    default:
      return () => 0;
  }
}

type Fill = (table: LineTable, row: number, from: number, to: number) => void;

interface KeyPlan {
  /** Number columns that it takes. */
  readonly numbers: number;
  readonly fill: Fill;
  readonly compare: Compare;
}

function chain(compares: readonly Compare[]): Compare {
  const [first, second] = compares;
  if (first && compares.length === 1) return first;
  if (first && second && compares.length === 2) return (a, i, b, j) => first(a, i, b, j) || second(a, i, b, j);
  return (a, i, b, j) => {
    for (const compare of compares) {
      const difference = compare(a, i, b, j);
      if (difference !== 0) return difference;
    }
    return 0;
  };
}

function planOf(key: Key, text: number, number: number): KeyPlan {
  const nothing: Fill = () => {};
  switch (key.kind) {
    case "numeric":
      return { numbers: 1, fill: numericFill(number), compare: numericCompare(text, number) };
    case "human": {
      const fill = numericFill(number + 1);
      const rest = numericCompare(text, number + 1);
      return {
        numbers: 2,
        fill: (table, row, from, to) => {
          set(table, number, row, unitOf(table.bytes, from, to));
          fill(table, row, from, to);
        },
        compare: (a, i, b, j) => value(a, number, i) - value(b, number, j) || rest(a, i, b, j),
      };
    }
    case "month":
      return {
        numbers: 1,
        fill: (table, row, from, to) => set(table, number, row, monthOf(table.bytes, from, to)),
        compare: (a, i, b, j) => value(a, number, i) - value(b, number, j),
      };
    case "general":
      return {
        numbers: 1,
        fill: (table, row, from, to) => set(table, number, row, generalOf(table.bytes, from, to)),
        compare: (a, i, b, j) => compareGeneral(value(a, number, i), value(b, number, j)),
      };
    case "random": {
      const seed = Math.floor(Math.random() * 2 ** 32);
      const rest = textCompare(key, text);
      return {
        numbers: 1,
        fill: (table, row, from, to) => set(table, number, row, hash(table.bytes, from, to, seed)),
        compare: (a, i, b, j) => value(a, number, i) - value(b, number, j) || rest(a, i, b, j),
      };
    }
    case "version":
      return { numbers: 0, fill: nothing, compare: ranges(text, compareVersions) };
    case "text":
      return { numbers: 0, fill: nothing, compare: textCompare(key, text) };
  }
}

function numericFill(number: number): Fill {
  const parsed: Parsed = { value: 0, inexact: false };
  return (table, row, from, to) => {
    parseNumeric(table.bytes, from, to, parsed);
    if (parsed.inexact) {
      table.inexact = true;
      table.coarse = true;
    }
    set(table, number, row, parsed.value);
  };
}

function numericCompare(text: number, number: number): Compare {
  const digits = ranges(text, compareDigits);
  return (a, i, b, j) => {
    const x = value(a, number, i);
    const y = value(b, number, j);
    if (x !== y) return x < y ? -1 : 1;
    // Rounding keeps the order, so only equal doubles need a look at their digits.
    return a.inexact || b.inexact ? digits(a, i, b, j) : 0;
  };
}

type RangeCompare = (a: Buffer, aStart: number, aEnd: number, b: Buffer, bStart: number, bEnd: number) => number;

/** Compares the texts of one key. */
function ranges(text: number, compare: RangeCompare): Compare {
  return (a, i, b, j) =>
    compare(a.bytes, at(a.from[text], i), at(a.to[text], i), b.bytes, at(b.from[text], j), at(b.to[text], j));
}

function textCompare(key: Key, text: number): Compare {
  if (!key.fold && !key.dictionary && !key.printable) {
    return (a, i, b, j) =>
      compareBytes(a.view, at(a.from[text], i), at(a.to[text], i), b.view, at(b.from[text], j), at(b.to[text], j));
  }
  // What a byte counts as: -1 = it is passed over.
  const weights = Int16Array.from({ length: 256 }, (_, byte) => {
    const letter = (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
    if (key.dictionary && !letter && !(byte >= 48 && byte <= 57) && byte !== 32 && byte !== 9) return -1;
    if (key.printable && (byte < 32 || byte > 126)) return -1;
    return key.fold && byte >= 97 && byte <= 122 ? byte - 32 : byte;
  });
  return ranges(text, (a, aStart, aEnd, b, bStart, bEnd) => {
    let i = aStart;
    let j = bStart;
    for (;;) {
      while (i < aEnd && weights[a[i] ?? 0] === -1) i += 1;
      while (j < bEnd && weights[b[j] ?? 0] === -1) j += 1;
      if (i >= aEnd || j >= bEnd) return Number(i < aEnd) - Number(j < bEnd);
      const difference = (weights[a[i] ?? 0] ?? 0) - (weights[b[j] ?? 0] ?? 0);
      if (difference !== 0) return difference;
      i += 1;
      j += 1;
    }
  });
}

/** FNV-1a over the key, from a seed of this run: equal keys stay together. */
function hash(bytes: Buffer, from: number, to: number, seed: number): number {
  let state = seed ^ 0x811c9dc5;
  for (let index = from; index < to; index += 1) state = Math.imul(state ^ (bytes[index] ?? 0), 0x01000193);
  state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
  return (state ^ (state >>> 13)) >>> 0;
}

function at(array: Uint32Array | undefined, row: number): number {
  return array?.[row] ?? 0;
}

function value(table: LineTable, column: number, row: number): number {
  return table.numbers[column]?.[row] ?? 0;
}

function set(table: LineTable, column: number, row: number, number: number): void {
  const array = table.numbers[column];
  if (array) array[row] = number;
}
