// Which texts are right: as real bash has it (fixtures/syntax/record.mjs), and every line that models are known to write.
import { readFileSync } from "node:fs";
import { parse as unbash } from "unbash";
import { describe, expect, test } from "vitest";
import { parse } from "../../src/syntax/index.ts";

interface Recorded {
  readonly bash: string;
  readonly cases: readonly { readonly source: string; readonly accepted: boolean; readonly deviation?: string }[];
}

const recorded: Recorded = read("accept.json");
const lines: readonly string[] = read("lines.json");

function read(name: string) {
  return JSON.parse(readFileSync(new URL(`../../fixtures/syntax/${name}`, import.meta.url), "utf8"));
}

describe(`accepts what bash ${recorded.bash} accepts`, () => {
  test.each(recorded.cases)("$source", ({ source, accepted, deviation }) => {
    const { diagnostics } = parse(source);
    expect(diagnostics.length === 0).toBe(deviation === undefined ? accepted : !accepted);
  });
});

test("everyday lines have no errors, but for one that is wrong on purpose", () => {
  const failing = lines.filter((line) => parse(line).diagnostics.length > 0);
  expect(failing).toEqual(["echo x > made.txt; a$(|)b"]);
});

test("a second parser accepts the everyday lines that are accepted here", () => {
  const right = lines.filter((line) => parse(line).diagnostics.length === 0);
  expect(right.filter((line) => (unbash(line).errors ?? []).length > 0)).toEqual([]);
});
