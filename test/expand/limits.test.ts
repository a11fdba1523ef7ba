// Runaway expansions end in an error that says what to do, before they take the memory; long ones offer to pause.
import { expect, test } from "vitest";
import { memoryWorkspace } from "../../src/workspace/index.ts";
import { TestEnvironment } from "./environment.ts";

test.each([
  ["{1..1000000000}", "brace expansion: more than 10000 words"],
  ["{1..9999}{1..9999}{1..9999}", "brace expansion: more than 10000 words"],
  ["{{1..200},{1..200}}{a..z}", "brace expansion: more than 10000 words"],
  ["$x$x$x", "expansion is longer than 1000000 characters"],
  ['"$x$x$x"', "expansion is longer than 1000000 characters"],
  ["${y:=$x$x$x}", "expansion is longer than 1000000 characters"],
  ["${x//a/bbbb}", "expansion is longer than 1000000 characters"],
  ["${x//a/&&&}", "expansion is longer than 1000000 characters"],
  ["${x//$x$x$x/}", "expansion is longer than 1000000 characters"],
  ["$((r))", 'r: expression recursion level exceeded (error token is "r")'],
  ["*", "glob: more than 1000 names match"],
  ["**/*", "glob: more than 1000 names match"],
])("%s", (source, message) => {
  const files = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`/${index}`, ""]));
  const env = new TestEnvironment(memoryWorkspace({ files }));
  env.set("x", "a".repeat(400_000));
  env.set("r", "r");
  expect(() => env.expand(source)).toThrow(message);
});

test("long expansions offer to pause", () => {
  const files = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`/d${index}/f`, ""]));
  const env = new TestEnvironment(memoryWorkspace({ files }));
  expect(env.expand("{1..5000}")).toHaveLength(5000);
  expect(env.pauses).toBe(4);
  expect(env.expand("d*/f")).toHaveLength(100);
  expect(env.expand("**/f")).toHaveLength(100);
  expect(env.pauses).toBeGreaterThan(6);
});

test("long values and patterns do not overflow the stack", () => {
  const env = new TestEnvironment();
  env.set("x", "a*b\\\\c".repeat(90_000));
  expect(env.expand('"${x#"$x"}" "${x/"$x"/&}" "${x//a/}" "${x@Q}"')).toHaveLength(4);
  env.set("n", "9".repeat(900_000));
  expect(env.expand("$((n % 10))")).toHaveLength(1);
});

test("a long replacement offers to pause", () => {
  const env = new TestEnvironment();
  env.set("x", "ab".repeat(10_000));
  expect(env.expand("${x//a/c}")).toEqual(["cb".repeat(10_000)]);
  expect(env.pauses).toBeGreaterThan(100);
});
