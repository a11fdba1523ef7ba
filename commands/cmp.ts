// cmp: compares two files byte by byte.
import {
  CommandError,
  type Context,
  defineCommand,
  FileError,
  type Io,
  reads,
  type Source,
  Writer,
  z,
} from "../src/plugin.ts";
import { parseCount } from "./count.ts";
import { occurrences } from "./line-ends.ts";

export const cmp = defineCommand({
  name: "cmp",
  summary: "Compare two files byte by byte",
  description:
    "Exit status: 0 the same, 1 different, 2 trouble. A file may be - for standard input, which is the default\nof the second.",
  args: () => ({
    printBytes: z.boolean().default(false),
    verbose: z.boolean().default(false),
    quiet: z.boolean().default(false),
    bytes: z.string().optional(),
    ignoreInitial: z.string().default("0"),
    left: z.string(),
    right: z.string().default("-"),
    skipLeft: z.string().optional(),
    skipRight: z.string().optional(),
  }),
  cli: {
    printBytes: { short: "b", does: "print the bytes that differ" },
    verbose: { short: "l", does: "print offset and values of every difference" },
    quiet: { short: "s", long: ["quiet", "silent"], does: "print nothing; the exit status tells" },
    bytes: { short: "n", placeholder: "N", does: "compare at most N bytes" },
    ignoreInitial: { short: "i", placeholder: "N[:M]", does: "skip N bytes of both files, or N and M" },
    left: { positional: true, placeholder: "file1" },
    right: { positional: true, placeholder: "file2" },
    skipLeft: { positional: true, placeholder: "skip1" },
    skipRight: { positional: true, placeholder: "skip2" },
  },
  examples: [
    {
      does: "where they differ",
      files: { a: "one\n", b: "onE\n" },
      run: "cmp a b",
      prints: "a b differ: byte 3, line 1\n",
      exit: 1,
    },
    { does: "only the answer", files: { a: "x", b: "x" }, run: "cmp -s a b && echo same", prints: "same\n" },
  ],
  effects: ({ left, right }, context) => reads(context, [left, right]),
  async run(args, io, ctx) {
    if (args.verbose && args.quiet) throw new CommandError("options -l and -s are incompatible", { exitCode: 2 });
    const limit = args.bytes === undefined ? Number.POSITIVE_INFINITY : count(args.bytes, "--bytes");
    const [skipA = "0", skipB = skipA] = args.ignoreInitial.split(":");
    const skips = [
      count(args.skipLeft ?? skipA, "--ignore-initial"),
      count(args.skipRight ?? (args.skipLeft === undefined ? skipB : "0"), "--ignore-initial"),
    ];
    const inputs: Input[] = [];
    for (const [index, file] of [args.left, args.right].entries()) {
      try {
        const source = file === "-" ? io.stdin : io.open(file);
        inputs.push(new Input(file, source, skips[index] ?? 0));
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        if (!args.quiet) await io.diagnoseFile(error, file);
        return 2;
      }
    }
    const [a, b] = inputs;
    if (!a || !b) return 2;
    const out = new Writer(io.stdout);
    try {
      return await compare(a, b, limit, args, out, io, ctx);
    } finally {
      await out.flush();
    }
  },
});

interface Report {
  readonly printBytes: boolean;
  readonly verbose: boolean;
  readonly quiet: boolean;
  readonly bytes?: string | undefined;
}

/** One of the files, read as far as both are needed. */
class Input {
  readonly name: string;
  readonly #source: Source;
  #skip: number;
  #chunk: Buffer = Buffer.alloc(0);

  constructor(name: string, source: Source, skip: number) {
    this.name = name;
    this.#source = source;
    this.#skip = skip;
  }

  /** What is there; empty at the end. */
  async peek(): Promise<Buffer> {
    while (this.#chunk.length === 0) {
      const next = this.#source.read();
      const chunk = next instanceof Promise ? await next : next;
      if (chunk === null) break;
      const skipped = Math.min(this.#skip, chunk.length);
      this.#skip -= skipped;
      this.#chunk = Buffer.from(chunk.buffer, chunk.byteOffset + skipped, chunk.length - skipped);
    }
    return this.#chunk;
  }

  take(size: number): void {
    this.#chunk = this.#chunk.subarray(size);
  }
}

async function compare(
  a: Input,
  b: Input,
  limit: number,
  report: Report,
  out: Writer,
  io: Io,
  ctx: Context,
): Promise<number> {
  let offset = 0;
  let line = 1;
  let differs = false;
  let newlineLast = false;
  const size = sizeOf(a, b, ctx) ?? 0;
  const width = Math.max(1, String(Number.isFinite(limit) && limit < size ? limit : size).length);
  for (let left = limit; left > 0; ) {
    const left1 = await a.peek();
    const right1 = await b.peek();
    const length = Math.min(left1.length, right1.length, left);
    if (length === 0) {
      if (left1.length === right1.length) break;
      if (report.quiet) return 1;
      const short = left1.length === 0 ? a : b;
      const lines = report.verbose ? "" : newlineLast ? `, line ${line - 1}` : `, in line ${line}`;
      await out.flush();
      await io.diagnose(`EOF on ${short.name} ${offset === 0 ? "which is empty" : `after byte ${offset}${lines}`}`);
      return 1;
    }
    const x = left1.subarray(0, length);
    const y = right1.subarray(0, length);
    if (!x.equals(y)) {
      differs = true;
      if (report.quiet) return 1;
      for (let at = 0; at < length; at += 1) {
        const one = x[at] ?? 0;
        const other = y[at] ?? 0;
        if (one === other) continue;
        const bytes = (value: number): string => value.toString(8).padStart(3);
        if (!report.verbose) {
          const where = `byte ${offset + at + 1}, line ${line + occurrences(x.subarray(0, at), 10)}`;
          const what = report.printBytes ? ` is ${bytes(one)} ${visible(one)} ${bytes(other)} ${visible(other)}` : "";
          out.text(`${a.name} ${b.name} differ: ${where}${what}\n`);
          return 1;
        }
        const position = String(offset + at + 1).padStart(width);
        if (report.printBytes)
          out.text(`${position} ${bytes(one)} ${visible(one).padEnd(4)} ${bytes(other)} ${visible(other)}\n`);
        else out.text(`${position} ${bytes(one)} ${bytes(other)}\n`);
      }
      const full = out.drain();
      if (full) await full;
    }
    line += occurrences(x, 10);
    newlineLast = x[length - 1] === 10;
    offset += length;
    left -= length;
    a.take(length);
    b.take(length);
  }
  return differs ? 1 : 0;
}

/** Bytes of the shorter regular file: they give the width of -l's offsets. */
function sizeOf(a: Input, b: Input, ctx: Context): number | undefined {
  const sizes = [a, b].flatMap(({ name }) => {
    const stat = name === "-" ? undefined : ctx.workspace.exists(name);
    return stat?.kind === "file" ? [stat.size] : [];
  });
  return sizes.length > 0 ? Math.min(...sizes) : undefined;
}

/** As cat -v shows it. */
function visible(byte: number): string {
  if (byte >= 128) return `M-${visible(byte - 128)}`;
  if (byte === 127) return "^?";
  return byte < 32 ? `^${String.fromCharCode(byte + 64)}` : String.fromCharCode(byte);
}

function count(text: string, option: string): number {
  const value = parseCount(text);
  if (value === undefined) throw new CommandError(`invalid ${option} value '${text}'`, { exitCode: 2 });
  return value;
}
