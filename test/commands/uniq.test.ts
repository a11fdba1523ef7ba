// uniq over groups that cross the chunks of a stream.
import fc from "fast-check";
import { expect, test } from "vitest";
import { uniq } from "../../commands/uniq.ts";
import { invoke } from "../support/invoke.ts";

const groups = fc.array(
  fc.tuple(fc.constantFrom("a", "b", "", "é", "x".repeat(30_000)), fc.integer({ min: 1, max: 5 })),
  {
    maxLength: 12,
  },
);

test("counts, repeats and uniques come to the groups", async () => {
  await fc.assert(
    fc.asyncProperty(groups, async (raw) => {
      const input = raw.filter(([text], at) => text !== raw[at - 1]?.[0]);
      const stdin = input.map(([text, times]) => `${text}\n`.repeat(times)).join("");
      const run = async (...argv: string[]): Promise<string> => (await invoke(uniq, argv, { stdin })).stdout;
      const print = (rows: readonly [string, number][]): string => rows.map(([text]) => `${text}\n`).join("");
      expect((await run()) === print(input)).toBe(true);
      expect((await run("-d")) === print(input.filter(([, times]) => times > 1))).toBe(true);
      expect((await run("-u")) === print(input.filter(([, times]) => times === 1))).toBe(true);
      const counted = input.map(([text, times]) => `${String(times).padStart(7)} ${text}\n`).join("");
      expect((await run("-c")) === counted).toBe(true);
    }),
    { numRuns: 40 },
  );
});
