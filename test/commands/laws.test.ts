// Laws of the commands that cut and turn text, over any bytes and chunk sizes.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cat } from "../../commands/cat.ts";
import { head } from "../../commands/head.ts";
import { rev } from "../../commands/rev.ts";
import { seq } from "../../commands/seq.ts";
import { tac } from "../../commands/tac.ts";
import { tail } from "../../commands/tail/index.ts";
import type { Command } from "../../src/command/command.ts";
import { invoke } from "../support/invoke.ts";

const bytes = fc
  .array(fc.constantFrom("a", "b", "\n", "é", "\0"), { maxLength: 60 })
  .map((parts) => Buffer.from(parts.join("")));
const count = fc.integer({ min: 0, max: 12 });

async function out(command: Command, argv: string[], stdin: Uint8Array): Promise<Buffer> {
  return Buffer.from((await invoke(command, argv, { stdin })).stdoutBytes);
}

async function outOfFile(command: Command, argv: string[], content: Uint8Array): Promise<Buffer> {
  return Buffer.from((await invoke(command, [...argv, "f"], { files: { f: content } })).stdoutBytes);
}

describe("head and tail", () => {
  test.each(["-n", "-c"])("head %s N and tail %s +N+1 make the whole", async (option) => {
    await fc.assert(
      fc.asyncProperty(bytes, count, async (input, n) => {
        const parts = [await out(head, [option, `${n}`], input), await out(tail, [option, `+${n + 1}`], input)];
        expect(Buffer.concat(parts)).toEqual(input);
      }),
    );
  });

  test.each(["-n", "-c"])("head %s -N and tail %s N make the whole", async (option) => {
    await fc.assert(
      fc.asyncProperty(bytes, count, async (input, n) => {
        const parts = [await out(head, [option, `-${n}`], input), await out(tail, [option, `${n}`], input)];
        expect(Buffer.concat(parts)).toEqual(input);
      }),
    );
  });

  test("a file read from its end gives what the stream gives", async () => {
    await fc.assert(
      fc.asyncProperty(
        bytes,
        count,
        fc.constantFrom("-n", "-c"),
        fc.constantFrom("", "+"),
        async (input, n, option, sign) => {
          const argv = [option, `${sign}${n}`];
          expect(await outOfFile(tail, argv, input)).toEqual(await out(tail, argv, input));
        },
      ),
    );
  });
});

test("tail finds lines across the windows that it reads", async () => {
  for (const length of [65_535, 65_536, 65_537, 131_072, 200_000]) {
    const line = `${"x".repeat(length)}\n`;
    expect((await outOfFile(tail, ["-n", "2"], Buffer.from(line.repeat(3)))).length).toBe(2 * (length + 1));
  }
});

describe("tac", () => {
  test("twice is nothing, where the last line ends", async () => {
    await fc.assert(
      fc.asyncProperty(bytes, async (input) => {
        const ended = Buffer.concat([input, Buffer.from("\n")]);
        expect(await out(tac, [], await out(tac, [], ended))).toEqual(ended);
      }),
    );
  });

  test("records longer than a window, from a file and from a stream", async () => {
    const records = [300_000, 1, 131_072, 131_071, 5].map((size, index) => `${String(index).repeat(size)}\n`);
    const input = Buffer.from(records.join(""));
    const expected = Buffer.from(records.reverse().join(""));
    expect((await outOfFile(tac, [], input)).equals(expected)).toBe(true);
    expect((await out(tac, [], input)).equals(expected)).toBe(true);
  });
});

test("rev twice is nothing, invalid UTF-8 included", async () => {
  const line = fc.uint8Array({ maxLength: 40 }).map((value) => Buffer.from(value.filter((byte) => byte !== 10)));
  await fc.assert(
    fc.asyncProperty(line, async (input) => {
      fc.pre(Buffer.from(input.toString("utf8")).equals(input));
      expect(await out(rev, [], await out(rev, [], input))).toEqual(input);
    }),
  );
});

test("cat -n numbers as many lines as there are", async () => {
  await fc.assert(
    fc.asyncProperty(bytes, async (input) => {
      const lines = input.toString("latin1").split("\n");
      if (lines.at(-1) === "") lines.pop();
      const expected = lines.map((line, index) => `${String(index + 1).padStart(6)}\t${line}`).join("\n");
      const ended = input.at(-1) === 10;
      expect((await out(cat, ["-n"], input)).toString("latin1")).toBe(ended ? `${expected}\n` : expected);
    }),
  );
});

test("seq's blocks count as a loop does", async () => {
  const range = fc.tuple(fc.nat(120_000), fc.nat(45_000), fc.constantFrom("\n", ",", "", "ab"), fc.boolean());
  await fc.assert(
    fc.asyncProperty(range, async ([first, size, separator, equal]) => {
      const last = first + size;
      const width = equal ? String(last).length : 0;
      const expected = Array.from({ length: size + 1 }, (_, index) => String(first + index).padStart(width, "0"));
      const argv = [...(equal ? ["-w"] : []), "-s", separator, `${first}`, `${last}`];
      expect((await out(seq, argv, Buffer.alloc(0))).toString() === `${expected.join(separator)}\n`).toBe(true);
    }),
    { numRuns: 30 },
  );
});
