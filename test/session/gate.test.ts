// Every invocation passes the gate, wherever it comes from; a denied one does not run and ends with 126.
import { expect, test } from "vitest";
import type { Gate } from "../../src/command/gate.ts";
import { shellWith } from "./shell.ts";

test.each([
  "rm f",
  "/bin/rm f",
  "/usr/bin/rm f",
  "\\rm f",
  "r''m f",
  "$(echo rm) f",
  "x=rm; $x f",
  "(rm f)",
  "{ rm f; }",
  "echo a | rm f",
  "rm f | cat",
  "rm f & wait",
  "echo $(rm f)",
  "echo `rm f`",
  'echo "$(rm f)"',
  "x=$(rm f)",
  "cat <(rm f)",
  "echo f | xargs rm",
  "echo f | xargs -I{} rm {}",
  "find . -name f -exec rm {} \\;",
  "find . -name f -exec rm {} +",
  "g() { rm f; }; g",
  "command rm f",
  "env rm f",
  "env A=1 rm f",
  "timeout 5 rm f",
  "time rm f",
  "! rm f",
  "sh -c 'rm f'",
  "bash -c 'rm f'",
  "echo 'rm f' | sh",
  "echo 'rm f' > s; sh s",
  "echo 'rm f' > s; chmod +x s; ./s",
  "echo 'rm f' > s; . ./s",
  "eval rm f",
  "eval 'eval \"rm f\"'",
  "trap 'rm f' EXIT",
  "trap 'rm f' ERR; false",
  "exec rm f",
  "if rm f; then :; fi",
  "while rm f; do break; done",
  "for x in $(rm f); do :; done",
  "case $(rm f) in esac",
  "[[ -n $(rm f) ]]",
  "(( $(rm f; echo 1) ))",
  "cat <<< $(rm f)",
  "cat << E\n$(rm f)\nE",
  "mapfile -C 'rm f' -c 1 a <<< x",
  "a[$(rm f; echo 0)]=1",
  "echo ${x:-$(rm f)}",
  "shopt -s expand_aliases\nalias q='rm f'\nq",
  "xargs -a <(echo f) rm",
  "env sh -c 'timeout 5 xargs rm' <<< f",
])("%s", async (line) => {
  const denied: string[] = [];
  const gate: Gate = ({ name }) => {
    if (name !== "rm") return undefined;
    denied.push(name);
    return { exitCode: 126, message: "denied by a rule" };
  };
  const shell = shellWith({ files: { f: "kept" }, gate });
  const result = await shell.run(line, { stdin: "" });
  expect(denied.length).toBeGreaterThan(0);
  expect(new TextDecoder().decode(shell.workspace.readFile("/f"))).toBe("kept");
  expect(result.stderr).toContain("rm: denied by a rule");
  await shell.close();
});

test("the status of a denied command is 126", async () => {
  const gate: Gate = ({ name }) => (name === "rm" ? { exitCode: 126, message: "no", help: "Use: mv" } : undefined);
  const shell = shellWith({ gate });
  const result = await shell.run("rm f; echo $?");
  expect(result.text).toMatch(/^\[error\] rm: no\. Use: mv\n126\n\[exit:0 \| \d+ms\]$/);
  expect((await shell.run("rm f")).exitCode).toBe(126);
  await shell.close();
});

test("the gate sees the real argv, the kind, and the depth", async () => {
  const seen: unknown[] = [];
  const gate: Gate = ({ name, kind, argv, cwd }) => void seen.push([name, kind, argv, cwd]);
  const shell = shellWith({ files: { d: { dir: true } }, gate });
  await shell.run('x=\'a b\'; f() { echo "$1"; }; cd d; f "$x"; /bin/echo *');
  expect(seen).toEqual([
    ["cd", "builtin", ["cd", "d"], "/"],
    ["f", "function", ["f", "a b"], "/d"],
    ["echo", "command", ["echo", "a b"], "/d"],
    ["echo", "command", ["/bin/echo", "*"], "/d"],
  ]);
  await shell.close();
});
