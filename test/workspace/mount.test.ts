// Several trees as one.
import fs from "node:fs";
import { describe, expect, test } from "vitest";
import {
  deviceWorkspace,
  diskWorkspace,
  memoryWorkspace,
  mountWorkspace,
  scratchWorkspace,
  type Workspace,
} from "../../src/workspace/index.ts";
import { bytes, codeOf, contract, names, text, write } from "./contract.ts";
import { folder } from "./folder.ts";

contract({ name: "a root with no mounts", make: () => ({ workspace: mountWorkspace(memoryWorkspace(), {}) }) });

function shellTree(): { readonly ws: Workspace; readonly root: string; readonly dispose: () => void } {
  const { root, dispose } = folder();
  const scratch = scratchWorkspace();
  const mounts = {
    "/tmp": scratch,
    "/dev": deviceWorkspace(),
    "/mnt/a/b": memoryWorkspace({ files: { "x/y": "in b" } }),
  };
  return {
    ws: mountWorkspace(diskWorkspace({ root }), mounts),
    root,
    dispose: () => {
      scratch.close();
      dispose();
    },
  };
}

describe("mounts", () => {
  test("mount points and the directories above them are listed", () => {
    const { ws, dispose } = shellTree();
    write(ws, "/file", "x");
    expect(names(ws, "/")).toEqual(["dev", "file", "mnt", "tmp"]);
    expect(names(ws, "/mnt")).toEqual(["a"]);
    expect(names(ws, "/mnt/a")).toEqual(["b"]);
    expect(ws.stat("/mnt/a").kind).toBe("directory");
    expect(text(ws.readFile("/mnt/a/b/x/y"))).toBe("in b");
    expect(text(ws.readFile("/mnt/a/b/../b/x/../../../../file"))).toBe("x");
    expect(ws.exists("/mnt/c")).toBeUndefined();
    dispose();
  });

  test("a real directory shows its own entries beside mount points", () => {
    const { ws, dispose } = shellTree();
    ws.mkdir("/mnt2");
    const outer = mountWorkspace(ws, { "/mnt2/deep": memoryWorkspace({ files: { f: "f" } }) });
    write(outer, "/mnt2/own", "own");
    expect(names(outer, "/mnt2")).toEqual(["deep", "own"]);
    expect(text(outer.readFile("/mnt2/deep/f"))).toBe("f");
    dispose();
  });

  test("links lead through the shell's tree", () => {
    const { ws, root, dispose } = shellTree();
    write(ws, "/tmp/x", "scratch");
    write(ws, "/file", "root");
    ws.symlink("/tmp/x", "/to-tmp");
    ws.symlink("/file", "/tmp/to-root");
    ws.symlink("../file", "/tmp/up");
    ws.symlink("/tmp/x", "/tmp/own");
    ws.symlink("/mnt/a/b/x", "/tmp/other");
    ws.symlink("/mnt/a/b/x/y", "/mnt/a/b/self");
    expect(text(ws.readFile("/to-tmp"))).toBe("scratch");
    expect(text(ws.readFile("/tmp/to-root"))).toBe("root");
    expect(text(ws.readFile("/tmp/up"))).toBe("root");
    expect(text(ws.readFile("/tmp/own"))).toBe("scratch");
    expect(text(ws.readFile("/tmp/other/y"))).toBe("in b");
    expect(text(ws.readFile("/mnt/a/b/self"))).toBe("in b");
    expect(["/to-tmp", "/tmp/to-root", "/tmp/own", "/mnt/a/b/self"].map((path) => ws.readlink(path))).toEqual([
      "/tmp/x",
      "/file",
      "/tmp/x",
      "/mnt/a/b/x/y",
    ]);
    fs.symlinkSync("/tmp/x", `${root}/planted`);
    fs.symlinkSync("/etc/hostname", `${root}/leaves`);
    expect(text(ws.readFile("/planted"))).toBe("scratch");
    expect(codeOf(() => ws.readFile("/leaves"))).toBe("EACCES");
    dispose();
  });

  test("nothing is renamed or linked across, and mount points stay", () => {
    const { ws, dispose } = shellTree();
    write(ws, "/file", "x");
    write(ws, "/tmp/file", "x");
    expect(codeOf(() => ws.rename("/file", "/tmp/f"))).toBe("EXDEV");
    expect(codeOf(() => ws.rename("/tmp/file", "/f"))).toBe("EXDEV");
    expect(codeOf(() => ws.link("/file", "/tmp/f"))).toBe("EXDEV");
    expect(codeOf(() => ws.rmdir("/tmp"))).toBe("EBUSY");
    expect(codeOf(() => ws.rename("/mnt", "/x"))).toBe("EBUSY");
    expect(codeOf(() => ws.mkdir("/tmp"))).toBe("EEXIST");
    expect(codeOf(() => mountWorkspace(ws, { "/a/../b": ws }))).toBe("EINVAL");
    dispose();
  });

  test("a read-only root has a writable /tmp", () => {
    const root = memoryWorkspace({ files: { f: "x" }, readOnly: true });
    const ws = mountWorkspace(root, { "/tmp": memoryWorkspace() });
    expect(ws.readOnly).toBe(true);
    expect(codeOf(() => write(ws, "/f", "y"))).toBe("EROFS");
    write(ws, "/tmp/f", "y");
    expect(text(ws.readFile("/tmp/f"))).toBe("y");
  });
});

describe("devices", () => {
  const ws = mountWorkspace(memoryWorkspace(), { "/dev": deviceWorkspace() });

  test("null is empty and swallows", () => {
    write(ws, "/dev/null", "gone");
    ws.replace("/dev/null", bytes("gone"));
    const more = ws.open("/dev/null", { append: true, create: true });
    more.write(bytes("gone"));
    more.close();
    expect(ws.readFile("/dev/null").length).toBe(0);
    expect(ws.stat("/dev/null")).toMatchObject({ kind: "other", special: "character", size: 0 });
  });

  test("zero, full and urandom", () => {
    const into = new Uint8Array(100_000).fill(1);
    const zero = ws.open("/dev/zero", { read: true });
    expect(zero.read(into)).toBe(into.length);
    expect(into.every((byte) => byte === 0)).toBe(true);
    expect(ws.open("/dev/urandom", { read: true }).read(into)).toBe(into.length);
    expect(new Set(into).size).toBe(256);
    expect(codeOf(() => write(ws, "/dev/full", "x"))).toBe("ENOSPC");
    expect(codeOf(() => ws.readFile("/dev/zero"))).toBe("EINVAL");
  });

  test("standard streams are listed and opened by the engine only", () => {
    expect(names(ws, "/dev")).toEqual(["fd", "full", "null", "random", "stderr", "stdin", "stdout", "urandom", "zero"]);
    expect(ws.stat("/dev/fd").kind).toBe("directory");
    expect(ws.exists("/dev/fd/1")?.kind).toBe("other");
    expect(codeOf(() => ws.open("/dev/stdin", { read: true }))).toBe("EACCES");
    expect(codeOf(() => write(ws, "/dev/new", "x"))).toBe("ENOENT");
    expect(codeOf(() => ws.unlink("/dev/null"))).toBe("EPERM");
  });
});
