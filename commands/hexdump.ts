// hexdump: dumps bytes in the fixed layouts of BSD's hexdump. Formats of one's own (-e) are not known; od has types.
import { CommandError, defineCommand, reads, Writer, z } from "../src/plugin.ts";
import { parseCount } from "./count.ts";
import { Joined } from "./od/input.ts";

/** Bytes of a line. */
const WIDTH = 16;

export const hexdump = defineCommand({
  name: "hexdump",
  summary: "Dump bytes in hexadecimal",
  description:
    "Without an option: two-byte words, the lower byte first, as the machine reads them; -C shows the bytes in their order.",
  args: () => ({
    layouts: z
      .array(z.enum(["words", "canonical", "octal", "characters", "decimal", "octalWords", "wide"]))
      .default([]),
    length: z.string().optional(),
    skip: z.string().default("0"),
    noSqueezing: z.boolean().default(false),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    layouts: {
      long: false,
      values: {
        C: "canonical",
        canonical: "canonical",
        b: "octal",
        "one-byte-octal": "octal",
        c: "characters",
        "one-byte-char": "characters",
        d: "decimal",
        "two-bytes-decimal": "decimal",
        o: "octalWords",
        "two-bytes-octal": "octalWords",
        x: "wide",
        "two-bytes-hex": "wide",
      },
      meanings: {
        canonical: "bytes in hexadecimal beside the text",
        octal: "bytes in octal",
        characters: "characters and escapes",
        decimal: "two-byte words in decimal",
        octalWords: "two-byte words in octal",
        wide: "two-byte words in hexadecimal, wide",
      },
    },
    length: { short: "n", placeholder: "N", does: "dump at most N bytes" },
    skip: { short: "s", placeholder: "N", does: "skip N bytes first" },
    noSqueezing: { short: "v", does: "print every line, not * for those like the one before" },
    files: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    {
      does: "bytes beside the text",
      run: "printf 'hello\\n' | hexdump -C",
      prints: "00000000  68 65 6c 6c 6f 0a                                 |hello.|\n00000006\n",
    },
    {
      does: "a part of a file",
      files: { f: "0123456789" },
      run: "hexdump -C -s 2 -n 3 f",
      prints: "00000002  32 33 34                                          |234|\n00000005\n",
    },
  ],
  effects: ({ files }, context) => reads(context, files),
  async run(args, io, ctx) {
    const layouts = (args.layouts.length > 0 ? args.layouts : ["words" as const]).map((name) => LAYOUTS[name]);
    const skip = count(args.skip);
    let left = args.length === undefined ? Number.POSITIVE_INFINITY : count(args.length);
    const input = new Joined(args.files.length > 0 ? args.files : ["-"], io);
    const out = new Writer(io.stdout);
    if (!(await input.open())) {
      await io.diagnose("all input file arguments failed");
      return 1;
    }
    try {
      let offset = await input.skip(skip);
      let previous: Buffer | undefined;
      let starred = false;
      let rest: Buffer = Buffer.alloc(0);
      const print = (line: Buffer): void => {
        for (const layout of layouts) out.text(layout.print(line, offset));
      };
      while (left > 0) {
        const chunk = await input.read(left);
        if (chunk === null) break;
        left -= chunk.length;
        const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
        let at = 0;
        for (; at + WIDTH <= bytes.length; at += WIDTH) {
          const line = bytes.subarray(at, at + WIDTH);
          if (!args.noSqueezing && previous?.equals(line)) {
            if (!starred) out.text("*\n");
            starred = true;
          } else {
            print(line);
            starred = false;
          }
          previous = line;
          offset += WIDTH;
          if (at % 4096 > 0) continue;
          const full = out.drain();
          if (full) await full;
          const pause = ctx.pause();
          if (pause) await pause;
        }
        rest = bytes.subarray(at);
      }
      if (rest.length > 0) {
        print(rest);
        offset += rest.length;
      }
      // The last address has the width that the first layout gives it.
      if (offset > 0) out.text(`${offset.toString(16).padStart(layouts[0]?.addressWidth ?? 7, "0")}\n`);
    } finally {
      await out.flush();
      input.close();
    }
    return input.failed ? 1 : 0;
  },
});

interface Layout {
  readonly addressWidth: number;
  print(line: Buffer, offset: number): string;
}

const LAYOUTS: Readonly<
  Record<"words" | "canonical" | "octal" | "characters" | "decimal" | "octalWords" | "wide", Layout>
> = {
  words: units(2, 5, (value) => value.toString(16).padStart(4, "0")),
  wide: units(2, 8, (value) => value.toString(16).padStart(4, "0")),
  decimal: units(2, 8, (value) => String(value).padStart(5, "0")),
  octalWords: units(2, 8, (value) => value.toString(8).padStart(6, "0")),
  octal: units(1, 4, (value) => value.toString(8).padStart(3, "0")),
  characters: units(1, 4, character),
  canonical: {
    addressWidth: 8,
    print(line, offset) {
      const hex = Array.from(line, (byte) => byte.toString(16).padStart(2, "0"));
      const text = line.toString("latin1").replace(/[^ -~]/g, ".");
      const halves = `${hex.slice(0, 8).join(" ").padEnd(23)}  ${hex.slice(8).join(" ").padEnd(23)}`;
      return `${offset.toString(16).padStart(8, "0")}  ${halves}  |${text}|\n`;
    },
  },
};

/** Values of `size` bytes in columns of `width`; a short line is filled up with blanks. */
function units(size: 1 | 2, width: number, show: (value: number) => string): Layout {
  return {
    addressWidth: 7,
    print(line, offset) {
      let text = offset.toString(16).padStart(7, "0");
      for (let at = 0; at < line.length; at += size) {
        const value = size === 1 ? (line[at] ?? 0) : (line[at] ?? 0) + (line[at + 1] ?? 0) * 256;
        text += show(value).padStart(width);
      }
      return `${text.padEnd(7 + (WIDTH / size) * width)}\n`;
    },
  };
}

const ESCAPES: Readonly<Record<number, string>> = {
  0: "\\0",
  7: "\\a",
  8: "\\b",
  9: "\\t",
  10: "\\n",
  11: "\\v",
  12: "\\f",
  13: "\\r",
};

function character(byte: number): string {
  if (byte >= 32 && byte < 127) return String.fromCharCode(byte);
  return ESCAPES[byte] ?? byte.toString(8).padStart(3, "0");
}

/** Hexadecimal with 0x, octal with a leading 0, a multiplier at the end. */
function count(text: string): number {
  const value = /^0x[0-9a-f]+$/i.test(text)
    ? Number(text)
    : /^0[0-7]+$/.test(text)
      ? Number.parseInt(text, 8)
      : parseCount(text);
  if (value === undefined) throw new CommandError(`failed to parse length: '${text}'`);
  return value;
}
