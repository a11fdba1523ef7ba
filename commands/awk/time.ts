// strftime and mktime, in the zone that TZ names.
import { clockOf, formatTime } from "../file-time.ts";

export function formatMoment(format: string, ms: number, zone: string | undefined): string {
  return formatTime(format, clockOf(ms, zone));
}

/** `YYYY MM DD HH MM SS [DST]` in seconds since the epoch; -1 for anything else. Parts may be out of range. */
export function makeTime(text: string, zone: string | undefined): number {
  const parts = text.trim().split(/\s+/).map(Number);
  if (parts.length < 6 || parts.some((part) => !Number.isFinite(part))) return -1;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const wanted = new Date(0);
  wanted.setUTCFullYear(year, month - 1, day);
  wanted.setUTCHours(hour, minute, second);
  const local = wanted.getTime();
  // The offset of the zone at that moment; twice, because the first guess may lie behind a change.
  let moment = local;
  for (let round = 0; round < 2; round += 1) moment = local - clockOf(moment, zone).offset * 60_000;
  return moment / 1000;
}
