// Every access is asked about first, with the path that it leads to.
import { describe, expect, test } from "vitest";
import { type Access, FileError, guard, locate, memoryWorkspace, mountWorkspace } from "../../src/workspace/index.ts";
import { bytes, codeOf, contract, text, write } from "./contract.ts";

contract({ name: "a guard that allows all", make: () => ({ workspace: guard(memoryWorkspace(), () => {}) }) });
contract({
  name: "a mounted guard",
  make: () => ({
    workspace: mountWorkspace(
      guard(memoryWorkspace(), () => {}),
      {},
    ),
  }),
});

function watched(): { readonly ws: ReturnType<typeof guard>; readonly log: string[] } {
  const files = { "d/f": "content", l: { link: "d" }, "d/to-new": { link: "../new" } };
  const log: string[] = [];
  return { ws: guard(memoryWorkspace({ files }), ({ kind, path }) => log.push(`${kind} ${path}`)), log };
}

describe("guard", () => {
  const rows: [string, (ws: ReturnType<typeof guard>) => unknown, string[]][] = [
    ["stat", (ws) => ws.stat("/l/f"), ["stat /d/f"]],
    ["lstat of a link", (ws) => ws.lstat("/l"), ["stat /l"]],
    ["exists", (ws) => ws.exists("/none"), ["stat /none"]],
    ["exists below nothing", (ws) => ws.exists("/none/x"), []],
    ["readdir", (ws) => ws.readdir("/l"), ["list /d"]],
    ["readlink", (ws) => ws.readlink("/l"), ["stat /l"]],
    ["realpath", (ws) => ws.realpath("/l/../l/f"), ["stat /d/f"]],
    ["open to read", (ws) => ws.open("/l/f", { read: true }).close(), ["read /d/f"]],
    ["open to write", (ws) => ws.open("/l/f", { write: true, read: true }).close(), ["write /d/f", "read /d/f"]],
    ["create", (ws) => write(ws, "/l/to-new", "x"), ["write /new"]],
    ["readFile", (ws) => ws.at("/l").readFile("f"), ["read /d/f"]],
    ["replace", (ws) => ws.replace("d/to-new", bytes("x")), ["write /new"]],
    ["mkdir", (ws) => ws.mkdir("/l/e/"), ["write /d/e"]],
    ["rename", (ws) => ws.rename("/l/f", "/g"), ["write /d/f", "write /g"]],
    ["unlink", (ws) => ws.unlink("/l"), ["write /l"]],
    ["link", (ws) => ws.link("/l/f", "/g"), ["read /d/f", "write /g"]],
    ["symlink", (ws) => ws.symlink("x", "/l/s"), ["write /d/s"]],
    ["chmod", (ws) => ws.chmod("/l/f", 0o600), ["write /d/f"]],
    ["utimes", (ws) => ws.utimes("/l/f", 1, 1), ["write /d/f"]],
  ];

  test.each(rows)("%s", (_what, act, expected) => {
    const { ws, log } = watched();
    act(ws);
    expect(log).toEqual(expected);
  });

  test("a check that throws stops the access", () => {
    const inner = memoryWorkspace({ files: { f: "x", "d/g": "y" } });
    const onlyReads = ({ kind, path }: Access): void => {
      if (kind === "write") throw new FileError("EPERM", path);
    };
    const ws = guard(inner, onlyReads);
    expect(text(ws.readFile("/f"))).toBe("x");
    const changes = [() => write(ws, "/f", "z"), () => ws.unlink("/f"), () => ws.at("/d").rename("g", "h")];
    expect(changes.map(codeOf)).toEqual(["EPERM", "EPERM", "EPERM"]);
    expect(text(inner.readFile("/f"))).toBe("x");
  });

  test("locate names where a path leads, also where nothing is yet", () => {
    const { ws } = watched();
    expect(locate(ws, "/l/to-new")).toBe("/new");
    expect(locate(ws, "/l/to-new", false)).toBe("/d/to-new");
    expect(codeOf(() => locate(ws, "/none/x"))).toBe("ENOENT");
  });
});
