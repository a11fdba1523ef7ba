// What a shell keeps from one line to the next, and what ends with the line.
import { expect, test } from "vitest";
import { shellWith } from "./shell.ts";

/** Runs lines one after another in one shell: the stdout of each. */
async function session(...lines: string[]): Promise<unknown[]> {
  const shell = shellWith({ files: { d: { dir: true } } });
  const printed: unknown[] = [];
  for (const line of lines) printed.push((await shell.run(line, { stdin: "" })).stdout);
  await shell.close();
  return printed;
}

test.each<[string, string[], string[]]>([
  ["the directory", ["cd d", "pwd"], ["", "/d\n"]],
  ["variables", ["x=1; export y=2; a=(1 2)", 'echo $x $y ${a[1]}; sh -c "echo [$x] \\$y"'], ["", "1 2 2\n[1] 2\n"]],
  ["functions", ["f() { echo $1; }", "f hi"], ["", "hi\n"]],
  ["aliases", ["alias ll='echo listed'", "ll x"], ["", "listed x\n"]],
  ["the status", ["false", "echo $?"], ["", "1\n"]],
  ["the status of exit", ["exit 3", "echo $?"], ["", "3\n"]],
  ["a syntax error's status", ["if", "echo $?"], ["", "2\n"]],
  ["files in /tmp", ["echo a > /tmp/f", "cat /tmp/f"], ["", "a\n"]],
  ["no set options", ["set -eu; set -x", "false; echo [$nope] $-"], ["", "[] hB\n"]],
  ["no shopts", ["shopt -s nullglob", "echo *.none"], ["", "*.none\n"]],
  ["no traps", ["trap 'echo bye' EXIT; echo a", "echo b"], ["a\nbye\n", "b\n"]],
  ["no redirections of exec", ["exec > f; echo a", "echo b; cat f"], ["", "b\na\n"]],
  ["no jobs", ["sleep 0.01 &", "jobs; wait; echo $?"], ["", "0\n"]],
  ["exit ends its line alone", ["echo a; exit; echo no", "echo b"], ["a\n", "b\n"]],
  ["exit runs the EXIT trap", ["trap 'echo bye $?' EXIT; exit 4"], ["bye 4\n"]],
  ["no positional parameters of a function", ["f() { set -- a b; }; f x", "echo $#"], ["", "0\n"]],
])("%s", async (_name, lines, printed) => {
  expect(await session(...lines)).toEqual(printed);
});

test("two shells never see each other", async () => {
  const [a, b] = [shellWith(), shellWith()];
  await Promise.all([
    a.run("x=a; f() { echo fa; }; alias q='echo qa'; echo a > /tmp/f; umask 022; cd /tmp"),
    b.run("x=b; echo b > f"),
  ]);
  expect((await a.run("echo $x $PWD; cat f; ls /f 2>/dev/null")).stdout).toBe("a /tmp\na\n");
  expect((await b.run("echo $x $PWD; f 2>/dev/null; q 2>/dev/null; ls /tmp; cat f")).stdout).toBe("b /\nb\n");
  await Promise.all([a.close(), b.close()]);
});

test("lines of one shell run one after another", async () => {
  const shell = shellWith();
  const results = await Promise.all([shell.run("sleep 0.02; x=1"), shell.run("echo $x; x=2"), shell.run("echo $x")]);
  expect(results.map(({ stdout }) => stdout)).toEqual(["", "1\n", "2\n"]);
  await shell.close();
});
