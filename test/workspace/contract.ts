// The rules that every kind of workspace keeps. Each kind's test file runs them over a fresh, empty workspace.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FileError, type Workspace } from "../../src/workspace/index.ts";

export interface Kind {
  readonly name: string;
  /** An empty writable workspace, and how to be rid of it. */
  make(): { readonly workspace: Workspace; readonly dispose?: () => void };
}

export function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8");
}

export function bytes(content: string): Uint8Array {
  return Buffer.from(content);
}

/** The code of the `FileError` that a call throws, or "ok". */
export function codeOf(call: () => unknown): string {
  try {
    call();
    return "ok";
  } catch (error) {
    if (error instanceof FileError) return error.code;
    throw error;
  }
}

export function names(ws: Workspace, path: string): string[] {
  return ws.readdir(path).map((entry) => entry.name);
}

export function contract({ name, make }: Kind): void {
  describe(`${name} keeps the contract`, () => {
    let ws: Workspace;
    let dispose: (() => void) | undefined;
    beforeEach(() => {
      const made = make();
      ws = made.workspace;
      dispose = made.dispose;
    });
    afterEach(() => dispose?.());

    test("a replaced file is read back", () => {
      ws.replace("/a", bytes("one\n"));
      expect(text(ws.readFile("/a"))).toBe("one\n");
      ws.replace("/a", bytes("two\n"));
      expect(text(ws.readFile("a"))).toBe("two\n");
      expect(ws.stat("/a")).toMatchObject({ kind: "file", size: 4, nlink: 1 });
      expect(names(ws, "/")).toEqual(["a"]);
    });

    test("replace takes chunks, keeps the mode and follows a link", () => {
      ws.replace("/a", [bytes("x"), bytes("y")]);
      ws.chmod("/a", 0o640);
      ws.symlink("a", "/l");
      ws.replace("/l", bytes("new"));
      expect(ws.lstat("/l").kind).toBe("link");
      expect(text(ws.readFile("/a"))).toBe("new");
      expect(ws.stat("/a").mode).toBe(0o640);
    });

    test("replace breaks a hard link and writing in place does not", () => {
      ws.replace("/a", bytes("one"));
      ws.link("/a", "/b");
      expect(ws.stat("/a").nlink).toBe(2);
      expect(ws.stat("/a").ino).toBe(ws.stat("/b").ino);
      write(ws, "/b", "two");
      expect(text(ws.readFile("/a"))).toBe("two");
      ws.replace("/b", bytes("three"));
      expect(text(ws.readFile("/a"))).toBe("two");
      expect(text(ws.readFile("/b"))).toBe("three");
      expect(ws.stat("/a").nlink).toBe(1);
    });

    test("a replacement that fails leaves everything as it was", () => {
      ws.replace("/a", bytes("old"));
      const broken = function* (): Generator<Uint8Array> {
        yield bytes("half");
        expect(names(ws, "/")).toEqual(["a"]);
        throw new Error("source failed");
      };
      expect(() => ws.replace("/a", broken())).toThrow("source failed");
      expect(() => ws.replace("/new", broken())).toThrow("source failed");
      expect(text(ws.readFile("/a"))).toBe("old");
      expect(names(ws, "/")).toEqual(["a"]);
    });

    test("open has the meaning of open(2)", () => {
      expect(codeOf(() => ws.open("/a", { read: true }))).toBe("ENOENT");
      expect(codeOf(() => ws.open("/a", { write: true }))).toBe("ENOENT");
      write(ws, "/a", "hello");
      expect(codeOf(() => ws.open("/a", { write: true, create: true, exclusive: true }))).toBe("EEXIST");
      expect(codeOf(() => ws.open("/d/a", { write: true, create: true }))).toBe("ENOENT");
      ws.mkdir("/d");
      expect(codeOf(() => ws.open("/d", { read: true }))).toBe("EISDIR");
      expect(codeOf(() => ws.open("/d", { write: true, create: true }))).toBe("EISDIR");
      expect(codeOf(() => ws.open("/a/b", { read: true }))).toBe("ENOTDIR");
      expect(codeOf(() => ws.open("/a/", { read: true }))).toBe("ENOTDIR");
      expect(codeOf(() => ws.open("/new/", { write: true, create: true }))).toBe("EISDIR");
    });

    test("a handle reads, writes, appends and truncates at its own position", () => {
      const out = ws.open("/a", { write: true, read: true, create: true, truncate: true });
      out.write(bytes("hello "));
      out.write(bytes("world"));
      const into = new Uint8Array(5);
      expect(out.read(into, 6)).toBe(5);
      expect(text(into)).toBe("world");
      expect(out.read(into)).toBe(0);
      expect(out.stat().size).toBe(11);
      out.truncate(4);
      expect(out.stat().size).toBe(4);
      out.close();
      const more = ws.open("/a", { append: true });
      write(ws, "/a", "ab", { truncate: false });
      more.write(bytes("!"));
      more.close();
      expect(text(ws.readFile("/a"))).toBe("abll!");
      expect(codeOf(() => more.write(bytes("x")))).toBe("EBADF");
      const reader = ws.open("/a", { read: true });
      expect(codeOf(() => reader.write(bytes("x")))).toBe("EBADF");
      expect(reader.read(into, 1)).toBe(4);
      expect(reader.read(into)).toBe(5);
      reader.close();
    });

    test("writing behind the end leaves zeros", () => {
      const out = ws.open("/a", { write: true, create: true });
      out.truncate(300_000);
      out.write(bytes("x"));
      out.close();
      const content = ws.readFile("/a");
      expect(content.length).toBe(300_000);
      expect(content[0]).toBe(120);
      expect(content.subarray(1).every((byte) => byte === 0)).toBe(true);
    });

    test("big files come back as they were written", () => {
      const big = Buffer.alloc(1_000_003, "0123456789abcdef-");
      const out = ws.open("/big", { write: true, create: true });
      for (let at = 0; at < big.length; at += 70_001) out.write(big.subarray(at, at + 70_001));
      out.close();
      expect(Buffer.compare(Buffer.from(ws.readFile("/big")), big)).toBe(0);
      const reader = ws.open("/big", { read: true });
      const chunk = new Uint8Array(300_000);
      expect(reader.read(chunk, 200_000)).toBe(300_000);
      expect(Buffer.compare(Buffer.from(chunk), big.subarray(200_000, 500_000))).toBe(0);
      reader.close();
    });

    test("a file without a name lives while it is open", () => {
      write(ws, "/a", "still here");
      const reader = ws.open("/a", { read: true });
      ws.unlink("/a");
      const into = new Uint8Array(10);
      expect(reader.read(into)).toBe(10);
      expect(text(into)).toBe("still here");
      reader.close();
      expect(ws.exists("/a")).toBeUndefined();
    });

    test("directories are made, listed and removed", () => {
      ws.mkdir("/d");
      ws.mkdir("/d/e/");
      expect(ws.stat("/d").kind).toBe("directory");
      expect(codeOf(() => ws.mkdir("/d"))).toBe("EEXIST");
      expect(codeOf(() => ws.mkdir("/x/y"))).toBe("ENOENT");
      expect(codeOf(() => ws.mkdir("/"))).toBe("EEXIST");
      expect(codeOf(() => ws.rmdir("/d"))).toBe("ENOTEMPTY");
      expect(codeOf(() => ws.unlink("/d"))).toBe("EISDIR");
      ws.rmdir("/d/e");
      ws.rmdir("/d");
      expect(names(ws, "/")).toEqual([]);
      expect(codeOf(() => ws.rmdir("/d"))).toBe("ENOENT");
      expect(codeOf(() => ws.rmdir("/"))).toBe("EBUSY");
      expect(codeOf(() => ws.rmdir("."))).toBe("EINVAL");
      write(ws, "/f", "");
      expect(codeOf(() => ws.rmdir("/f"))).toBe("ENOTDIR");
      expect(codeOf(() => ws.readdir("/f"))).toBe("ENOTDIR");
      expect(codeOf(() => ws.unlink("/f/"))).toBe("ENOTDIR");
    });

    test("entries come in byte order with their kinds", () => {
      for (const name of ["b", "a", "B", "\u{1F600}", "\uff5e", "é", "a b", "-x"]) write(ws, `/${name}`, "");
      ws.mkdir("/dir");
      ws.symlink("nowhere", "/link");
      expect(ws.readdir("/").map(({ name: entry, kind }) => `${kind[0]} ${entry}`)).toEqual([
        ..."f -x,f B,f a,f a b,f b,d dir,l link,f é,f \uff5e,f \u{1F600}".split(","),
      ]);
    });

    test("names that are no UTF-8 keep their bytes", () => {
      const name = "bad\udcff\udc80name";
      write(ws, `/${name}`, "content");
      ws.mkdir("/\udcfe");
      write(ws, "/\udcfe/in", "inner");
      expect(names(ws, "/")).toEqual([name, "\udcfe"]);
      expect(text(ws.readFile(`/${name}`))).toBe("content");
      expect(names(ws, "/\udcfe")).toEqual(["in"]);
      ws.symlink("\udcfe", "/l");
      expect(ws.readlink("/l")).toBe("\udcfe");
      expect(text(ws.readFile("/l/in"))).toBe("inner");
      ws.rename(`/${name}`, "/\udcfe/moved\udc81");
      expect(names(ws, "/\udcfe")).toEqual(["in", "moved\udc81"]);
    });

    test("rename has the meaning of rename(2)", () => {
      write(ws, "/a", "a");
      write(ws, "/b", "b");
      ws.mkdir("/d");
      ws.mkdir("/full");
      write(ws, "/full/x", "x");
      ws.rename("/a", "/b");
      expect(text(ws.readFile("/b"))).toBe("a");
      expect(ws.exists("/a")).toBeUndefined();
      expect(codeOf(() => ws.rename("/b", "/d"))).toBe("EISDIR");
      expect(codeOf(() => ws.rename("/d", "/b"))).toBe("ENOTDIR");
      expect(codeOf(() => ws.rename("/d", "/full"))).toBe("ENOTEMPTY");
      expect(codeOf(() => ws.rename("/full", "/full/x/y"))).toMatch(/EINVAL|ENOTDIR/);
      expect(codeOf(() => ws.rename("/full", "/full/y"))).toBe("EINVAL");
      expect(codeOf(() => ws.rename("/none", "/y"))).toBe("ENOENT");
      expect(codeOf(() => ws.rename("/b", "/none/y"))).toBe("ENOENT");
      ws.rename("/full", "/d");
      expect(text(ws.readFile("/d/x"))).toBe("x");
      ws.rename("/d", "/d");
      ws.rename("/d/x", "/d/x");
      ws.symlink("b", "/l");
      ws.rename("/l", "/l2");
      expect(ws.readlink("/l2")).toBe("b");
      expect(names(ws, "/")).toEqual(["b", "d", "l2"]);
    });

    test("links are followed, and not by lstat, readlink, unlink and rename", () => {
      ws.mkdir("/d");
      write(ws, "/d/f", "f");
      ws.symlink("d", "/l");
      ws.symlink("/d/f", "/abs");
      ws.symlink("../l/f", "/d/up");
      expect(ws.readlink("/abs")).toBe("/d/f");
      expect(text(ws.readFile("/l/f"))).toBe("f");
      expect(text(ws.readFile("/abs"))).toBe("f");
      expect(text(ws.readFile("/d/up"))).toBe("f");
      expect(text(ws.readFile("/l/up"))).toBe("f");
      expect(ws.realpath("/l/up")).toBe("/d/f");
      expect(ws.realpath("l/../l/./f")).toBe("/d/f");
      expect(ws.lstat("/l").kind).toBe("link");
      expect(ws.lstat("/l/").kind).toBe("directory");
      expect(ws.stat("/l").kind).toBe("directory");
      expect(codeOf(() => ws.readlink("/d"))).toBe("EINVAL");
      expect(codeOf(() => ws.symlink("x", "/l"))).toBe("EEXIST");
      ws.unlink("/l");
      expect(text(ws.readFile("/d/f"))).toBe("f");
      expect(codeOf(() => ws.readFile("/d/up"))).toBe("ENOENT");
    });

    test("writing through a link to a missing target creates the target", () => {
      ws.mkdir("/d");
      ws.symlink("d/new", "/l");
      expect(codeOf(() => ws.open("/l", { write: true, create: true, exclusive: true }))).toBe("EEXIST");
      write(ws, "/l", "x");
      expect(text(ws.readFile("/d/new"))).toBe("x");
      ws.symlink("d/other", "/l2");
      ws.replace("/l2", bytes("y"));
      expect(text(ws.readFile("/d/other"))).toBe("y");
      ws.symlink("none/other", "/l3");
      expect(codeOf(() => write(ws, "/l3", "z"))).toBe("ENOENT");
    });

    test("link loops end with ELOOP", () => {
      ws.symlink("b", "/a");
      ws.symlink("a", "/b");
      ws.symlink("self/x", "/self");
      for (const path of ["/a", "/b/x", "/self", "/self/y"]) expect(codeOf(() => ws.stat(path))).toBe("ELOOP");
      expect(codeOf(() => write(ws, "/a", "x"))).toBe("ELOOP");
      expect(codeOf(() => ws.replace("/a", bytes("x")))).toBe("ELOOP");
      expect(ws.exists("/a")).toBeUndefined();
    });

    test("a link that leads above the root fails for reading and writing", () => {
      ws.symlink("../outside", "/l");
      ws.symlink("../../..", "/up");
      ws.mkdir("/d");
      ws.symlink("../../outside", "/d/l");
      for (const path of ["/l", "/up", "/up/x", "/d/l", "/d/l/x"]) {
        expect(codeOf(() => ws.readFile(path))).toBe("EACCES");
        expect(codeOf(() => write(ws, path, "x"))).toBe("EACCES");
        expect(codeOf(() => ws.mkdir(`${path}/new`))).toBe("EACCES");
      }
      expect(ws.readlink("/l")).toBe("../outside");
      expect(ws.exists("/l")).toBeUndefined();
    });

    test(".. stops at the root", () => {
      write(ws, "/a", "a");
      expect(text(ws.readFile("/../../a"))).toBe("a");
      expect(text(ws.readFile("../a"))).toBe("a");
      expect(ws.realpath("/..")).toBe("/");
      expect(names(ws, "../..")).toEqual(["a"]);
    });

    test("relative paths start at cwd", () => {
      ws.mkdir("/d");
      ws.mkdir("/d/e");
      const inner = ws.at("/d/e");
      expect(inner.cwd).toBe("/d/e");
      write(inner, "f", "x");
      expect(text(ws.readFile("/d/e/f"))).toBe("x");
      expect(text(inner.readFile("../e/./f"))).toBe("x");
      expect(names(inner, ".")).toEqual(["f"]);
      expect(names(inner.at(".."), ".")).toEqual(["e"]);
      expect(names(ws.at("/none"), "/")).toEqual(["d"]);
      expect(codeOf(() => ws.at("/none").readdir("."))).toBe("ENOENT");
    });

    test("what was remembered of directories follows our own changes", () => {
      ws.mkdir("/a");
      ws.mkdir("/a/b");
      ws.mkdir("/c");
      ws.mkdir("/c/b");
      write(ws, "/a/b/f", "first");
      write(ws, "/c/b/f", "second");
      expect(text(ws.readFile("/a/b/f"))).toBe("first");
      ws.rename("/a", "/old");
      expect(codeOf(() => ws.readFile("/a/b/f"))).toBe("ENOENT");
      ws.symlink("c", "/a");
      expect(text(ws.readFile("/a/b/f"))).toBe("second");
      ws.unlink("/a");
      ws.symlink("old", "/a");
      expect(text(ws.readFile("/a/b/f"))).toBe("first");
      ws.unlink("/a");
      write(ws, "/a", "file");
      expect(codeOf(() => ws.readFile("/a/b/f"))).toBe("ENOTDIR");
    });

    test("odd paths", () => {
      write(ws, "/a", "a");
      ws.mkdir("/d");
      const long = "n".repeat(256);
      expect(codeOf(() => ws.stat(""))).toBe("ENOENT");
      expect(codeOf(() => ws.stat("/a\0b"))).toBe("EINVAL");
      expect(codeOf(() => ws.stat("/a\0/b"))).toBe("EINVAL");
      expect(codeOf(() => write(ws, `/${long}`, ""))).toBe("ENAMETOOLONG");
      expect(codeOf(() => ws.stat(`/${"é".repeat(128)}`))).toBe("ENAMETOOLONG");
      expect(codeOf(() => ws.stat(`/d/${"./".repeat(3000)}`))).toBe("ENAMETOOLONG");
      expect(text(ws.readFile("//a"))).toBe("a");
      expect(text(ws.readFile("/d/..//./a"))).toBe("a");
      expect(ws.stat("/d/.").kind).toBe("directory");
      expect(codeOf(() => ws.stat("/a/."))).toBe("ENOTDIR");
      expect(codeOf(() => ws.stat("/a/"))).toBe("ENOTDIR");
      expect(codeOf(() => ws.stat("/none/../a"))).toBe("ENOENT");
      expect(codeOf(() => ws.stat("/a/../a"))).toBe("ENOTDIR");
      expect(codeOf(() => ws.symlink("", "/l"))).toBe("ENOENT");
      expect(codeOf(() => ws.unlink("/d/.."))).toBe("EISDIR");
    });

    test("chmod and utimes change what stat says", () => {
      write(ws, "/a", "x", { mode: 0o600 });
      expect(ws.stat("/a").mode).toBe(0o600);
      ws.chmod("/a", 0o755);
      ws.utimes("/a", 1_000_000, 2_000_000);
      expect(ws.stat("/a")).toMatchObject({ mode: 0o755, atimeMs: 1_000_000, mtimeMs: 2_000_000 });
      ws.mkdir("/d", 0o700);
      expect(ws.stat("/d").mode).toBe(0o700);
      expect(codeOf(() => ws.chmod("/none", 0o600))).toBe("ENOENT");
      write(ws, "/a", "y", { truncate: true });
      expect(ws.stat("/a").mtimeMs).toBeGreaterThan(2_000_000);
      expect(ws.stat("/a").mode).toBe(0o755);
    });

    test("errors carry no host path", () => {
      for (const call of [() => ws.stat("/none"), () => ws.readdir("/none"), () => ws.rename("/none", "/x")]) {
        expect(call).toThrow(/^No such file or directory$/);
      }
    });
  });
}

export function write(
  ws: Workspace,
  path: string,
  content: string,
  { truncate = true, mode = 0o644 }: { readonly truncate?: boolean; readonly mode?: number } = {},
): void {
  const handle = ws.open(path, { write: true, create: true, truncate, mode });
  try {
    handle.write(bytes(content));
  } finally {
    handle.close();
  }
}
