// What ls, stat, chmod and find share: modes, sizes, times and quoted names.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clockOf, formatTime, listTime } from "../../commands/file-time.ts";
import { humanSize } from "../../commands/human-size.ts";
import { compareVersions } from "../../commands/ls/order.ts";
import { applyMode } from "../../commands/mode.ts";
import { modeString } from "../../commands/stat-text.ts";
import { quoteName } from "../../src/diagnostic/quote-name.ts";

test.each([
  ["644", 0, false, 0o644],
  ["u+x", 0o644, false, 0o744],
  ["+x", 0o644, false, 0o755],
  ["+w", 0o444, false, 0o644],
  ["a+w", 0o444, false, 0o666],
  ["go-rwx,u=rw", 0o755, false, 0o600],
  ["g=u", 0o640, false, 0o660],
  ["+X", 0o644, false, 0o644],
  ["+X", 0o644, true, 0o755],
  ["u+s", 0o755, false, 0o4755],
  ["755", 0o2755, true, 0o2755],
  ["00755", 0o2755, true, 0o755],
  ["u+x-w", 0o644, false, 0o544],
  ["888", 0, false, undefined],
  ["q+x", 0, false, undefined],
  ["", 0, false, undefined],
])("mode %j on %o (directory: %s)", (text, mode, directory, expected) => {
  expect(applyMode(text, { mode, directory })).toBe(expected);
});

test("an octal mode means what its string shows", () => {
  fc.assert(
    fc.property(fc.nat(0o777), (mode) => {
      const [user = "", group = "", other = ""] = modeString({ kind: "file", mode }).slice(1).match(/.../g) ?? [];
      const clause = (who: string, triad: string) => `${who}=${triad.replaceAll("-", "")}`;
      const symbolic = [clause("u", user), clause("g", group), clause("o", other)].join(",");
      expect(applyMode(symbolic, { mode: 0o7777, directory: false })).toBe(mode);
    }),
  );
});

test.each([
  [0, "0", "0"],
  [999, "999", "999"],
  [1000, "1000", "1.0k"],
  [1024, "1.0K", "1.1k"],
  [1025, "1.1K", "1.1k"],
  [10 * 1024, "10K", "11k"],
  [1023 * 1024 + 1, "1.0M", "1.1M"],
  [1.5 * 1024 ** 3, "1.5G", "1.7G"],
])("%d bytes", (size, binary, decimal) => {
  expect([humanSize(size), humanSize(size, true)]).toEqual([binary, decimal]);
});

describe("times", () => {
  const ms = Date.UTC(2020, 0, 2, 3, 4, 5) + 250;

  test.each([
    ["%Y-%m-%d %H:%M:%S.%N %z", "UTC", "2020-01-02 03:04:05.250000000 +0000"],
    ["%Y-%m-%d %H:%M %Z %:z", "Asia/Tokyo", "2020-01-02 12:04 JST +09:00"],
    ["%j %U %W %V %G %u %w %e|%-d|%_m|%^a", "UTC", "002 00 00 01 2020 4 4  2|2| 1|THU"],
    ["%s %3N %% %Q", "UTC", "1577934245 250 % %Q"],
    ["%H:%M", "No/Where", "03:04"],
  ])("%s in %s", (format, zone, text) => {
    expect(formatTime(format, clockOf(ms, zone))).toBe(text);
  });

  test("ls shows the time of the last half year and the year of all else", () => {
    expect(listTime(ms, ms + 1000, undefined)).toBe("Jan  2 03:04");
    expect(listTime(ms, ms + 200 * 86_400_000, undefined)).toBe("Jan  2  2020");
    expect(listTime(ms, ms - 1000, undefined)).toBe("Jan  2  2020");
  });
});

test.each([
  ["a b", "'a b'"],
  ["it's", '"it\'s"'],
  ["it's $x", "'it'\\''s $x'"],
  ["a\nb", "'a'$'\\n''b'"],
  ["", "''"],
])("%j in a message", (name, quoted) => {
  expect(quoteName(name)).toBe(quoted);
});

test.each([
  ["a2", "a10", -1],
  ["a-1.2.tar.gz", "a-1.10.tar.gz", -1],
  ["z~1", "z", -1],
  [".x", "a", -1],
  ["a", "a", 0],
  ["a01", "a1", 0],
])("ls -v: %s and %s", (left, right, sign) => {
  expect(Math.sign(compareVersions(left, right))).toBe(sign);
});
