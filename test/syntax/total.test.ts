// 100 KB of anything ends, without a stack overflow and in a number of steps that grows with the length alone.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "../../src/syntax/index.ts";

const OPENERS = [
  "(",
  "$(",
  "{ ",
  '"$(',
  '"$("',
  "((",
  "$((",
  "$(( ",
  "if ",
  "if a; then ",
  "while ",
  "case x in a) ",
  "for x in ",
  "`",
  "\\`",
  "${",
  "${x:-",
  '"${x:-"',
  "${x/",
  "${x[",
  "${x:$((",
  "{",
  "{a,",
  "{a,b}",
  "[[ ( ",
  "[[ ! ",
  "[[ a && ",
  "[[ a =~ (",
  "! ",
  "time ",
  "a && ",
  "a | ",
  "a;",
  "@(",
  "a=(",
  "a[",
  "a[$(",
  "declare x=(",
  "function f ",
  "f() ",
  "coproc ",
  "<(",
  "$[",
  "<<E ",
  "<<E\n",
  "$(<<E\n",
  "'",
  "\\",
  "$",
  "$'",
  "~",
  "~:",
  "x=~:",
  "((a",
  "((a)",
  "(( (",
  "$((a)",
  ")",
  "]",
  "}",
  "#",
  "\n",
  "\r\n",
  "elif ",
  "&>",
  "2>",
  "{a}>",
  "$(case x in ",
  "1..",
  "*",
  "\u00a0",
  "\ud800",
];
const LENGTH = 100_000;
/** Characters looked at for each character of the text: the levels of nesting that may each scan ahead, and the rest. */
const STEPS_PER_CHARACTER = 250;

let steps = 0;
const original = String.prototype.charCodeAt;

beforeAll(() => {
  String.prototype.charCodeAt = function charCodeAt(index: number): number {
    steps++;
    return original.call(this, index);
  };
});
afterAll(() => {
  String.prototype.charCodeAt = original;
});

describe("a repeated opener", () => {
  test.each(OPENERS)("%j", (opener) => {
    const source = opener.repeat(Math.ceil(LENGTH / opener.length));
    steps = 0;
    const { script } = parse(source);
    expect(script.span.end).toBe(source.length);
    expect(steps).toBeLessThan(STEPS_PER_CHARACTER * source.length);
  });
});

test.each(["( ", "$(", "{ ", '"$(', "${x:-", "if ", "f() { ", "a=$("])(
  "too many levels of %j are an error with a code",
  (opener) => {
    const { diagnostics } = parse(opener.repeat(5000));
    expect(diagnostics.map((each) => each.code)).toEqual(["syntax.too-deep"]);
  },
);

test("braces nest too deep as well", () => {
  expect(parse(`{a,${"{a,".repeat(5000)}${"}".repeat(5001)}`).diagnostics[0]?.code).toBe("syntax.too-deep");
});
