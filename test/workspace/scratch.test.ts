// The session's /tmp: the contract, and nothing on the host before the first write or after the end.
import fs from "node:fs";
import os from "node:os";
import { describe, expect, test } from "vitest";
import { scratchWorkspace } from "../../src/workspace/index.ts";
import { bytes, codeOf, contract, names, text } from "./contract.ts";

contract({
  name: "scratch",
  make: () => {
    const workspace = scratchWorkspace();
    return { workspace, dispose: () => workspace.close() };
  },
});

function folders(): string[] {
  return fs.readdirSync(os.tmpdir()).filter((name) => /^runsh-[A-Za-z0-9]{6}$/.test(name));
}

describe("scratch", () => {
  test("creates its folder at the first write and removes it", () => {
    const before = new Set(folders());
    const fresh = (): string[] => folders().filter((name) => !before.has(name));
    const scratch = scratchWorkspace();
    expect(names(scratch, "/")).toEqual([]);
    expect(scratch.stat("/").kind).toBe("directory");
    expect(scratch.exists("/a")).toBeUndefined();
    expect(codeOf(() => scratch.readFile("/a"))).toBe("ENOENT");
    expect(codeOf(() => scratch.replace("/none/a", bytes("x")))).toBe("ENOENT");
    expect(fresh()).toEqual([]);
    scratch.replace("/a", bytes("x"));
    expect(fresh().length).toBe(1);
    expect(text(scratch.readFile("/a"))).toBe("x");
    scratch.close();
    expect(fresh()).toEqual([]);
    expect(names(scratch, "/")).toEqual([]);
    expect(codeOf(() => scratch.replace("/b", bytes("x")))).toBe("EROFS");
    scratch.close();
  });

  test("has a quota", () => {
    using scratch = scratchWorkspace({ quota: { maxBytes: 10 } });
    scratch.replace("/a", bytes("0123456789"));
    expect(codeOf(() => scratch.replace("/b", bytes("x")))).toBe("ENOSPC");
    scratch.unlink("/a");
    scratch.replace("/b", bytes("x"));
    expect(names(scratch, "/")).toEqual(["b"]);
  });
});
