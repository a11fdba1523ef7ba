// Line differences: they lead from one text to the other, are as short as can be, and print as diff -u does.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changes, splitLines, unifiedDiff } from "../../commands/diff-lines.ts";

const lines = fc.array(fc.constantFrom("a\n", "b\n", "c\n", "d\n"), { maxLength: 14 });

describe("changes", () => {
  test("applied to the first text they give the second", () => {
    fc.assert(
      fc.property(lines, lines, (a, b) => {
        const result: string[] = [];
        let at = 0;
        for (const { aStart, aEnd, bStart, bEnd } of changes(a, b)) {
          result.push(...a.slice(at, aStart), ...b.slice(bStart, bEnd));
          at = aEnd;
        }
        result.push(...a.slice(at));
        expect(result).toEqual(b);
      }),
      { numRuns: 500 },
    );
  });

  test("no shorter way exists", () => {
    fc.assert(
      fc.property(lines, lines, (a, b) => {
        const edits = changes(a, b).reduce((sum, each) => sum + each.aEnd - each.aStart + each.bEnd - each.bStart, 0);
        expect(edits).toBe(a.length + b.length - 2 * longestCommon(a, b));
      }),
      { numRuns: 300 },
    );
  });

  test("texts that differ beyond the bound are replaced from end to end", () => {
    const a = Array.from({ length: 3000 }, (_, line) => `a${line}\n`);
    const b = Array.from({ length: 3000 }, (_, line) => `b${line}\n`);
    expect(changes(a, b)).toEqual([{ aStart: 0, aEnd: 3000, bStart: 0, bEnd: 3000 }]);
  });
});

// Recorded with GNU diff 3.8: diff -u --label a --label b.
test.each([
  ["1\n2\n3\n", "1\n2\n3\n", ""],
  ["1\n2\n3\n", "1\nx\n3\n", "@@ -1,3 +1,3 @@\n 1\n-2\n+x\n 3\n"],
  ["", "x\n", "@@ -0,0 +1 @@\n+x\n"],
  ["x\n", "", "@@ -1 +0,0 @@\n-x\n"],
  ["a", "a\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"],
  [
    "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n",
    "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n",
    "@@ -1,3 +1,4 @@\n+0\n 1\n 2\n 3\n@@ -9,4 +10,3 @@\n 9\n 10\n 11\n-12\n",
  ],
  ["1\n2\n3\n4\n5\n6\n7\n8\n", "x\n2\n3\n4\n5\n6\n7\ny\n", "@@ -1,8 +1,8 @@\n-1\n+x\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+y\n"],
])("%j to %j", (a, b, hunks) => {
  const want = hunks === "" ? "" : `--- a\n+++ b\n${hunks}`;
  expect(unifiedDiff(splitLines(a), splitLines(b), { from: "a", to: "b" })).toBe(want);
});

function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const left of a) {
    const next = [0];
    for (const [index, right] of b.entries()) {
      next.push(left === right ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
