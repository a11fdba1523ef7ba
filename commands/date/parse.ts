// Reads the dates that people write, with GNU's grammar (info coreutils, "Date input formats"): date -d, touch -d and
// find -newermt share it. It reads no other language than English.
import { type Clock, clockOf } from "../file-time.ts";
import { type Found, readTokens } from "./reader.ts";
import { nanosecondsOf, type Token, tokenize } from "./tokens.ts";

/** Seconds since the epoch, and nanoseconds from 0 to 999,999,999 after them. */
export interface Moment {
  readonly seconds: number;
  readonly nanoseconds: number;
}

/** The moment that the text names, to the millisecond; undefined when it is no date. */
export function parseDate(text: string, now: Date, timeZone: string): Date | undefined {
  const moment = parseMoment(
    text,
    { seconds: Math.floor(now.getTime() / 1000), nanoseconds: (now.getTime() % 1000) * 1e6 },
    timeZone,
  );
  return moment && new Date(moment.seconds * 1000 + Math.floor(moment.nanoseconds / 1e6));
}

export function parseMoment(text: string, now: Moment, timeZone: string): Moment | undefined {
  const zoned = /^\s*TZ="((?:[^"\\]|\\.)*)"/.exec(text);
  const zone = zoned ? (zoned[1] ?? "").replace(/\\(.)/g, "$1") : timeZone;
  const tokens = tokenize(zoned ? text.slice(zoned[0].length) : text);
  if (!tokens) return undefined;
  const epoch = epochOf(tokens);
  if (epoch) return epoch;
  const found = readTokens(tokens);
  return found && resolve(found, now, zone);
}

/** `@1700000000.5` */
function epochOf(tokens: readonly Token[]): Moment | undefined {
  const [at, number] = tokens;
  if (tokens.length !== 2 || at?.kind !== "mark" || at.mark !== "@" || number?.kind !== "number") return undefined;
  const nanoseconds = nanosecondsOf(number.fraction);
  const seconds = Number(number.digits);
  if (number.sign !== "-") return { seconds, nanoseconds };
  return nanoseconds === 0
    ? { seconds: -seconds, nanoseconds }
    : { seconds: -seconds - 1, nanoseconds: 1e9 - nanoseconds };
}

const DAY_MS = 86_400_000;

/** Puts what was found on the calendar, in the order that GNU's does: date, weekday, years to days, zone, time. */
function resolve(found: Found, now: Moment, zone: string): Moment | undefined {
  const today: Clock = clockOf(now.seconds * 1000, zone);
  const year = found.year?.value ?? today.year;
  const month = found.month ?? today.month;
  const day = found.day ?? today.day;
  if (!onCalendar(year, month, day)) return undefined;
  const keepsTime = found.hasRelative && !found.hasDate && !found.weekday;
  const midnight = { hour: 0, minute: 0, second: 0, nanosecond: 0 };
  const time = found.time ?? (keepsTime ? { ...today, nanosecond: now.nanoseconds } : midnight);
  let shift = found.relative.day;
  if (found.weekday && !found.hasDate) {
    const { weekday, ordinal } = found.weekday;
    const current = new Date(utc(year, month, day)).getUTCDay();
    const weeks = ordinal - (ordinal > 0 && current !== weekday ? 1 : 0);
    shift += ((weekday - current + 7) % 7) + 7 * weeks;
  }
  const date = utc(year + found.relative.year, month + found.relative.month, day + shift);
  const civil = date / 1000 + time.hour * 3600 + time.minute * 60 + time.second;
  const offset = found.offset ?? offsetAt(civil, zone);
  if (offset === undefined) return undefined;
  const { hour, minute, second } = found.relative;
  const nanoseconds = time.nanosecond + found.relativeNanoseconds;
  const carry = Math.floor(nanoseconds / 1e9);
  const seconds = civil - offset * 60 + hour * 3600 + minute * 60 + second + carry;
  return Number.isFinite(seconds) && Math.abs(seconds) <= 8.64e12
    ? { seconds, nanoseconds: nanoseconds - carry * 1e9 }
    : undefined;
}

/** Minutes east of UTC that hold at a local time; undefined where clocks skip it. Twice-told hours are the first. */
function offsetAt(civil: number, zone: string): number | undefined {
  const offset = (seconds: number): number => clockOf(seconds * 1000, zone).offset;
  const day = DAY_MS / 1000;
  const candidates = [offset(civil - day), offset(civil + day)];
  return candidates.find((minutes) => offset(civil - minutes * 60) === minutes);
}

function onCalendar(year: number, month: number, day: number): boolean {
  const date = new Date(utc(year, month, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** `Date.UTC` takes the years 0 to 99 for the last century; this one does not. */
function utc(year: number, month: number, day: number): number {
  const date = new Date(0);
  return date.setUTCFullYear(year, month - 1, day);
}
