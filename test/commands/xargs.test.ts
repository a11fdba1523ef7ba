// xargs: effects, the order of output with -P, and the rule that what is fed in pieces is as if fed whole.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Batches } from "../../commands/xargs/batches.ts";
import { xargs } from "../../commands/xargs/index.ts";
import { type ItemOptions, Items } from "../../commands/xargs/items.ts";
import { UNKNOWN } from "../../src/footprint/index.ts";
import { defineCommand, encode } from "../../src/plugin.ts";
import { invoke } from "../support/invoke.ts";

describe("effects", () => {
  const table: [string[], object][] = [
    [[], { reads: [], writes: [] }],
    [["-n1", "echo", "x"], { reads: [], writes: [] }],
    [["-a", "list", "echo"], { reads: ["file:/w/list"], writes: [] }],
    [["rm"], UNKNOWN],
  ];
  test.each(table)("xargs %j", (argv, effects) => {
    expect(xargs.bind(argv, { cwd: "/w" }).effects).toEqual(effects);
  });
});

/** Writes its argument in two pieces; the lower the number, the longer the wait in between. */
const slow = defineCommand({
  name: "slow",
  summary: "Write slowly",
  raw: true,
  usage: "N",
  examples: [],
  async run([text = ""], io) {
    await io.stdout.write(encode(`<${text}`));
    for (let turns = 20 - Number(text); turns > 0; turns -= 1) await new Promise((resolve) => setImmediate(resolve));
    await io.stdout.write(encode(">\n"));
  },
});

test("output keeps the order of the start, whoever ends first", async () => {
  const stdin = Array.from({ length: 10 }, (_, at) => `${at}\n`).join("");
  const { stdout } = await invoke(xargs, ["-P", "4", "-n", "1", "slow"], { stdin, commands: [slow] });
  expect(stdout).toBe(Array.from({ length: 10 }, (_, at) => `<${at}>\n`).join(""));
});

test("-p is refused", async () => {
  const { stderr, exitCode } = await invoke(xargs, ["-p", "echo"], { stdin: "a" });
  expect(stderr).toContain("nobody is there to answer");
  expect(exitCode).toBe(1);
});

test("a command that is not there ends with 127 at once", async () => {
  const { stderr, exitCode } = await invoke(xargs, ["-n1", "nosuch"], { stdin: "a b c" });
  expect(stderr).toBe("nosuch: command not found\n");
  expect(exitCode).toBe(127);
});

/** Items and line ends, or the message of the failure. */
function cut(chunks: readonly Uint8Array[], options: ItemOptions): string[] {
  const found: string[] = [];
  const items = new Items(options);
  const taker = { item: (text: string) => found.push(`item ${text}`), line: () => found.push("line") };
  try {
    for (const chunk of chunks) items.feed(chunk, taker);
    items.end(taker);
  } catch (error) {
    found.push(String(error));
  }
  return found;
}

test("chunks do not matter", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "b", " ", "\t", "\n", "'", '"', "\\", "é", "\0"),
    maxLength: 40,
  });
  const options = fc.record({
    delimiter: fc.constantFrom(undefined, 0, 10),
    wholeLines: fc.boolean(),
    end: fc.constantFrom(undefined, "a"),
  });
  fc.assert(
    fc.property(text, options, fc.nat(40), (input, chosen, at) => {
      const bytes = encode(input);
      const pieces = [bytes.slice(0, at), bytes.slice(at)];
      expect(cut(pieces, chosen)).toEqual(cut([bytes], chosen));
    }),
  );
});

test("no command line is longer than asked for, and no item is lost", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 8 })),
      fc.integer({ min: 20, max: 60 }),
      fc.integer({ min: 1, max: 5 }),
      (items, bytes, args) => {
        const batches = new Batches(["echo"], undefined, {
          args,
          lines: Number.POSITIVE_INFINITY,
          bytes,
          whole: false,
        });
        const short = items.filter((item) => encode(item).length < 15);
        for (const item of short) batches.item(item);
        batches.end();
        const seen: string[] = [];
        for (let argv = batches.take(); argv; argv = batches.take()) {
          expect(argv.length).toBeLessThanOrEqual(args + 1);
          expect(argv.reduce((sum, word) => sum + encode(word).length + 1, 0)).toBeLessThanOrEqual(bytes);
          seen.push(...argv.slice(1));
        }
        expect(seen).toEqual(short);
      },
    ),
  );
});
