// Reads the lists of cut (`1,3-5,7-`) into ranges. It does not know what is counted.
import { UsageError } from "../../src/plugin.ts";

/** From `first` to `last`, both counted from 1 and included; the last may be infinite. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** Sorted ranges; those that overlap are one, those that only touch stay apart (an output delimiter shows it). */
export function parseRanges(list: string, what: "field" | "position", complement: boolean): readonly Range[] {
  const ranges = list.split(/[,\s]/).map((item) => parseRange(item, what));
  ranges.sort((a, b) => a.first - b.first);
  const merged: Range[] = [];
  for (const range of ranges) {
    const previous = merged[merged.length - 1];
    if (previous && range.first <= previous.last) {
      merged[merged.length - 1] = { first: previous.first, last: Math.max(previous.last, range.last) };
    } else merged.push(range);
  }
  return complement ? gaps(merged) : merged;
}

function parseRange(item: string, what: "field" | "position"): Range {
  const from = what === "field" ? "fields are numbered from 1" : "byte/character positions are numbered from 1";
  const match = /^(\d*)(-?)(\d*)$/.exec(item);
  if (!match) throw new UsageError(`invalid ${what === "field" ? "field" : "byte or character"} value '${item}'`);
  const [, low = "", dash, high = ""] = match;
  if (dash === "-" && low === "" && high === "") throw new UsageError("invalid range with no endpoint: -");
  if (low === "" && dash === "") throw new UsageError(from);
  const first = low === "" ? 1 : Number(low);
  const last = dash === "" ? first : high === "" ? Number.POSITIVE_INFINITY : Number(high);
  if (first === 0 || (high !== "" && last === 0)) throw new UsageError(from);
  if (last < first) throw new UsageError("invalid decreasing range");
  return { first, last };
}

function gaps(ranges: readonly Range[]): readonly Range[] {
  const found: Range[] = [];
  let next = 1;
  for (const { first, last } of ranges) {
    if (first > next) found.push({ first: next, last: first - 1 });
    next = last + 1;
  }
  if (next !== Number.POSITIVE_INFINITY) found.push({ first: next, last: Number.POSITIVE_INFINITY });
  return found;
}
