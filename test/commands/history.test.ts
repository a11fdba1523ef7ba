// history through a shell: the lines it has run, with their numbers.
import { expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import { createShell, memoryWorkspace } from "../../src/index.ts";

test("lines are numbered from the first, the current one included", async () => {
  const shell = createShell({ workspace: memoryWorkspace({}), commands });
  await shell.run("echo a");
  await shell.run("echo b |\n  cat");
  expect((await shell.run("history")).stdout).toBe("    1  echo a\n    2  echo b |\n  cat\n    3  history\n");
  expect((await shell.run("history 2 | head -1")).stdout).toBe("    3  history\n");
  expect((await shell.run("history x")).exitCode).toBe(1);
  await shell.close();
});

test("old lines are forgotten, their numbers are not", async () => {
  const shell = createShell({ workspace: memoryWorkspace({}), commands });
  for (let count = 0; count < 510; count += 1) await shell.run(":");
  const { stdout } = await shell.run("history");
  expect(String(stdout).split("\n")[0]).toBe("   12  :");
  await shell.close();
});

test("two shells do not see each other's lines", async () => {
  const [one, two] = [0, 1].map(() => createShell({ workspace: memoryWorkspace({}), commands }));
  await one?.run("echo secret");
  expect((await two?.run("history"))?.stdout).toBe("    1  history\n");
  await one?.close();
  await two?.close();
});
