// The tab stops of expand and unexpand: a width, a list, and the repeated `/N` and `+N` at its end.
import { CommandError } from "../src/plugin.ts";

export interface TabStops {
  /** The next stop after the column; undefined past the last one of a list. */
  next(column: number): number | undefined;
}

export function tabStops(lists: readonly string[]): TabStops {
  const words = lists.flatMap((list) => list.split(/[, ]+/)).filter((word) => word !== "");
  const stops: number[] = [];
  let every: { readonly size: number; readonly relative: boolean } | undefined;
  for (const word of words) {
    const parts = /^([/+]?)(\d+)$/.exec(word);
    if (!parts) throw new CommandError(`tab size contains invalid character(s): '${word.replace(/^\d+/, "")}'`);
    const size = Number(parts[2]);
    if (parts[1]) every = { size, relative: parts[1] === "+" };
    else {
      if (size === 0) throw new CommandError("tab size cannot be 0");
      if (size <= (stops.at(-1) ?? 0)) throw new CommandError("tab sizes must be ascending");
      stops.push(size);
    }
  }
  const only = stops.length === 1 && !every ? stops[0] : undefined;
  if (only !== undefined || words.length === 0) return everyStop(only ?? 8);
  return {
    next(column) {
      const listed = stops.find((stop) => stop > column);
      if (listed !== undefined) return listed;
      if (!every || every.size === 0) return undefined;
      const base = every.relative ? (stops.at(-1) ?? 0) : 0;
      return base + (Math.floor((column - base) / every.size) + 1) * every.size;
    },
  };
}

function everyStop(size: number): TabStops {
  return { next: (column) => column + size - (column % size) };
}
