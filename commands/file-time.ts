// Writes times of files with the conversions of strftime(3) that `ls --time-style=+`, `find -printf %A` and stat use.
// Names of days and months are English. The environment variable TZ picks the zone; UTC when it is unset.
import { zoneLetters, zoneOffset } from "./zone-names.ts";

/** One moment, taken apart in a zone. */
export interface Clock {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly nanosecond: number;
  /** Minutes east of UTC. */
  readonly offset: number;
  readonly zone: string;
  /** Milliseconds since the epoch. */
  readonly ms: number;
}

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Takes a moment apart; an unknown zone counts as UTC, as in glibc. */
export function clockOf(ms: number, zone = "UTC"): Clock {
  const offset = offsetOf(ms, zone);
  const shifted = new Date(Math.floor(ms) + offset * MINUTE_MS);
  const second = Math.floor(ms / 1000);
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
    second: shifted.getUTCSeconds(),
    nanosecond: Math.round((ms - second * 1000) * 1e6),
    offset,
    zone: zoneName(ms, zone, offset),
    ms,
  };
}

/** strftime; a conversion that is not known stays as it is written. */
export function formatTime(format: string, clock: Clock): string {
  return format.replace(/%([-_0^#]?)(\d*)([EO]?)(:*)([A-Za-z%])/g, (whole, flag, width, _modifier, colons, letter) => {
    const field = convert(letter, clock, colons.length);
    if (field === undefined) return whole;
    let { text, fill } = field;
    if (flag === "-" && letter !== "N") text = text.replace(/^[0 ]+(?=.)/, "");
    else if (flag === "_") text = text.replace(/^0+(?=.)/, (zeros) => " ".repeat(zeros.length));
    else if (flag === "0") text = text.replace(/^ +/, (blanks) => "0".repeat(blanks.length));
    else if (flag === "^") text = text.toUpperCase();
    else if (flag === "#") text = "pZ".includes(letter) ? text.toLowerCase() : text.toUpperCase();
    if (flag === "_" || flag === "0") fill = flag === "_" ? " " : "0";
    return letter === "N" && width !== "" ? text.slice(0, Number(width)) : text.padStart(Number(width), fill);
  });
}

/** `2026-12-01 02:46:50.350019783 +0000`, as `stat %y` and `ls --full-time` print it. */
export function fullTime(ms: number, zone: string | undefined): string {
  return formatTime("%Y-%m-%d %H:%M:%S.%N %z", clockOf(ms, zone));
}

/** Half a Gregorian year in milliseconds. */
const RECENT_MS = (31_556_952 / 2) * 1000;

/** Within the last half year: `ls -l` shows the time of such files, and the year of all others. */
export function isRecent(ms: number, now: number): boolean {
  return ms > now - RECENT_MS && ms <= now;
}

/** `Dec  1 02:46`, or `Jan  2  2020` when it is not recent. */
export function listTime(ms: number, now: number, zone: string | undefined): string {
  return formatTime(isRecent(ms, now) ? "%b %e %H:%M" : "%b %e  %Y", clockOf(ms, zone));
}

interface Field {
  readonly text: string;
  readonly fill: string;
}

function convert(letter: string, clock: Clock, colons: number): Field | undefined {
  const two = (value: number): Field => ({ text: String(value).padStart(2, "0"), fill: "0" });
  const blank = (value: number): Field => ({ text: String(value).padStart(2, " "), fill: " " });
  const word = (text: string): Field => ({ text, fill: " " });
  const compound = (format: string): Field => word(formatTime(format, clock));
  const midnight = Date.UTC(clock.year, clock.month - 1, clock.day);
  const weekday = new Date(midnight).getUTCDay();
  const dayOfYear = Math.floor((midnight - Date.UTC(clock.year, 0, 1)) / DAY_MS) + 1;
  switch (letter) {
    case "Y":
      return { text: String(clock.year).padStart(4, "0"), fill: "0" };
    case "q":
      return { text: String(Math.ceil(clock.month / 3)), fill: "0" };
    case "C":
      return two(Math.floor(clock.year / 100));
    case "y":
      return two(clock.year % 100);
    case "m":
      return two(clock.month);
    case "d":
      return two(clock.day);
    case "e":
      return blank(clock.day);
    case "H":
      return two(clock.hour);
    case "k":
      return blank(clock.hour);
    case "I":
      return two(clock.hour % 12 || 12);
    case "l":
      return blank(clock.hour % 12 || 12);
    case "M":
      return two(clock.minute);
    case "S":
      return two(clock.second);
    case "N":
      return { text: String(clock.nanosecond).padStart(9, "0"), fill: "0" };
    case "s":
      return { text: String(Math.floor(clock.ms / 1000)), fill: "0" };
    case "p":
      return word(clock.hour < 12 ? "AM" : "PM");
    case "P":
      return word(clock.hour < 12 ? "am" : "pm");
    case "j":
      return { text: String(dayOfYear).padStart(3, "0"), fill: "0" };
    case "u":
      return { text: String(weekday || 7), fill: "0" };
    case "w":
      return { text: String(weekday), fill: "0" };
    case "U":
      return two(Math.floor((dayOfYear + 6 - weekday) / 7));
    case "W":
      return two(Math.floor((dayOfYear + 6 - ((weekday + 6) % 7)) / 7));
    case "V":
      return two(isoWeek(midnight).week);
    case "G":
      return { text: String(isoWeek(midnight).year), fill: "0" };
    case "g":
      return two(isoWeek(midnight).year % 100);
    case "a":
      return word((DAYS[weekday] ?? "").slice(0, 3));
    case "A":
      return word(DAYS[weekday] ?? "");
    case "b":
    case "h":
      return word((MONTHS[clock.month - 1] ?? "").slice(0, 3));
    case "B":
      return word(MONTHS[clock.month - 1] ?? "");
    case "c":
      return compound("%a %b %e %H:%M:%S %Y");
    case "D":
    case "x":
      return compound("%m/%d/%y");
    case "F":
      return compound("%Y-%m-%d");
    case "T":
    case "X":
      return compound("%H:%M:%S");
    case "R":
      return compound("%H:%M");
    case "r":
      return compound("%I:%M:%S %p");
    case "z":
      return { text: offsetText(clock.offset, colons), fill: "0" };
    case "Z":
      return word(clock.zone);
    case "n":
      return word("\n");
    case "t":
      return word("\t");
    case "%":
      return word("%");
    default:
      return undefined;
  }
}

/** ISO 8601: a week belongs to the year that its Thursday lies in. */
function isoWeek(midnight: number): { readonly year: number; readonly week: number } {
  const thursday = new Date(midnight + (3 - ((new Date(midnight).getUTCDay() + 6) % 7)) * DAY_MS);
  const year = thursday.getUTCFullYear();
  return { year, week: Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / DAY_MS / 7) + 1 };
}

function offsetText(offset: number, colons: number): string {
  const minutes = Math.abs(offset);
  const hours = String(Math.floor(minutes / 60)).padStart(2, "0");
  const rest = String(minutes % 60).padStart(2, "0");
  // %:::z is as short as it can be.
  if (colons === 3 && minutes % 60 === 0) return `${offset < 0 ? "-" : "+"}${hours}`;
  const seconds = colons === 2 ? ":00" : "";
  return `${offset < 0 ? "-" : "+"}${hours}${colons > 0 ? ":" : ""}${rest}${seconds}`;
}

function offsetOf(ms: number, zone: string): number {
  return isUtc(zone) ? 0 : zoneOffset(ms, zone);
}

function zoneName(ms: number, zone: string, offset: number): string {
  if (isUtc(zone)) return "UTC";
  const letters = zoneLetters(ms, zone, offset);
  if (letters !== undefined) return letters;
  // tzdata calls a zone without letters by its offset: +09, +0545.
  return offsetText(offset, 0).replace(/00$/, "");
}

function isUtc(zone: string): boolean {
  return zone === "" || zone === "UTC" || zone === "UTC0" || zone === "GMT" || zone === "Etc/UTC";
}
