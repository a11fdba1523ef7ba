/** Every syntax against what GNU grep 3.8 answered (fixtures/pattern/grep.json): spans, counts and refusals. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { decode } from "../../src/bytes/text.ts";
import { compilePattern, type Pattern, PatternError, type PatternOptions } from "../../src/pattern/index.ts";

interface Row {
  flags: string;
  pattern: string;
  input: string;
  error?: string;
  count?: number;
  spans?: [number, number][];
}

const { rows }: { rows: Row[] } = JSON.parse(
  readFileSync(new URL("../../fixtures/pattern/grep.json", import.meta.url), "utf8"),
);

/** Where we differ on purpose or GNU contradicts itself: the row, and why. */
const deviations: readonly (readonly [flags: RegExp, pattern: string, reason: string])[] = [
  [/^-[GE]|i/, "[é-ü]", "the C library knows no ranges beyond ASCII in C.UTF-8; ours are in code point order"],
  [/^-iE/, "[à-ü]", "the same"],
  [/^-P/, "\\W", "PCRE2 10.42 finds é by [\\W] and [^\\w], but by mistake not by \\W"],
  [/^-E/, "^*a", "grep counts both lines with one matcher and finds one span with the other"],
];

function optionsOf(flags: string): PatternOptions {
  const has = (letter: string) => flags.includes(letter);
  return {
    syntax: has("E") ? "extended" : has("P") ? "perl" : has("F") ? "fixed" : "basic",
    ignoreCase: has("i"),
    wholeWord: has("w"),
    wholeLine: has("x"),
    ...(has("z") ? { newline: 0 } : {}),
  };
}

function deviates(row: Row): boolean {
  const pattern = Buffer.from(row.pattern, "latin1").toString("utf8");
  return deviations.some(([flags, known]) => flags.test(row.flags) && known === pattern);
}

function compile(row: Row): Pattern {
  // grep -P takes one pattern; the others take one a line.
  const sources = row.pattern.split("\n").map((source) => decode(Buffer.from(source, "latin1")));
  return compilePattern(sources, optionsOf(row.flags));
}

/** What grep -o prints: matches that are not empty, one after another. */
function spans(pattern: Pattern, bytes: Uint8Array, terminator: number): [number, number][] {
  const out: [number, number][] = [];
  for (let start = pattern.nextLine(bytes, 0, bytes.length); start >= 0; ) {
    const next = bytes.indexOf(terminator, start);
    const end = next < 0 ? bytes.length : next;
    for (let at = start; at <= end; ) {
      const found = pattern.find(bytes, start, end, at);
      if (found === undefined) break;
      if (found.end > found.start) out.push([found.start, found.end]);
      at = found.end > found.start ? found.end : found.end + 1;
    }
    start = end + 1 >= bytes.length ? -1 : pattern.nextLine(bytes, end + 1, bytes.length);
  }
  return out;
}

describe("GNU grep", () => {
  test.each(
    rows
      .filter((row) => !deviates(row))
      .map((row): [string, Row] => [JSON.stringify([row.flags, row.pattern, row.input]), row]),
  )("%s", (_, row) => {
    if (row.error !== undefined) return expect(() => compile(row)).toThrow(PatternError);
    const bytes = Buffer.from(row.input, "latin1");
    const pattern = compile(row);
    const terminator = row.flags.includes("z") ? 0 : 10;
    expect({
      count: pattern.countLines(bytes, 0, bytes.length),
      spans: spans(pattern, bytes, terminator),
    }).toEqual({ count: row.count, spans: row.spans });
  });
});
