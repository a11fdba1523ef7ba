// ls: names that are no UTF-8 are escaped at the terminal only.
import { describe, expect, test } from "vitest";
import { runIn } from "../session/shell.ts";

describe("a name that is no UTF-8", () => {
  const MAKE = "touch $'b\\xff\\xfed' é 🎉;";
  test.each([
    ["ls", "b\\377\\376d\né\n🎉"],
    ["ls -b", "b\\377\\376d\né\n🎉"],
    ["ls -b | cat", "b\\377\\376d\né\n🎉"],
    ["ls | od -An -tx1 | head -n 1", " 62 ff fe 64 0a c3 a9 0a f0 9f 8e 89 0a"],
    ["ls -d b* | wc -c", "5"],
  ])("%s", async (line, shown) => {
    const { text } = await runIn({}, `${MAKE} ${line}`);
    expect(text.slice(0, text.lastIndexOf("\n[exit:0"))).toBe(shown);
  });
});
