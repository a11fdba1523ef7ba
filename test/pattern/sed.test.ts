/** Which text each group holds, against what GNU sed answered (fixtures/pattern/sed.json). */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileText } from "../../src/pattern/index.ts";

const { rows }: { rows: { flags: string; pattern: string; input: string; groups: number; output: string }[] } =
  JSON.parse(readFileSync(new URL("../../fixtures/pattern/sed.json", import.meta.url), "utf8"));

test.each(rows)("$pattern on $input", ({ flags, pattern, input, groups, output }) => {
  const found = compileText(pattern, { syntax: flags === "-E" ? "extended" : "basic" }).exec(input);
  const marks = (found?.groups ?? []).slice(1, groups + 1).map((text) => `[${text ?? ""}]`);
  const shown =
    found === undefined
      ? input
      : `${input.slice(0, found.start)}<${found.groups[0]}>${marks.join("")}${input.slice(found.end)}`;
  expect(shown).toBe(output);
});
