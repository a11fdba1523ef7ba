// help and which, over commands of the test's own beside those of the box.
import { describe, expect, test } from "vitest";
import { help } from "../../commands/help.ts";
import { which } from "../../commands/which.ts";
import { defineCommand } from "../../src/plugin.ts";
import { invoke } from "../support/invoke.ts";

const probe = defineCommand({
  name: "probe",
  summary: "Look into it",
  args: () => ({}),
  examples: [{ does: "look", run: "probe" }],
  run: () => 0,
});
const options = { commands: [probe] };

describe("help", () => {
  test("lists every command in scope with its summary, in columns", async () => {
    const { stdout, stderr, exitCode } = await invoke(help, [], options);
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    expect(stdout).toMatch(/^Commands:\n/);
    expect(stdout).toMatch(/^ {2}probe +Look into it$/m);
    expect(stdout).toMatch(/^ {2}wc +Count lines, words and bytes$/m);
    expect(stdout).toMatch(/--help tells .*\n$/);
  });

  test("NAME is the same as NAME --help", async () => {
    expect((await invoke(help, ["probe"], options)).stdout).toBe(probe.help());
    expect((await invoke(help, ["probe", "help"], options)).stdout).toBe(probe.help() + help.help());
  });

  test("an unknown name: the nearest one, and the others are still shown", async () => {
    const result = await invoke(help, ["prboe", "probe"], options);
    expect(result).toMatchObject({ exitCode: 1, stdout: probe.help() });
    expect(result.stderr).toBe("help: no such command: prboe. Use: help probe\n");
  });
});

describe("which", () => {
  test.each<[argv: string[], stdout: string, exitCode: number]>([
    [["probe"], "/bin/probe\n", 0],
    [["/bin/probe"], "/bin/probe\n", 0],
    [["-a", "probe"], "/bin/probe\n", 0],
    [["probe", "nosuch"], "/bin/probe\n", 1],
    [["nosuch"], "", 1],
    [["-s", "probe"], "", 0],
    [["-s", "nosuch"], "", 1],
  ])("%j", async (argv, stdout, exitCode) => {
    expect(await invoke(which, argv, options)).toMatchObject({ stdout, stderr: "", exitCode });
  });
});
