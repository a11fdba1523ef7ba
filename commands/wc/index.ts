// wc: counts lines, words, characters and bytes. How the counting is done stands in tally.ts and ../newlines.ts.
import {
  type Context,
  decode,
  defineCommand,
  type Io,
  reads,
  readsTrees,
  type Source,
  UsageError,
  Writer,
  z,
} from "../../src/plugin.ts";
import { createNewlineCounter, type NewlineCounter } from "../newlines.ts";
import { openRegular } from "../regular-file.ts";
import { Tally } from "./tally.ts";

export const wc = defineCommand({
  name: "wc",
  summary: "Count lines, words and bytes",
  description:
    "Without options: lines, words and bytes. The figures always stand in the order lines, words, characters, bytes, " +
    "widest line. A word is what separators end; a last line without a newline is not counted as a line.",
  args: () => ({
    lines: z.boolean().default(false),
    words: z.boolean().default(false),
    chars: z.boolean().default(false),
    bytes: z.boolean().default(false),
    maxLineLength: z.boolean().default(false),
    total: z.enum(["auto", "always", "only", "never"]).default("auto"),
    files0From: z.string().optional(),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    lines: { short: "l", does: "count newlines" },
    words: { short: "w", does: "count words" },
    chars: { short: "m", does: "count characters" },
    bytes: { short: "c", does: "count bytes" },
    maxLineLength: { short: "L", does: "width of the widest line, in columns" },
    total: { placeholder: "WHEN", does: "when to print a line of totals: auto, always, only, never" },
    files0From: { long: "files0-from", placeholder: "FILE", does: "take file names, each ended by NUL, from FILE" },
    files: { positional: true, placeholder: "file" },
  },
  examples: [
    { does: "count lines of a pipe", run: "printf 'a\\nb\\n' | wc -l", prints: "2\n" },
    { does: "lines, words and bytes", files: { f: "one two\nthree\n" }, run: "wc f", prints: " 2  3 14 f\n" },
    {
      does: "lines of several files and their total",
      files: { a: "1\n2\n", b: "3\n" },
      run: "wc -l a b",
      prints: "2 a\n1 b\n3 total\n",
    },
  ],
  readsStdin: true,
  effects: (args, context) => (args.files0From ? readsTrees(context, ["/"]) : reads(context, args.files)),
  async run(args, io, context) {
    const names = await operands(args.files, args.files0From, io);
    const shown = columnsOf(args);
    // A list of names that comes through a pipe is not read ahead by GNU, so nothing is known of the sizes.
    const listed = args.files0From === "-" && io.stdin.fileSize === undefined;
    const width = args.total === "only" || listed ? 1 : columnWidth(names, shown.length, io, context);
    const out = new Writer(io.stdout);
    const total = new Tally();
    const counter = new FileCounter(shown, io, context);
    let status = 0;
    for (const name of names) {
      const tally = new Tally();
      let readable = true;
      try {
        await counter.count(name, tally);
      } catch (error) {
        readable = name !== undefined && context.workspace.exists(name)?.kind === "directory";
        status = 1;
        await out.flush();
        await io.diagnoseFile(error, name ?? "-");
      }
      if (!readable) continue;
      total.include(tally);
      if (args.total !== "only") out.text(row(tally, shown, width, name));
      const full = out.drain();
      if (full) await full;
    }
    if (args.total === "always" || args.total === "only" || (args.total === "auto" && names.length > 1)) {
      out.text(row(total, shown, width, args.total === "only" ? undefined : "total"));
    }
    await out.flush();
    return status;
  },
});

type Figure = "lines" | "words" | "chars" | "bytes" | "widest";

/** A file operand; undefined is stdin without a name. */
type Operand = string | undefined;

function columnsOf(args: Record<"lines" | "words" | "chars" | "bytes" | "maxLineLength", boolean>): readonly Figure[] {
  const shown: Figure[] = [];
  if (args.lines) shown.push("lines");
  if (args.words) shown.push("words");
  if (args.chars) shown.push("chars");
  if (args.bytes) shown.push("bytes");
  if (args.maxLineLength) shown.push("widest");
  return shown.length > 0 ? shown : ["lines", "words", "bytes"];
}

async function operands(files: readonly string[], from: string | undefined, io: Io): Promise<readonly Operand[]> {
  if (from === undefined) return files.length > 0 ? files : [undefined];
  if (files.length > 0) throw new UsageError(`extra operand '${files[0]}'`, { exitCode: 1 });
  const source = from === "-" ? io.stdin : io.open(from);
  const parts: Uint8Array[] = [];
  for (let chunk = await source.read(); chunk; chunk = await source.read()) parts.push(chunk);
  const names = decode(Buffer.concat(parts)).split("\0");
  if (names.at(-1) === "") names.pop();
  return names;
}

/** GNU's rule: as wide as the total size of the regular files, at least 7 when another kind is among the operands. */
function columnWidth(names: readonly Operand[], figures: number, io: Io, context: Context): number {
  if (names.length === 0 || (names.length === 1 && figures === 1)) return 1;
  let size = 0;
  let least = 1;
  for (const name of names) {
    if (name === undefined || name === "-") {
      const own = io.stdin.fileSize;
      if (own === undefined) least = 7;
      else size += own;
      continue;
    }
    const stat = context.workspace.exists(name);
    if (stat?.kind === "file") size += stat.size;
    else if (stat) least = 7;
  }
  return Math.max(String(size).length, least);
}

function row(tally: Tally, shown: readonly Figure[], width: number, name: Operand): string {
  const figures = shown.map((figure) => String(tally[figure]).padStart(width)).join(" ");
  return name === undefined ? `${figures}\n` : `${figures} ${name}\n`;
}

/** Counts one operand after another with the least work that the wanted figures allow. */
class FileCounter {
  readonly #io: Io;
  readonly #context: Context;
  readonly #need: "nothing" | "lines" | "chars" | "all";
  #counter: NewlineCounter | undefined;

  constructor(shown: readonly Figure[], io: Io, context: Context) {
    const only = (allowed: readonly Figure[]): boolean => shown.every((figure) => allowed.includes(figure));
    this.#need = only(["bytes"])
      ? "nothing"
      : only(["lines", "bytes"])
        ? "lines"
        : only(["chars", "bytes"])
          ? "chars"
          : "all";
    this.#io = io;
    this.#context = context;
  }

  async count(name: Operand, tally: Tally): Promise<void> {
    if (name === undefined || name === "-") return this.#countSource(this.#io.stdin, tally);
    const file = openRegular(this.#context.workspace, name);
    if (!file) return this.#countSource(this.#io.open(name), tally);
    try {
      if (this.#need === "nothing") {
        tally.bytes = file.stat().size;
        return;
      }
      const { window } = this.#lineCounter();
      for (let length = file.read(window); length > 0; length = file.read(window)) {
        if (this.#need === "lines") {
          tally.bytes += length;
          tally.lines += this.#lineCounter().inWindow(length);
        } else this.#add(tally, window.subarray(0, length));
        const rest = this.#context.pause();
        if (rest) await rest;
      }
      tally.end();
    } finally {
      file.close();
    }
  }

  async #countSource(source: Source, tally: Tally): Promise<void> {
    for (;;) {
      const next = source.read();
      const chunk = next instanceof Promise ? await next : next;
      if (chunk === null) break;
      this.#add(tally, chunk);
    }
    tally.end();
  }

  #add(tally: Tally, chunk: Uint8Array): void {
    if (this.#need === "all") tally.add(chunk);
    else if (this.#need === "chars") tally.addChars(chunk);
    else {
      tally.bytes += chunk.length;
      if (this.#need === "lines") tally.lines += this.#lineCounter().of(chunk);
    }
  }

  #lineCounter(): NewlineCounter {
    this.#counter ??= createNewlineCounter();
    return this.#counter;
  }
}
