// The workspace in memory: the contract, its initial files and its quota.
import { describe, expect, test } from "vitest";
import { memoryWorkspace } from "../../src/workspace/index.ts";
import { bytes, codeOf, contract, text, write } from "./contract.ts";
import { dump } from "./operations.ts";

contract({ name: "memory", make: () => ({ workspace: memoryWorkspace() }) });

describe("memory", () => {
  test("initial files of every form, parents created", () => {
    const ws = memoryWorkspace({
      files: {
        "/a/b/text": "text\n",
        "bytes.bin": Uint8Array.of(0, 255),
        "a/empty": { dir: true },
        "x/link": { link: "../a/b/text" },
        "run.sh": { text: "#!", mode: 0o755 },
        dangling: { link: "nowhere" },
      },
    });
    expect(dump(ws)).toEqual([
      "/a/",
      "/a/b/",
      '/a/b/text 644 "text\\n"',
      "/a/empty/",
      `/bytes.bin 644 ${JSON.stringify("\0\ufffd")}`,
      "/dangling -> nowhere",
      '/run.sh 755 "#!"',
      "/x/",
      "/x/link -> ../a/b/text",
    ]);
    expect(text(ws.readFile("/x/link"))).toBe("text\n");
  });

  test("read-only refuses every change", () => {
    const ws = memoryWorkspace({ files: { f: "x", "d/g": "y" }, readOnly: true });
    const changes: (() => void)[] = [
      () => write(ws, "/f", "y"),
      () => write(ws, "/new", "y"),
      () => ws.replace("/f", bytes("y")),
      () => ws.mkdir("/e"),
      () => ws.unlink("/f"),
      () => ws.rename("/f", "/g"),
      () => ws.symlink("f", "/l"),
      () => ws.link("/f", "/g"),
      () => ws.chmod("/f", 0o600),
      () => ws.utimes("/f", 1, 1),
    ];
    expect(changes.map(codeOf)).toEqual(changes.map(() => "EROFS"));
    expect(text(ws.readFile("/f"))).toBe("x");
  });

  test("the quota counts what is held, and gives back what is gone", () => {
    const ws = memoryWorkspace({ quota: { maxBytes: 100, maxFiles: 3 } });
    write(ws, "/a", "x".repeat(60));
    expect(codeOf(() => write(ws, "/b", "y".repeat(41)))).toBe("ENOSPC");
    expect(codeOf(() => ws.replace("/a", bytes("z".repeat(90))))).toBe("ENOSPC");
    expect(text(ws.readFile("/a"))).toBe("x".repeat(60));
    ws.unlink("/b");
    ws.link("/a", "/c");
    ws.unlink("/a");
    expect(codeOf(() => write(ws, "/b", "y".repeat(41)))).toBe("ENOSPC");
    const held = ws.open("/c", { read: true });
    ws.unlink("/c");
    expect(codeOf(() => write(ws, "/b", "y".repeat(41)))).toBe("ENOSPC");
    held.close();
    write(ws, "/b", "y".repeat(100));
    ws.mkdir("/d");
    ws.mkdir("/e");
    expect(codeOf(() => ws.mkdir("/f"))).toBe("EDQUOT");
    ws.rmdir("/e");
    ws.mkdir("/f");
  });

  test("what was read stays as it was read", () => {
    const ws = memoryWorkspace({ files: { f: "first" } });
    const content = ws.readFile("/f");
    const written = bytes("second");
    write(ws, "/f", "other");
    ws.replace("/f", written);
    written.fill(0);
    expect(text(content)).toBe("first");
    expect(text(ws.readFile("/f"))).toBe("second");
  });
});
