// write: what it leaves on disk and what it says.
import { describe, expect, test } from "vitest";
import { write } from "../../commands/write.ts";
import { decode } from "../../src/bytes/text.ts";
import { invoke } from "../support/invoke.ts";

const table: [string[], { stdin?: string; files?: Record<string, string> }, string, string, string][] = [
  [["n.md", "hi"], {}, "n.md", "hi\n", "wrote n.md (3 B, 1 line)\n"],
  [["n.md", "hi\n"], {}, "n.md", "hi\n", "wrote n.md (3 B, 1 line)\n"],
  [["n.md", ""], {}, "n.md", "\n", "wrote n.md (1 B, 1 line)\n"],
  [["n.md", "a\nb"], {}, "n.md", "a\nb\n", "wrote n.md (4 B, 2 lines)\n"],
  [["n.md", "日本"], {}, "n.md", "日本\n", "wrote n.md (7 B, 1 line)\n"],
  [["n.md"], { stdin: "a\nb" }, "n.md", "a\nb", "wrote n.md (3 B, 2 lines)\n"],
  [["n.md"], { stdin: "" }, "n.md", "", "wrote n.md (0 B, 0 lines)\n"],
  [["n.md", "arg"], { stdin: "ignored" }, "n.md", "arg\n", "wrote n.md (4 B, 1 line)\n"],
  [["n.md", "new"], { files: { "n.md": "old\n" } }, "n.md", "new\n", "wrote n.md (4 B, 1 line)\n"],
  [["-a", "n.md", "b"], { files: { "n.md": "a\n" } }, "n.md", "a\nb\n", "appended to n.md (2 B, 1 line)\n"],
  [["-a", "n.md", "b"], {}, "n.md", "b\n", "appended to n.md (2 B, 1 line)\n"],
  [["n.md", "-a", "b"], {}, "n.md", "b\n", "appended to n.md (2 B, 1 line)\n"],
  [["--", "n.md", "-x"], {}, "n.md", "-x\n", "wrote n.md (3 B, 1 line)\n"],
  [["a/b/c.txt", "x"], {}, "a/b/c.txt", "x\n", "created a/b/\nwrote a/b/c.txt (2 B, 1 line)\n"],
  [["/a/b.txt", "x"], {}, "a/b.txt", "x\n", "created /a/\nwrote /a/b.txt (2 B, 1 line)\n"],
];

test.each(table)("write %j %j", async (argv, options, path, content, stdout) => {
  const result = await invoke(write, argv, options);
  expect(result).toMatchObject({ stdout, stderr: "", exitCode: 0 });
  expect(decode(result.workspace.readFile(path))).toBe(content);
});

describe("what cannot be written", () => {
  const failures: [string[], string][] = [
    [["d", "x"], "write: d: Is a directory\n"],
    [["new/", "x"], "write: new/: Is a directory\n"],
    [["f/x", "y"], "write: f/x: Not a directory\n"],
  ];
  test.each(failures)("write %j", async (argv, stderr) => {
    const result = await invoke(write, argv, { files: { d: { dir: true }, f: "f\n" } });
    expect(result).toMatchObject({ stdout: "", stderr, exitCode: 1 });
    expect(decode(result.workspace.readFile("f"))).toBe("f\n");
  });

  test("without a content and with nothing connected it says how", async () => {
    const result = await invoke(write, ["n.md"]);
    expect(result.exitCode).toBe(2);
    expect(result.stderr).toContain("write n.md 'text'");
    expect(result.workspace.exists("n.md")).toBeUndefined();
  });
});

test("a link keeps pointing at its target, and mode bits stay", async () => {
  const files = { "real.txt": { text: "old\n", mode: 0o755 }, l: { link: "real.txt" } };
  const { workspace } = await invoke(write, ["l", "new"], { files });
  expect(workspace.lstat("l").kind).toBe("link");
  expect(decode(workspace.readFile("real.txt"))).toBe("new\n");
  expect(workspace.stat("real.txt").mode).toBe(0o755);
});
