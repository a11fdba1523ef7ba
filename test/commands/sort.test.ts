// Laws of sort that a table of cases cannot hold: any bytes, big inputs in runs, and nothing left in /tmp.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sort } from "../../commands/sort/index.ts";
import { memoryWorkspace } from "../../src/workspace/index.ts";
import { invoke } from "../support/invoke.ts";

const line = fc.uint8Array({ maxLength: 14 }).map((bytes) => Buffer.from(bytes).filter((byte) => byte !== 10));
const lines = fc.array(
  fc.oneof(
    line,
    fc.constantFrom("a", "a\0", "a\0\0", "aaaaaa", "aaaaaa\0").map((text) => Buffer.from(text)),
  ),
  {
    maxLength: 60,
  },
);

function joined(parts: readonly Uint8Array[]): Buffer {
  return Buffer.concat(parts.flatMap((part) => [part, Buffer.from("\n")]));
}

describe("sort", () => {
  test("puts any lines in byte order, and -r in the opposite one", async () => {
    await fc.assert(
      fc.asyncProperty(lines, async (input) => {
        const expected = [...input].sort(Buffer.compare);
        const { stdoutBytes } = await invoke(sort, [], { stdin: joined(input) });
        expect(Buffer.from(stdoutBytes)).toEqual(joined(expected));
        const reversed = await invoke(sort, ["-r"], { stdin: joined(input) });
        expect(Buffer.from(reversed.stdoutBytes)).toEqual(joined(expected.reverse()));
      }),
      { numRuns: 60 },
    );
  });

  test("-n with ties broken by bytes equals a comparison of numbers of any length", async () => {
    const number = fc
      .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 20n }))
      .map(([minus, n]) => (minus ? -n : n));
    await fc.assert(
      fc.asyncProperty(fc.array(number, { maxLength: 40 }), async (input) => {
        const expected = [...input].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        const { stdout } = await invoke(sort, ["-n"], { stdin: input.map((n) => `${n}\n`).join("") });
        expect(stdout).toBe(expected.map((n) => `${n}\n`).join(""));
      }),
      { numRuns: 60 },
    );
  });

  test("sorts a big input in runs and leaves nothing behind", async () => {
    const count = 700_000;
    const numbers = Array.from({ length: count }, (_, index) => (index * 7919) % count);
    const workspace = memoryWorkspace({ files: { f: numbers.map((n) => `${String(n).padStart(7, "0")}\n`).join("") } });
    if (!workspace.exists("/tmp")) workspace.mkdir("/tmp");
    const plain = await invoke(sort, ["f"], { workspace });
    const expected = numbers.sort((a, b) => a - b).map((n) => `${String(n).padStart(7, "0")}\n`);
    expect(plain.stdout === expected.join("")).toBe(true);
    const keyed = await invoke(sort, ["-rnu", "-o", "out", "f"], { workspace });
    expect(keyed.exitCode).toBe(0);
    expect(Buffer.from(workspace.readFile("out")).toString() === expected.reverse().join("")).toBe(true);
    expect(workspace.readdir("/tmp")).toEqual([]);
  });

  test("reads no input when a file is missing, and says which", async () => {
    const { exitCode, stdout, stderr } = await invoke(sort, ["f", "nope"], { files: { f: "b\na\n" } });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain("nope");
  });
});
