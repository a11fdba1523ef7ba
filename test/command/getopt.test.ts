// Our parsing against GNU's: every line of fixtures/command/getopt.json, recorded from getopt(1).
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseArgv } from "../../src/command/argv/parse.ts";
import { optionTable } from "../../src/command/argv/table.ts";
import { z } from "../../src/plugin.ts";

interface RecordedCase {
  readonly argv: readonly string[];
  readonly words?: readonly string[];
  readonly error?: boolean;
}

const path = new URL("../../fixtures/command/getopt.json", import.meta.url);
const { cases }: { cases: RecordedCase[] } = JSON.parse(readFileSync(path, "utf8"));

const table = optionTable({
  shape: {
    lines: z.string().optional(),
    recursive: z.boolean(),
    verbose: z.boolean(),
    inPlace: z.string().optional(),
    color: z.string().optional(),
    count: z.boolean(),
    context: z.string().optional(),
    exact: z.boolean(),
    extended: z.boolean(),
    fixed: z.boolean(),
    files: z.array(z.string()),
  },
  cli: {
    lines: { short: "n" },
    recursive: { short: "r" },
    verbose: { short: "v" },
    inPlace: { short: "i", optionalValue: "" },
    color: { optionalValue: "" },
    exact: { short: "x" },
    extended: { short: "E", long: false },
    fixed: { short: "F", long: false },
    files: { positional: true },
  },
  stopAtOperand: false,
});

test.each(cases.map((row): [string, RecordedCase] => [JSON.stringify(row.argv), row]))("%s", (_, { argv, words }) => {
  expect(ours(argv)).toEqual(words ?? "error");
});

function ours(argv: readonly string[]): string[] | string {
  try {
    const parsed = parseArgv(argv, table);
    if (!parsed) return "help";
    const options = parsed.given.flatMap(({ written, value }) => (value === undefined ? [written] : [written, value]));
    return [...options, "--", ...parsed.operands];
  } catch {
    return "error";
  }
}
