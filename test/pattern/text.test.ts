/** Patterns over strings: UTF-16 offsets, groups and names, searches that go on from a place. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decode } from "../../src/bytes/text.ts";
import { compileText, type PatternOptions } from "../../src/pattern/index.ts";

const extended: PatternOptions = { syntax: "extended" };
const perl: PatternOptions = { syntax: "perl" };

test.each<[string, string, PatternOptions, number, [number, number, (string | undefined)[]] | undefined]>([
  ["b", "abc", extended, 0, [1, 2, ["b"]]],
  ["é", "aéé", extended, 2, [2, 3, ["é"]]],
  ["(.)(x)?", "\u{1f600}", extended, 0, [0, 2, ["\u{1f600}", "\u{1f600}", undefined]]],
  ["b", "\u{1f600}中b", extended, 0, [3, 4, ["b"]]],
  ["^b", "ab", extended, 1, undefined],
  ["\\bb", "ab b", extended, 1, [3, 4, ["b"]]],
  ["(?<=a)b", "ab", perl, 1, [1, 2, ["b"]]],
  ["x*", "abc", extended, 3, [3, 3, [""]]],
  ["$", "abc", extended, 0, [3, 3, [""]]],
  [".", "\n", extended, 0, [0, 1, ["\n"]]],
  [".", "\n", perl, 0, undefined],
  ["^b", "a\nb", extended, 0, undefined],
  ["^b$", "a\nb\nc", { ...extended, multiLine: true }, 0, [2, 3, ["b"]]],
  ["(?m)^b$", "a\nb\nc", perl, 0, [2, 3, ["b"]]],
  ["a\\Z", "a\n", perl, 0, [0, 1, ["a"]]],
  ["a\\z", "a\n", perl, 0, undefined],
  ["\\R", "a\r\nb", perl, 0, [1, 3, ["\r\n"]]],
  ["(a)|(b)", "b", extended, 0, [0, 1, ["b", undefined, "b"]]],
  ["a|ab", "ab", perl, 0, [0, 1, ["a"]]],
  ["a|ab", "ab", extended, 0, [0, 2, ["ab"]]],
  ["[[:upper:]]", "aÉ", extended, 0, [1, 2, ["É"]]],
  ["foo\\Kbar", "foobar", perl, 0, [3, 6, ["bar"]]],
])("%s on %j with %o from %i", (source, text, options, from, expected) => {
  const found = compileText(source, options).exec(text, from);
  expect(found && [found.start, found.end, found.groups]).toEqual(expected);
});

test("groups by name", () => {
  const found = compileText("(?<y>\\d{4})-(?<m>\\d\\d)?", perl).exec("on 2026-");
  expect(found?.names).toEqual({ y: "2026", m: undefined });
});

test("bytes that are no UTF-8 keep their places", () => {
  const text = decode(Uint8Array.of(0xff, 0x61, 0xc3, 0xa9, 0xfe, 0x62));
  expect(compileText("b", extended).exec(text)?.start).toBe(text.length - 1);
  expect(compileText(".*b", extended).exec(text)?.groups[0]).toBe("b");
  expect(compileText(text.slice(0, 2), extended).test(text)).toBe(true);
});

describe("laws", () => {
  test("all matches, one after another, are those of V8", () => {
    const source = fc.constantFrom("a+", "[bé]+", "a|中", ".", "é?", "(a)(b)?", "\\s+", "a*b");
    const text = fc.string({ unit: fc.constantFrom("a", "b", "é", "中", "\u{1f600}", " "), maxLength: 20 });
    fc.assert(
      fc.property(source, text, (pattern, input) => {
        const ours = compileText(pattern, perl);
        const found: [number, string][] = [];
        for (let at = 0; at <= input.length; ) {
          const match = ours.exec(input, at);
          if (match === undefined) break;
          found.push([match.start, match.groups[0] ?? ""]);
          at = match.end > match.start ? match.end : match.end + ((input.codePointAt(match.end) ?? 0) > 0xffff ? 2 : 1);
        }
        expect(found).toEqual([...input.matchAll(new RegExp(pattern, "gu"))].map((each) => [each.index, each[0]]));
      }),
    );
  });
});
