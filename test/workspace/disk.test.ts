// The workspace over a folder of the host: the contract, and what only a host has.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { diskWorkspace } from "../../src/workspace/index.ts";
import { bytes, codeOf, contract, names, text, write } from "./contract.ts";
import { folder } from "./folder.ts";

contract({
  name: "disk",
  make: () => {
    const { root, dispose } = folder();
    return { workspace: diskWorkspace({ root }), dispose };
  },
});

describe("disk", () => {
  let root: string;
  let dispose: () => void;
  beforeEach(() => ({ root, dispose } = folder()));
  afterEach(() => dispose());

  test("special files are listed and never opened", async () => {
    const socket = net.createServer();
    await new Promise<void>((done) => socket.listen(`${root}/socket`, done));
    execFileSync("mkfifo", [`${root}/fifo`]);
    const ws = diskWorkspace({ root });
    expect(ws.readdir("/")).toEqual([
      { name: "fifo", kind: "other" },
      { name: "socket", kind: "other" },
    ]);
    expect(ws.stat("/fifo")).toMatchObject({ kind: "other", special: "fifo" });
    expect(ws.stat("/socket").special).toBe("socket");
    for (const path of ["/fifo", "/socket"]) {
      expect(() => ws.open(path, { read: true })).toThrow("special file");
      expect(() => ws.open(path, { write: true, create: true, truncate: true })).toThrow("special file");
      expect(() => ws.readFile(path)).toThrow("special file");
      expect(() => ws.replace(path, bytes("x"))).toThrow("special file");
    }
    await new Promise((done) => socket.close(done));
  });

  test("read-only refuses every change and allows every read", () => {
    fs.writeFileSync(`${root}/f`, "x");
    fs.mkdirSync(`${root}/d`);
    const ws = diskWorkspace({ root, readOnly: true });
    const changes: (() => void)[] = [
      () => write(ws, "/f", "y"),
      () => write(ws, "/new", "y"),
      () => ws.open("/f", { append: true }),
      () => ws.open("/f", { read: true, truncate: true }),
      () => ws.replace("/f", bytes("y")),
      () => ws.mkdir("/e"),
      () => ws.rmdir("/d"),
      () => ws.unlink("/f"),
      () => ws.rename("/f", "/g"),
      () => ws.symlink("f", "/l"),
      () => ws.link("/f", "/g"),
      () => ws.chmod("/f", 0o600),
      () => ws.utimes("/f", 1, 1),
    ];
    expect(changes.map(codeOf)).toEqual(changes.map(() => "EROFS"));
    expect(text(ws.readFile("/f"))).toBe("x");
    expect(names(ws, "/")).toEqual(["d", "f"]);
    expect(ws.readOnly).toBe(true);
  });

  test("quotas of bytes and files", () => {
    fs.writeFileSync(`${root}/old`, "0123456789");
    const ws = diskWorkspace({ root, quota: { maxBytes: 10, maxFiles: 2 } });
    write(ws, "/a", "01234567");
    expect(codeOf(() => ws.replace("/b", bytes("012")))).toBe("ENOSPC");
    expect(names(ws, "/")).toEqual(["a", "old"]);
    ws.replace("/a", bytes("0123456789"));
    const handle = ws.open("/a", { append: true });
    expect(codeOf(() => handle.write(bytes("x")))).toBe("ENOSPC");
    expect(codeOf(() => handle.truncate(100))).toBe("ENOSPC");
    handle.truncate(5);
    handle.write(bytes("x"));
    handle.close();
    ws.mkdir("/d");
    expect(codeOf(() => ws.mkdir("/e"))).toBe("EDQUOT");
    expect(codeOf(() => write(ws, "/e", ""))).toBe("EDQUOT");
    ws.rmdir("/d");
    ws.unlink("/old");
    write(ws, "/e", "0123456789");
    expect(text(ws.readFile("/e"))).toBe("0123456789");
  });

  test("replacing leaves no temporary file, in the root or beside the host's own", () => {
    const before = fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith(".runsh-replace-"));
    const ws = diskWorkspace({ root });
    const failing = function* (): Generator<Uint8Array> {
      yield bytes("half");
      throw new Error("no more");
    };
    ws.replace("/f", bytes("whole"));
    expect(() => ws.replace("/f", failing())).toThrow("no more");
    expect(fs.readdirSync(root)).toEqual(["f"]);
    expect(fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith(".runsh-replace-"))).toEqual(before);
  });

  test("beside the target where the host's temporary files are inside the root, and still unseen", () => {
    const parent = fs.realpathSync(os.tmpdir());
    const ws = diskWorkspace({ root: parent });
    const inside = `/${root.slice(parent.length + 1)}`;
    let during: string[] = [];
    let onHost: string[] = [];
    ws.replace(
      `${inside}/f`,
      (function* () {
        during = names(ws, inside);
        onHost = fs.readdirSync(root);
        yield bytes("content");
      })(),
    );
    expect(during).toEqual([]);
    expect(onHost.length).toBe(1);
    expect(onHost.map((name) => codeOf(() => ws.stat(`${inside}/${name}`)))).toEqual(["ENOENT"]);
    expect(codeOf(() => write(ws, `${inside}/.runsh-replace-1`, ""))).toBe("EPERM");
    expect(fs.readdirSync(root)).toEqual(["f"]);
  });

  test("a hard link to a file outside: replace leaves the outside alone", () => {
    const other = folder();
    fs.writeFileSync(`${other.root}/original`, "original");
    fs.linkSync(`${other.root}/original`, `${root}/twin`);
    const ws = diskWorkspace({ root });
    ws.replace("/twin", bytes("mine"));
    expect(fs.readFileSync(`${other.root}/original`, "utf8")).toBe("original");
    expect(text(ws.readFile("/twin"))).toBe("mine");
    other.dispose();
  });

  test("names on disk that are no UTF-8", () => {
    const raw = Buffer.concat([Buffer.from(`${root}/caf`), Buffer.of(0xe9)]);
    fs.writeFileSync(raw, "latin1");
    fs.writeFileSync(`${root}/\ufffd`, "a real replacement character");
    const ws = diskWorkspace({ root });
    expect(names(ws, "/")).toEqual(["caf\udce9", "\ufffd"]);
    expect(text(ws.readFile("/caf\udce9"))).toBe("latin1");
    ws.rename("/caf\udce9", "/café");
    expect(fs.readdirSync(root).sort()).toEqual(["café", "\ufffd"]);
  });

  test("a root that is missing or no folder", () => {
    fs.writeFileSync(`${root}/f`, "");
    expect(codeOf(() => diskWorkspace({ root: `${root}/none` }))).toBe("ENOENT");
    expect(codeOf(() => diskWorkspace({ root: `${root}/f` }))).toBe("ENOTDIR");
  });

  test("what others change is seen", () => {
    const ws = diskWorkspace({ root });
    fs.writeFileSync(`${root}/f`, "one");
    expect(text(ws.readFile("/f"))).toBe("one");
    fs.writeFileSync(`${root}/f`, "longer than one");
    expect(text(ws.readFile("/f"))).toBe("longer than one");
    expect(names(ws, "/")).toEqual(["f"]);
    fs.rmSync(`${root}/f`);
    expect(codeOf(() => ws.readFile("/f"))).toBe("ENOENT");
    fs.mkdirSync(`${root}/f`);
    expect(codeOf(() => ws.open("/f", { read: true }))).toBe("EISDIR");
  });
});
