// tr over any bytes: what a translation, a deletion and a squeeze come to by hand.
import fc from "fast-check";
import { expect, test } from "vitest";
import { tr } from "../../commands/tr/index.ts";
import { parseSet } from "../../commands/tr/sets.ts";
import { invoke } from "../support/invoke.ts";

const bytes = fc.uint8Array({ maxLength: 300 });

test("upper case and back leaves ASCII letters lower and all else alone", async () => {
  await fc.assert(
    fc.asyncProperty(bytes, async (input) => {
      const up = await invoke(tr, ["a-z", "A-Z"], { stdin: Uint8Array.from(input) });
      const down = await invoke(tr, ["[:upper:]", "[:lower:]"], { stdin: Uint8Array.from(up.stdoutBytes) });
      const expected = input.map((byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));
      expect([...down.stdoutBytes]).toEqual([...expected]);
    }),
  );
});

test("-d deletes, -cd keeps, -s squeezes", async () => {
  await fc.assert(
    fc.asyncProperty(bytes, async (input) => {
      const run = async (...argv: string[]): Promise<number[]> => [
        ...(await invoke(tr, argv, { stdin: Uint8Array.from(input) })).stdoutBytes,
      ];
      const digit = (byte: number): boolean => byte >= 48 && byte <= 57;
      expect(await run("-d", "0-9")).toEqual([...input].filter((byte) => !digit(byte)));
      expect(await run("-cd", "0-9")).toEqual([...input].filter(digit));
      expect(await run("-s", "\\000-\\377")).toEqual([...input].filter((byte, at) => byte !== input[at - 1]));
    }),
  );
});

test.each([
  ["a-c", [97, 98, 99]],
  ["\\101\\n", [65, 10]],
  ["a-", [97, 45]],
  ["\\-x", [45, 120]],
  ["[a-c]", [91, 97, 98, 99, 93]],
  ["[=x=]", [120]],
  ["[:digit:]", [48, 49, 50, 51, 52, 53, 54, 55, 56, 57]],
])("the set %s", (text, expected) => {
  expect(parseSet(text).flatMap((piece) => (piece.kind === "repeat" ? [] : piece.bytes))).toEqual(expected);
});
