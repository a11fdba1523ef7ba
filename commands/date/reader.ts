// Reads the tokens of a date by GNU's grammar into what they say. It knows no calendar and no present.
import { nanosecondsOf, type Token } from "./tokens.ts";
import type { Unit } from "./words.ts";

/** What the text said, before it is put on a calendar. */
export interface Found {
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

/** Undefined where the words are in no order that makes a date. */
export function readTokens(tokens: readonly Token[]): Found | undefined {
  return new Reader(tokens).read();
}

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
