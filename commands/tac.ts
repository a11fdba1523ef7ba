// tac: prints records last first. A regular file is read backwards; only a pipe has to be kept whole,
// in memory or, where it is long, in a file under /tmp.
import {
  CommandError,
  type Context,
  compileText,
  decode,
  defineCommand,
  encode,
  FileError,
  type FileHandle,
  type Io,
  LONGEST_LINE,
  LongLineError,
  PatternError,
  reads,
  type Sink,
  type Source,
  type TextPattern,
  z,
} from "../src/plugin.ts";
import { openRegular } from "./regular-file.ts";

const CHUNK = 128 * 1024;

/** Bytes of a pipe that are kept in memory. */
const KEPT = 64 * 1024 * 1024;

/** Bytes that are searched with a regular expression. */
const MOST_FOR_REGEX = 256 * 1024 * 1024;

export const tac = defineCommand({
  name: "tac",
  summary: "Print files last line first",
  args: () => ({
    before: z.boolean().default(false),
    regex: z.boolean().default(false),
    separator: z.string().default("\n"),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    separator: { short: "s", placeholder: "STRING", does: "records end with STRING, not with a newline" },
    before: { short: "b", does: "the separator stands before its record" },
    regex: { short: "r", does: "the separator is a regular expression" },
    files: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    { does: "last line first", files: { f: "a\nb\nc\n" }, run: "tac f", prints: "c\nb\na\n" },
    { does: "other separators", run: "printf 'a,b,c,' | tac -s ,", prints: "c,b,a," },
  ],
  effects: ({ files }, context) => reads(context, files),
  async run({ before, regex, separator, files }, io, ctx) {
    if (regex && separator === "") throw new CommandError("separator cannot be empty");
    let status = 0;
    for (const file of files.length > 0 ? files : ["-"]) {
      try {
        const input = await inputOf(file, io, ctx);
        try {
          if (regex) await byRegex(input, separator, before, io.stdout, ctx);
          else await byString(input, encode(separator === "" ? "\0" : separator), before, io.stdout, ctx);
        } finally {
          input.close();
        }
      } catch (error) {
        if (error instanceof CommandError) throw error;
        await io.diagnoseFile(error, file, "failed to open");
        status = 1;
      }
    }
    return status;
  },
});

/** Bytes that can be read from any place. */
interface Input {
  readonly size: number;
  /** A buffer of the caller's own. */
  read(from: number, to: number): Buffer;
  close(): void;
}

async function inputOf(file: string, io: Io, ctx: Context): Promise<Input> {
  const handle = file === "-" ? undefined : openRegular(ctx.workspace, file);
  if (handle) return fromHandle(handle, () => handle.close());
  return await gather(file === "-" ? io.stdin : io.open(file), ctx);
}

function fromHandle(handle: FileHandle, close: () => void): Input {
  return {
    size: handle.stat().size,
    read(from, to) {
      const bytes = Buffer.allocUnsafeSlow(to - from);
      return bytes.subarray(0, handle.read(bytes, from));
    },
    close,
  };
}

async function gather(source: Source, ctx: Context): Promise<Input> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const next = source.read();
    const chunk = next instanceof Promise ? await next : next;
    if (chunk === null) break;
    chunks.push(chunk);
    size += chunk.length;
    if (size > KEPT) return await spill(chunks, source, ctx);
  }
  const bytes = Buffer.concat(chunks);
  return { size, read: (from, to) => Buffer.from(bytes.subarray(from, to)), close() {} };
}

/** Writes what has been read and all that follows to a file of its own, which goes when the input is closed. */
async function spill(chunks: Uint8Array[], source: Source, ctx: Context): Promise<Input> {
  const { path, handle } = createSpill(ctx);
  const close = (): void => {
    handle.close();
    ctx.workspace.unlink(path);
  };
  try {
    for (const chunk of chunks.splice(0)) handle.write(chunk);
    for (;;) {
      const next = source.read();
      const chunk = next instanceof Promise ? await next : next;
      if (chunk === null) return fromHandle(handle, close);
      handle.write(chunk);
    }
  } catch (error) {
    close();
    if (error instanceof FileError) throw new CommandError(`${path}: write error: ${error.message}`);
    throw error;
  }
}

function createSpill({ workspace }: Context): { readonly path: string; readonly handle: FileHandle } {
  for (let attempt = 0; ; attempt += 1) {
    const path = `/tmp/tac-${Math.floor(Math.random() * 2 ** 48).toString(36)}`;
    try {
      const flags = { read: true, write: true, create: true, exclusive: true, mode: 0o600 };
      return { path, handle: workspace.open(path, flags) };
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      if (error.code !== "EEXIST" || attempt > 9) throw new CommandError(`${path}: ${error.message}`);
    }
  }
}

/** Reads window after window from the end. Where a window holds no separator, the next one is twice as large. */
async function byString(input: Input, separator: Uint8Array, before: boolean, sink: Sink, ctx: Context): Promise<void> {
  let end = input.size;
  let window = CHUNK;
  while (end > 0) {
    const from = Math.max(0, end - Math.max(window, separator.length * 2));
    const bytes = input.read(from, end);
    const records: Buffer[] = [];
    // `stop` is where the record that is looked for ends.
    let stop = bytes.length;
    let search = before ? stop - separator.length : stop - separator.length - 1;
    while (search >= 0) {
      const found = bytes.lastIndexOf(separator, search);
      if (found < 0) break;
      const start = before ? found : found + separator.length;
      // A separator right at the end of the data ends its record.
      if (start < stop || (before && found < stop)) records.push(bytes.subarray(start, stop));
      stop = start;
      search = found - separator.length;
    }
    if (from === 0) {
      records.push(bytes.subarray(0, stop));
      stop = 0;
    }
    if (stop === bytes.length && stop >= LONGEST_LINE) throw new LongLineError();
    window = stop === bytes.length ? window * 2 : CHUNK;
    end = from + stop;
    const full = (records.length > 0 ? sink.write(Buffer.concat(records)) : undefined) ?? ctx.pause();
    if (full) await full;
  }
}

/** A regular expression can match across any bytes, so the input is taken whole. */
async function byRegex(input: Input, separator: string, before: boolean, sink: Sink, ctx: Context): Promise<void> {
  if (input.size > MOST_FOR_REGEX) {
    throw new CommandError("more than 256 MiB to search with -r", { help: "Use: tac -s STRING (without -r)" });
  }
  const text = decode(input.read(0, input.size));
  const pattern = separatorPattern(separator);
  const cuts: number[] = [];
  for (let at = 0; at < text.length; ) {
    const found = pattern.exec(text, at);
    if (!found) break;
    const empty = found.end === found.start;
    if (!empty) cuts.push(before ? found.start : found.end);
    at = empty ? found.end + 1 : found.end;
    const rest = ctx.pause();
    if (rest) await rest;
  }
  const bounds = [0, ...cuts.filter((cut) => cut > 0 && cut < text.length), text.length];
  const records = bounds.slice(1).map((bound, index) => text.slice(bounds[index], bound));
  await sink.write(encode(records.reverse().join("")));
}

function separatorPattern(separator: string): TextPattern {
  try {
    return compileText(separator, { syntax: "basic", multiLine: true });
  } catch (error) {
    if (error instanceof PatternError) throw new CommandError(error.message);
    throw error;
  }
}
