// What rg says of mistakes, and the rules of its globs. Its output is held to ripgrep's in fixtures/commands/rg.json.
import { describe, expect, test } from "vitest";
import { decide, parsePathGlob } from "../../commands/rg/globs.ts";
import { rg } from "../../commands/rg/index.ts";
import { invoke } from "../support/invoke.ts";

const files = { "a.ts": "one\ntwo\n", "b.md": "one\n" };

describe("globs of gitignore(5)", () => {
  test.each([
    ["*.log", "a/b.log", true],
    ["/a", "a", true],
    ["/a", "b/a", false],
    ["a/b", "a/b", true],
    ["a/b", "c/a/b", false],
    ["**/b", "a/x/b", true],
    ["**/b", "b", true],
    ["a/**", "a", false],
    ["a/**", "a/b/c", true],
    ["a/**/b", "a/b", true],
    ["a/**/b", "a/x/y/b", true],
    ["a*c", "abc", true],
    ["/a*c", "ab/c", false],
    ["[!a]b", "cb", true],
    ["\\!x", "!x", true],
    ["\\#x", "#x", true],
    ["{a,b}.{c,d}", "x/b.c", true],
    ["x  ", "x", true],
    ["d/", "d", false],
  ])("%s on %s: %s", (glob, path, expected) => {
    expect(parsePathGlob(glob, false)?.test(path.split("/"), false)).toBe(expected);
  });

  test("the last that matches decides", () => {
    const globs = ["*.log", "!keep.log"].flatMap((line) => parsePathGlob(line, false) ?? []);
    expect(decide(globs, ["keep.log"], false)?.negated).toBe(true);
    expect(decide(globs, ["other.log"], false)?.negated).toBe(false);
    expect(decide(globs, ["x"], false)).toBeUndefined();
  });

  test("many stars take no time", () => {
    const glob = parsePathGlob(`/${"*a".repeat(30)}/${"**/".repeat(20)}b`, false);
    expect(glob?.test(["a".repeat(200), ..."c".repeat(100)], false)).toBe(false);
  });
});

test("without a path it searches the working directory, or what is connected", async () => {
  expect((await invoke(rg, ["one"], { files })).stdout).toBe("a.ts:one\nb.md:one\n");
  expect((await invoke(rg, ["one"], { files, stdin: "x one\n" })).stdout).toBe("x one\n");
});

test.each([
  [["("], 2, /regex parse error/],
  [["one\\ntwo"], 2, /the literal "\\n" is not allowed in a regex. Use --multiline/],
  [["-t", "nope", "one"], 2, /unrecognized file type: nope. Use: rg --type-list/],
  [["one", "none"], 2, /^rg: none: No such file or directory\n$/],
  [["--max-filesize", "1X", "one"], 2, /invalid size '1X'/],
])("%j", async (argv, exitCode, stderr) => {
  expect(await invoke(rg, argv, { files })).toMatchObject({ exitCode, stderr: expect.stringMatching(stderr) });
});

test("types have their globs, and may get more", async () => {
  const { stdout } = await invoke(rg, ["--type-list", "--type-add", "web:*.html", "--type-add", "web:include:css"]);
  expect(stdout).toContain("\nts: *.ts, *.tsx, *.cts, *.mts\n");
  expect(stdout).toContain("\nmake: *.mk, *.mak, [Mm]akefile");
  expect(stdout).toContain("\nweb: *.html, *.css, *.scss\n");
});

test("events as JSON Lines", async () => {
  const { stdout } = await invoke(rg, ["--json", "two", "a.ts"], { files });
  const events = stdout
    .trimEnd()
    .split("\n")
    .map((line): { type: string } => JSON.parse(line));
  expect(events.map(({ type }) => type)).toEqual(["begin", "match", "end", "summary"]);
  expect(events[1]).toMatchObject({ data: { line_number: 2, absolute_offset: 4, submatches: [{ start: 0, end: 3 }] } });
});
