// Small inputs for faults that agent shells are known for; the right values are bash's or the rules of this project.
import { describe, expect, test } from "vitest";
import { type FaultCase, faultDifference, readCases } from "../support/cases.ts";

const table = readCases<FaultCase[]>("bugs.json");

/** Cases that later versions answer: turns and policies, and commands that do not exist yet. */
const KNOWN: Readonly<Record<string, string>> = {};

describe("faults", () => {
  test.each(table.map((row): [string, FaultCase] => [row.id, row]))("%s", async (id, row) => {
    const difference = await faultDifference(row);
    if (id in KNOWN) expect(difference, "passes now: take it off the list of known differences").toBeDefined();
    else expect(difference).toBeUndefined();
  });
});
