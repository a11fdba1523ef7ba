// Small inputs for faults that agent shells are known for; the right values are bash's or the rules of this project.
import { afterAll, describe, expect, test } from "vitest";
import { type FaultCase, faultDifference, readCases } from "../support/cases.ts";

const table = readCases<FaultCase[]>("bugs.json");

/** Cases that need what does not exist yet: rules over commands and resources, and turns of several calls. */
const POLICY = "needs a policy of allowed and denied commands";
const TURN = "needs a turn of several calls";
const KNOWN: Readonly<Record<string, string>> = {
  "deny-and-chain": POLICY,
  "deny-or-chain": POLICY,
  "deny-pipe-first-stage": POLICY,
  "deny-newline": POLICY,
  "deny-newline-if": POLICY,
  "deny-redirect-target": POLICY,
  "deny-heredoc-backtick": POLICY,
  "deny-stderr-target": POLICY,
  "deny-env": POLICY,
  "deny-env-allowlist": POLICY,
  "deny-usr-bin-env": POLICY,
  "deny-xargs": POLICY,
  "deny-command-builtin": POLICY,
  "deny-escaped-name": POLICY,
  "deny-timeout": POLICY,
  "deny-apostrophe-subst": POLICY,
  "builtin-eval-allowlist": POLICY,
  "builtin-export-denied": POLICY,
  "turn-two-edits": TURN,
  "turn-results-in-order": TURN,
  "turn-sort-then-delete": TURN,
};

describe("faults", () => {
  let right = 0;
  afterAll(() => console.log(`faults: ${right} of ${table.length} right`));
  test.each(table.map((row): [string, FaultCase] => [row.id, row]))("%s", async (id, row) => {
    const difference = await faultDifference(row);
    if (difference === undefined) right += 1;
    if (id in KNOWN) expect(difference, "passes now: take it off the list of known differences").toBeDefined();
    else expect(difference).toBeUndefined();
  });
});
