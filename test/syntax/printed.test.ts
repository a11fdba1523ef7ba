// Bash prints a function as it has understood it; that text and the original must have the same tree here.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "../../src/syntax/index.ts";
import { compact } from "./compact.ts";

const PRINTED: readonly (readonly [source: string, printed: string])[] = JSON.parse(
  readFileSync(new URL("../../fixtures/syntax/printed.json", import.meta.url), "utf8"),
);

/** What bash writes differently though it means the same. */
const REWRITTEN: readonly RegExp[] = [
  /\[\[/, // a lone word becomes `-n word`
  /\|&/, // `2>&1 |`
  /[<>]&|<>|1>|0</, // the default descriptor is added or left out
  /\belif\b/, // `else if`
  /\b(?:for|select) x(?:;| do)/, // `in "$@"` is added
  /for \(\(;;\)\)/, // empty expressions become 1
  /\(\s?\)\s*[^\s{]/, // a body gets braces
  /\bcoproc\b/, // gets its default name
  /\(esac\)/, // loses the parenthesis that it needs
  /^time --$/,
];

const rows = PRINTED.filter(([source]) => !REWRITTEN.some((pattern) => pattern.test(source)));

test("most texts are printed as they mean", () => {
  expect(rows.length).toBeGreaterThan(600);
});

test.each(rows)("%j", (source, printed) => {
  const ours = parse(`f() {\n${source}\n}`);
  const theirs = parse(printed);
  expect(theirs.diagnostics).toEqual([]);
  expect(compact(ours.script.body)).toBe(compact(theirs.script.body));
});
