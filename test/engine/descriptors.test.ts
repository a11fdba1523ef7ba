// Every file that a line opens is closed once when the line has ended, whatever way it ends.
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { MemoryTree } from "../../src/workspace/memory/tree.ts";
import type { FileHandle } from "../../src/workspace/workspace.ts";
import { shellWith } from "../session/shell.ts";

/** Watches every file that is opened in a memory tree: how many there were, and which are open still. */
function watchFiles(): { readonly all: Set<FileHandle>; readonly open: Set<FileHandle> } {
  const all = new Set<FileHandle>();
  const open = new Set<FileHandle>();
  const { open: openFile } = MemoryTree.prototype;
  vi.spyOn(MemoryTree.prototype, "open").mockImplementation(function (this: MemoryTree, path, flags) {
    const handle = openFile.call(this, path, flags);
    if (!handle) return undefined;
    all.add(handle);
    open.add(handle);
    const close = handle.close.bind(handle);
    vi.spyOn(handle, "close").mockImplementation(() => {
      open.delete(handle);
      close();
    });
    return handle;
  });
  return { all, open };
}

// Commands are loaded when they are first used, which can take longer than the deadline of these lines.
beforeAll(async () => {
  const shell = shellWith({ files: { f: "" } });
  await shell.run("cat f | head -1 | grep a; sort f; wc f; tail f; tee g < f; yes | head -1; timeout 1 sleep 0; echo");
  await shell.close();
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("all files are closed after", () => {
  test.each([
    "cat < f > g",
    "cat f; cat f f",
    "read x < f",
    "{ read x; } < f > g 2>&1",
    "exec 3< f 4> g; read -u 3 x; echo a >&4",
    "exec 3< f; exec 3< f; exec > g",
    "exec {fd}> g; echo a >&$fd",
    "exec 3<> f; read -u 3 x; echo y >&3",
    "head -1 < f | cat > g",
    "while read x; do break; done < f",
    "f() { return; }; f < f > g",
    "(exit 3) < f > g",
    "exit 3 < f",
    "set -e; false < f > g",
    "exec 3< f; echo ${x?unset}",
    "cat < f > g < nope",
    "cat < f > /nope/g",
    "echo a > g b > $((1/0))",
    "x=$(< f) y=`cat f`",
    "cat <(cat f) > g",
    "cat f > >(cat > g)",
    "sleep 60 < f > g",
    "sleep 60 < f > g & sleep 60",
    "while :; do :; done < f > g",
    "cat < f & wait",
    "sleep 60 < f & kill $!; wait",
    "grep -q a f f f",
    "sort f -o g; wc f g; tail -1 f; tee g < f",
    "timeout 0.01 sleep 60 < f > g",
    "source /dev/stdin < f; sh < f",
    "echo x > g; echo x | tee g | head -0",
    "yes > g",
  ])("%s", async (line) => {
    const { all, open } = watchFiles();
    const shell = shellWith({ files: { f: "a\nb\n" } });
    await shell.run(line, { timeoutMs: 60, stdin: "" });
    await new Promise((resolve) => setTimeout(resolve, 15));
    expect(all.size).toBeGreaterThan(0);
    expect(open.size).toBe(0);
    await shell.close();
  });
});
