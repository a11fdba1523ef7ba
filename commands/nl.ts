// nl: numbers lines, with GNU's styles and logical pages.
import {
  CommandError,
  compilePattern,
  defineCommand,
  type LineBlock,
  LineReader,
  type Pattern,
  PatternError,
  reads,
  Writer,
  z,
} from "../src/plugin.ts";

export const nl = defineCommand({
  name: "nl",
  summary: "Number lines",
  description:
    "STYLE is a (all lines), t (lines with text, the default), n (none) or pBRE (lines that match BRE). Lines of \\:\\:\\:,\n" +
    "\\:\\: and \\: alone start the header, body and footer of a logical page.",
  args: () => ({
    bodyNumbering: z.string().default("t"),
    headerNumbering: z.string().default("n"),
    footerNumbering: z.string().default("n"),
    sectionDelimiter: z.string().default("\\:"),
    lineIncrement: z.number().int().default(1),
    joinBlankLines: z.number().int().min(1).default(1),
    numberFormat: z.enum(["ln", "rn", "rz"]).default("rn"),
    noRenumber: z.boolean().default(false),
    numberSeparator: z.string().default("\t"),
    startingLineNumber: z.number().int().default(1),
    numberWidth: z.number().int().min(1).default(6),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    bodyNumbering: { short: "b", placeholder: "STYLE", does: "which lines of the body to number (t)" },
    headerNumbering: { short: "h", placeholder: "STYLE", does: "which lines of headers to number (n)" },
    footerNumbering: { short: "f", placeholder: "STYLE", does: "which lines of footers to number (n)" },
    startingLineNumber: { short: "v", placeholder: "N", does: "first number (1)" },
    lineIncrement: { short: "i", placeholder: "N", does: "step from number to number (1)" },
    joinBlankLines: { short: "l", placeholder: "N", does: "count N empty lines in a row as one, with -ba" },
    numberFormat: { short: "n", placeholder: "FORMAT", does: "ln left, rn right, rz right with zeros" },
    numberWidth: { short: "w", placeholder: "N", does: "columns of the number (6)" },
    numberSeparator: { short: "s", placeholder: "STRING", does: "between number and line (a tab)" },
    sectionDelimiter: { short: "d", placeholder: "CC", does: "the two characters that mark sections (\\:)" },
    noRenumber: { short: "p", does: "do not start again at each page" },
    files: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    {
      does: "number lines with text",
      files: { f: "a\n\nb\n" },
      run: "nl f",
      prints: "     1\ta\n       \n     2\tb\n",
    },
    {
      does: "all lines, narrow",
      files: { f: "a\n\nb\n" },
      run: "nl -b a -w 2 -s ': ' f",
      prints: " 1: a\n 2: \n 3: b\n",
    },
    {
      does: "lines that match",
      files: { f: "x1\ny\nx2\n" },
      run: "nl -b p^x -n rz -w 3 f",
      prints: "001\tx1\n    y\n002\tx2\n",
    },
  ],
  effects: ({ files }, context) => reads(context, files),
  async run(args, io) {
    const out = new Writer(io.stdout);
    const numbering = new Numbering(args, out);
    let status = 0;
    for (const file of args.files.length > 0 ? args.files : ["-"]) {
      try {
        const lines = new LineReader(file === "-" ? io.stdin : io.open(file));
        for (;;) {
          const next = lines.next();
          if (next instanceof Promise) await out.flush();
          const block = next instanceof Promise ? await next : next;
          if (!block) break;
          numbering.block(block);
          const full = out.drain();
          if (full) await full;
        }
        if (file !== "-") lines.close();
      } catch (error) {
        await out.flush();
        await io.diagnoseFile(error, file);
        status = 1;
      }
    }
    await out.flush();
    return status;
  },
});

type Section = "header" | "body" | "footer";

/** Is the line numbered? Empty lines under `a` follow -l. */
type Style = "all" | "text" | "none" | Pattern;

interface NumberingOptions {
  readonly bodyNumbering: string;
  readonly headerNumbering: string;
  readonly footerNumbering: string;
  readonly sectionDelimiter: string;
  readonly lineIncrement: number;
  readonly joinBlankLines: number;
  readonly numberFormat: "ln" | "rn" | "rz";
  readonly noRenumber: boolean;
  readonly numberSeparator: string;
  readonly startingLineNumber: number;
  readonly numberWidth: number;
}

class Numbering {
  readonly #options: NumberingOptions;
  readonly #out: Writer;
  readonly #styles: Readonly<Record<Section, Style>>;
  readonly #marks: ReadonlyMap<string, Section>;
  readonly #blank: string;
  #section: Section = "body";
  #number: number;
  /** Empty lines since the last numbered line. */
  #empties = 0;

  constructor(options: NumberingOptions, out: Writer) {
    this.#options = options;
    this.#out = out;
    this.#number = options.startingLineNumber;
    this.#styles = {
      header: styleOf(options.headerNumbering, "header"),
      body: styleOf(options.bodyNumbering, "body"),
      footer: styleOf(options.footerNumbering, "footer"),
    };
    const { sectionDelimiter } = options;
    const mark = sectionDelimiter.length === 1 ? `${sectionDelimiter}:` : sectionDelimiter;
    const marks: [string, Section][] = [
      [mark.repeat(3), "header"],
      [mark.repeat(2), "body"],
      [mark, "footer"],
    ];
    this.#marks = new Map(mark === "" ? [] : marks);
    this.#blank = " ".repeat(options.numberWidth + options.numberSeparator.length);
  }

  block({ bytes, start, end }: LineBlock): void {
    for (let at = start; at < end; ) {
      const found = bytes.indexOf(10, at);
      const stop = found < 0 || found >= end ? end : found;
      this.#line(bytes, at, stop);
      at = stop + 1;
    }
  }

  #line(bytes: Buffer, from: number, to: number): void {
    if (to - from <= this.#longestMark && to > from) {
      const section = this.#marks.get(bytes.toString("utf8", from, to));
      if (section !== undefined) {
        this.#section = section;
        if (section === "header" && !this.#options.noRenumber) this.#number = this.#options.startingLineNumber;
        if (section !== "header" && !this.#options.noRenumber) this.#number = this.#options.startingLineNumber;
        this.#out.byte(10);
        return;
      }
    }
    this.#out.text(this.#counts(bytes, from, to) ? this.#label() : this.#blank);
    this.#out.bytes(bytes, from, to);
    this.#out.byte(10);
  }

  get #longestMark(): number {
    return this.#options.sectionDelimiter.length * 12 + 12;
  }

  #counts(bytes: Buffer, from: number, to: number): boolean {
    const style = this.#styles[this.#section];
    if (style === "none") return false;
    if (style === "text") return to > from;
    if (style !== "all") return style.test(bytes, from, to);
    if (this.#options.joinBlankLines === 1 || to > from) {
      this.#empties = 0;
      return true;
    }
    this.#empties += 1;
    if (this.#empties < this.#options.joinBlankLines) return false;
    this.#empties = 0;
    return true;
  }

  #label(): string {
    const { numberFormat, numberWidth, numberSeparator, lineIncrement } = this.#options;
    const digits = String(Math.abs(this.#number));
    const sign = this.#number < 0 ? "-" : "";
    this.#number += lineIncrement;
    if (numberFormat === "ln") return (sign + digits).padEnd(numberWidth) + numberSeparator;
    if (numberFormat === "rn") return (sign + digits).padStart(numberWidth) + numberSeparator;
    return sign + digits.padStart(numberWidth - sign.length, "0") + numberSeparator;
  }
}

function styleOf(text: string, section: Section): Style {
  if (text === "a") return "all";
  if (text === "t") return "text";
  if (text === "n") return "none";
  if (!text.startsWith("p"))
    throw new CommandError(`invalid ${section} numbering style: '${text}'`, { help: "One of: a, t, n, pBRE" });
  try {
    return compilePattern([text.slice(1)], { syntax: "basic" });
  } catch (error) {
    if (error instanceof PatternError) throw new CommandError(error.message);
    throw error;
  }
}
