// What asks for another line at a prompt, and what does not.
import { expect, test } from "vitest";
import { parse } from "../../src/syntax/index.ts";

const INCOMPLETE = [
  'echo "a',
  "echo 'a",
  "echo `a",
  "echo $(a",
  "echo ${a",
  "echo $((1 +",
  "(a",
  "{ a;",
  "[[ a",
  "[[ a &&",
  "((1",
  "if a",
  "if a; then b",
  "while a; do",
  "for x in a b",
  "for x in a; do b",
  "case x in",
  "case x in a) b ;;",
  "f()",
  "function f",
  "a &&",
  "a ||",
  "a |",
  "a \\",
  "a=(b",
  "cat <<E",
  "cat <<E\nbody",
  "echo @(a|b",
  '"$(a "b',
];
const COMPLETE = [
  "",
  "a",
  "a;",
  "a &",
  "if a; then b; fi",
  "cat <<E\nbody\nE",
  "echo 'a\nb'",
  "a # b \\",
  "echo )",
  "a | | b",
  "`(a`",
];

test.each(INCOMPLETE)("%j is incomplete", (source) => {
  expect(parse(source).incomplete).toBe(true);
});

test.each(COMPLETE)("%j is not", (source) => {
  expect(parse(source).incomplete).toBe(false);
});

test.each(["cat <<E\nbody", "cat <<E", "a \\"])("%j is incomplete without an error", (source) => {
  expect(parse(source).diagnostics).toEqual([]);
});
