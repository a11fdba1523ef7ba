// Reads the dates that people write, with GNU's grammar (info coreutils, "Date input formats"): date -d, touch -d and
// find -newermt share it. It reads no other language than English.
import { type Clock, clockOf } from "../file-time.ts";
import { lookUp, type Unit, type Word } from "./words.ts";

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
  const found = new Reader(tokens).read();
  return found && resolve(found, now, zone);
}

type Token =
  | { readonly kind: "number"; readonly sign: "" | "+" | "-"; readonly digits: string; readonly fraction: string }
  | { readonly kind: "mark"; readonly mark: string }
  | Word;

function tokenize(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  const pattern = /\s*(?:([+-]?)\s*(\d+)(?:[.,](\d+))?|([A-Za-z][A-Za-z.]*)|\(([^()]*)\)|([-+:/,@]))/y;
  // A comma or full stop after a number is a fraction only where digits follow at once.
  let at = 0;
  while (/\S/.test(text.slice(at))) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found) return undefined;
    at = pattern.lastIndex;
    const [, sign = "", digits, fraction = "", name, comment, mark] = found;
    if (digits !== undefined) {
      tokens.push({ kind: "number", sign: sign === "+" || sign === "-" ? sign : "", digits, fraction });
    } else if (name !== undefined) {
      const word = lookUp(name);
      if (!word) return undefined;
      tokens.push(word);
    } else if (comment === undefined && mark !== undefined && mark !== "-" && mark !== "+") {
      tokens.push({ kind: "mark", mark });
    }
  }
  return tokens;
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

function nanosecondsOf(fraction: string): number {
  return Number(fraction.slice(0, 9).padEnd(9, "0"));
}

/** What the text said, before it is put on a calendar. */
interface Found {
  year?: { readonly value: number; readonly digits: number };
  month?: number;
  day?: number;
  time?: { readonly hour: number; readonly minute: number; readonly second: number; readonly nanosecond: number };
  weekday?: { readonly weekday: number; readonly ordinal: number };
  /** Minutes east of UTC. */
  offset?: number;
  relative: Record<Unit, number>;
  relativeNanoseconds: number;
  hasDate: boolean;
  hasRelative: boolean;
}

/** A wrong text; caught in `read`. */
class NoDate extends Error {}

/** One pass over the tokens with one to three of look-ahead, as the grammar needs. */
class Reader {
  readonly #tokens: readonly Token[];
  readonly #found: Found = {
    relative: { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 },
    relativeNanoseconds: 0,
    hasDate: false,
    hasRelative: false,
  };
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  read(): Found | undefined {
    try {
      while (this.#at < this.#tokens.length) this.#item();
      return this.#found;
    } catch (error) {
      if (error instanceof NoDate) return undefined;
      throw error;
    }
  }

  #item(): void {
    const token = this.#take();
    switch (token?.kind) {
      case "number":
        if (token.sign !== "") this.#addUnits(signed(token), token.fraction, token.sign);
        else this.#number(token.digits, token.fraction);
        return;
      case "month":
        this.#monthFirst(token.month);
        return;
      case "weekday":
        this.#takeMark(",");
        this.#setWeekday(token.weekday, 0);
        return;
      case "ordinal": {
        const next = this.#take();
        if (next?.kind === "weekday") this.#setWeekday(next.weekday, token.value);
        else if (next?.kind === "unit") this.#shiftBy(next.unit, token.value * next.times);
        else throw new NoDate();
        return;
      }
      case "unit":
        this.#shiftBy(token.unit, token.times);
        return;
      case "shift":
        this.#found.relative.day += token.days;
        this.#found.hasRelative = true;
        return;
      case "zone":
        this.#zone(token.offset);
        return;
      default:
        throw new NoDate();
    }
  }

  #number(digits: string, fraction: string): void {
    const value = Number(digits);
    const next = this.#peek();
    if (fraction !== "") {
      this.#addUnits(value, fraction, "+");
    } else if (this.#takeMark(":")) {
      this.#clock(value);
    } else if (next?.kind === "meridian") {
      this.#at += 1;
      this.#setTime(inHalf(value, next.pm), 0, 0, 0);
    } else if (this.#takeMark("/")) {
      this.#slashed(digits);
    } else if (next?.kind === "month") {
      this.#at += 1;
      this.#dayMonth(value, next.month);
    } else if (next?.kind === "unit") {
      this.#at += 1;
      this.#shiftBy(next.unit, value * next.times);
    } else if (next?.kind === "weekday") {
      this.#at += 1;
      this.#setWeekday(next.weekday, value);
    } else if (next?.kind === "number" && next.sign !== "") {
      const after = this.#peek(1);
      if (after?.kind === "number" && after.sign !== "" && next.sign === "-" && after.sign === "-") {
        this.#at += 2;
        this.#setDate(yearOf(digits), Number(next.digits), Number(after.digits));
        this.#isoTime();
      } else if (after?.kind === "unit") {
        this.#bareNumber(digits);
      } else {
        this.#at += 1;
        this.#setTime(value, 0, 0, 0);
        this.#setOffset(this.#offset(next));
      }
    } else {
      this.#bareNumber(digits);
    }
  }

  /** `T` between date and time is a separator, not the zone of that letter. */
  #isoTime(): void {
    const letter = this.#peek();
    const hour = this.#peek(1);
    if (letter?.kind !== "zone" || letter.letter !== "t" || hour?.kind !== "number" || hour.sign !== "") return;
    const mark = this.#peek(2);
    if (mark?.kind !== "mark" || mark.mark !== ":") throw new NoDate();
    this.#at += 1;
  }

  /** `10:20`, `10:20:30.5`, `10:20 pm`, `10:20:30+02:00` after the hour and its colon. */
  #clock(hour: number): void {
    const minute = this.#unsigned();
    if (minute.fraction !== "") throw new NoDate();
    const second = this.#takeMark(":") ? this.#unsigned() : { digits: "0", fraction: "" };
    const next = this.#peek();
    const half = next?.kind === "meridian" ? next.pm : undefined;
    const nanosecond = nanosecondsOf(second.fraction);
    this.#setTime(
      half === undefined ? hour : inHalf(hour, half),
      Number(minute.digits),
      Number(second.digits),
      nanosecond,
    );
    if (half !== undefined) {
      this.#at += 1;
    } else if (next?.kind === "number" && next.sign !== "") {
      this.#at += 1;
      this.#setOffset(this.#offset(next));
    }
  }

  /** `1/15`, `1/15/2024`, `2024/1/15` after the first slash. */
  #slashed(first: string): void {
    const second = this.#unsigned().digits;
    if (!this.#takeMark("/")) {
      this.#setDate(undefined, Number(first), Number(second));
      return;
    }
    const third = this.#unsigned().digits;
    if (first.length >= 4) this.#setDate(yearOf(first), Number(second), Number(third));
    else this.#setDate(yearOf(third), Number(first), Number(second));
  }

  /** `15 Jan`, `15 Jan 2024`, `15-Jan-2024` after the month. */
  #dayMonth(day: number, month: number): void {
    const next = this.#peek();
    const hyphen = next?.kind === "number" && next.sign === "-" && this.#peek(1)?.kind !== "unit";
    if (next?.kind === "number" && next.fraction === "" && (hyphen || (next.sign === "" && !this.#startsTime(1)))) {
      this.#at += 1;
      this.#setDate(yearOf(next.digits), month, day);
      return;
    }
    this.#setDate(undefined, month, day);
  }

  /** `Jan 15`, `Jan 15, 2024`, `Jan-15-2024`. */
  #monthFirst(month: number): void {
    const day = this.#take();
    if (day?.kind !== "number" || day.fraction !== "") throw new NoDate();
    const next = this.#peek();
    if (day.sign === "-") {
      if (next?.kind !== "number" || next.sign !== "-") throw new NoDate();
      this.#at += 1;
      this.#setDate(yearOf(next.digits), month, Number(day.digits));
      return;
    }
    const year = this.#peek(1);
    if (
      next?.kind === "mark" &&
      next.mark === "," &&
      year?.kind === "number" &&
      year.sign === "" &&
      !this.#startsTime(2)
    ) {
      this.#at += 2;
      this.#setDate(yearOf(year.digits), month, Number(day.digits));
      return;
    }
    this.#takeMark(",");
    this.#setDate(undefined, month, Number(day.digits));
  }

  /** A number alone: a year after a date, YYYYMMDD, an hour, or HHMM. */
  #bareNumber(digits: string): void {
    const found = this.#found;
    const value = Number(digits);
    if (found.hasDate && !found.year && !found.hasRelative && (found.time || digits.length > 2)) {
      found.year = yearOf(digits);
    } else if (digits.length > 4) {
      this.#setDate(yearOf(digits.slice(0, -4)), Math.floor(value / 100) % 100, value % 100);
    } else {
      this.#setTime(digits.length <= 2 ? value : Math.floor(value / 100), digits.length <= 2 ? 0 : value % 100, 0, 0);
    }
  }

  #zone(base: number): void {
    const next = this.#peek();
    if (next?.kind === "number" && next.sign !== "" && this.#peek(1)?.kind !== "unit") {
      this.#at += 1;
      this.#setOffset(base + this.#offset(next));
    } else if (next?.kind === "dst") {
      this.#at += 1;
      this.#setOffset(base + 60);
    } else {
      this.#setOffset(base);
    }
  }

  /** `+02`, `+0200`, `+02:00` in minutes; the number is already taken. */
  #offset(number: Extract<Token, { kind: "number" }>): number {
    let minutes: number;
    const value = Number(number.digits);
    if (this.#takeMark(":")) minutes = value * 60 + Number(this.#unsigned().digits);
    else minutes = number.digits.length <= 2 ? value * 60 : Math.floor(value / 100) * 60 + (value % 100);
    if (minutes > 24 * 60) throw new NoDate();
    return number.sign === "-" ? -minutes : minutes;
  }

  /** `+1 day`, `1.5 seconds`: only seconds have fractions. */
  #addUnits(value: number, fraction: string, sign: "+" | "-"): void {
    const next = this.#take();
    if (next?.kind !== "unit" || (fraction !== "" && next.unit !== "second")) throw new NoDate();
    const nanoseconds = nanosecondsOf(fraction) * (sign === "-" ? -1 : 1);
    this.#shiftBy(next.unit, value * next.times, nanoseconds);
  }

  #shiftBy(unit: Unit, amount: number, nanoseconds = 0): void {
    const next = this.#peek();
    const sign = next?.kind === "ago" ? next.sign : 1;
    if (next?.kind === "ago") this.#at += 1;
    this.#found.relative[unit] += sign * amount;
    this.#found.relativeNanoseconds += sign * nanoseconds;
    this.#found.hasRelative = true;
  }

  #setDate(year: Found["year"], month: number, day: number): void {
    if (this.#found.hasDate) throw new NoDate();
    Object.assign(this.#found, { year, month, day, hasDate: true });
  }

  #setTime(hour: number, minute: number, second: number, nanosecond: number): void {
    if (this.#found.time || hour > 23 || minute > 59 || second > 59) throw new NoDate();
    this.#found.time = { hour, minute, second, nanosecond };
  }

  #setWeekday(weekday: number, ordinal: number): void {
    if (this.#found.weekday) throw new NoDate();
    this.#found.weekday = { weekday, ordinal };
  }

  #setOffset(minutes: number): void {
    if (this.#found.offset !== undefined) throw new NoDate();
    this.#found.offset = minutes;
  }

  #startsTime(after: number): boolean {
    const mark = this.#peek(after);
    return mark?.kind === "meridian" || (mark?.kind === "mark" && mark.mark === ":");
  }

  #unsigned(): Extract<Token, { kind: "number" }> {
    const token = this.#take();
    if (token?.kind !== "number" || token.sign !== "") throw new NoDate();
    return token;
  }

  #takeMark(mark: string): boolean {
    const token = this.#peek();
    const is = token?.kind === "mark" && token.mark === mark;
    if (is) this.#at += 1;
    return is;
  }

  #peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#at + ahead];
  }

  #take(): Token | undefined {
    this.#at += 1;
    return this.#tokens[this.#at - 1];
  }
}

function signed(token: Extract<Token, { kind: "number" }>): number {
  return token.sign === "-" ? -Number(token.digits) : Number(token.digits);
}

/** 12 am is midnight, 12 pm is noon. */
function inHalf(hour: number, pm: boolean): number {
  if (hour < 1 || hour > 12) throw new NoDate();
  return (hour % 12) + (pm ? 12 : 0);
}

/** Two digits: 69 to 99 lie in the last century (POSIX, date). */
function yearOf(digits: string): { readonly value: number; readonly digits: number } {
  const value = Number(digits);
  return { value: digits.length <= 2 ? value + (value < 69 ? 2000 : 1900) : value, digits: digits.length };
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
