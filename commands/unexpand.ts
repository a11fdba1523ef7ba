// unexpand: turns blanks into tabs where they reach a tab stop. Columns are characters.
import { decode, defineCommand, encode, reads, Writer, z } from "../src/plugin.ts";
import { eachLine, eachSource } from "./input.ts";
import { type TabStops, tabStops } from "./tab-stops.ts";

export const unexpand = defineCommand({
  name: "unexpand",
  summary: "Turn blanks into tabs",
  description: "Only the blanks at the start of lines, unless -a or -t is given. A column is a character.",
  args: () => ({
    all: z.boolean().default(false),
    firstOnly: z.boolean().default(false),
    tabs: z.array(z.string()).default([]),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    all: { short: "a", does: "turn all runs of two blanks and more, not those at the start alone" },
    firstOnly: { does: "only blanks at the start, even with -t" },
    tabs: {
      short: "t",
      placeholder: "LIST",
      does: "stops every N columns (8) or at the columns of a list; turns on -a",
    },
    files: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    { does: "the start of a line", run: "printf '        a\\n' | unexpand", prints: "\ta\n" },
    { does: "everywhere", run: "printf 'a       b\\n' | unexpand -a", prints: "a\tb\n" },
  ],
  effects: ({ files }, context) => reads(context, files),
  run({ all, firstOnly, tabs, files }, io) {
    const stops = tabStops(tabs);
    const everywhere = (all || tabs.length > 0) && !firstOnly;
    const out = new Writer(io.stdout);
    return eachSource(files, io, out, (source) =>
      eachLine(source, out, (line, start, end, complete) => {
        out.bytes(encode(unexpandBlanks(decode(line.subarray(start, end)), stops, everywhere)));
        if (complete) out.byte(10);
      }),
    );
  },
});

function unexpandBlanks(text: string, stops: TabStops, everywhere: boolean): string {
  let packed = "";
  let column = 0;
  /** Blanks that have not become a tab. */
  let pending = 0;
  /** The only pending blank stands right before a stop: it becomes a tab if another blank follows. */
  let atStop = false;
  let afterBlank = true;
  let converts = true;
  for (const character of text) {
    const stop = converts ? stops.next(column) : undefined;
    const blank = character === " " || character === "\t";
    if (stop === undefined || !blank) {
      packed += " ".repeat(pending) + character;
      [pending, atStop, afterBlank] = [0, false, blank];
      column += 1;
      if (!blank) converts = everywhere;
      continue;
    }
    column = character === "\t" ? stop : column + 1;
    if (character === " " && !(afterBlank && column === stop)) {
      if (atStop) {
        packed += "\t";
        pending = 0;
      }
      atStop = column === stop;
      pending += 1;
    } else {
      packed += atStop && pending === 1 ? "\t\t" : "\t";
      [pending, atStop] = [0, false];
    }
    afterBlank = true;
  }
  return packed + " ".repeat(pending);
}
