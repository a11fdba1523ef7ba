// fmt: fills paragraphs to a width. It chooses breaks as GNU does: the least cost over the whole paragraph.
import { decode, defineCommand, encode, reads, Writer, z } from "../src/plugin.ts";
import { eachLine, eachSource } from "./input.ts";

export const fmt = defineCommand({
  name: "fmt",
  summary: "Fill paragraphs to a width",
  description: "A paragraph is a run of lines with the same indent. A column is a character.",
  args: () => ({
    width: z.number().int().min(1).max(2500).default(75),
    goal: z.number().int().min(0).optional(),
    splitOnly: z.boolean().default(false),
    uniformSpacing: z.boolean().default(false),
    crownMargin: z.boolean().default(false),
    taggedParagraph: z.boolean().default(false),
    prefix: z.string().default(""),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    width: { short: "w", placeholder: "N", digits: true, does: "longest line (75)" },
    goal: { short: "g", placeholder: "N", does: "length that is aimed at (93% of the width)" },
    splitOnly: { short: "s", does: "cut long lines, join none" },
    uniformSpacing: { short: "u", does: "one blank between words, two after sentences" },
    crownMargin: { short: "c", does: "the first line has an indent of its own" },
    taggedParagraph: { short: "t", does: "the same, where it differs from the second's" },
    prefix: { short: "p", placeholder: "TEXT", does: "only lines that begin with TEXT" },
    files: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    { does: "a narrow column", run: "echo 'one two three four' | fmt -w 10", prints: "one two\nthree\nfour\n" },
    { does: "join lines", run: "printf 'a\\nb\\n' | fmt", prints: "a b\n" },
  ],
  effects: ({ files }, context) => reads(context, files),
  run(args, io) {
    const out = new Writer(io.stdout);
    const goal = args.goal ?? Math.floor((args.width * 187) / 200);
    return eachSource(args.files, io, out, async (source) => {
      const filler = new Filler({ ...args, goal }, out);
      await eachLine(source, out, (bytes, start, end) => filler.line(decode(bytes.subarray(start, end))));
      filler.end();
    });
  },
});

interface Rules {
  readonly width: number;
  readonly goal: number;
  readonly splitOnly: boolean;
  readonly uniformSpacing: boolean;
  readonly crownMargin: boolean;
  readonly taggedParagraph: boolean;
  readonly prefix: string;
}

interface Word {
  readonly text: string;
  readonly length: number;
  /** Blanks after it. */
  space: number;
  readonly opens: boolean;
  readonly period: boolean;
  readonly punctuation: boolean;
  final: boolean;
}

class Filler {
  readonly #rules: Rules;
  readonly #out: Writer;
  #words: Word[] = [];
  #first = 0;
  #other = 0;
  #lines = 0;

  constructor(rules: Rules, out: Writer) {
    this.#rules = rules;
    this.#out = out;
  }

  line(text: string): void {
    const { prefix, crownMargin, taggedParagraph, splitOnly } = this.#rules;
    if (!text.startsWith(prefix) || text.slice(prefix.length).trim() === "") {
      this.end();
      this.#out.bytes(encode(`${text.trimEnd() === "" ? "" : text}\n`));
      return;
    }
    const body = text.slice(prefix.length).replace(/\t/g, "        ");
    const indent = body.length - body.trimStart().length;
    const margin = crownMargin || (taggedParagraph && this.#lines === 1 && indent !== this.#first);
    if (this.#lines > 0 && indent !== this.#other && !(this.#lines === 1 && margin)) this.end();
    if (this.#lines === 0) this.#first = indent;
    if (this.#lines <= 1) this.#other = indent;
    this.#lines += 1;
    this.#add(body.trim());
    if (splitOnly) this.end();
  }

  #add(text: string): void {
    for (const [, word = "", blanks = ""] of text.matchAll(/(\S+)(\s*)/g)) {
      const period = /[.?!]["')\]]*$/.test(word);
      const ends = blanks === "";
      const final = period && (ends || blanks.length > 1);
      const space = ends || this.#rules.uniformSpacing ? (final ? 2 : 1) : blanks.length;
      const opens = /^[`'"([]/.test(word);
      const punctuation = /[!-/:-@[-`{-~]$/.test(word);
      this.#words.push({ text: word, length: Array.from(word).length, space, opens, period, punctuation, final });
    }
  }

  /** Prints the paragraph. */
  end(): void {
    const words = this.#words;
    const last = words.at(-1);
    if (last) {
      last.final = true;
      const next = this.#breaks(words);
      let indent = this.#first;
      for (let at = 0; at < words.length; at = next[at] ?? words.length) {
        const line = words.slice(at, next[at]);
        const text = line
          .map((word, index) => word.text + (index < line.length - 1 ? " ".repeat(word.space) : ""))
          .join("");
        this.#out.bytes(encode(`${this.#rules.prefix}${" ".repeat(indent)}${text}\n`));
        indent = this.#other;
      }
    }
    this.#words = [];
    this.#lines = 0;
  }

  /** Where the line that begins with each word ends, by the least cost from there to the end. */
  #breaks(words: readonly Word[]): number[] {
    const { width, goal, prefix } = this.#rules;
    const count = words.length;
    const best = new Float64Array(count + 1);
    const lengths = new Float64Array(count + 1);
    const next: number[] = Array.from({ length: count }, () => count);
    for (let start = count - 1; start >= 0; start -= 1) {
      best[start] = Infinity;
      let length = prefix.length + (start === 0 ? this.#first : this.#other) + (words[start]?.length ?? 0);
      for (let end = start + 1; ; end += 1) {
        const line = end === count ? 0 : lineCost(length, goal, lengths[end] ?? 0, next[end] === count);
        const cost = line + (best[end] ?? 0);
        if (cost < (best[start] ?? Infinity)) {
          best[start] = cost;
          next[start] = end;
          lengths[start] = length;
        }
        if (end >= count) break;
        length += (words[end - 1]?.space ?? 1) + (words[end]?.length ?? 0);
        if (length >= width) break;
      }
      best[start] = (best[start] ?? 0) + startCost(words, start);
    }
    return next;
  }
}

// The costs of GNU fmt, which are squares of distances in tenths.
const square = (value: number): number => value * value;

function lineCost(length: number, goal: number, nextLength: number, nextIsLast: boolean): number {
  const short = square((goal - length) * 10);
  return nextIsLast ? short : short + square((length - nextLength) * 10) / 2;
}

/** What it costs to begin a line with the word. */
function startCost(words: readonly Word[], at: number): number {
  let cost = square(70);
  const before = words[at - 1];
  const word = words[at];
  if (before) {
    if (before.period) cost += before.final ? -square(50) : square(600);
    else if (before.punctuation) cost -= square(40);
    else if (at > 1 && words[at - 2]?.final) cost += square(200) / (before.length + 2);
  }
  if (word?.opens) cost -= square(40);
  else if (word?.final) cost += square(150) / (word.length + 2);
  return cost;
}
