// The resolver's memory of directories, counted in the questions it asks its tree.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Resolver } from "../../src/workspace/resolver.ts";
import type { Tree } from "../../src/workspace/tree.ts";
import type { FileStat } from "../../src/workspace/workspace.ts";

const STAT = { kind: "directory" } as FileStat;

/** A tree in which every directory exists and every question takes a millisecond of the (faked) clock. */
function slowTree(): { tree: Tree; questions: () => number } {
  let asked = 0;
  const lstat = (): FileStat => {
    asked += 1;
    vi.setSystemTime(Date.now() + 1);
    return STAT;
  };
  return { tree: { lstat } as Partial<Tree> as Tree, questions: () => asked };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("going down a deep tree asks in proportion to its depth", () => {
  const { tree, questions } = slowTree();
  const resolver = new Resolver(tree);
  const depth = 400;
  for (let level = 1; level <= depth; level += 1) {
    expect(resolver.resolve(`${"/d".repeat(level)}/f`, false).stat).toBe(STAT);
  }
  // Two questions a level (the directory and the file), and some directories again when trust has run out.
  expect(questions()).toBeLessThan(depth * 6);
});

test("a directory is looked at again when trust has run out", () => {
  const { tree, questions } = slowTree();
  const resolver = new Resolver(tree);
  resolver.entry("/a/b/f");
  const before = questions();
  resolver.entry("/a/b/g");
  expect(questions()).toBe(before);
  vi.setSystemTime(Date.now() + 1000);
  resolver.entry("/a/b/h");
  expect(questions()).toBe(before * 2);
});
