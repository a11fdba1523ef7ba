// tac of more than memory should hold: pipes go through a file under /tmp, and a line without an end is an error.
import { expect, test } from "vitest";
import { tac } from "../../commands/tac.ts";
import { runIn, shellWith } from "../session/shell.ts";
import { invoke } from "../support/invoke.ts";

test("a long pipe is kept in /tmp while it is read, and nothing stays there", async () => {
  const count = 100_000;
  const lines = Array.from({ length: count }, (_, index) => `${index}`.padStart(700, "0"));
  const { exitCode, stdout, workspace } = await invoke(tac, [], { stdin: `${lines.join("\n")}\n` });
  expect(exitCode).toBe(0);
  expect(stdout === `${lines.reverse().join("\n")}\n`).toBe(true);
  expect(workspace.readdir("/tmp")).toEqual([]);
});

test("an endless pipe can be stopped, and its file is removed", async () => {
  const shell = shellWith();
  const { exitCode } = await shell.run("timeout 1 yes | timeout 0.5 tac | head -n 1; ls -A /tmp");
  const { text } = await shell.run("ls -A /tmp");
  await shell.close();
  expect(exitCode).toBe(0);
  expect(text).not.toContain("tac-");
});

test("a line of more than 64 MiB", async () => {
  const { exitCode, text } = await runIn({ files: { zeros: Buffer.alloc(130 * 1024 * 1024) } }, "tac zeros");
  expect(exitCode).toBe(1);
  expect(text).toContain("tac: a line of more than 64 MiB. Cut it");
});
