// Completion at the prompt: candidates for the word before the cursor, safe to insert.
import { afterAll, expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import { complete } from "../../src/cli/completion.ts";
import { createShell, memoryWorkspace } from "../../src/index.ts";

const files = {
  "notes.md": "",
  "a b.txt": "",
  "it's": "",
  ".hidden": "",
  "dir/one": "",
  "dir/two": "",
  ünï: "",
  "tab\tx": "",
};
const shell = createShell({ workspace: memoryWorkspace({ files }), commands });
await shell.run("f_one() { :; }; alias f_two=ls; VARIABLE=1");
afterAll(() => shell.close());

test.each([
  ["basen", ["basename "], "basen"],
  ["ls | basen", ["basename "], "basen"],
  ["x=$(basen", ["basename "], "basen"],
  ["cat no", ["notes.md "], "no"],
  ["cat ./no", ["./notes.md "], "./no"],
  ["cat /no", ["/notes.md "], "/no"],
  ["cat a", ["'a b.txt' "], "a"],
  ["cat di", ["dir/"], "di"],
  ["cat dir/", ["dir/one", "dir/two"], "dir/"],
  ["cat .h", [".hidden "], ".h"],
  ["cat ü", ["ünï "], "ü"],
  ["cat < no", ["notes.md "], "no"],
  ["echo x > dir/t", ["dir/two "], "dir/t"],
  ["cat nope/", [], "nope/"],
  ["sort --rev", ["--reverse "], "--rev"],
  ["nosuch --x", [], "--x"],
])("%s", async (line, candidates, word) => {
  expect(await complete(shell, line)).toEqual([candidates, word]);
});

test("options come from the declaration, --help included", async () => {
  const [candidates] = await complete(shell, "ls -");
  expect(candidates).toEqual(expect.arrayContaining(["-l", "-a", "--all", "--help"]));
  expect(new Set(candidates).size).toBe(candidates.length);
});

test("what is inserted is read as the file's name", async () => {
  const [candidates] = await complete(shell, "cat ");
  expect(candidates).toHaveLength(6);
  for (const word of candidates) expect((await shell.run(`ls -d ${word}`)).exitCode, word).toBe(0);
});
