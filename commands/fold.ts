// fold: breaks long lines. Columns are characters (a deliberate difference from GNU on non-ASCII text) unless -b.
import { decode, defineCommand, encode, reads, Writer, z } from "../src/plugin.ts";
import { eachLine, eachSource } from "./input.ts";

export const fold = defineCommand({
  name: "fold",
  summary: "Break long lines",
  description:
    "A column is a character, not a byte as in GNU fold; -b counts bytes. A tab goes on to the next eighth column.",
  args: () => ({
    width: z.number().int().min(1).default(80),
    bytes: z.boolean().default(false),
    spaces: z.boolean().default(false),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    width: { short: "w", placeholder: "N", digits: true, does: "columns of a line (80)" },
    bytes: { short: "b", does: "count bytes, not columns" },
    spaces: { short: "s", does: "break after blanks" },
    files: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    { does: "five columns", run: "echo abcdefgh | fold -w 5", prints: "abcde\nfgh\n" },
    { does: "between words", run: "echo 'the quick fox' | fold -s -w 10", prints: "the quick \nfox\n" },
  ],
  effects: ({ files }, context) => reads(context, files),
  run({ width, bytes, spaces, files }, io) {
    const out = new Writer(io.stdout);
    return eachSource(files, io, out, (source) =>
      eachLine(source, out, (line, start, end, complete) => {
        if (end - start <= width && !line.subarray(start, end).includes(9)) out.bytes(line, start, end);
        else {
          const text = bytes ? line.toString("latin1", start, end) : decode(line.subarray(start, end));
          const folded = foldLine(text, width, bytes, spaces);
          if (bytes) out.bytes(Buffer.from(folded, "latin1"));
          else out.bytes(encode(folded));
        }
        if (complete) out.byte(10);
      }),
    );
  },
});

function foldLine(text: string, width: number, bytes: boolean, spaces: boolean): string {
  const characters = Array.from(text);
  let folded = "";
  let from = 0;
  let column = 0;
  for (let at = 0; at < characters.length; at += 1) {
    const next = advance(column, characters[at] ?? "", bytes);
    if (next <= width || at === from) {
      column = next;
      continue;
    }
    const blank = spaces ? lastBlank(characters, from, at) : -1;
    const cut = blank < 0 ? at : blank + 1;
    folded += `${characters.slice(from, cut).join("")}\n`;
    from = cut;
    column = 0;
    for (let each = cut; each < at; each += 1) column = advance(column, characters[each] ?? "", bytes);
    at -= 1;
  }
  return folded + characters.slice(from).join("");
}

function lastBlank(characters: readonly string[], from: number, to: number): number {
  for (let at = to - 1; at >= from; at -= 1) if (characters[at] === " " || characters[at] === "\t") return at;
  return -1;
}

function advance(column: number, character: string, bytes: boolean): number {
  if (!bytes) {
    if (character === "\t") return column + 8 - (column % 8);
    if (character === "\b") return Math.max(0, column - 1);
    if (character === "\r") return 0;
  }
  return column + 1;
}
