// The buffered writer hands on exactly what it was given, across the ends of its chunks.
import fc from "fast-check";
import { expect, test } from "vitest";
import { Writer } from "../../src/stream/writer.ts";

type Piece = { readonly text: string } | { readonly bytes: Uint8Array } | { readonly byte: number };

const piece: fc.Arbitrary<Piece> = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }).map((text) => ({ text })),
  fc.integer({ min: 1, max: 50_000 }).map((size) => ({ text: "abc".repeat(size).slice(0, size) })),
  fc.integer({ min: 1, max: 70_000 }).map((size) => ({ bytes: new Uint8Array(size).fill(size % 256) })),
  fc.integer({ min: 0, max: 255 }).map((byte) => ({ byte })),
);

test("what is written comes out whole and in order", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const got: Uint8Array[] = [];
      const out = new Writer({ terminal: false, write: (chunk) => void got.push(chunk) });
      const want: Uint8Array[] = [];
      for (const each of pieces) {
        if ("text" in each) out.text(each.text);
        else if ("bytes" in each) out.bytes(each.bytes);
        else out.byte(each.byte);
        want.push("text" in each ? Buffer.from(each.text) : "bytes" in each ? each.bytes : Uint8Array.of(each.byte));
        void out.drain();
      }
      void out.flush();
      expect(Buffer.concat(got).equals(Buffer.concat(want))).toBe(true);
    }),
    { numRuns: 60 },
  );
});
