// Resources from paths, and what several effects make together.
import { posix } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { absolute, PURE, reads, readsTrees, UNKNOWN, union, writes, writesTrees } from "../../src/footprint/index.ts";

const context = { cwd: "/work" };

test.each([
  ["/work", "a", "/work/a"],
  ["/", "a", "/a"],
  ["/work", "/a", "/a"],
  ["/work", ".", "/work"],
  ["/work", "", "/work"],
  ["/work", "..", "/"],
  ["/work", "../../../a", "/a"],
  ["/work", "a/../b", "/work/b"],
  ["/work", "./a//b/", "/work/a/b"],
  ["/work", "/", "/"],
  ["/work", "//a", "/a"],
  ["/work", "...", "/work/..."],
  ["/work", ".a/..b", "/work/.a/..b"],
  ["/work", "/a/.", "/a"],
])("%s + %s = %s", (cwd, path, want) => {
  expect(absolute(cwd, path)).toBe(want);
});

test("absolute is what POSIX path cleaning gives", () => {
  const part = fc.constantFrom("a", "b.c", ".", "..", "", "...", "d e");
  fc.assert(
    fc.property(fc.array(part), fc.boolean(), (parts, rooted) => {
      const path = (rooted ? "/" : "") + parts.join("/");
      const want = posix.resolve("/", context.cwd, path).replace(/^\/+/, "/");
      expect(absolute(context.cwd, path)).toBe(want);
    }),
  );
});

test("effects of files", () => {
  expect(reads(context, ["a", "-", "/b"])).toEqual({ reads: ["file:/work/a", "file:/b"], writes: [] });
  expect(readsTrees(context, ["."])).toEqual({ reads: ["tree:/work"], writes: [] });
  expect(writes(context, ["a/b", "/c", "-"])).toEqual({
    reads: [],
    writes: ["file:/work/a/b", "dir:/work/a", "file:/c", "dir:/"],
  });
  expect(writesTrees(context, ["a"])).toEqual({ reads: [], writes: ["tree:/work/a", "dir:/work"] });
});

test("a union has all parts, and every flag that one of them has", () => {
  expect(union()).toEqual(PURE);
  expect(union(reads(context, ["a"]), writes(context, ["b"]))).toEqual({
    reads: ["file:/work/a"],
    writes: ["file:/work/b", "dir:/work"],
  });
  expect(union(PURE, UNKNOWN)).toEqual(UNKNOWN);
  expect(union(PURE, { reads: [], writes: [], pagination: true })).toEqual({ reads: [], writes: [], pagination: true });
});
