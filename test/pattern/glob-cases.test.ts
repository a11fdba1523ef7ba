// Negated sets and upper and lower case as one, and the slash that begins a pattern after `//`.
import { expect, test } from "vitest";
import { compileGlob } from "../../src/pattern/index.ts";
import { parse } from "../../src/syntax/index.ts";

test.each([
  ["[a]", "A", true],
  ["[!a]", "A", false],
  ["[!a]", "a", false],
  ["[^a-c]", "B", false],
  ["[!a]", "b", true],
])("%s against %s with case ignored: %s", (glob, text, expected) => {
  expect(compileGlob(glob, { ignoreCase: true }).test(text)).toBe(expected);
});

test.each([
  ["${x////-}", "/", "-"],
  ["${x///}", "/", undefined],
  ["${x///b/c}", "/b", "c"],
  ["${x//a/b}", "a", "b"],
])("the pattern of %s is %s", (source, pattern, replacement) => {
  const [stage] = parse(`echo ${source}`).script.body.items[0]?.body.first.stages ?? [];
  const part = stage?.kind === "simple" ? stage.words[1]?.parts[0] : undefined;
  const operation = part?.kind === "parameter" ? part.operation : undefined;
  expect(operation).toMatchObject({ kind: "replace", all: true, pattern: { literal: pattern } });
  expect(operation?.kind === "replace" ? operation.replacement?.literal : "none").toBe(replacement);
});
