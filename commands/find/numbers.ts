// Numeric arguments of find's tests: N, +N and -N, sizes with units and ages.
import { usageError } from "./predicate.ts";

/** Does a value satisfy the argument? */
export type Compare = (value: number) => boolean;

interface Bound {
  readonly sign: "" | "+" | "-";
  readonly amount: number;
}

/** `5`, `+5`, `-5` over whole numbers. */
export function compareCount(text: string, predicate: string): Compare {
  const { sign, amount } = parseBound(text, /^[+-]?\d+$/, predicate);
  return sign === "+"
    ? (value) => value > amount
    : sign === "-"
      ? (value) => value < amount
      : (value) => value === amount;
}

/** Bytes of one unit of -size (findutils manual, "Size"). */
const UNITS: Readonly<Record<string, number>> = {
  "": 512,
  b: 512,
  c: 1,
  w: 2,
  k: 1024,
  M: 1024 ** 2,
  G: 1024 ** 3,
};

/** -size: the size is rounded up to whole units before it is compared. */
export function compareSize(text: string): Compare {
  const suffix = /[^\d]$/.exec(text)?.[0] ?? "";
  const unit = UNITS[suffix];
  if (unit === undefined) throw usageError(`invalid -size type \`${suffix}'`);
  const number = suffix === "" ? text : text.slice(0, -1);
  if (!/^[+-]?\d+$/.test(number)) throw usageError(`Invalid argument \`${text}' to -size`);
  const compare = compareCount(number, "-size");
  return (size) => compare(Math.ceil(size / unit));
}

const DAY_MS = 86_400_000;
const SECOND_MS = 1000;

/**
 * -mtime and -mmin: compares a time with a moment N units before `now`. An exact N matches a window one unit wide;
 * -mtime counts whole days, so +1 means at least two days ago. With `dayStart` ages count from the end of today.
 */
export function compareAge(
  text: string,
  predicate: string,
  unitMs: number,
): (now: number, dayStart: boolean) => Compare {
  const { sign, amount } = parseBound(text, /^[+-]?(\d+\.?\d*|\.\d+)$/, predicate);
  const days = unitMs === DAY_MS;
  return (now, dayStart) => {
    const midnight = Math.floor(now / DAY_MS) * DAY_MS;
    const origin = days ? (dayStart ? midnight : now - DAY_MS) : dayStart ? midnight + DAY_MS : now;
    const shift = days && sign === "-" ? DAY_MS - SECOND_MS : 0;
    const edge = origin + shift - amount * unitMs;
    if (sign === "+") return (time) => time < edge;
    if (sign === "-") return (time) => time > edge;
    return (time) => time > edge && time <= edge + unitMs;
  };
}

function parseBound(text: string, form: RegExp, predicate: string): Bound {
  if (!form.test(text)) throw usageError(`invalid argument \`${text}' to \`${predicate}'`);
  const first = text.charAt(0);
  const sign = first === "+" || first === "-" ? first : "";
  return { sign, amount: Number(text.slice(sign.length)) };
}
