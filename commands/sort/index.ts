// sort: puts lines in order. keys.ts reads what to compare, compare.ts turns it into an order, runs.ts and arrange.ts
// sort what fits into memory, merge.ts joins the runs. This file holds the options and the ways in and out.
import {
  type Context,
  decode,
  defineCommand,
  FileError,
  type Io,
  LineReader,
  type OutputFile,
  reads,
  readsTrees,
  type Sink,
  type Source,
  UsageError,
  union,
  writes,
  z,
} from "../../src/plugin.ts";
import { openRegular } from "../regular-file.ts";
import { type Order, orderOf } from "./compare.ts";
import { keysOf } from "./keys.ts";
import { mergeCursors, mergeRuns, sourceCursor } from "./merge.ts";
import { LineOutput, OUTPUT_BYTES } from "./output.ts";
import { type LineRules, RunSorter } from "./runs.ts";
import { createTable, viewOf } from "./table.ts";

export const sort = defineCommand({
  name: "sort",
  summary: "Sort lines",
  description:
    "Lines compare by their bytes (the C locale) unless options say otherwise; lines whose keys are equal compare as a " +
    "whole unless -s or -u is given. A key is F[.C][OPTIONS][,F[.C][OPTIONS]]: from a field and character to another, " +
    "counted from 1, with ordering options of its own. Big inputs are sorted in parts, kept in /tmp meanwhile.",
  args: () => ({
    ignoreLeadingBlanks: z.boolean().default(false),
    dictionaryOrder: z.boolean().default(false),
    ignoreCase: z.boolean().default(false),
    generalNumericSort: z.boolean().default(false),
    ignoreNonprinting: z.boolean().default(false),
    monthSort: z.boolean().default(false),
    humanNumericSort: z.boolean().default(false),
    numericSort: z.boolean().default(false),
    randomSort: z.boolean().default(false),
    reverse: z.boolean().default(false),
    versionSort: z.boolean().default(false),
    sort: z.enum(["general-numeric", "human-numeric", "month", "numeric", "random", "version"]).optional(),
    key: z.array(z.string()).default([]),
    fieldSeparator: z.string().optional(),
    unique: z.boolean().default(false),
    stable: z.boolean().default(false),
    check: z.enum(["diagnose-first", "quiet", "silent"]).optional(),
    merge: z.boolean().default(false),
    output: z.string().optional(),
    zeroTerminated: z.boolean().default(false),
    bufferSize: z.string().optional(),
    temporaryDirectory: z.array(z.string()).default([]),
    parallel: z.number().int().optional(),
    batchSize: z.number().int().optional(),
    compressProgram: z.string().optional(),
    randomSource: z.string().optional(),
    files0From: z.string().optional(),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    ignoreLeadingBlanks: { short: "b", does: "ignore leading blanks" },
    dictionaryOrder: { short: "d", does: "consider only blanks, letters and digits" },
    ignoreCase: { short: "f", does: "ignore the difference of case" },
    generalNumericSort: { short: "g", does: "compare floating-point numbers" },
    ignoreNonprinting: { short: "i", does: "consider only printable characters" },
    monthSort: { short: "M", does: "compare names of months, JAN < DEC" },
    humanNumericSort: { short: "h", does: "compare sizes such as 2K and 1G" },
    numericSort: { short: "n", does: "compare numbers" },
    randomSort: { short: "R", does: "shuffle, but keep equal keys together" },
    reverse: { short: "r", does: "reverse the order" },
    versionSort: { short: "V", does: "compare version numbers within the text" },
    sort: { placeholder: "WORD", does: "the same by name: numeric, version, ..." },
    key: { short: "k", placeholder: "KEY", does: "sort by a key; may be repeated" },
    fieldSeparator: { short: "t", placeholder: "CHAR", does: "what separates fields; runs of blanks unless given" },
    unique: { short: "u", does: "only the first of lines that compare equal" },
    stable: { short: "s", does: "leave lines with equal keys as they are" },
    check: {
      long: "check",
      placeholder: "HOW",
      optionalValue: "diagnose-first",
      values: { c: "diagnose-first", C: "quiet" },
      does: "check whether the input is sorted",
    },
    merge: { short: "m", does: "merge files that are sorted already" },
    output: { short: "o", placeholder: "FILE", does: "write to FILE, which may be an input" },
    zeroTerminated: { short: "z", does: "lines end with NUL, not newline" },
    bufferSize: { short: "S", placeholder: "SIZE", does: "accepted; memory is bounded anyway" },
    temporaryDirectory: { short: "T", placeholder: "DIR", does: "accepted; /tmp is used" },
    parallel: { placeholder: "N", does: "accepted; it changes nothing here" },
    batchSize: { placeholder: "N", does: "accepted; it changes nothing here" },
    compressProgram: { placeholder: "PROGRAM", does: "accepted; nothing is compressed" },
    randomSource: { placeholder: "FILE", does: "accepted; it changes nothing here" },
    files0From: { long: "files0-from", placeholder: "FILE", does: "take file names, each ended by NUL, from FILE" },
    files: { positional: true, placeholder: "file" },
  },
  examples: [
    { does: "by number, largest first", run: "printf '9\\n10\\n2\\n' | sort -rn", prints: "10\n9\n2\n" },
    {
      does: "by the second field of comma-separated values",
      files: { "f.csv": "a,10\nb,9\nc,10\n" },
      run: "sort -t, -k2,2n f.csv",
      prints: "b,9\na,10\nc,10\n",
    },
    { does: "without repeats", run: "printf 'b\\na\\nb\\n' | sort -u", prints: "a\nb\n" },
    { does: "by size", run: "printf '1G\\n20M\\n3K\\n' | sort -h", prints: "3K\n20M\n1G\n" },
  ],
  readsStdin: true,
  effects: (args, context) =>
    union(
      args.files0From === undefined ? reads(context, args.files) : readsTrees(context, ["/"]),
      args.output === undefined ? reads(context, []) : writes(context, [args.output]),
    ),
  async run(args, io, context) {
    const files = await inputsOf(args.files, args.files0From, io);
    const order = orderOf({
      keys: keysOf(args.key, lettersOf(args)),
      tab: separatorOf(args.fieldSeparator),
      keysOnly: args.stable || args.unique,
      reverse: args.reverse,
    });
    const rules = { newline: args.zeroTerminated ? 0 : 10, unique: args.unique };
    const sorter = new Sorter(order, rules, io, context);
    if (args.check !== undefined) {
      if (files.length > 1) throw new UsageError(`extra operand '${files[1]}' not allowed with -c`);
      return sorter.check(files[0] ?? "-", args.check === "diagnose-first");
    }
    if (!(await sorter.readable(files))) return 2;
    return args.merge ? sorter.merge(files, args.output) : sorter.sort(files, args.output);
  },
});

type Flag =
  | "ignoreLeadingBlanks"
  | "dictionaryOrder"
  | "ignoreCase"
  | "generalNumericSort"
  | "ignoreNonprinting"
  | "monthSort"
  | "humanNumericSort"
  | "numericSort"
  | "randomSort"
  | "reverse"
  | "versionSort";

const LETTERS: Readonly<Record<Flag, string>> = {
  ignoreLeadingBlanks: "b",
  dictionaryOrder: "d",
  ignoreCase: "f",
  generalNumericSort: "g",
  ignoreNonprinting: "i",
  monthSort: "M",
  humanNumericSort: "h",
  numericSort: "n",
  randomSort: "R",
  reverse: "r",
  versionSort: "V",
};

const WORDS: Readonly<Record<string, string>> = {
  "general-numeric": "g",
  "human-numeric": "h",
  month: "M",
  numeric: "n",
  random: "R",
  version: "V",
};

function lettersOf(
  args: Readonly<Record<Flag, boolean>> & { readonly sort?: string | undefined },
): ReadonlySet<string> {
  const letters = new Set<string>();
  for (const [flag, letter] of Object.entries(LETTERS)) if (args[flag as Flag]) letters.add(letter);
  const word = WORDS[args.sort ?? ""];
  if (word !== undefined) letters.add(word);
  return letters;
}

function separatorOf(text: string | undefined): number {
  if (text === undefined) return -1;
  if (text === "") throw new UsageError("empty tab");
  if (text === "\\0") return 0;
  if (text.length > 1 || text.charCodeAt(0) > 127) throw new UsageError(`multi-character tab '${text}'`);
  return text.charCodeAt(0);
}

async function inputsOf(files: readonly string[], from: string | undefined, io: Io): Promise<readonly string[]> {
  if (from === undefined) return files.length > 0 ? files : ["-"];
  if (files.length > 0) throw new UsageError(`extra operand '${files[0]}'`);
  const source = from === "-" ? io.stdin : io.open(from);
  const parts: Uint8Array[] = [];
  for (let chunk = await source.read(); chunk; chunk = await source.read()) parts.push(chunk);
  const names = decode(Buffer.concat(parts)).split("\0");
  if (names.at(-1) === "") names.pop();
  if (names.length === 0) throw new UsageError(`no input from '${from}'`);
  return names;
}

/** The three ways to run: sort, merge, check. */
class Sorter {
  readonly #order: Order;
  readonly #rules: LineRules;
  readonly #io: Io;
  readonly #context: Context;

  constructor(order: Order, rules: LineRules, io: Io, context: Context) {
    this.#order = order;
    this.#rules = rules;
    this.#io = io;
    this.#context = context;
  }

  /** Looks at all files before any is read, as GNU does: a missing one means no output at all. */
  async readable(files: readonly string[]): Promise<boolean> {
    for (const file of files) {
      if (file === "-") continue;
      const kind = this.#context.workspace.exists(file)?.kind;
      try {
        if (kind === "directory") throw new FileError("EISDIR", file);
        if (kind === "file") this.#context.workspace.open(file, { read: true }).close();
        else if (kind === undefined) this.#context.workspace.stat(file);
      } catch (error) {
        await this.#io.diagnoseFile(error, file, kind === "directory" ? "read failed" : "cannot read");
        return false;
      }
    }
    return true;
  }

  async sort(files: readonly string[], output: string | undefined): Promise<number> {
    const runs = this.#runSorter();
    try {
      for (const file of files) {
        const handle = file === "-" ? undefined : openRegular(this.#context.workspace, file);
        if (!handle) await runs.addSource(this.#open(file));
        else {
          try {
            await runs.addFile(handle);
          } finally {
            handle.close();
          }
        }
      }
      return await this.#deliver(output, runs.small, (out) => runs.finish(out));
    } finally {
      runs.close();
    }
  }

  async merge(files: readonly string[], output: string | undefined): Promise<number> {
    const sources = files.map((file) => this.#open(file));
    const { newline } = this.#rules;
    try {
      const cursors = sources.map((source) => sourceCursor(source, this.#order, newline));
      // An output that is an input too must not be truncated before it is read.
      return await this.#deliver(output, true, (out) => {
        out.from(Buffer.allocUnsafeSlow(OUTPUT_BYTES), 0);
        return mergeCursors(cursors, this.#order, this.#rules, this.#context, out);
      });
    } finally {
      for (const source of sources) if (source !== this.#io.stdin) source.close();
    }
  }

  /** 0 when the input is in order, else 1, and the first line out of order is named where that is wanted. */
  async check(file: string, diagnose: boolean): Promise<number> {
    const { newline, unique } = this.#rules;
    if (!(await this.readable([file]))) return 2;
    const lines = new LineReader(this.#open(file), newline);
    let [last, line] = [
      createTable(Buffer.alloc(0), 1, this.#order.columns),
      createTable(Buffer.alloc(0), 1, this.#order.columns),
    ];
    let number = 0;
    for (;;) {
      const next = lines.next();
      const block = next instanceof Promise ? await next : next;
      if (block === null) return 0;
      const view = viewOf(block.bytes);
      for (let at = block.start; at < block.end; ) {
        const found = block.bytes.indexOf(newline, at);
        const stop = found < 0 || found >= block.end ? block.end : found;
        line.bytes = block.bytes;
        line.view = view;
        line.starts[0] = at;
        line.ends[0] = stop;
        this.#order.extract(line, 0);
        number += 1;
        const difference = number === 1 ? -1 : this.#order.compare(last, 0, line, 0);
        if (difference > 0 || (unique && difference === 0)) {
          lines.close();
          if (diagnose)
            await this.#io.diagnose(`${file}:${number}: disorder: ${decode(block.bytes.subarray(at, stop))}`);
          return 1;
        }
        [last, line] = [line, last];
        at = stop + 1;
      }
      const rest = this.#context.pause();
      if (rest) await rest;
    }
  }

  #open(file: string): Source {
    return file === "-" ? this.#io.stdin : this.#io.open(file);
  }

  #runSorter(): RunSorter {
    return new RunSorter(this.#order, this.#rules, this.#context, (runs, out) =>
      mergeRuns(runs, this.#order, this.#rules, this.#context, out),
    );
  }

  /** Lets `produce` write to stdout or to the output file, which is opened only now: all input has been read. */
  async #deliver(
    output: string | undefined,
    whole: boolean,
    produce: (out: LineOutput) => Promise<void>,
  ): Promise<number> {
    if (output === undefined) {
      await this.#drained(this.#io.stdout, produce);
      return 0;
    }
    try {
      const kind = this.#context.workspace.exists(output)?.kind;
      if (whole && (kind === undefined || kind === "file")) {
        const chunks: Uint8Array[] = [];
        await this.#drained({ terminal: false, write: (bytes) => void chunks.push(bytes) }, produce);
        this.#context.workspace.replace(output, chunks);
        return 0;
      }
      const file: OutputFile = this.#io.create(output);
      try {
        await this.#drained(file, produce);
      } finally {
        file.close();
      }
      return 0;
    } catch (error) {
      await this.#io.diagnoseFile(error, output, "open failed");
      return 2;
    }
  }

  async #drained(sink: Sink, produce: (out: LineOutput) => Promise<void>): Promise<void> {
    const out = new LineOutput((block) => sink.write(block), this.#rules.newline, false);
    await produce(out);
    const full = out.flush();
    if (full) await full;
  }
}
