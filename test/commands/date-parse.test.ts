// The dates that GNU date 9.1 reads, held against a fixed now (Wed 2024-05-15 12:34:56.789 UTC) and time zones.
import { describe, expect, test } from "vitest";
import { parseDate, parseMoment } from "../../commands/date/parse.ts";

const NOW = new Date("2024-05-15T12:34:56.789Z");

describe("relative to now", () => {
  const table: [string, string][] = [
    ["now", "2024-05-15T12:34:56.789Z"],
    ["today", "2024-05-15T12:34:56.789Z"],
    ["tomorrow", "2024-05-16T12:34:56.789Z"],
    ["yesterday 10:00", "2024-05-14T10:00:00.000Z"],
    ["", "2024-05-15T00:00:00.000Z"],
    ["wednesday", "2024-05-15T00:00:00.000Z"],
    ["next wednesday", "2024-05-22T00:00:00.000Z"],
    ["last wednesday", "2024-05-08T00:00:00.000Z"],
    ["next monday", "2024-05-20T00:00:00.000Z"],
    ["last friday", "2024-05-10T00:00:00.000Z"],
    ["third mon", "2024-06-03T00:00:00.000Z"],
    ["monday next week", "2024-05-27T00:00:00.000Z"],
    ["5pm next fri", "2024-05-17T17:00:00.000Z"],
    ["2 days ago", "2024-05-13T12:34:56.789Z"],
    ["+1 week", "2024-05-22T12:34:56.789Z"],
    ["-1 month", "2024-04-15T12:34:56.789Z"],
    ["next year", "2025-05-15T12:34:56.789Z"],
    ["1 day 2 hours ago", "2024-05-16T10:34:56.789Z"],
    ["fortnight ago", "2024-05-01T12:34:56.789Z"],
    ["1.5 seconds ago", "2024-05-15T12:34:55.289Z"],
    ["15:30", "2024-05-15T15:30:00.000Z"],
    ["1530", "2024-05-15T15:30:00.000Z"],
    ["Jan 5", "2024-01-05T00:00:00.000Z"],
  ];
  test.each(table)("%j", (text, expected) => {
    expect(parseDate(text, NOW, "UTC")?.toISOString()).toBe(expected);
  });
});

describe("in a zone", () => {
  const table: [string, string, string][] = [
    ["2024-01-15 10:00", "America/New_York", "2024-01-15T15:00:00.000Z"],
    ["2024-07-15 10:00", "America/New_York", "2024-07-15T14:00:00.000Z"],
    ["2024-07-15 10:00Z", "America/New_York", "2024-07-15T10:00:00.000Z"],
    ["tomorrow 00:00", "Asia/Tokyo", "2024-05-15T15:00:00.000Z"],
    ["2024-03-10 03:30", "America/New_York", "2024-03-10T07:30:00.000Z"],
    ["2024-11-03 01:30", "America/New_York", "2024-11-03T05:30:00.000Z"],
    ['TZ="Europe/Berlin" 2024-07-01 12:00', "UTC", "2024-07-01T10:00:00.000Z"],
  ];
  test.each(table)("%j in %s", (text, zone, expected) => {
    expect(parseDate(text, NOW, zone)?.toISOString()).toBe(expected);
  });
  test("an hour that the clocks skip is no time", () => {
    expect(parseDate("2024-03-10 02:30", NOW, "America/New_York")).toBeUndefined();
  });
});

test("nanoseconds are kept", () => {
  const now = { seconds: 0, nanoseconds: 0 };
  expect(parseMoment("2024-01-15T10:20:30.123456789Z", now, "UTC")).toEqual({
    seconds: 1_705_314_030,
    nanoseconds: 123_456_789,
  });
  expect(parseMoment("@-1.25", now, "UTC")).toEqual({ seconds: -2, nanoseconds: 750_000_000 });
});

const wrong = [
  "foo",
  "2024-13-01",
  "2024-02-30",
  "25:00",
  "24:00",
  "10:60",
  "noon",
  "2024-01",
  "2024-01-15T10",
  "@1e3",
  "10:00 10:00",
  "mon tue",
  "2024-01-01 2024-01-02",
  "utc utc",
  "13 pm",
  "june",
  "1.5 days",
  "20240115T101112",
  "2024-015",
  "é",
];
test.each(wrong)("%j is no date", (text) => {
  expect(parseDate(text, NOW, "UTC")).toBeUndefined();
});
