// sed beyond its recorded behaviour: what it says it touches, how it stops, what stays bounded.
import { describe, expect, test } from "vitest";
import { sed } from "../../commands/sed/index.ts";
import { checkLength } from "../../commands/sed/space.ts";
import { decode } from "../../src/bytes/text.ts";
import { invoke } from "../support/invoke.ts";

const context = { cwd: "/w" };

describe("effects", () => {
  test.each([
    [["s/a/b/", "f"], ["file:/w/f"], []],
    [["-n", "p"], [], []],
    [["-i", "s/a/b/", "f"], ["file:/w/f"], ["file:/w/f", "dir:/w"]],
    [["-i.bak", "p", "f"], ["file:/w/f"], ["file:/w/f", "dir:/w", "file:/w/f.bak", "dir:/w"]],
    [["w out", "f"], ["file:/w/f"], ["file:/w/out", "dir:/w"]],
    [["s/a/b/w out", "f"], ["file:/w/f"], ["file:/w/out", "dir:/w"]],
    [["-e", "r a", "-e", "R b", "f"], ["file:/w/f", "file:/w/a", "file:/w/b"], []],
    [["s/a", "f"], [], []],
  ] as const)("%j", (argv, reads, writes) => {
    const { effects } = sed.bind([...argv], context);
    expect({ reads: effects.reads, writes: effects.writes }).toEqual({ reads, writes });
  });

  test("a script file is not known beforehand", () => {
    expect(sed.bind(["-f", "s.sed", "f"], context).effects.exclusive).toBe(true);
  });
});

describe("an endless script", () => {
  test.each(["b a", "s/a/aa/;ba", "s/a/b/;s/b/a/;ta", "G;ba"])(":a;%s ends when it is cancelled", async (loop) => {
    const stop = new AbortController();
    const running = invoke(sed, [`:a;${loop}`], { stdin: "a\n", signal: stop.signal });
    setTimeout(() => stop.abort(), 30);
    expect((await running).exitCode).toBe(130);
  });

  test("one that doubles its text ends by itself", () => {
    expect(() => checkLength(600 * 1024 * 1024)).toThrow("the pattern space has grown beyond 512 MiB");
  });
});

test("a substitution of many matches goes on where it stopped", async () => {
  const result = await invoke(sed, ["s/a/b/5g;s/b/cc/30000"], { stdin: `${"a".repeat(50_000)}\n` });
  expect(result.stdout).toBe(`aaaa${"b".repeat(29_999)}cc${"b".repeat(19_996)}\n`);
});

describe("in place", () => {
  test("a script that fails leaves the file", async () => {
    const files = { f: "a\nb\n" };
    const result = await invoke(sed, ["-i", "/a/s//\\1/", "f"], { files });
    expect(result.exitCode).toBe(1);
    expect(decode(result.workspace.readFile("f"))).toBe("a\nb\n");
  });

  test("the mode stays", async () => {
    const result = await invoke(sed, ["-i", "s/a/x/", "f"], { files: { f: { text: "a\n", mode: 0o750 } } });
    expect(result.workspace.stat("f").mode).toBe(0o750);
  });
});

test("a label that is not there is named, with those that are", async () => {
  const result = await invoke(sed, [":one;b two"], { stdin: "a\n" });
  expect(result).toMatchObject({
    exitCode: 4,
    stderr: "sed: can't find label for jump to `two'. Labels: one\n",
  });
});
