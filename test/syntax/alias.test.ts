// Aliases are text: spans then count in the tree's own source.
import { expect, test } from "vitest";
import { parse } from "../../src/syntax/index.ts";
import { compact } from "./compact.ts";

const aliases = new Map([
  ["ll", "ls -l"],
  ["ls", "ls --color"],
  ["a", "b x"],
  ["b", "a y"],
  ["sudo", "env "],
  ["iff", "if true; then"],
  ["two", "one; one"],
  ["none", ""],
]);

const ROWS: readonly (readonly [string, string])[] = [
  ["ll x", "(ls --color -l x)"],
  ["a z", "(a y x z)"],
  ["sudo ll x", "(env ls --color -l x)"],
  ["x=1 ll", "(x:=1 ls --color -l)"],
  ["echo ll; ll | ll", "(echo ll) ; (ls --color -l) | (ls --color -l)"],
  ["\\ll 'll' \"ll\"", "(ll ll ll)"],
  ["iff ll; fi", "(if (true) then (ls --color -l))"],
  ["two", "(one) ; (one)"],
  ["$(ll)", "(<$((ls --color -l))>)"],
  ["none ll", "(ls --color -l)"],
  ["llx", "(llx)"],
];

test.each(ROWS)("%j", (source, tree) => {
  const { script, diagnostics } = parse(source, { aliases });
  expect(diagnostics).toEqual([]);
  expect(compact(script.body)).toBe(tree);
  expect(script.span.end).toBe(script.source.length);
});

test("very many expansions are an error", () => {
  const { diagnostics } = parse("ll;".repeat(1000), { aliases });
  expect(diagnostics[0]?.code).toBe("syntax.too-many-aliases");
});
