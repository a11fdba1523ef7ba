// Runaway expansions end in an error that says what to do, before they take the memory.
import { expect, test } from "vitest";
import { ExpansionError } from "../../src/expand/index.ts";
import { memoryWorkspace } from "../../src/workspace/index.ts";
import { Shell } from "./shell.ts";

async function failure(line: string): Promise<string> {
  const shell = new Shell(memoryWorkspace());
  try {
    const { parse } = await import("../../src/syntax/index.ts");
    await shell.list(parse(line).script.body);
  } catch (error) {
    if (error instanceof ExpansionError) return error.message;
    throw error;
  }
  return "";
}

test.each([
  ["echo {1..1000000000}", "brace expansion: more than 10000 words"],
  ["echo {1..9999}{1..9999}{1..9999}", "brace expansion: more than 10000 words"],
  ["echo {{1..200},{1..200}}{a..z}", "brace expansion: more than 10000 words"],
  ["x=aaaaaaaaaa; while :; do x=$x$x; done", "expansion is longer than 1000000 characters"],
  ['x=aaaaaaaaaa; while :; do x="$x"$x; echo $x; done', "expansion is longer than 1000000 characters"],
  ["x=aaaaaaaaaa; while :; do x=${x//a/$x}; done", "expansion is longer than 1000000 characters"],
  ["x=aaaaaaaaaa; while :; do x=${x/a/&&&$x}; done", "expansion is longer than 1000000 characters"],
  ["declare -n a=b; declare -n b=a; echo $a", "a: circular name reference"],
])("%s", async (line, message) => {
  expect(await failure(line)).toBe(message);
});
