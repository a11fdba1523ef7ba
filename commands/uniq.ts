// uniq: leaves out or counts repeated lines that follow each other. Lines are compared by bytes, as in the C locale.
import {
  defineCommand,
  type Io,
  type LineBlock,
  LineReader,
  type OutputFile,
  reads,
  UsageError,
  union,
  Writer,
  writes,
  z,
} from "../src/plugin.ts";

export const uniq = defineCommand({
  name: "uniq",
  summary: "Leave out or count repeated adjacent lines",
  description:
    "Only lines that follow each other are compared: sort first to find all repeats. A field is a run of blanks and " +
    "then of other characters; fields are skipped before characters. -s and -w count bytes.",
  args: () => ({
    count: z.boolean().default(false),
    repeated: z.boolean().default(false),
    allRepeated: z.enum(["none", "prepend", "separate"]).optional(),
    unique: z.boolean().default(false),
    group: z.enum(["separate", "prepend", "append", "both"]).optional(),
    ignoreCase: z.boolean().default(false),
    skipFields: z.number().int().min(0).default(0),
    skipChars: z.number().int().min(0).default(0),
    checkChars: z.number().int().min(0).default(Number.MAX_SAFE_INTEGER),
    zeroTerminated: z.boolean().default(false),
    input: z.string().default("-"),
    output: z.string().default("-"),
  }),
  cli: {
    count: { short: "c", does: "print how often each line occurs before it" },
    repeated: { short: "d", does: "print only repeated lines, once each" },
    allRepeated: {
      long: "all-repeated",
      placeholder: "METHOD",
      optionalValue: "none",
      values: { D: "none" },
      does: "print all repeated lines, with an empty line before or between the groups",
    },
    unique: { short: "u", does: "print only lines that are not repeated" },
    group: {
      placeholder: "METHOD",
      optionalValue: "separate",
      does: "print all lines, groups set apart by empty lines",
    },
    ignoreCase: { short: "i", does: "ignore the difference of case" },
    skipFields: { short: "f", placeholder: "N", does: "do not compare the first N fields" },
    skipChars: { short: "s", placeholder: "N", does: "do not compare the first N characters" },
    checkChars: { short: "w", placeholder: "N", does: "compare no more than N characters; without it all" },
    zeroTerminated: { short: "z", does: "lines end with NUL, not newline" },
    input: { positional: true, placeholder: "input" },
    output: { positional: true, placeholder: "output" },
  },
  examples: [
    { does: "leave out repeats", run: "printf 'a\\na\\nb\\n' | uniq", prints: "a\nb\n" },
    { does: "count words", run: "printf 'b\\na\\nb\\n' | sort | uniq -c", prints: "      1 a\n      2 b\n" },
    { does: "only what is repeated", run: "printf 'a\\na\\nb\\n' | uniq -d", prints: "a\n" },
  ],
  readsStdin: true,
  effects: (args, context) => union(reads(context, [args.input]), writes(context, [args.output])),
  async run(args, io) {
    if (args.group !== undefined && (args.count || args.repeated || args.allRepeated !== undefined || args.unique)) {
      throw new UsageError("--group is mutually exclusive with -c/-d/-D/-u");
    }
    if (args.allRepeated !== undefined && args.count) {
      throw new UsageError("printing all duplicated lines and repeat counts is meaningless");
    }
    const source = await openInput(args.input, io);
    if (!source) return 1;
    let target: OutputFile | undefined;
    try {
      if (args.output !== "-") target = io.create(args.output);
    } catch (error) {
      await io.diagnoseFile(error, args.output);
      return 1;
    }
    const out = new Writer(target ?? io.stdout);
    const newline = args.zeroTerminated ? 0 : 10;
    const keys = {
      fields: args.skipFields,
      skip: args.skipChars,
      check: args.checkChars,
      fold: args.ignoreCase,
      newline,
    };
    const groups =
      args.group !== undefined || (!args.count && !args.repeated && !args.unique && args.allRepeated === undefined)
        ? new Separated(out, new Comparer(keys), args.group)
        : new Counted(out, new Comparer(keys), {
            unique: !args.repeated && args.allRepeated === undefined,
            first: !args.unique,
            later: args.allRepeated !== undefined,
            count: args.count,
            delimit: args.allRepeated ?? "none",
          });
    try {
      const lines = new LineReader(source, newline);
      for (;;) {
        let next = lines.next();
        if (next instanceof Promise) {
          const full = out.flush();
          if (full) await full;
          next = await next;
        }
        if (next === null) break;
        eachLine(next, newline, groups);
        const full = out.drain();
        if (full) await full;
      }
      groups.end();
      await out.flush();
    } finally {
      target?.close();
    }
    return 0;
  },
});

/** A line without its terminator, in a chunk that nobody changes any more. */
interface Line {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

interface Groups {
  line(bytes: Buffer, start: number, end: number): void;
  end(): void;
}

async function openInput(path: string, io: Io): Promise<Io["stdin"] | undefined> {
  if (path === "-") return io.stdin;
  try {
    return io.open(path);
  } catch (error) {
    await io.diagnoseFile(error, path);
    return undefined;
  }
}

function eachLine({ bytes, start, end }: LineBlock, newline: number, groups: Groups): void {
  for (let at = start; at < end; ) {
    const found = bytes.indexOf(newline, at);
    const stop = found < 0 || found >= end ? end : found;
    groups.line(bytes, at, stop);
    at = stop + 1;
  }
}

interface KeyRules {
  readonly fields: number;
  readonly skip: number;
  readonly check: number;
  readonly fold: boolean;
  readonly newline: number;
}

/** Tells whether the compared parts of two lines are the same. */
class Comparer {
  readonly newline: number;
  readonly #rules: KeyRules;
  readonly #whole: boolean;

  constructor(rules: KeyRules) {
    this.newline = rules.newline;
    this.#rules = rules;
    this.#whole = rules.fields === 0 && rules.skip === 0 && rules.check === Number.MAX_SAFE_INTEGER;
  }

  same(a: Line, bytes: Buffer, start: number, end: number): boolean {
    if (this.#whole) return this.#equal(a.bytes, a.start, a.end, bytes, start, end);
    const { check } = this.#rules;
    const aStart = this.#keyStart(a.bytes, a.start, a.end);
    const bStart = this.#keyStart(bytes, start, end);
    return this.#equal(a.bytes, aStart, Math.min(a.end, aStart + check), bytes, bStart, Math.min(end, bStart + check));
  }

  #equal(a: Buffer, aStart: number, aEnd: number, b: Buffer, bStart: number, bEnd: number): boolean {
    const size = aEnd - aStart;
    if (size !== bEnd - bStart) return false;
    if (this.#rules.fold) {
      for (let at = 0; at < size; at += 1) if (upper(a[aStart + at] ?? 0) !== upper(b[bStart + at] ?? 0)) return false;
      return true;
    }
    // Lines of sorted text differ at their ends, so the end is looked at first; long ones go to memcmp.
    if (size > 0 && a[aEnd - 1] !== b[bEnd - 1]) return false;
    if (size > 96) return a.compare(b, bStart, bEnd, aStart, aEnd) === 0;
    for (let at = 0; at < size; at += 1) if (a[aStart + at] !== b[bStart + at]) return false;
    return true;
  }

  #keyStart(bytes: Buffer, start: number, end: number): number {
    let at = start;
    for (let field = 0; field < this.#rules.fields && at < end; field += 1) {
      while (at < end && isBlank(bytes[at] ?? 0)) at += 1;
      while (at < end && !isBlank(bytes[at] ?? 0)) at += 1;
    }
    return Math.min(end, at + this.#rules.skip);
  }
}

function isBlank(byte: number): boolean {
  return byte === 32 || byte === 9 || byte === 10;
}

function upper(byte: number): number {
  return byte >= 97 && byte <= 122 ? byte - 32 : byte;
}

/** Prints the first line of each group, or with `--group` all lines. */
class Separated implements Groups {
  readonly #out: Writer;
  readonly #comparer: Comparer;
  readonly #method: "separate" | "prepend" | "append" | "both" | undefined;
  #previous: Line | undefined;

  constructor(out: Writer, comparer: Comparer, method: "separate" | "prepend" | "append" | "both" | undefined) {
    this.#out = out;
    this.#comparer = comparer;
    this.#method = method;
  }

  line(bytes: Buffer, start: number, end: number): void {
    const first = this.#previous === undefined;
    const fresh = this.#previous === undefined || !this.#comparer.same(this.#previous, bytes, start, end);
    if (!fresh && this.#method === undefined) return;
    if (fresh && this.#method !== undefined) {
      const before = this.#method === "prepend" || this.#method === "both";
      if (before || !first) this.#out.byte(this.#comparer.newline);
    }
    this.#previous = { bytes, start, end };
    this.#out.bytes(bytes, start, end);
    this.#out.byte(this.#comparer.newline);
  }

  end(): void {
    if (this.#previous && (this.#method === "append" || this.#method === "both"))
      this.#out.byte(this.#comparer.newline);
  }
}

interface CountedRules {
  /** Print lines that occur once. */
  readonly unique: boolean;
  /** Print the first line of a repeated group. */
  readonly first: boolean;
  /** Print its other lines. */
  readonly later: boolean;
  readonly count: boolean;
  readonly delimit: "none" | "prepend" | "separate";
}

/** Prints groups by how many lines they have. */
class Counted implements Groups {
  readonly #out: Writer;
  readonly #comparer: Comparer;
  readonly #rules: CountedRules;
  #previous: Line | undefined;
  /** Lines after the first that were the same. */
  #repeats = 0;
  #delimited = false;

  constructor(out: Writer, comparer: Comparer, rules: CountedRules) {
    this.#out = out;
    this.#comparer = comparer;
    this.#rules = rules;
  }

  line(bytes: Buffer, start: number, end: number): void {
    const previous = this.#previous;
    if (!previous) {
      this.#previous = { bytes, start, end };
      return;
    }
    const { delimit, later } = this.#rules;
    const same = this.#comparer.same(previous, bytes, start, end);
    if (same) {
      this.#repeats += 1;
      if (this.#repeats === 1 && (delimit === "prepend" || (delimit === "separate" && this.#delimited))) {
        this.#out.byte(this.#comparer.newline);
      }
      if (!later) return;
    } else if (this.#repeats > 0) this.#delimited = true;
    this.#print(previous, same);
    this.#previous = { bytes, start, end };
    if (!same) this.#repeats = 0;
  }

  end(): void {
    if (this.#previous) this.#print(this.#previous, false);
  }

  #print({ bytes, start, end }: Line, same: boolean): void {
    const { unique, first, later, count } = this.#rules;
    const wanted = this.#repeats === 0 ? unique : same ? later : first;
    if (!wanted) return;
    if (count) this.#out.text(`${String(this.#repeats + 1).padStart(7)} `);
    this.#out.bytes(bytes, start, end);
    this.#out.byte(this.#comparer.newline);
  }
}
