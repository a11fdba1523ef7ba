// LineReader: blocks of whole lines however the stream is cut into chunks.
import fc from "fast-check";
import { expect, test } from "vitest";
import { LineReader } from "../../src/stream/lines.ts";
import { LONGEST_LINE, LongLineError } from "../../src/stream/long-line.ts";
import type { Source } from "../../src/stream/stream.ts";

function sourceOf(chunks: readonly Uint8Array[]): Source {
  const queue = chunks.filter((chunk) => chunk.length > 0);
  return { connected: true, read: () => queue.shift() ?? null, close: () => undefined };
}

const chunks = fc.array(
  fc.array(fc.constantFrom(10, 10, 97, 98), { maxLength: 12 }).map((bytes) => Uint8Array.from(bytes)),
  { maxLength: 12 },
);

test("blocks are the input, and all but the last end with the delimiter", () => {
  fc.assert(
    fc.property(chunks, (parts) => {
      const reader = new LineReader(sourceOf(parts));
      const blocks: Buffer[] = [];
      for (let block = reader.next(); block && !(block instanceof Promise); block = reader.next()) {
        blocks.push(block.bytes.subarray(block.start, block.end));
      }
      expect(Buffer.concat(blocks)).toEqual(Buffer.concat(parts));
      for (const block of blocks.slice(0, -1)) expect(block.at(-1)).toBe(10);
    }),
  );
});

test("what was read ahead can be given back after any block", () => {
  fc.assert(
    fc.property(chunks, fc.nat(12), (parts, count) => {
      const queue = parts.filter((chunk) => chunk.length > 0);
      const reader = new LineReader({ connected: true, read: () => queue.shift() ?? null, close: () => undefined });
      const seen: Uint8Array[] = [];
      for (let index = 0; index < count; index += 1) {
        const block = reader.next();
        if (!block || block instanceof Promise) break;
        seen.push(block.bytes.subarray(block.start, block.end));
      }
      expect(Buffer.concat([...seen, reader.rest, ...queue])).toEqual(Buffer.concat(parts));
    }),
  );
});

test("an endless line ends with an error, and many lines after each other do not", () => {
  const chunk = new Uint8Array(1024 * 1024);
  let given = 0;
  const endless: Source = {
    connected: true,
    read: () => {
      given += chunk.length;
      return chunk;
    },
    close: () => undefined,
  };
  expect(() => new LineReader(endless).next()).toThrow(LongLineError);
  expect(given).toBeLessThanOrEqual(LONGEST_LINE + chunk.length);

  const line = Buffer.alloc(chunk.length, 97);
  line[5] = 10;
  let left = 80;
  const lines: Source = { connected: true, read: () => (left-- > 0 ? line : null), close: () => undefined };
  const reader = new LineReader(lines);
  let bytes = 0;
  for (let block = reader.next(); block && !(block instanceof Promise); block = reader.next()) {
    bytes += block.end - block.start;
  }
  expect(bytes).toBe(80 * line.length);
});
