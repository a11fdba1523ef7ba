// sort's merge of runs against a plain sort, in windows that are too small for many lines.
import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeBytes } from "../../commands/sort/byte-merge.ts";
import { orderOf } from "../../commands/sort/compare.ts";
import { LineOutput } from "../../commands/sort/output.ts";
import { RunReader } from "../../commands/sort/run-reader.ts";
import { viewOf } from "../../commands/sort/table.ts";
import { FileError, type FileHandle } from "../../src/plugin.ts";

const WINDOW = 24;
const OUTPUT = 32;

const line = fc.array(fc.constantFrom(0, 97, 98, 255), { maxLength: 40 }).map((bytes) => Buffer.from(bytes));
const runs = fc.array(fc.array(line, { maxLength: 12 }), { minLength: 1, maxLength: 7 });

function runOf(lines: readonly Buffer[]): FileHandle {
  const records = lines.flatMap((bytes) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    return [length, bytes, Buffer.from("\n")];
  });
  const content = Buffer.concat(records);
  const refuse = (): never => {
    throw new FileError("EBADF", "run");
  };
  return {
    read: (into, position = 0) => content.copy(into, 0, position, position + into.length),
    stat: refuse,
    write: refuse,
    truncate: refuse,
    close: () => undefined,
  };
}

async function merged(parts: readonly (readonly Buffer[])[], reverse: boolean, unique: boolean): Promise<string> {
  const order = orderOf({ keys: [], tab: -1, keysOnly: false, reverse });
  const memory = Buffer.alloc(parts.length * WINDOW + OUTPUT);
  const readers = parts.map((lines, index) => {
    const run = { handle: runOf(lines), path: "run" };
    return new RunReader(run, order, memory, viewOf(memory), index * WINDOW, (index + 1) * WINDOW);
  });
  const blocks: Uint8Array[] = [];
  const out = new LineOutput((block) => void blocks.push(block), 10, false);
  out.from(memory, parts.length * WINDOW);
  await mergeBytes(readers, reverse, unique, { pause: () => undefined }, out);
  await out.flush();
  return Buffer.concat(blocks).toString("latin1");
}

test.each([
  { reverse: false, unique: false },
  { reverse: true, unique: false },
  { reverse: false, unique: true },
  { reverse: true, unique: true },
])("runs come out as one: reverse $reverse, unique $unique", async ({ reverse, unique }) => {
  const sorted = (lines: readonly Buffer[]): readonly Buffer[] => {
    const all = [...lines].sort((a, b) => (reverse ? Buffer.compare(b, a) : Buffer.compare(a, b)));
    return unique ? all.filter((bytes, index) => index === 0 || !bytes.equals(all[index - 1] ?? bytes)) : all;
  };
  await fc.assert(
    fc.asyncProperty(runs, async (parts) => {
      const expected = sorted(parts.flat()).map((bytes) => `${bytes.toString("latin1")}\n`);
      expect(await merged(parts.map(sorted), reverse, unique)).toBe(expected.join(""));
    }),
  );
});
