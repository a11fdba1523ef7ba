/** Promises of the interface: literals, errors that point at the place, limits, and slices of buffers. */
import { describe, expect, test } from "vitest";
import {
  compilePattern,
  PatternError,
  PatternLimitError,
  type PatternOptions,
  type Syntax,
} from "../../src/pattern/index.ts";

const bytes = (text: string) => Buffer.from(text);

test.each<[string, PatternOptions, string | undefined]>([
  ["abc", { syntax: "basic" }, "abc"],
  ["a\\.c", { syntax: "extended" }, "a.c"],
  ["(ab)c", { syntax: "extended" }, "abc"],
  ["a.c", { syntax: "fixed" }, "a.c"],
  ["\\Qa.c\\E", { syntax: "perl" }, "a.c"],
  ["é", { syntax: "basic" }, "é"],
  ["a.c", { syntax: "basic" }, undefined],
  ["abc", { syntax: "basic", ignoreCase: true }, undefined],
  ["123", { syntax: "basic", ignoreCase: true }, "123"],
  ["abc", { syntax: "basic", wholeWord: true }, undefined],
  ["abc", { syntax: "basic", wholeLine: true }, undefined],
  ["^abc", { syntax: "basic" }, undefined],
])("literal of %s with %o", (source, options, expected) => {
  const { literal } = compilePattern([source], options);
  expect(literal && Buffer.from(literal).toString()).toBe(expected);
});

test.each<[Syntax, string, number, RegExp]>([
  ["extended", "ab(c", 2, /^unmatched \( in the pattern$/],
  ["basic", "ab\\(c", 2, /^unmatched \\\( in the pattern$/],
  ["basic", "ab\\)", 2, /^unmatched \\\) in the pattern$/],
  ["extended", "x[a", 1, /^unmatched \[ in the pattern$/],
  ["extended", "[b-a]", 2, /runs backwards/],
  ["extended", "[[:foo:]]", 1, /unknown character class \[:foo:\]/],
  ["extended", "a{2,1}", 1, /wrong order/],
  ["extended", "a{40000}", 1, /over 32767/],
  ["extended", "(a)\\2", 3, /invalid back-reference \\2/],
  ["extended", "a\\", 1, /trailing backslash/],
  ["perl", "a)", 1, /unmatched \)/],
  ["perl", "(?(1)a|b)", 0, /conditional groups .* are not supported/],
  ["perl", "a**", 2, /nothing between them/],
  ["perl", "\\p{Nope}", 0, /unknown property/],
  ["perl", "(?<n>a)(?<n>b)", 7, /two groups are named "n"/],
  ["perl", "(?R)", 0, /unknown kind of group/],
])("%s %s is refused at %i", (syntax, source, offset, message) => {
  let error: unknown;
  try {
    compilePattern([source], { syntax });
  } catch (caught) {
    error = caught;
  }
  expect(error).toBeInstanceOf(PatternError);
  expect(error).toMatchObject({ offset, message: expect.stringMatching(message) });
});

describe("limits", () => {
  test.each<[Syntax, string, string]>([
    ["basic", "\\(a*\\)*\\1b", `${"a".repeat(5000)}cb`],
    ["extended", "(a|b|ab)*c\\1\\1d", `${"ab".repeat(30)}cabd`],
    ["perl", "(?=(a+)+$)\\1b", `${"a".repeat(100)}cb`],
  ])("%s %s stops", (syntax, source, text) => {
    const search = () => compilePattern([source], { syntax, stepLimit: 50_000 }).test(bytes(text), 0, text.length);
    expect(search).toThrow(PatternLimitError);
    expect(search).toThrow(/more than 50000 backtracking steps/);
  });

  test.each<[Syntax, string]>([
    ["extended", "(a*)*b"],
    ["extended", "(a|aa)+$b"],
    ["perl", "(a+)+b"],
    ["perl", "^(a|a|a)*$b"],
    ["perl", "(x+x+)+y"],
  ])("%s %s needs none: it is linear", (syntax, source) => {
    const text = bytes("a".repeat(100_000));
    const pattern = compilePattern([source], { syntax, stepLimit: 1 });
    expect(pattern.test(text, 0, text.length)).toBe(false);
    expect(pattern.countLines(text, 0, text.length)).toBe(0);
  });

  test("a pattern too large to write out is refused", () => {
    const huge = compilePattern(["((a{1,1000}){1,1000}){1,1000}"], { syntax: "extended" });
    expect(() => huge.test(bytes("a"), 0, 1)).toThrow(PatternError);
  });
});

describe("slices", () => {
  const text = bytes("one foo\ntwo\nthree foo\nfoo four");
  test.each<[string, PatternOptions]>([
    ["foo", { syntax: "basic" }],
    ["fo[o]", { syntax: "basic" }],
    ["f.o", { syntax: "perl" }],
    ["(f)o{2}", { syntax: "extended" }],
    ["(o)\\1", { syntax: "extended" }],
  ])("%s with %o is found within the slice only", (source, options) => {
    const pattern = compilePattern([source], options);
    expect(pattern.nextLine(text, 0, text.length)).toBe(0);
    expect(pattern.nextLine(text, 8, text.length)).toBe(12);
    expect(pattern.nextLine(text, 8, 12)).toBe(-1);
    expect(pattern.nextLine(text, 22, text.length)).toBe(22);
    expect(pattern.nextLine(text, 5, 5)).toBe(-1);
    expect(pattern.countLines(text, 0, text.length)).toBe(3);
    expect(pattern.countLines(text, 0, 12)).toBe(1);
    expect(pattern.countLines(text, 8, 22)).toBe(1);
    expect(pattern.test(text, 0, 6)).toBe(false);
  });

  test("lines longer than any window are searched too", () => {
    const long = bytes(`${"x".repeat(300_000)}ab\n${"y".repeat(100)}\n${"é".repeat(100_000)}a1b\nab`);
    for (const [source, lines] of [
      ["ab", 2],
      ["a1?b", 3],
      ["x.*b$", 1],
      ["[^a]ab", 1],
      ["\\bab", 1],
    ] as const) {
      expect(compilePattern([source], { syntax: "extended" }).countLines(long, 0, long.length)).toBe(lines);
    }
  });

  test("no pattern at all matches nothing, an empty one every line", () => {
    expect(compilePattern([], { syntax: "basic" }).countLines(text, 0, text.length)).toBe(0);
    expect(compilePattern([""], { syntax: "basic" }).countLines(text, 0, text.length)).toBe(4);
  });
});
