// iconv in pieces, and its messages. What it converts is held to glibc's in fixtures/commands/iconv.json.
import fc from "fast-check";
import { expect, test } from "vitest";
import { Converter } from "../../commands/iconv/convert.ts";
import { iconv } from "../../commands/iconv/index.ts";
import { encode } from "../../src/plugin.ts";
import { invoke } from "../support/invoke.ts";

function convert(from: string, to: string, pieces: readonly Uint8Array[]): Buffer {
  const parts: Uint8Array[] = [];
  const converter = new Converter({ from, to, drop: false, transliterate: false });
  for (const piece of pieces) converter.write(piece, (bytes) => void parts.push(bytes));
  converter.end((bytes) => void parts.push(bytes));
  return Buffer.concat(parts);
}

test("there and back, wherever the pieces are cut", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("utf-16le", "utf-16be", "utf-32le", "gb18030"),
      fc.nat(40),
      (text, encoding, cut) => {
        fc.pre(!text.startsWith("\ufeff"));
        const bytes = encode(text);
        const there = convert("utf-8", encoding, [bytes.slice(0, cut), bytes.slice(cut)]);
        const back = convert(encoding, "utf-8", [there.subarray(0, cut), there.subarray(cut)]);
        expect(back.toString("utf8")).toBe(text);
      },
    ),
  );
});

test.each([
  [["-f", "nope"], "", 1, /^iconv: unknown encoding 'nope'. Use: iconv -l\n$/],
  [["-t", "ascii"], "abé", 1, /^iconv: illegal input sequence at position 2\n$/],
  [
    ["-f", "utf-8", "-t", "utf-16"],
    Buffer.from([0x61, 0xe2]),
    1,
    /^iconv: incomplete character or shift sequence at end of buffer\n$/,
  ],
  [["none"], "", 1, /^iconv: none: No such file or directory\n$/],
  [["-s", "-t", "ascii"], "é", 1, /^$/],
])("%j", async (argv, stdin, exitCode, stderr) => {
  expect(await invoke(iconv, argv, { stdin })).toMatchObject({ exitCode, stderr: expect.stringMatching(stderr) });
});

test("the list has what people ask for", async () => {
  const { stdout } = await invoke(iconv, ["-l"]);
  for (const name of ["UTF8", "SHIFTJIS", "GB18030", "WINDOWS1252"]) expect(stdout).toContain(`${name}//\n`);
});
