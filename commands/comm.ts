// comm: compares two sorted files line by line. Lines are compared by bytes.
import { type Context, defineCommand, encode, type Io, reads, Writer, z } from "../src/plugin.ts";
import { LineCursor } from "./line-cursor.ts";

export const comm = defineCommand({
  name: "comm",
  summary: "Compare two sorted files line by line",
  description:
    "Three columns: lines of the first file only, of the second only, and of both. Sort the files by bytes first (sort\n" +
    "does). A file may be - for standard input.",
  args: () => ({
    first: z.boolean().default(true),
    second: z.boolean().default(true),
    both: z.boolean().default(true),
    checkOrder: z.enum(["default", "always", "never"]).default("default"),
    outputDelimiter: z.string().default("\t"),
    total: z.boolean().default(false),
    zeroTerminated: z.boolean().default(false),
    left: z.string(),
    right: z.string(),
  }),
  cli: {
    first: { long: false, values: { 1: false }, does: "leave out lines of the first file only" },
    second: { long: false, values: { 2: false }, does: "leave out lines of the second file only" },
    both: { long: false, values: { 3: false }, does: "leave out lines of both" },
    checkOrder: {
      long: false,
      values: { "check-order": "always", "nocheck-order": "never" },
      meanings: { always: "stop at a line that is out of order", never: "do not look at the order" },
    },
    outputDelimiter: { placeholder: "TEXT", does: "what separates columns (tab)" },
    total: { does: "print a summary" },
    zeroTerminated: { short: "z", does: "lines end with NUL" },
    left: { positional: true, placeholder: "file1" },
    right: { positional: true, placeholder: "file2" },
  },
  examples: [
    { does: "three columns", files: { a: "1\n2\n", b: "2\n3\n" }, run: "comm a b", prints: "1\n\t\t2\n\t3\n" },
    { does: "lines of both", files: { a: "1\n2\n", b: "2\n3\n" }, run: "comm -12 a b", prints: "2\n" },
    { does: "lines of the first only", files: { a: "1\n2\n", b: "2\n3\n" }, run: "comm -23 a b", prints: "1\n" },
  ],
  effects: ({ left, right }, context) => reads(context, [left, right]),
  async run(args, io, ctx) {
    const end = args.zeroTerminated ? 0 : 10;
    const cursors: LineCursor[] = [];
    for (const file of [args.left, args.right]) {
      try {
        cursors.push(new LineCursor(file === "-" ? io.stdin : io.open(file), end));
      } catch (error) {
        await io.diagnoseFile(error, file);
        return 1;
      }
    }
    const [left, right] = cursors;
    if (!left || !right) return 1;
    const out = new Writer(io.stdout);
    try {
      return await new Comparison(args, left, right, end, out, io, ctx).run();
    } finally {
      await out.flush();
    }
  },
});

interface CommArgs {
  readonly first: boolean;
  readonly second: boolean;
  readonly both: boolean;
  readonly checkOrder: string;
  readonly outputDelimiter: string;
  readonly total: boolean;
}

class Comparison {
  readonly #args: CommArgs;
  readonly #cursors: readonly [LineCursor, LineCursor];
  readonly #end: number;
  readonly #out: Writer;
  readonly #io: Io;
  readonly #context: Context;
  /** Lines of the first only, the second only, both. */
  readonly #totals: [number, number, number] = [0, 0, 0];
  /** Files of which a disorder was told. */
  readonly #disordered = new Set<number>();
  #unpaired = false;

  constructor(args: CommArgs, left: LineCursor, right: LineCursor, end: number, out: Writer, io: Io, context: Context) {
    this.#args = args;
    this.#cursors = [left, right];
    this.#end = end;
    this.#out = out;
    this.#io = io;
    this.#context = context;
  }

  async run(): Promise<number> {
    const { first, second, both, total } = this.#args;
    const delimiter = encode(this.#args.outputDelimiter === "" ? "\0" : this.#args.outputDelimiter);
    const none = new Uint8Array(0);
    const twice = Buffer.concat([first ? delimiter : none, second ? delimiter : none]);
    const columns = [
      { shown: first, lead: none },
      { shown: second, lead: first ? delimiter : none },
      { shown: both, lead: twice },
    ];
    const [left, right] = this.#cursors;
    await this.#advance(0);
    await this.#advance(1);
    for (let steps = 0; left.present || right.present; steps += 1) {
      const order = !left.present ? 1 : !right.present ? -1 : compareLines(left, right);
      const kind = order < 0 ? 0 : order > 0 ? 1 : 2;
      this.#totals[kind] += 1;
      if (kind !== 2) this.#unpaired = true;
      const column = columns[kind];
      if (column?.shown) {
        const cursor = kind === 1 ? right : left;
        this.#out.bytes(column.lead);
        this.#out.bytes(cursor.bytes, cursor.start, cursor.end);
        this.#out.byte(this.#end);
      }
      for (const file of [0, 1] as const) {
        if (kind !== 2 && kind !== file) continue;
        const moved = this.#advance(file);
        if (moved instanceof Promise ? !(await moved) : !moved) return 1;
      }
      if (steps % 256 > 0) continue;
      const full = this.#out.drain();
      if (full) await full;
      const rest = this.#context.pause();
      if (rest) await rest;
    }
    if (total)
      this.#out.text(`${[...this.#totals, "total"].join(this.#args.outputDelimiter)}${String.fromCharCode(this.#end)}`);
    if (this.#disordered.size === 0) return 0;
    await this.#out.flush();
    await this.#io.diagnose("input is not in sorted order");
    return 1;
  }

  /** Goes to the next line of a file and looks at its order; false: the disorder ends the comparison. */
  #advance(file: 0 | 1): boolean | Promise<boolean> {
    const cursor = this.#cursors[file];
    const { bytes, start, end, present } = cursor;
    const next = cursor.next();
    const check = (found: boolean): boolean | Promise<boolean> => {
      const { checkOrder } = this.#args;
      if (!found || !present || checkOrder === "never" || this.#disordered.has(file)) return true;
      if (checkOrder === "default" && !this.#unpaired) return true;
      if (Buffer.compare(bytes.subarray(start, end), cursor.bytes.subarray(cursor.start, cursor.end)) <= 0) return true;
      return this.#disorder(file);
    };
    return typeof next === "boolean" ? check(next) : next.then(check);
  }

  async #disorder(file: 0 | 1): Promise<boolean> {
    this.#disordered.add(file);
    await this.#out.flush();
    await this.#io.diagnose(`file ${file + 1} is not in sorted order`);
    return this.#args.checkOrder !== "always";
  }
}

function compareLines(a: LineCursor, b: LineCursor): number {
  return a.bytes.compare(b.bytes, b.start, b.end, a.start, a.end);
}
