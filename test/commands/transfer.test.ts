// cp, mv, rm and ln: effects, moves between mounts, files larger than a piece, and questions nobody can answer.
import { describe, expect, test } from "vitest";
import { cp } from "../../commands/cp.ts";
import { ln } from "../../commands/ln.ts";
import { mv } from "../../commands/mv.ts";
import { rm } from "../../commands/rm.ts";
import type { Command } from "../../src/command/command.ts";
import { memoryWorkspace, mountWorkspace } from "../../src/workspace/index.ts";
import { invoke } from "../support/invoke.ts";

describe("effects", () => {
  const target = ["file:/w/d", "dir:/w", "file:/w/d/a", "dir:/w/d"];
  const table: [Command, string[], object][] = [
    [cp, ["a", "d"], { reads: ["file:/w/a"], writes: target }],
    [cp, ["-t", "d", "a"], { reads: ["file:/w/a"], writes: target }],
    [cp, ["-r", "a", "d"], { reads: ["tree:/w/a"], writes: ["tree:/w/d", "dir:/w"] }],
    [mv, ["a", "b"], { reads: [], writes: ["tree:/w/a", "dir:/w", "tree:/w/b", "dir:/w"] }],
    [rm, ["a"], { reads: [], writes: ["file:/w/a", "dir:/w"] }],
    [rm, ["-rf", "a"], { reads: [], writes: ["tree:/w/a", "dir:/w"] }],
    [ln, ["-s", "x/y"], { reads: ["file:/w/x/y"], writes: ["file:/w/y", "dir:/w"] }],
  ];
  test.each(table.map(([command, argv, effects]) => [command.name, argv, effects, command] as const))(
    "%s %j",
    (_name, argv, effects, command) => {
      expect(command.bind(argv, { cwd: "/w" }).effects).toEqual(effects);
    },
  );
});

describe("between mounts", () => {
  const mounted = () =>
    mountWorkspace(
      memoryWorkspace({ files: { "d/x": "x\n", "d/l": { link: "x" }, "d/e/y": { text: "y\n", mode: 0o600 } } }),
      {
        "/tmp": memoryWorkspace({ files: { "full/d/z": "" } }),
      },
    );

  test("mv copies a tree, with modes and links, and deletes it", async () => {
    const { stdout, exitCode, workspace } = await invoke(mv, ["-v", "d", "/tmp/new"], { workspace: mounted() });
    expect({ stdout, exitCode }).toEqual({
      stdout: "copied 'd' -> '/tmp/new'\nremoved 'd/e/y'\nremoved 'd/e'\nremoved 'd/l'\nremoved 'd/x'\nremoved 'd'\n",
      exitCode: 0,
    });
    expect(workspace.readlink("/tmp/new/l")).toBe("x");
    expect(workspace.stat("/tmp/new/e/y").mode).toBe(0o600);
    expect(workspace.exists("/d")).toBeUndefined();
  });

  test("a directory that is not empty stays, and so does the source", async () => {
    const { stderr, exitCode, workspace } = await invoke(mv, ["d", "/tmp/full"], { workspace: mounted() });
    expect({ stderr, exitCode }).toEqual({
      stderr: "mv: cannot move 'd' to '/tmp/full/d': Directory not empty\n",
      exitCode: 1,
    });
    expect(workspace.exists("/d/x")?.size).toBe(2);
  });
});

test("a file of several pieces is copied byte for byte", async () => {
  const content = new Uint8Array(700_001).map((_, at) => at % 251);
  const { exitCode, workspace } = await invoke(cp, ["big", "copy"], { files: { big: content } });
  expect(exitCode).toBe(0);
  expect(Buffer.compare(workspace.readFile("copy"), content)).toBe(0);
});

describe("-i with nobody to answer", () => {
  const table: [Command, string[]][] = [
    [rm, ["-i", "a"]],
    [cp, ["-i", "a", "b"]],
    [mv, ["-i", "a", "b"]],
    [ln, ["-is", "a", "b"]],
  ];
  test.each(table.map(([command, argv]) => [command.name, argv, command] as const))(
    "%s %j",
    async (_name, argv, command) => {
      const { stderr, exitCode, workspace } = await invoke(command, argv, { files: { a: "1\n", b: "2\n" } });
      expect(stderr).toContain("nobody is there to answer");
      expect(exitCode).toBe(1);
      expect([workspace.readFile("a"), workspace.readFile("b")].map(String)).toHaveLength(2);
    },
  );
});
