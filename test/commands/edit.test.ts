// edit: what it changes, what it refuses, and what it says then.
import { describe, expect, test } from "vitest";
import { edit } from "../../commands/edit/index.ts";
import { decode } from "../../src/bytes/text.ts";
import { invoke } from "../support/invoke.ts";

interface Row {
  readonly name: string;
  readonly content: string;
  readonly argv?: readonly string[];
  readonly stdin?: string;
  readonly after?: string;
  readonly exit?: number;
  readonly says?: string;
}

const block = (search: string, replace: string): string =>
  `<<<<<<< SEARCH\n${search}=======\n${replace}>>>>>>> REPLACE\n`;

const rows: readonly Row[] = [
  {
    name: "a part of a line",
    content: "let a = 1;\n",
    argv: ["--old", "a = 1", "--new", "b = 2"],
    after: "let b = 2;\n",
  },
  { name: "nothing takes its place", content: "a\nb\n", argv: ["--old", "a\n", "--new", ""], after: "b\n" },
  { name: "$ and & mean themselves", content: "x\n", argv: ["--old", "x", "--new", "$& $1 &"], after: "$& $1 &\n" },
  {
    name: "an old text that starts with a dash",
    content: "--v\n",
    argv: ["--old", "--v", "--new", "-w"],
    after: "-w\n",
  },
  { name: "all", content: "a a\na\n", argv: ["--old", "a", "--new", "b", "--all"], after: "b b\nb\n" },
  { name: "no newline at the end", content: "a\nb", argv: ["--old", "b", "--new", "c"], after: "a\nc" },
  {
    name: "CRLF stays",
    content: "a\r\nb\r\nc\r\n",
    argv: ["--old", "a\nb", "--new", "x\ny\nz"],
    after: "x\r\ny\r\nz\r\nc\r\n",
  },
  {
    name: "CRLF in the request, LF in the file",
    content: "a\nb\n",
    argv: ["--old", "a\r\nb", "--new", "c"],
    after: "c\n",
  },
  {
    name: "bytes that are no UTF-8 stay",
    content: "\udcff a\n",
    argv: ["--old", "a", "--new", "b"],
    after: "\udcff b\n",
  },
  { name: "a block", content: "a\nb\nc\n", stdin: block("b\n", "x\ny\n"), after: "a\nx\ny\nc\n" },
  { name: "a block matches whole lines", content: "ab\nb\n", stdin: block("b\n", "c\n"), after: "ab\nc\n" },
  { name: "a block deletes lines", content: "a\nb\nc\n", stdin: block("b\n", ""), after: "a\nc\n" },
  { name: "blocks in CRLF", content: "a\r\nb\r\n", stdin: block("b\n", "x\n"), after: "a\r\nx\r\n" },
  { name: "blocks in order", content: "a\nb\n", stdin: block("a\n", "b2\n") + block("b2\nb\n", "c\n"), after: "c\n" },
  { name: "blocks between fences", content: "a\n", stdin: `f\n\`\`\`\n${block("a\n", "b\n")}\`\`\`\n`, after: "b\n" },
  { name: "a last line without newline", content: "a\nb", stdin: block("b\n", "c\n"), after: "a\nc" },
  {
    name: "all blocks or none",
    content: "a\nb\n",
    stdin: block("a\n", "x\n") + block("zzz\n", "y\n"),
    exit: 1,
    says: "edit: f: block 2 of 2: the text is not in the file; nothing was changed\nNothing in the file is like it.\n",
  },
  {
    name: "an ambiguous text",
    content: "a\nb\na\na\n",
    argv: ["--old", "a", "--new", "x"],
    exit: 1,
    says:
      "edit: f: the text occurs 3 times, at lines 1, 3 and 4; nothing was changed. " +
      "Add lines around it until it is one place, or use --all\n",
  },
  {
    name: "a text that is nearly there",
    content: "one\ndef run(self, args):\n    return 1\n",
    argv: ["--old", "def run(self):\n    return 1", "--new", "x"],
    exit: 1,
    says:
      "edit: f: the 2 lines are not in the file; nothing was changed\nThe nearest is at line 2 (* differs):\n" +
      "* 2| def run(self, args):\n  3|     return 1\n",
  },
  {
    name: "white space that differs",
    content: "if x:\n\treturn 1\n",
    argv: ["--old", "if x:\n    return 1", "--new", "x"],
    exit: 1,
    says:
      "edit: f: the 2 lines are not in the file; nothing was changed\n" +
      "Lines 1-2 differ in white space only (· is a space, → a tab):\n" +
      "  in the file (line 2): →return 1\n  looked for:           ····return 1\n",
  },
  {
    name: "an empty file",
    content: "",
    argv: ["--old", "a", "--new", "b"],
    exit: 1,
    says: "edit: f: the text is not in the file; nothing was changed\nThe file is empty.\n",
  },
  {
    name: "no change",
    content: "a\n",
    argv: ["--old", "a", "--new", "a"],
    exit: 1,
    says: "edit: f: old and new text are the same; nothing was changed\n",
  },
  { name: "a dry run", content: "a\n", argv: ["--old", "a", "--new", "b", "--dry-run"] },
  { name: "a block without an end", content: "a\n", stdin: "<<<<<<< SEARCH\na\n=======\nb\n", exit: 2 },
  { name: "no block", content: "a\n", stdin: "hello\n", exit: 2 },
  { name: "--create leaves a file that exists", content: "a\n", argv: ["--create", "--new", "b"], exit: 1 },
];

describe("edit", () => {
  test.each(rows.map((row): [string, Row] => [row.name, row]))("%s", async (_name, row) => {
    const result = await invoke(edit, ["f", ...(row.argv ?? [])], {
      files: { f: row.content === "\udcff a\n" ? Uint8Array.of(0xff, 0x20, 0x61, 10) : row.content },
      ...(row.stdin === undefined ? {} : { stdin: row.stdin }),
    });
    expect(decode(result.workspace.readFile("f"))).toBe(row.after ?? row.content);
    expect(result.exitCode).toBe(row.exit ?? 0);
    if (row.says !== undefined) expect(result.stderr).toBe(row.says);
    if (row.exit === undefined) expect(result.stdout).toMatch(/^--- f\n\+\+\+ f\n@@ /);
  });

  test("the mode of the file stays", async () => {
    const result = await invoke(edit, ["f", "--old", "a", "--new", "b"], {
      files: { f: { text: "a\n", mode: 0o755 } },
    });
    expect(result.workspace.stat("f").mode).toBe(0o755);
  });

  test("--create makes a file", async () => {
    const result = await invoke(edit, ["n", "--create", "--new", "x\n"], { files: {} });
    expect(decode(result.workspace.readFile("n"))).toBe("x\n");
    expect(result.stdout).toBe("--- /dev/null\n+++ n\n@@ -0,0 +1 @@\n+x\n");
  });

  test("a file that is absent is not made", async () => {
    const result = await invoke(edit, ["n", "--old", "a", "--new", "b"], { files: {} });
    expect(result.stderr).toBe("edit: n: No such file or directory\n");
    expect(result.exitCode).toBe(1);
  });
});
