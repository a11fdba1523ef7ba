// find: its effects, its walk over links and circles, batches, and what it says of wrong expressions.
import { describe, expect, test } from "vitest";
import { find } from "../../commands/find/index.ts";
import { PURE, UNKNOWN } from "../../src/footprint/index.ts";
import { invoke } from "../support/invoke.ts";

const root = { cwd: "/w" };

describe("effects", () => {
  const table: [string[], object][] = [
    [[], { reads: ["tree:/w"], writes: [] }],
    [["a", "/b", "-name", "x"], { reads: ["tree:/w/a", "tree:/b"], writes: [] }],
    [[".", "-newer", "ref"], { reads: ["tree:/w", "file:/w/ref"], writes: [] }],
    [[".", "-newermt", "2020-01-01"], { reads: ["tree:/w"], writes: [] }],
    [["a", "-delete"], { reads: ["tree:/w/a"], writes: ["tree:/w/a", "dir:/w"] }],
    [["a", "-fprint", "out"], { reads: ["tree:/w/a"], writes: ["file:/w/out", "dir:/w"] }],
    [[".", "-exec", "cat", "{}", ";"], UNKNOWN],
    [[".", "-exec", "cat", "{}", "+"], UNKNOWN],
    [[".", "-name", "-exec"], { reads: ["tree:/w"], writes: [] }],
    [[".", "-bad"], PURE],
  ];
  test.each(table)("find %j", (argv, effects) => {
    expect(find.bind(argv, root).effects).toEqual(effects);
  });
});

describe("links", () => {
  const files = { "w/d/x": "1\n", "w/in": { link: "d" }, "w/out": { link: "../../etc" }, "w/d/up": { link: ".." } };

  test("a link is no directory", async () => {
    const { stdout } = await invoke(find, ["."], { files, cwd: "/w" });
    expect(stdout).toBe(".\n./d\n./d/up\n./d/x\n./in\n./out\n");
  });

  test("-L follows links, tells of circles and goes on", async () => {
    const { stdout, stderr, exitCode } = await invoke(find, ["-L", "in"], { files, cwd: "/w" });
    expect(stdout).toBe("in\nin/up\nin/up/out\nin/x\n");
    expect(stderr).toContain(
      "find: File system loop detected; 'in/up/d' is part of the same file system loop as 'in'.",
    );
    expect(exitCode).toBe(1);
  });
});

describe("wrong expressions", () => {
  const table: [string[], string][] = [
    [[".", "-foo"], "unknown predicate `-foo'"],
    [[".", "-name"], "missing argument to `-name'"],
    [[".", "-type", "q"], "Unknown argument to -type: q"],
    [[".", "-type", "fd"], "Must separate multiple arguments to -type using: ','"],
    [[".", "-size", "x"], "invalid -size type `x'"],
    [[".", "-mtime", "x"], "invalid argument `x' to `-mtime'"],
    [[".", "-perm", "abc"], "invalid mode 'abc'"],
    [[".", "-exec", "echo", "{}"], "missing argument to `-exec'"],
    [[".", "-exec", "echo", "x{}", "+"], "In '-exec ... {} +' the '{}' must appear by itself, but you specified 'x{}'"],
    [[".", "-exec", "echo", "{}", "{}", "+"], "Only one instance of {} is supported with -exec ... +"],
    [[".", "-name", "a", "b"], "paths must precede expression: `b'"],
    [[".", "(", "-name", "a"], "I was expecting to find a ')' somewhere but did not see one."],
    [[".", "-name", "a", ")"], "you have too many ')'"],
    [[".", "(", ")"], "empty parentheses are not allowed."],
    [[".", "-o", "-name", "a"], "you have used a binary operator '-o' with nothing before it."],
    [[".", "-maxdepth", "x"], "Expected a positive decimal integer argument to -maxdepth, but got 'x'"],
    [[".", "-prune", "-delete"], "The -delete action automatically turns on -depth"],
  ];
  test.each(table)("find %j", async (argv, message) => {
    const { stdout, stderr, exitCode } = await invoke(find, argv, { files: { a: "" } });
    expect(stderr).toContain(message);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 1 });
  });
});

test("nobody to answer -ok is an error, not a wait", async () => {
  const { stderr, exitCode } = await invoke(find, [".", "-ok", "cat", "{}", ";"], { files: { a: "" } });
  expect(stderr).toContain("nobody is there to answer");
  expect(exitCode).toBe(1);
});

test("what cannot be deleted is said, and the walk goes on", async () => {
  const files = { "a/keep": "", "b/x": "" };
  const { stderr, exitCode, workspace } = await invoke(find, ["a", "b", "-not", "-name", "keep", "-delete"], { files });
  expect(stderr).toBe("find: cannot delete 'a': Directory not empty\n");
  expect(exitCode).toBe(1);
  expect(workspace.exists("b")).toBeUndefined();
  expect(workspace.exists("a/keep")?.kind).toBe("file");
});

test("-exec {} + starts a second command where one line would be too long", async () => {
  const files = Object.fromEntries(Array.from({ length: 700 }, (_, at) => [`${"n".repeat(200)}${at}`, ""]));
  const { stdout } = await invoke(find, [".", "-type", "f", "-exec", "echo", "{}", "+"], { files });
  expect(stdout.trimEnd().split("\n").length).toBe(2);
  expect(stdout.trimEnd().split(/\s/).length).toBe(700);
});
