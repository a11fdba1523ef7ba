// expand: turns tabs into blanks. Columns are characters.
import { decode, defineCommand, encode, reads, Writer, z } from "../src/plugin.ts";
import { eachLine, eachSource } from "./input.ts";
import { type TabStops, tabStops } from "./tab-stops.ts";

export const expand = defineCommand({
  name: "expand",
  summary: "Turn tabs into blanks",
  description: "A column is a character, not a byte as in GNU expand.",
  args: () => ({
    initial: z.boolean().default(false),
    tabs: z.array(z.string()).default([]),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    initial: { short: "i", does: "only tabs before the first other character" },
    tabs: { short: "t", placeholder: "LIST", does: "stops every N columns (8), or at the columns of a list" },
    files: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    { does: "stops every eight columns", run: "printf 'a\\tb\\n' | expand", prints: "a       b\n" },
    { does: "stops every four", run: "printf 'a\\tb\\n' | expand -t 4", prints: "a   b\n" },
  ],
  effects: ({ files }, context) => reads(context, files),
  run({ initial, tabs, files }, io) {
    const stops = tabStops(tabs);
    const out = new Writer(io.stdout);
    return eachSource(files, io, out, (source) =>
      eachLine(source, out, (line, start, end, complete) => {
        const bytes = line.subarray(start, end);
        if (bytes.includes(9)) out.bytes(encode(expandTabs(decode(bytes), stops, initial)));
        else out.bytes(bytes);
        if (complete) out.byte(10);
      }),
    );
  },
});

function expandTabs(text: string, stops: TabStops, initial: boolean): string {
  let column = 0;
  let expanded = "";
  let leading = true;
  for (const character of text) {
    if (character === "\t" && (leading || !initial)) {
      const next = stops.next(column) ?? column + 1;
      expanded += " ".repeat(next - column);
      column = next;
      continue;
    }
    if (character !== " " && character !== "\t") leading = false;
    expanded += character;
    column = character === "\b" ? Math.max(0, column - 1) : column + 1;
  }
  return expanded;
}
