// The file of a long output: no secret in it, wherever the chunks begin and end.
import fc from "fast-check";
import { expect, test } from "vitest";
import { Spill } from "../../src/output/index.ts";
import { memoryWorkspace } from "../../src/workspace/index.ts";

function spilled(text: string, sizes: readonly number[], secrets: readonly string[]): string {
  const workspace = memoryWorkspace({ files: {} });
  const spill = new Spill(workspace, "/tmp/out/1.txt", 1_000_000, secrets);
  spill.start();
  let bytes = Buffer.from(text);
  for (const size of sizes) {
    spill.write(bytes.subarray(0, size));
    bytes = bytes.subarray(size);
  }
  spill.write(bytes);
  spill.close();
  return Buffer.from(workspace.readFile("/tmp/out/1.txt")).toString();
}

test.each([
  ["in one chunk", [100]],
  ["across two", [8]],
  ["byte by byte", Array.from({ length: 40 }, () => 1)],
])("a secret %s", (_, sizes) => {
  expect(spilled("key=hünter2 key=hünter2\nhün", sizes, ["hünter2"])).toBe("key=[secret] key=[secret]\nhün");
});

test("a secret that overlaps another is not cut in two", () => {
  expect(spilled("abc", [2], ["ab", "bc"])).toBe("[secret]c");
});

test("nothing of the text is lost, and where it is cut makes no secret appear", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", "-"), { maxLength: 40 }).map((chars) => chars.join(""));
  fc.assert(
    fc.property(text, fc.array(fc.nat(5)), (whole, sizes) => {
      const result = spilled(whole, sizes, ["abc", "cab"]);
      expect(result).toBe(spilled(whole, [], ["abc", "cab"]));
    }),
  );
});
