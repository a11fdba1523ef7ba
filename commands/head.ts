// head: the first lines or bytes of each file. It stops reading as soon as it has them.
import {
  CommandError,
  type Context,
  defineCommand,
  encode,
  type Io,
  reads,
  type Sink,
  type Source,
  z,
} from "../src/plugin.ts";
import { signedCount } from "./count.ts";
import { afterNth, occurrences } from "./line-ends.ts";

export const head = defineCommand({
  name: "head",
  summary: "Print the first lines of files",
  description:
    "Counts may have a multiplier: b 512, kB 1000, K 1024, MB, M and so on. With input connected and no file of that\n" +
    "name, `head 5` is `head -n 5`.",
  args: () => ({
    lines: z.string().optional(),
    bytes: z.string().optional(),
    quiet: z.boolean().default(false),
    verbose: z.boolean().default(false),
    zeroTerminated: z.boolean().default(false),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    lines: { short: "n", placeholder: "N", digits: true, does: "print N lines (10); with -N all but the last N" },
    bytes: { short: "c", placeholder: "N", does: "print N bytes; with -N all but the last N" },
    quiet: { short: "q", long: ["quiet", "silent"], does: "never print file names" },
    verbose: { short: "v", does: "always print file names" },
    zeroTerminated: { short: "z", does: "lines end with NUL" },
    files: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    { does: "the first two lines", files: { f: "a\nb\nc\n" }, run: "head -n 2 f", prints: "a\nb\n" },
    { does: "a count alone, after a pipe", run: "seq 100 | head 3", prints: "1\n2\n3\n" },
    { does: "all but the last line", files: { f: "a\nb\nc\n" }, run: "head -n -1 f", prints: "a\nb\n" },
    { does: "the first four bytes", files: { f: "abcdef\n" }, run: "head -c 4 f", prints: "abcd" },
  ],
  effects: ({ files }, context) => reads(context, files),
  async run(args, io, ctx) {
    const bare = bareCount(args.files, io, ctx);
    const files = bare === undefined && args.files.length > 0 ? args.files : ["-"];
    const unit = args.bytes === undefined ? "lines" : "bytes";
    const { sign, count } = signedCount(args.bytes ?? bare ?? args.lines ?? "10", unit);
    const slice: Slice = { unit, count, end: args.zeroTerminated ? 0 : 10 };
    const titled = args.verbose || (files.length > 1 && !args.quiet);
    let status = 0;
    let printed = false;
    for (const file of files) {
      try {
        const source = file === "-" ? io.stdin : io.open(file);
        try {
          if (titled) await io.stdout.write(title(file, printed));
          printed = true;
          if (sign === "-") await allBut(source, io.stdout, slice);
          else await first(source, io.stdout, slice);
        } finally {
          // Standard input may have further readers: `{ head -1; cat; }`.
          if (file !== "-") source.close();
        }
      } catch (error) {
        if (error instanceof CommandError) throw error;
        await io.diagnoseFile(error, file, "cannot open");
        status = 1;
      }
    }
    return status;
  },
});

interface Slice {
  readonly unit: "lines" | "bytes";
  readonly count: number;
  /** The byte that ends a line. */
  readonly end: number;
}

/** `head 5` in a pipeline: the operand is a count where no such file exists. */
export function bareCount(files: readonly string[], io: Io, ctx: Context): string | undefined {
  const [only] = files;
  if (files.length !== 1 || only === undefined || !/^\+?\d+$/.test(only)) return undefined;
  return io.stdin.connected && !ctx.workspace.exists(only) ? only : undefined;
}

/** `==> name <==`, after an empty line unless it is the first. */
export function title(file: string, printed: boolean): Uint8Array {
  return encode(`${printed ? "\n" : ""}==> ${file === "-" ? "standard input" : file} <==\n`);
}

async function first(source: Source, sink: Sink, { unit, count, end }: Slice): Promise<void> {
  let left = count;
  while (left > 0) {
    const next = source.read();
    const chunk = next instanceof Promise ? await next : next;
    if (chunk === null) return;
    let stop = chunk.length;
    if (unit === "bytes") {
      stop = Math.min(stop, left);
      left -= stop;
    } else {
      for (let at = chunk.indexOf(end); at >= 0; at = chunk.indexOf(end, at + 1)) {
        left -= 1;
        if (left > 0) continue;
        stop = at + 1;
        break;
      }
    }
    if (stop < chunk.length) source.unread?.(chunk.subarray(stop));
    // A small part must not keep the whole chunk alive.
    const full = sink.write(stop * 4 < chunk.length ? Buffer.from(chunk.subarray(0, stop)) : chunk.subarray(0, stop));
    if (full) await full;
  }
}

/** All but the last `count`: holds back what might belong to them. */
async function allBut(source: Source, sink: Sink, { unit, count, end }: Slice): Promise<void> {
  const held: { readonly bytes: Uint8Array; readonly units: number }[] = [];
  let units = 0;
  for (;;) {
    const next = source.read();
    const bytes = next instanceof Promise ? await next : next;
    if (bytes === null) break;
    const size = unit === "bytes" ? bytes.length : occurrences(bytes, end);
    held.push({ bytes, units: size });
    units += size;
    for (let oldest = held[0]; oldest && units - oldest.units > count; oldest = held[0]) {
      held.shift();
      units -= oldest.units;
      const full = sink.write(oldest.bytes);
      if (full) await full;
    }
  }
  const last = held.at(-1)?.bytes.at(-1);
  const open = unit === "lines" && last !== undefined && last !== end ? 1 : 0;
  let keep = units + open - count;
  for (const { bytes, units: size } of held) {
    if (keep <= 0) return;
    const stop = size < keep ? bytes.length : unit === "bytes" ? keep : afterNth(bytes, end, keep);
    const full = sink.write(bytes.subarray(0, stop));
    if (full) await full;
    keep -= size;
  }
}
