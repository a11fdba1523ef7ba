// grep where lines, context and files cross the borders of blocks: the same as on the whole text.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { grep } from "../../commands/grep/index.ts";
import { invoke } from "../support/invoke.ts";

const words = fc.array(fc.constantFrom("hit", "miss", "", "a hit", "é", "x".repeat(70_000)), { maxLength: 40 });

/** What `grep -n -B before -A after hit` prints, the slow and plain way. */
function reference(lines: readonly string[], before: number, after: number): string {
  const shown = new Map<number, string>();
  lines.forEach((text, at) => {
    if (!text.includes("hit")) return;
    for (let near = Math.max(0, at - before); near <= Math.min(lines.length - 1, at + after); near += 1) {
      if (shown.get(near) !== ":") shown.set(near, near === at ? ":" : "-");
    }
  });
  let out = "";
  let last = -1;
  for (const at of [...shown.keys()].sort((a, b) => a - b)) {
    if (last >= 0 && at !== last + 1) out += "--\n";
    out += `${at + 1}${shown.get(at)}${lines[at]}\n`;
    last = at;
  }
  return out;
}

describe("grep", () => {
  test("prints the same context from a file, from a pipe, and by hand", async () => {
    await fc.assert(
      fc.asyncProperty(words, fc.nat(3), fc.nat(3), async (lines, before, after) => {
        const text = lines.map((line) => `${line}\n`).join("");
        const argv = ["-n", "-B", String(before), "-A", String(after), "hit"];
        const expected = reference(lines, before, after);
        expect((await invoke(grep, [...argv, "f"], { files: { f: text } })).stdout === expected).toBe(true);
        expect((await invoke(grep, argv, { stdin: text })).stdout === expected).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test("-c, -v and -m agree on a file of many blocks", async () => {
    const text = Array.from({ length: 60_000 }, (_, index) => `line ${index}${index % 7 === 0 ? " hit" : ""}\n`).join(
      "",
    );
    const run = async (...argv: string[]): Promise<string> =>
      (await invoke(grep, [...argv, "f"], { files: { f: text } })).stdout;
    expect(await run("-c", "hit")).toBe("8572\n");
    expect(await run("-vc", "hit")).toBe("51428\n");
    expect(await run("-c", "-m", "5000", "hit")).toBe("5000\n");
    expect((await run("-n", "-m", "5000", "hit")).trimEnd().split("\n").at(-1)).toBe("34994:line 34993 hit");
  });

  test("a line longer than the buffer is one line", async () => {
    const text = `${"a".repeat(700_000)}hit\nshort\n`;
    const { stdout } = await invoke(grep, ["-nb", "-e", "short", "f"], { files: { f: text } });
    expect(stdout).toBe("2:700004:short\n");
  });

  test("a bad pattern is a usage error", async () => {
    const { exitCode, stdout } = await invoke(grep, ["-E", "a(", "f"], { files: { f: "a\n" } });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
  });
});
