// Everyday lines against bash's recorded results. The ratchet: what is known to differ is listed, and a listed line
// that passes fails the run until it is taken off the list.
import { afterAll, describe, expect, test } from "vitest";
import type { FileContent } from "../../src/index.ts";
import { type ParityCase, parityDifference, readCases } from "../support/cases.ts";

/** Lines that do not give bash's result, and why. */
const KNOWN: Readonly<Record<string, string>> = {
  "echo 'héllo' | cut -c2": "cut -c means characters here, as POSIX says; GNU cuts bytes",
};

const table = readCases<{ files: Record<string, FileContent>; cases: ParityCase[] }>("parity.json");

describe("parity with bash", () => {
  let equal = 0;
  afterAll(() => console.log(`parity: ${equal} of ${table.cases.length} equal`));
  test.each(table.cases.map((row): [string, ParityCase] => [row.line, row]))("%s", async (line, row) => {
    const difference = await parityDifference(row, table.files);
    if (difference === undefined) equal += 1;
    if (line in KNOWN) expect(difference, `passes now: take it off the list of known differences`).toBeDefined();
    else expect(difference).toBeUndefined();
  });
});
