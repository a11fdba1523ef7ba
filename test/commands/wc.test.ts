// wc over chunks: characters and words that are cut in two by a chunk's border count once.
import fc from "fast-check";
import { expect, test } from "vitest";
import { createNewlineCounter } from "../../commands/newlines.ts";
import { Tally } from "../../commands/wc/tally.ts";

test("a tally does not depend on where its chunks are cut", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.array(fc.nat(80), { maxLength: 5 }), (text, cuts) => {
      const bytes = Buffer.concat([Buffer.from(text), Buffer.of(0xff, 0xe6)]);
      const whole = new Tally();
      whole.add(bytes);
      whole.end();
      const pieces = new Tally();
      const chars = new Tally();
      let from = 0;
      for (const to of [...cuts.sort((a, b) => a - b), bytes.length]) {
        if (to < from) continue;
        pieces.add(bytes.subarray(from, to));
        chars.addChars(bytes.subarray(from, to));
        from = Math.min(to, bytes.length);
      }
      pieces.end();
      const figures = ({ lines, words, chars: count, bytes: size, widest }: Tally): number[] => [
        lines,
        words,
        count,
        size,
        widest,
      ];
      expect(figures(pieces)).toEqual(figures(whole));
      expect(chars.chars).toBe(whole.chars);
    }),
  );
});

test("newlines are counted the same with and without a copy", () => {
  const counter = createNewlineCounter();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3000, max: 12 }), (bytes) => {
      expect(counter.of(bytes)).toBe(bytes.filter((byte) => byte === 10).length);
    }),
  );
});
