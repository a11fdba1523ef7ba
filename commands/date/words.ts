// The words of dates, as GNU's date grammar knows them (info coreutils, "Date input formats"). English only.

export type Unit = "year" | "month" | "day" | "hour" | "minute" | "second";

/** What a word stands for. */
export type Word =
  | { readonly kind: "meridian"; readonly pm: boolean }
  | { readonly kind: "month"; readonly month: number }
  | { readonly kind: "weekday"; readonly weekday: number }
  | { readonly kind: "unit"; readonly unit: Unit; readonly times: number }
  /** `next`, `last`, `third`. */
  | { readonly kind: "ordinal"; readonly value: number }
  /** `tomorrow` = 1. */
  | { readonly kind: "shift"; readonly days: number }
  | { readonly kind: "ago"; readonly sign: 1 | -1 }
  /** Minutes east of UTC; `letter` for a military zone. */
  | { readonly kind: "zone"; readonly offset: number; readonly letter?: string }
  | { readonly kind: "dst" };

const MONTHS = "january february march april may june july august september october november december".split(" ");
const WEEKDAYS = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
const ORDINALS: Readonly<Record<string, number>> = {
  last: -1,
  this: 0,
  next: 1,
  first: 1,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
  eleventh: 11,
  twelfth: 12,
};
const SHIFTS: Readonly<Record<string, number>> = { tomorrow: 1, yesterday: -1, today: 0, now: 0 };
const UNITS: Readonly<Record<string, readonly [Unit, number]>> = {
  year: ["year", 1],
  month: ["month", 1],
  fortnight: ["day", 14],
  week: ["day", 7],
  day: ["day", 1],
  hour: ["hour", 1],
  minute: ["minute", 1],
  min: ["minute", 1],
  second: ["second", 1],
  sec: ["second", 1],
};

/** Hours east of UTC. */
const ZONES: Readonly<Record<string, number>> = {
  gmt: 0,
  ut: 0,
  utc: 0,
  wet: 0,
  west: 1,
  bst: 1,
  art: -3,
  brt: -3,
  brst: -2,
  nst: -3.5,
  ndt: -2.5,
  ast: -4,
  adt: -3,
  clt: -4,
  clst: -3,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  akst: -9,
  akdt: -8,
  hst: -10,
  hast: -10,
  hadt: -9,
  wat: 1,
  cet: 1,
  cest: 2,
  met: 1,
  mez: 1,
  mest: 2,
  mesz: 2,
  eet: 2,
  eest: 3,
  cat: 2,
  sast: 2,
  eat: 3,
  msk: 3,
  msd: 4,
  ist: 5.5,
  sgt: 8,
  kst: 9,
  jst: 9,
  gst: 10,
  nzst: 12,
  nzdt: 13,
};

export function lookUp(text: string): Word | undefined {
  const word = text.toLowerCase();
  const plain = word.replaceAll(".", "");
  if (plain === "am" || plain === "pm") return { kind: "meridian", pm: plain === "pm" };
  const month = nameIndex(MONTHS, plain, { sept: 8 });
  if (month >= 0) return { kind: "month", month: month + 1 };
  const weekday = nameIndex(WEEKDAYS, plain, { tues: 2, wednes: 3, thur: 4, thurs: 4 });
  if (weekday >= 0) return { kind: "weekday", weekday };
  const hours = ZONES[word];
  if (hours !== undefined) return { kind: "zone", offset: hours * 60 };
  if (word === "dst") return { kind: "dst" };
  const unit = UNITS[word] ?? UNITS[word.replace(/s$/, "")];
  if (unit) return { kind: "unit", unit: unit[0], times: unit[1] };
  const ordinal = ORDINALS[word];
  if (ordinal !== undefined) return { kind: "ordinal", value: ordinal };
  const days = SHIFTS[word];
  if (days !== undefined) return { kind: "shift", days };
  if (word === "ago" || word === "hence") return { kind: "ago", sign: word === "ago" ? -1 : 1 };
  return word.length === 1 ? military(word) : undefined;
}

/** A full name or its first three letters. */
function nameIndex(names: readonly string[], word: string, more: Readonly<Record<string, number>>): number {
  if (word.length < 3) return -1;
  return more[word] ?? names.findIndex((name) => name === word || (word.length === 3 && name.startsWith(word)));
}

/** RFC 822 letters: A to M without J are east of UTC, N to Y west, Z is UTC. */
function military(letter: string): Word | undefined {
  const east = "abcdefghiklm".indexOf(letter) + 1;
  const west = "nopqrstuvwxy".indexOf(letter) + 1;
  if (east === 0 && west === 0 && letter !== "z") return undefined;
  return { kind: "zone", offset: (east - west) * 60, letter };
}
