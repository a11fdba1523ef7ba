// Laws of diff, patch, gzip and tar: what one takes apart the other puts together again.
import fc from "fast-check";
import { expect, test } from "vitest";
import { diff } from "../../commands/diff/index.ts";
import { gunzip } from "../../commands/gzip/gunzip.ts";
import { gzip } from "../../commands/gzip/index.ts";
import { patch } from "../../commands/patch/index.ts";
import { tar } from "../../commands/tar/index.ts";
import { decode } from "../../src/plugin.ts";
import { invoke } from "../support/invoke.ts";

const lines = fc
  .array(fc.constantFrom("a", "b", "c", "", "d e"), { maxLength: 30 })
  .chain((list) => fc.constantFrom("", "\n").map((end) => list.join("\n") + (list.length > 0 ? end : "")));

test("a diff applied to the first file gives the second, and back", async () => {
  await fc.assert(
    fc.asyncProperty(lines, lines, fc.integer({ min: 0, max: 3 }), async (a, b, context) => {
      const made = await invoke(diff, ["-U", String(context), "--label", "a", "--label", "b", "a", "b"], {
        files: { a, b },
      });
      if (a === b) {
        expect(made.exitCode).toBe(0);
        return;
      }
      const there = await invoke(patch, ["-s", "a"], { files: { a }, stdin: made.stdout });
      expect([there.exitCode, decode(there.workspace.readFile("a"))]).toEqual([0, b]);
      const back = await invoke(patch, ["-s", "-R", "a"], { files: { a: b }, stdin: made.stdout });
      expect([back.exitCode, decode(back.workspace.readFile("a"))]).toEqual([0, a]);
    }),
    { numRuns: 150 },
  );
});

test("gunzip undoes gzip for any bytes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), async (bytes) => {
      const packed = await invoke(gzip, ["-c"], { stdin: bytes });
      const plain = await invoke(gunzip, ["-c"], { stdin: packed.stdoutBytes });
      expect(Buffer.from(plain.stdoutBytes).equals(Buffer.from(bytes))).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test("a huge difference ends in bounded time", async () => {
  const text = (seed: number): string =>
    Array.from({ length: 20_000 }, (_, at) => `${(Math.imul(at + seed, 2654435761) >>> 8) % 50}\n`).join("");
  const { exitCode } = await invoke(diff, ["-q", "a", "b"], { files: { a: text(1), b: text(977) } });
  expect(exitCode).toBe(1);
});

test("tar writes nothing above its directory", async () => {
  const made = await invoke(tar, ["-cPf", "x.tar", "../evil", "/abs"], {
    files: { evil: "1\n", abs: "2\n", "d/e/keep": "" },
    cwd: "/d",
  });
  expect(made.exitCode).toBe(0);
  made.workspace.unlink("/evil");
  made.workspace.unlink("/abs");
  const taken = await invoke(tar, ["-xf", "/d/x.tar"], { workspace: made.workspace, cwd: "/d/e" });
  expect(taken.exitCode).toBe(2);
  expect(taken.stderr).toContain("Member name contains '..'");
  expect([taken.workspace.exists("/evil"), taken.workspace.exists("/abs")]).toEqual([undefined, undefined]);
  expect(decode(taken.workspace.readFile("/d/e/abs"))).toBe("2\n");
});
