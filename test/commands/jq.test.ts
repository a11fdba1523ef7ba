// What jq prints on stderr, what it may open, and how its thread ends. Its language is in fixtures/commands/jq.json.
import { describe, expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import { readArguments, usesModules } from "../../commands/jq/arguments.ts";
import { jq } from "../../commands/jq/index.ts";
import { createShell, memoryWorkspace } from "../../src/index.ts";
import { invoke } from "../support/invoke.ts";

const files = { "a.json": '{"a":1}\n', "b.json": '{"a":2}\n', "lib/m.jq": "def x: 5;", "d/f": "" };

describe("messages", () => {
  test.each([
    [
      ["."],
      '{"a":1} {"b":',
      5,
      '{\n  "a": 1\n}\n',
      /^jq: parse error: Unfinished JSON term at EOF at line 1, column 13\n$/,
    ],
    [[".[]|.a"], '[{"a":1},2]', 5, "1\n", /^jq: error \(at <stdin>:0\): Cannot index number with string \("a"\)\n$/],
    [
      [".a |"],
      "{}",
      3,
      "",
      /^jq: error: syntax error, unexpected end of file .*\n {4}\.a \|\n {7}\^\njq: 1 compile error\n$/,
    ],
    [["--foo", "."], "{}", 2, "", /^jq: Unknown option --foo\nUse jq --help/],
    [
      [".a", "a.json", "none", "b.json"],
      "",
      2,
      "1\n2\n",
      /^jq: error: Could not open file none: No such file or directory\n$/,
    ],
    [[".", "d"], "", 2, "", /^jq: error: Could not open file d: Is a directory\n$/],
    [["-n", '"bye" | halt_error(3)'], "", 3, "", /^bye$/],
    [["-n", 'debug("x")'], "", 0, "null\n", /^\["DEBUG:","x"\]\n$/],
    [["-r", '"\udc80" | @text'], "{}", 0, "\ufffd\n", /^$/],
  ] as const)("%j", async (argv, stdin, exitCode, stdout, stderr) => {
    const result = await invoke(jq, argv, { stdin, files });
    expect(result).toMatchObject({ exitCode, stdout, stderr: expect.stringMatching(stderr) });
  });
});

describe("files", () => {
  test("modules are found in the workspace", async () => {
    const { stdout } = await invoke(jq, ["-n", "-L", "lib", 'import "m" as m; m::x'], { files });
    expect(stdout).toBe("5\n");
  });

  test("nothing of the host is seen", async () => {
    const found = await invoke(jq, [".", "/etc/passwd"], { files });
    expect(found).toMatchObject({ exitCode: 2, stdout: "" });
    const { stdout } = await invoke(jq, ["-nc", "[env | keys[]]"], { files, env: { ONLY: "1" } });
    expect(stdout).toBe('["ONLY"]\n');
  });

  test("the words that are files", () => {
    const argv = ["-r", "--arg", "x", "f1", ".a", "f2", "--slurpfile", "y", "f3", "f4", "--args", "v"];
    expect(readArguments(argv)).toMatchObject({ filter: ".a", files: ["f2", "f3", "f4"], nullInput: false });
    expect(readArguments(["-nf", "prog", "f"])).toMatchObject({
      filter: undefined,
      files: ["prog", "f"],
      nullInput: true,
    });
    expect(readArguments(["--", "-a", "-b"])).toMatchObject({ filter: "-a", files: ["-b"] });
    expect(usesModules(readArguments(["-L", "d", "."]))).toBe(true);
    expect(usesModules(readArguments([".included"]))).toBe(false);
  });
});

describe("the thread", () => {
  test("an endless filter ends with the signal, and the next one runs", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const endless = await invoke(jq, ["-n", "def f: f; f"], { signal: controller.signal });
    expect(endless.exitCode).toBe(130);
    expect((await invoke(jq, ["-n", "1"])).stdout).toBe("1\n");
  });

  test("an endless output ends with its reader", async () => {
    const shell = createShell({ workspace: memoryWorkspace({}), commands });
    const result = await shell.run("jq -n 'repeat(1)' | head -2; seq 5 | jq -c '[., input]?' | tail -1");
    expect(result.stdout).toBe("1\n1\n[3,4]\n");
    await shell.close();
  });

  test("several run at once", async () => {
    const results = await Promise.all([1, 2, 3].map((n) => invoke(jq, ["-c", "-n", `[range(${n})]`])));
    expect(results.map(({ stdout }) => stdout)).toEqual(["[0]\n", "[0,1]\n", "[0,1,2]\n"]);
  });

  test("input and output of megabytes pass in pieces", async () => {
    const stdin = '{"k":"value","n":12345}\n'.repeat(60_000);
    const { stdout } = await invoke(jq, ["-c", ".n"], { stdin });
    expect(stdout).toBe("12345\n".repeat(60_000));
  });
});

test("a filter that wants too much memory is ended, and the next one runs", async () => {
  const greedy = await invoke(jq, ["-n", "[range(200000) | tostring * 4000] | length"]);
  expect(greedy).toMatchObject({ exitCode: 5, stdout: "", stderr: expect.stringMatching(/memory/) });
  expect((await invoke(jq, ["-n", "1"])).stdout).toBe("1\n");
}, 60_000);
