// tail: the last lines or bytes of each file, or what follows a given line. A regular file is read from its end.
import {
  CommandError,
  type Context,
  defineCommand,
  type FileHandle,
  type Io,
  reads,
  type Sink,
  type Source,
  z,
} from "../src/plugin.ts";
import { signedCount } from "./count.ts";
import { parseDuration } from "./duration.ts";
import { bareCount, title } from "./head.ts";
import { openRegular } from "./regular-file.ts";
import { wait } from "./wait.ts";

const CHUNK = 64 * 1024;
/** Milliseconds between two looks at a followed file. */
const POLL_MS = 50;

export const tail = defineCommand({
  name: "tail",
  summary: "Print the last lines of files",
  description:
    "Counts may have a multiplier: b 512, kB 1000, K 1024, MB, M and so on. With input connected and no file of that\n" +
    "name, `tail 5` is `tail -n 5` and `tail +5` is `tail -n +5`. A followed file ends with the call's deadline.",
  args: () => ({
    lines: z.string().optional(),
    bytes: z.string().optional(),
    follow: z.union([z.boolean(), z.string()]).default(false),
    followName: z.boolean().default(false),
    sleepInterval: z.string().optional(),
    quiet: z.boolean().default(false),
    verbose: z.boolean().default(false),
    zeroTerminated: z.boolean().default(false),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    lines: { short: "n", placeholder: "N", digits: true, does: "print N lines (10); with +N from line N on" },
    bytes: { short: "c", placeholder: "N", does: "print N bytes; with +N from byte N on" },
    follow: { short: "f", optionalValue: "descriptor", placeholder: "HOW", does: "go on printing what is appended" },
    followName: { short: "F", long: false, does: "the same as -f: a replaced file is followed by its name" },
    sleepInterval: { short: "s", placeholder: "N", does: "with -f: look every N seconds" },
    quiet: { short: "q", long: ["quiet", "silent"], does: "never print file names" },
    verbose: { short: "v", does: "always print file names" },
    zeroTerminated: { short: "z", does: "lines end with NUL" },
    files: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    { does: "the last two lines", files: { f: "a\nb\nc\n" }, run: "tail -n 2 f", prints: "b\nc\n" },
    { does: "a count alone, after a pipe", run: "seq 100 | tail 2", prints: "99\n100\n" },
    {
      does: "without the first line",
      files: { "t.csv": "name\nbob\namy\n" },
      run: "tail -n +2 t.csv",
      prints: "bob\namy\n",
    },
    { does: "the last three bytes", files: { f: "abcdef" }, run: "tail -c 3 f", prints: "def" },
  ],
  effects: ({ files }, context) => reads(context, files),
  async run(args, io, ctx) {
    const bare = bareCount(args.files, io, ctx);
    const files = bare === undefined && args.files.length > 0 ? args.files : ["-"];
    const unit = args.bytes === undefined ? "lines" : "bytes";
    const { sign, count } = signedCount(args.bytes ?? bare ?? args.lines ?? "10", unit);
    const part: Part = { unit, count, fromStart: sign === "+", end: args.zeroTerminated ? 0 : 10 };
    const follow = args.followName || (args.follow !== false && args.follow !== "false");
    const titled = args.verbose || (files.length > 1 && !args.quiet);
    const followed: Followed[] = [];
    let status = 0;
    let printed = false;
    for (const file of files) {
      try {
        const handle = file === "-" ? undefined : openRegular(ctx.workspace, file);
        const source = handle ? undefined : file === "-" ? io.stdin : io.open(file);
        if (titled) await io.stdout.write(title(file, printed));
        printed = true;
        if (handle) {
          const end = await ofFile(handle, io.stdout, part);
          if (follow) followed.push({ file, position: end });
        } else if (source) {
          await (part.fromStart ? from(source, io.stdout, part) : lastOf(source, io.stdout, part));
          if (follow && file !== "-") followed.push({ file, position: 0 });
        }
      } catch (error) {
        if (error instanceof CommandError) throw error;
        await io.diagnoseFile(error, file, "cannot open");
        status = 1;
      }
    }
    if (followed.length > 0) await followFiles(followed, titled, args.sleepInterval, io, ctx);
    return status;
  },
});

interface Part {
  readonly unit: "lines" | "bytes";
  readonly count: number;
  /** `+N`: from the Nth on. */
  readonly fromStart: boolean;
  /** The byte that ends a line. */
  readonly end: number;
}

/** Prints the part of an open file and closes it; returns the offset after the last byte printed. */
async function ofFile(handle: FileHandle, sink: Sink, part: Part): Promise<number> {
  try {
    const { size } = handle.stat();
    if (part.unit === "lines" && part.fromStart) {
      const source = sourceOf(handle);
      return await from(source, sink, part);
    }
    const start = part.unit === "lines" ? lineStart(handle, size, part) : byteStart(size, part);
    return await copyFrom(handle, start, sink);
  } finally {
    handle.close();
  }
}

function byteStart(size: number, { count, fromStart }: Part): number {
  return fromStart ? Math.min(size, Math.max(0, count - 1)) : Math.max(0, size - count);
}

/** Where the last `count` lines start: reads backwards, and no more than it needs. */
function lineStart(handle: FileHandle, size: number, { count, end }: Part): number {
  if (count === 0) return size;
  const buffer = Buffer.allocUnsafe(CHUNK);
  let left = count;
  let position = size;
  while (position > 0) {
    const from = Math.max(0, position - CHUNK);
    const bytes = buffer.subarray(0, handle.read(buffer.subarray(0, position - from), from));
    // The line end at the very end of the file ends the last line and starts none.
    let at = position === size ? bytes.length - 2 : bytes.length - 1;
    for (at = at < 0 ? -1 : bytes.lastIndexOf(end, at); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(end, at - 1)) {
      left -= 1;
      if (left === 0) return from + at + 1;
    }
    position = from;
  }
  return 0;
}

async function copyFrom(handle: FileHandle, start: number, sink: Sink): Promise<number> {
  let position = start;
  for (;;) {
    const bytes = Buffer.allocUnsafeSlow(CHUNK);
    const size = handle.read(bytes, position);
    if (size === 0) return position;
    position += size;
    const full = sink.write(size * 4 < CHUNK ? bytes.subarray(0, size).slice() : bytes.subarray(0, size));
    if (full) await full;
  }
}

function sourceOf(handle: FileHandle): Source {
  return {
    connected: true,
    read() {
      const bytes = Buffer.allocUnsafeSlow(CHUNK);
      const size = handle.read(bytes);
      return size === 0 ? null : bytes.subarray(0, size);
    },
    close() {},
  };
}

/** Copies from the Nth line or byte on; returns how many bytes came by. */
async function from(source: Source, sink: Sink, { unit, count, end }: Part): Promise<number> {
  let skip = Math.max(0, count - 1);
  let seen = 0;
  for (;;) {
    const next = source.read();
    const chunk = next instanceof Promise ? await next : next;
    if (chunk === null) return seen;
    seen += chunk.length;
    let start = 0;
    if (unit === "bytes") {
      start = Math.min(skip, chunk.length);
      skip -= start;
    } else {
      while (skip > 0 && start < chunk.length) {
        const at = chunk.indexOf(end, start);
        start = at < 0 ? chunk.length : at + 1;
        if (at >= 0) skip -= 1;
      }
    }
    if (start === chunk.length) continue;
    const full = sink.write(start === 0 ? chunk : chunk.subarray(start));
    if (full) await full;
  }
}

/** The last `count` of a stream: holds no more chunks than they need. */
async function lastOf(source: Source, sink: Sink, { unit, count, end }: Part): Promise<void> {
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
    }
  }
  const last = held.at(-1)?.bytes.at(-1);
  let skip = units + (unit === "lines" && last !== undefined && last !== end ? 1 : 0) - count;
  for (const { bytes, units: size } of held) {
    let start = 0;
    if (skip > 0) {
      start = size < skip ? bytes.length : unit === "bytes" ? skip : afterNth(bytes, end, skip);
      skip -= size;
    }
    if (start === bytes.length) continue;
    const full = sink.write(bytes.subarray(start));
    if (full) await full;
  }
}

function occurrences(bytes: Uint8Array, value: number): number {
  let found = 0;
  for (let at = bytes.indexOf(value); at >= 0; at = bytes.indexOf(value, at + 1)) found += 1;
  return found;
}

/** The offset after the nth occurrence (there are at least n). */
function afterNth(bytes: Uint8Array, value: number, nth: number): number {
  let at = -1;
  for (let left = nth; left > 0; left -= 1) at = bytes.indexOf(value, at + 1);
  return at + 1;
}

interface Followed {
  readonly file: string;
  position: number;
}

/** Prints what is appended until the call is cancelled or the reader has gone. */
async function followFiles(
  files: readonly Followed[],
  titled: boolean,
  interval: string | undefined,
  io: Io,
  ctx: Context,
): Promise<never> {
  const pause = interval === undefined ? POLL_MS : parseDuration(interval);
  if (pause === undefined) throw new CommandError(`invalid number of seconds: '${interval}'`);
  let current = files.at(-1);
  for (;;) {
    await wait(Math.max(1, pause), ctx.signal);
    // Nothing may come for long: an empty write tells whether the reader is still there.
    await io.stdout.write(new Uint8Array(0));
    for (const followed of files) {
      const size = ctx.workspace.exists(followed.file)?.size;
      if (size === undefined || size === followed.position) continue;
      if (size < followed.position) {
        await io.diagnose(`${followed.file}: file truncated`);
        followed.position = 0;
      }
      if (titled && current !== followed) await io.stdout.write(title(followed.file, true));
      current = followed;
      const handle = ctx.workspace.open(followed.file, { read: true });
      try {
        followed.position = await copyFrom(handle, followed.position, io.stdout);
      } finally {
        handle.close();
      }
    }
  }
}
