// Where the cursor stands, marked by `^` in the text.
import { expect, test } from "vitest";
import { completionContext } from "../../src/syntax/index.ts";

const ROWS: readonly (readonly [text: string, kind: string, prefix: string, argv: readonly string[]])[] = [
  ["^", "command", "", []],
  ["gr^", "command", "gr", []],
  ["gr^ep x", "command", "gr", []],
  ["cat ^", "argument", "", ["cat"]],
  ["cat src/a^", "argument", "src/a", ["cat"]],
  ["cat a b^", "argument", "b", ["cat", "a"]],
  ["cat 'my fi^", "argument", "my fi", ["cat"]],
  ['cat "my fi^', "argument", "my fi", ["cat"]],
  ["cat my\\ fi^", "argument", "my fi", ["cat"]],
  ["cat a | ^", "command", "", []],
  ["cat a | gr^", "command", "gr", []],
  ["cat a |^", "command", "", []],
  ["a && b^", "command", "b", []],
  ["a; ^", "command", "", []],
  ["a\n^", "command", "", []],
  ["if true; then gr^", "command", "gr", []],
  ["for x in a; do cat ^", "argument", "", ["cat"]],
  ["echo $(ca^", "command", "ca", []],
  ['echo "$(cat f^', "argument", "f", ["cat"]],
  ["(cd ^", "argument", "", ["cd"]],
  ["X=1 gr^", "command", "gr", []],
  ["sort > o^", "redirection", "o", ["sort"]],
  ["sort > ^", "redirection", "", ["sort"]],
  ["cat < in/^", "redirection", "in/", ["cat"]],
  ["echo $HO^", "variable", "HO", ["echo"]],
  ["echo ${HO^", "variable", "HO", ["echo"]],
  ['echo "$HO^', "variable", "HO", ["echo"]],
  ["echo $^", "variable", "", ["echo"]],
  ["echo '$HO^", "argument", "$HO", ["echo"]],
  ["git commit -m^", "argument", "-m", ["git", "commit"]],
];

test.each(ROWS)("%j", (text, kind, prefix, argv) => {
  const cursor = text.indexOf("^");
  const source = text.replace("^", "");
  const context = completionContext(source, cursor);
  expect(context).toMatchObject({ kind, prefix, argv });
  const raw = source.slice(context.start, cursor).replace(/["'\\]/g, "");
  expect(raw).toBe(prefix);
});
