// The command line of runsh: which mode, and what belongs to whom.
import { describe, expect, test } from "vitest";
import { type CliOptions, CliUsageError, parseOptions } from "../../src/cli/options.ts";

const NONE = { args: [], readOnly: false, json: false, raw: false, plugins: [] };

const ROWS: [string[], CliOptions][] = [
  [[], { ...NONE, mode: "prompt" }],
  [["-c", "ls"], { ...NONE, mode: "line", subject: "ls" }],
  [["-c", ""], { ...NONE, mode: "line", subject: "" }],
  [["-c", "--help"], { ...NONE, mode: "line", subject: "--help" }],
  [
    ["-c", "echo $1", "name", "-x", "--json"],
    { ...NONE, mode: "line", subject: "echo $1", args: ["name", "-x", "--json"] },
  ],
  [["-c", "ls", "--json"], { ...NONE, mode: "line", subject: "ls", json: true }],
  [["--root", "d", "-c", "ls"], { ...NONE, mode: "line", subject: "ls", root: "d" }],
  [["-c", "ls", "--root=d=e"], { ...NONE, mode: "line", subject: "ls", root: "d=e" }],
  [
    ["--read-only", "--raw", "s.sh", "--raw"],
    { ...NONE, mode: "script", subject: "s.sh", args: ["--raw"], readOnly: true, raw: true },
  ],
  [["--", "-c"], { ...NONE, mode: "script", subject: "-c" }],
  [["--", "batch"], { ...NONE, mode: "script", subject: "batch" }],
  [["-c", "echo $1", "batch"], { ...NONE, mode: "line", subject: "echo $1", args: ["batch"] }],
  [["batch"], { ...NONE, mode: "batch" }],
  [["--root", "a", "batch", "--read-only"], { ...NONE, mode: "batch", root: "a", readOnly: true }],
  [["batch", "--root", "b", "--plugin", "./p.mjs"], { ...NONE, mode: "batch", root: "b", plugins: ["./p.mjs"] }],
  [["--plugin", "a", "--plugin=b", "--config", "c"], { ...NONE, mode: "prompt", plugins: ["a", "b"], config: "c" }],
  [["--help"], { ...NONE, mode: "help" }],
  [["-c", "ls", "--version"], { ...NONE, mode: "version" }],
];

describe("options", () => {
  test.each(ROWS)("%j", (argv, expected) => {
    expect(parseOptions(argv)).toEqual(expected);
  });

  test.each([
    [["--nope"], "unknown option '--nope'"],
    [["-x"], "unknown option '-x'"],
    [["-c"], "-c needs a value"],
    [["--root"], "--root needs a value"],
    [["--root=", "-c", "ls"], "--root needs a folder"],
    [["batch", "file"], "batch takes options only"],
    [["batch", "-c", "ls"], "batch takes options only"],
  ])("%j is refused", (argv, message) => {
    expect(() => parseOptions(argv)).toThrow(new CliUsageError(message));
  });
});
