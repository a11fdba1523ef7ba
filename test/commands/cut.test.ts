// cut against the same choice of parts made by hand.
import fc from "fast-check";
import { expect, test } from "vitest";
import { cut } from "../../commands/cut/index.ts";
import { parseRanges } from "../../commands/cut/ranges.ts";
import { invoke } from "../support/invoke.ts";

const fields = fc.array(fc.array(fc.constantFrom("", "a", "bc", "日本", "x y"), { minLength: 1, maxLength: 6 }), {
  maxLength: 8,
});
const list = fc.array(
  fc.oneof(
    fc.integer({ min: 1, max: 7 }).map(String),
    fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(3)).map(([low, more]) => `${low}-${low + more}`),
    fc.integer({ min: 1, max: 7 }).map((low) => `${low}-`),
  ),
  { minLength: 1, maxLength: 3 },
);

function wanted(items: readonly string[], position: number): boolean {
  return parseRanges(items.join(","), "field", false).some(({ first, last }) => position >= first && position <= last);
}

test("fields, kept and left out", async () => {
  await fc.assert(
    fc.asyncProperty(fields, list, fc.constantFrom(":", "é"), async (rows, items, mark) => {
      const stdin = rows.map((row) => `${row.join(mark)}\n`).join("");
      const by = (keep: boolean): string =>
        rows
          .map(
            (row) =>
              `${row.length === 1 ? row[0] : row.filter((_, at) => wanted(items, at + 1) === keep).join(mark)}\n`,
          )
          .join("");
      expect((await invoke(cut, ["-d", mark, "-f", items.join(",")], { stdin })).stdout).toBe(by(true));
      expect((await invoke(cut, ["-d", mark, "--complement", "-f", items.join(",")], { stdin })).stdout).toBe(
        by(false),
      );
    }),
  );
});

test("characters", async () => {
  await fc.assert(
    fc.asyncProperty(fields, list, async (rows, items) => {
      const texts = rows.map((row) => row.join("-"));
      const { stdout } = await invoke(cut, ["-c", items.join(",")], {
        stdin: texts.map((text) => `${text}\n`).join(""),
      });
      expect(stdout).toBe(
        texts.map((text) => `${[...text].filter((_, at) => wanted(items, at + 1)).join("")}\n`).join(""),
      );
    }),
  );
});

test("ranges that overlap are one, those that touch are not", () => {
  expect(parseRanges("4-,1-2,2-3", "field", false)).toEqual([
    { first: 1, last: 3 },
    { first: 4, last: Number.POSITIVE_INFINITY },
  ]);
  expect(parseRanges("2,4", "field", true)).toEqual([
    { first: 1, last: 1 },
    { first: 3, last: 3 },
    { first: 5, last: Number.POSITIVE_INFINITY },
  ]);
});
