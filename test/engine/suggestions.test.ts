// What is offered in the place of a wrong name: only what would work, and nothing that destroys.
import { describe, expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import { createShell, memoryWorkspace } from "../../src/index.ts";

async function textOf(line: string): Promise<string> {
  const workspace = memoryWorkspace({
    files: { "log.txt": "x\n", p: { link: "nowhere" }, pq: { link: "nowhere" }, "sub/data.txt": "x\n", "a b": "x\n" },
  });
  const shell = createShell({ commands, workspace });
  const { text } = await shell.run(line);
  await shell.close();
  return text.slice(0, text.lastIndexOf("\n"));
}

const MISSING = "No such file or directory";

describe("files", () => {
  test.each([
    ["cat logs.txt", `[error] cat: logs.txt: ${MISSING}. Did you mean: cat log.txt`],
    ["cat p", `[error] cat: p: ${MISSING}`],
    ["cat pr", `[error] cat: pr: ${MISSING}`],
    ["cat sub/dat.txt", `[error] cat: sub/dat.txt: ${MISSING}. Did you mean: cat sub/data.txt`],
  ])("%s", async (line, shown) => {
    expect(await textOf(line)).toBe(shown);
  });
});

describe("commands", () => {
  const NOT = "command not found";
  test.each([
    ["cta log.txt", `[error] cta: ${NOT}. Did you mean: cat log.txt`],
    ["rn -rf sub", `[error] rn: ${NOT}. Run: help (lists every command)`],
    ["mvv a b", `[error] mvv: ${NOT}. Run: help (lists every command)`],
    ["heed --no-such-option x", `[error] heed: ${NOT}. Did you mean: head --help`],
    ["cta --no-such x", `[error] cta: ${NOT}. Run: help (lists every command)`],
    ["zzzzzz", `[error] zzzzzz: ${NOT}. Run: help (lists every command)`],
  ])("%s", async (line, shown) => {
    expect(await textOf(line)).toBe(shown);
  });
});

describe("redirections", () => {
  test.each([
    ["echo x > nope/dir/f", `[error] nope/dir/f: ${MISSING}. Create the directory first: mkdir -p nope/dir`],
    ["echo x >> 'a dir/f'", `[error] a dir/f: ${MISSING}. Create the directory first: mkdir -p 'a dir'`],
    ["echo x > ./-d/f", `[error] ./-d/f: ${MISSING}. Create the directory first: mkdir -p ./-d`],
    ["echo x > -d/f", `[error] -d/f: ${MISSING}. Create the directory first: mkdir -p ./-d`],
    ["echo x > /dev/nope/f", `[error] /dev/nope/f: ${MISSING}`],
    ["cat < nope/f", `[error] nope/f: ${MISSING}`],
    ["cat < logs.txt", `[error] logs.txt: ${MISSING}. Did you mean: < log.txt`],
    ["cat < 'a  b'", `[error] a  b: ${MISSING}. Did you mean: < 'a b'`],
    ["cat < p", `[error] p: ${MISSING}`],
  ])("%s", async (line, shown) => {
    expect(await textOf(line)).toBe(shown);
  });
});

describe("a help that is a command says so", () => {
  test.each([
    ["rm sub", "[error] rm: cannot remove 'sub': Is a directory. Use: rm -r sub"],
    ["date -d nonsense", "Use: date -d '2024-01-15 10:00' (or: date -d 'next monday')"],
    ["find . -exec cat", "Use: find . -type f -exec cat {} \\;"],
    ["chmod", "Use: chmod u+x FILE"],
    ["set -C; echo > log.txt", "log.txt: cannot overwrite existing file. Use >| to overwrite it (or: set +C)"],
  ])("%s", async (line, shown) => {
    expect(await textOf(line)).toContain(shown);
  });
});
