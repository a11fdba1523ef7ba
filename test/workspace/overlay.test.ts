// Changes that stay in memory over a base, and what becomes of them.
import fs from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  diskWorkspace,
  memoryWorkspace,
  OverlayConflictError,
  overlayWorkspace,
  type Workspace,
} from "../../src/workspace/index.ts";
import { bytes, codeOf, contract, names, text, write } from "./contract.ts";
import { folder } from "./folder.ts";
import { dump, operation, perform } from "./operations.ts";

contract({ name: "overlay on memory", make: () => ({ workspace: overlayWorkspace(memoryWorkspace()) }) });
contract({
  name: "overlay on disk",
  make: () => {
    const { root, dispose } = folder();
    return { workspace: overlayWorkspace(diskWorkspace({ root })), dispose };
  },
});
contract({
  name: "an overlay's overlay",
  make: () => ({ workspace: overlayWorkspace(overlayWorkspace(memoryWorkspace())) }),
});

function base(): Workspace {
  return memoryWorkspace({
    files: { "a/b": "ab", "a/c/a": "deep", b: { text: "b", mode: 0o600 }, c: { dir: true }, "a/l": { link: "b" } },
  });
}

function fileForDirectory(ws: Workspace): void {
  ws.rmdir("/c");
  write(ws, "/c", "");
}

function listed(ws: { changes(): readonly { readonly path: string; readonly change: string }[] }): string[] {
  return ws.changes().map(({ path, change }) => `${change} ${path}`);
}

describe("laws of the overlay", () => {
  const operations = fc.array(operation, { maxLength: 25 });

  test("operations on the overlay, applied, are operations on the base", () => {
    fc.assert(
      fc.property(operations, (ops) => {
        const plain = base();
        const below = base();
        const overlay = overlayWorkspace(below);
        const untouched = dump(below);
        for (const op of ops) expect([op, perform(overlay, op)]).toEqual([op, perform(plain, op)]);
        expect(dump(overlay)).toEqual(dump(plain));
        expect(dump(below)).toEqual(untouched);
        const before = listed(overlay);
        overlay.apply();
        expect(dump(below)).toEqual(dump(plain));
        expect(dump(overlay)).toEqual(dump(plain));
        expect(overlay.changes()).toEqual([]);
        expect(before.length === 0).toBe(JSON.stringify(untouched) === JSON.stringify(dump(below)));
      }),
      { numRuns: 2000 },
    );
  });

  test("dropped, they leave nothing", () => {
    fc.assert(
      fc.property(operations, operations, (ops, more) => {
        const plain = base();
        const below = base();
        const overlay = overlayWorkspace(below);
        for (const op of ops) perform(overlay, op);
        overlay.drop();
        expect(dump(overlay)).toEqual(dump(below));
        expect(dump(below)).toEqual(dump(base()));
        for (const op of more) expect(perform(overlay, op)).toBe(perform(plain, op));
        expect(dump(overlay)).toEqual(dump(plain));
      }),
      { numRuns: 500 },
    );
  });

  test("disk and memory agree on any operations", () => {
    const { root, dispose } = folder();
    let run = 0;
    fc.assert(
      fc.property(operations, (ops) => {
        run += 1;
        fs.mkdirSync(`${root}/${run}`);
        const disk = diskWorkspace({ root: `${root}/${run}` });
        const memory = memoryWorkspace();
        for (const op of ops) expect([op, perform(disk, op)]).toEqual([op, perform(memory, op)]);
        expect(dump(disk)).toEqual(dump(memory));
      }),
      { numRuns: 500 },
    );
    dispose();
  });
});

describe("changes", () => {
  test("are listed in byte order with both sides", () => {
    const overlay = overlayWorkspace(base());
    write(overlay, "/b", "new");
    overlay.rename("/a/b", "/z");
    overlay.mkdir("/c/new");
    overlay.unlink("/a/l");
    overlay.symlink("elsewhere", "/a/l");
    expect(listed(overlay)).toEqual(
      ["modified /a/l", "removed /a/b", "modified /b", "added /c/new", "added /z"].sort((x, y) =>
        (x.split(" ")[1] ?? "") < (y.split(" ")[1] ?? "") ? -1 : 1,
      ),
    );
    const changed = new Map(overlay.changes().map((change) => [change.path, change]));
    expect(text(changed.get("/b")?.before?.read() ?? bytes("none"))).toBe("b");
    expect(text(changed.get("/b")?.after?.read() ?? bytes("none"))).toBe("new");
    expect(changed.get("/b")?.after?.stat.mode).toBe(0o600);
    expect(text(changed.get("/z")?.after?.read() ?? bytes("none"))).toBe("ab");
    expect(changed.get("/z")?.before).toBeUndefined();
    expect(changed.get("/a/l")?.before?.target).toBe("b");
    expect(changed.get("/a/l")?.after?.target).toBe("elsewhere");
  });

  test("the same bytes written again are none, a new mode or time is one", () => {
    const overlay = overlayWorkspace(base());
    write(overlay, "/b", "b");
    expect(listed(overlay)).toEqual([]);
    overlay.chmod("/b", 0o644);
    overlay.utimes("/a/b", 1000, 1000);
    expect(listed(overlay)).toEqual(["modified /a/b", "modified /b"]);
    overlay.chmod("/b", 0o600);
    expect(listed(overlay)).toEqual(["modified /a/b"]);
  });

  test("a moved directory shows the base's files without copying them", () => {
    const below = base();
    const overlay = overlayWorkspace(below, { quota: { maxBytes: 4 } });
    overlay.rename("/a", "/c/moved");
    expect(text(overlay.readFile("/c/moved/c/a"))).toBe("deep");
    write(overlay, "/c/moved/b", "AB");
    overlay.apply();
    expect(dump(below)).toEqual([
      '/b 600 "b"',
      "/c/",
      "/c/moved/",
      '/c/moved/b 644 "AB"',
      "/c/moved/c/",
      '/c/moved/c/a 644 "deep"',
      "/c/moved/l -> b",
    ]);
  });

  test("two files that change places keep their content", () => {
    const below = base();
    const overlay = overlayWorkspace(below);
    overlay.rename("/b", "/tmp");
    overlay.rename("/a/b", "/b");
    overlay.rename("/tmp", "/a/b");
    overlay.apply();
    expect(text(below.readFile("/b"))).toBe("ab");
    expect(text(below.readFile("/a/b"))).toBe("b");
    expect(below.stat("/a/b").mode).toBe(0o600);
  });

  test("big files are not read until they are written", () => {
    const { root, dispose } = folder();
    fs.writeFileSync(`${root}/big`, "");
    fs.truncateSync(`${root}/big`, 5_000_000_000);
    const overlay = overlayWorkspace(diskWorkspace({ root }), { quota: { maxBytes: 10_000_000 } });
    overlay.chmod("/big", 0o600);
    overlay.rename("/big", "/moved");
    expect(overlay.stat("/moved")).toMatchObject({ size: 5_000_000_000, mode: 0o600 });
    const handle = overlay.open("/moved", { read: true });
    expect(handle.read(new Uint8Array(10), 4_999_999_995)).toBe(5);
    handle.close();
    expect(codeOf(() => overlay.open("/moved", { append: true }).write(bytes("x")))).toBe("ENOSPC");
    overlay.replace("/moved", bytes("small"));
    expect(text(overlay.readFile("/moved"))).toBe("small");
    dispose();
  });
});

describe("a base that changes meanwhile", () => {
  const refused: [string, (overlay: Workspace) => void, (below: Workspace) => void, string][] = [
    ["a written file", (o) => write(o, "/b", "mine"), (b) => write(b, "/b", "theirs"), "/b"],
    ["the same size", (o) => write(o, "/b", "1"), (b) => write(b, "/b", "2"), "/b"],
    ["a removed file", (o) => o.unlink("/b"), (b) => write(b, "/b", "theirs"), "/b"],
    ["a moved file", (o) => o.rename("/b", "/z"), (b) => write(b, "/b", "theirs"), "/b"],
    ["a file gone", (o) => write(o, "/b", "mine"), (b) => b.unlink("/b"), "/b"],
    ["a name taken", (o) => write(o, "/new", "mine"), (b) => write(b, "/new", "theirs"), "/new"],
    ["a link", (o) => o.unlink("/a/l"), (b) => b.rename("/a/b", "/a/l"), "/a/l"],
    ["a file instead of a directory", (o) => o.rmdir("/c"), fileForDirectory, "/c"],
    ["a removed directory that got an entry", (o) => o.rmdir("/c"), (b) => write(b, "/c/new", "x"), "/c/new"],
  ];

  test.each(refused)("%s", (_what, mine, theirs, path) => {
    const below = base();
    const overlay = overlayWorkspace(below);
    mine(overlay);
    theirs(below);
    const then = dump(below);
    expect(() => overlay.apply()).toThrow(OverlayConflictError);
    expect(() => overlay.apply()).toThrow(path);
    expect(dump(below)).toEqual(then);
    overlay.drop();
    expect(dump(overlay)).toEqual(then);
  });

  test("a file that was read, changed below, and only then written", () => {
    const below = base();
    const overlay = overlayWorkspace(below);
    overlay.readFile("/b");
    write(below, "/b", "theirs");
    write(overlay, "/b", "from what was read");
    expect(() => overlay.apply()).toThrow("/b");
    expect(text(below.readFile("/b"))).toBe("theirs");
  });

  test("content is compared even where size, time and inode are the same", () => {
    const { root, dispose } = folder();
    fs.writeFileSync(`${root}/f`, "aaaa");
    fs.utimesSync(`${root}/f`, 1000, 1000);
    const overlay = overlayWorkspace(diskWorkspace({ root }));
    write(overlay, "/f", "mine");
    fs.writeFileSync(`${root}/f`, "bbbb");
    fs.utimesSync(`${root}/f`, 1000, 1000);
    expect(() => overlay.apply()).toThrow("/f");
    expect(fs.readFileSync(`${root}/f`, "utf8")).toBe("bbbb");
    dispose();
  });

  test("changes elsewhere, and the same bytes again, are no conflict", () => {
    const below = base();
    const overlay = overlayWorkspace(below);
    write(overlay, "/b", "mine");
    write(below, "/a/b", "theirs");
    below.replace("/b", bytes("b"));
    expect(text(overlay.readFile("/a/b"))).toBe("theirs");
    overlay.apply();
    expect(text(below.readFile("/b"))).toBe("mine");
    expect(names(below, "/")).toEqual(["a", "b", "c"]);
  });

  test("a read-only base refuses", () => {
    const below = memoryWorkspace({ files: { f: "x" }, readOnly: true });
    const overlay = overlayWorkspace(below);
    expect(overlay.readOnly).toBe(false);
    write(overlay, "/f", "y");
    expect(codeOf(() => overlay.apply())).toBe("EROFS");
    expect(text(below.readFile("/f"))).toBe("x");
  });
});
