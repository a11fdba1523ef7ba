// split: cuts a file into pieces of lines, bytes or a number of them.
import {
  CommandError,
  type Context,
  defineCommand,
  type Io,
  type OutputFile,
  reads,
  type Source,
  UsageError,
  union,
  Writer,
  writesTrees,
  z,
} from "../src/plugin.ts";
import { parseCount } from "./count.ts";
import { eachLine, readAll } from "./input.ts";

export const split = defineCommand({
  name: "split",
  summary: "Cut a file into pieces",
  args: () => ({
    lines: z.string().optional(),
    bytes: z.string().optional(),
    lineBytes: z.string().optional(),
    number: z.string().optional(),
    suffixLength: z.number().int().min(0).default(0),
    numeric: z.string().optional(),
    hex: z.string().optional(),
    additionalSuffix: z.string().default(""),
    elideEmptyFiles: z.boolean().default(false),
    verbose: z.boolean().default(false),
    input: z.string().default("-"),
    prefix: z.string().default("x"),
  }),
  cli: {
    lines: { short: "l", placeholder: "N", digits: true, does: "N lines in each piece (1000)" },
    bytes: { short: "b", placeholder: "SIZE", does: "SIZE bytes in each piece (10K, 1M)" },
    lineBytes: { short: "C", placeholder: "SIZE", does: "whole lines of no more than SIZE bytes" },
    number: {
      short: "n",
      placeholder: "CHUNKS",
      does: "N pieces of one size; l/N of whole lines; r/N in turns; K/N prints one",
    },
    suffixLength: { short: "a", placeholder: "N", does: "letters of the suffix (2)" },
    numeric: {
      long: "numeric-suffixes",
      optionalValue: "0",
      placeholder: "FROM",
      values: { d: "0" },
      does: "suffixes are numbers",
    },
    hex: {
      long: "hex-suffixes",
      optionalValue: "0",
      placeholder: "FROM",
      values: { x: "0" },
      does: "suffixes are hexadecimal",
    },
    additionalSuffix: { placeholder: "TEXT", does: "put TEXT after each name" },
    elideEmptyFiles: { short: "e", does: "make no empty pieces with -n" },
    verbose: { does: "say which files are made" },
    input: { positional: true, placeholder: "file" },
    prefix: { positional: true, placeholder: "prefix" },
  },
  readsStdin: true,
  examples: [
    { does: "two lines each", run: "seq 3 | split -l 2 && cat xab", prints: "3\n" },
    { does: "names of one's own", files: { f: "abcdef" }, run: "split -b 4 -d f part. && cat part.01", prints: "ef" },
  ],
  effects: ({ input, prefix }, context) =>
    union(
      reads(context, [input]),
      writesTrees(context, [prefix.includes("/") ? prefix.replace(/[^/]*$/, "") || "/" : "."]),
    ),
  async run(args, io, ctx) {
    const ways = [args.lines, args.bytes, args.lineBytes, args.number].filter((way) => way !== undefined);
    if (ways.length > 1) throw new UsageError("cannot split in more than one way", { exitCode: 1 });
    const source = args.input === "-" ? io.stdin : io.open(args.input);
    const pieces = new Pieces(args, io);
    try {
      if (args.number !== undefined) return await byNumber(args.number, args.elideEmptyFiles, source, pieces, io);
      if (args.bytes !== undefined) await byBytes(sizeOf(args.bytes, "bytes"), source, pieces, ctx);
      else if (args.lineBytes !== undefined) await byLineBytes(sizeOf(args.lineBytes, "lines"), source, pieces);
      else await byLines(sizeOf(args.lines ?? "1000", "lines"), source, pieces);
    } finally {
      pieces.close();
      if (args.input !== "-") source.close();
    }
    return 0;
  },
});

function sizeOf(text: string, what: string): number {
  const size = parseCount(text);
  if (size === undefined || size === 0) throw new CommandError(`invalid number of ${what}: '${text}'`);
  return size;
}

interface Naming {
  readonly suffixLength: number;
  readonly numeric?: string | undefined;
  readonly hex?: string | undefined;
  readonly additionalSuffix: string;
  readonly prefix: string;
  readonly verbose: boolean;
}

/** The files that are made, one open at a time. */
class Pieces {
  readonly #naming: Naming;
  readonly #io: Io;
  readonly #alphabet: string;
  #count: number;
  #length: number;
  #open: OutputFile | undefined;

  constructor(naming: Naming, io: Io) {
    this.#naming = naming;
    this.#io = io;
    const { hex, numeric } = naming;
    this.#alphabet =
      hex !== undefined ? "0123456789abcdef" : numeric !== undefined ? "0123456789" : "abcdefghijklmnopqrstuvwxyz";
    this.#count = Number.parseInt(hex ?? numeric ?? "0", hex !== undefined ? 16 : 10);
    this.#length = naming.suffixLength || 2;
  }

  /** Suffixes must hold so many pieces. */
  expect(count: number): void {
    if (this.#naming.suffixLength > 0) return;
    while (this.#alphabet.length ** this.#length < count) this.#length += 1;
  }

  next(): Writer {
    this.close();
    const name = `${this.#naming.prefix}${this.#suffix()}${this.#naming.additionalSuffix}`;
    this.#open = this.#io.create(name);
    if (this.#naming.verbose) void this.#io.stdout.write(Buffer.from(`creating file '${name}'\n`));
    return new Writer(this.#open);
  }

  close(): void {
    this.#open?.close();
    this.#open = undefined;
  }

  /** aa to yz, then zaaa: the suffix grows where it was not given, and names stay in order. */
  #suffix(): string {
    const base = this.#alphabet.length;
    let count = this.#count;
    let length = this.#length;
    let lead = "";
    if (this.#naming.suffixLength === 0) {
      for (
        let room = base ** length - base ** (length - 1);
        count >= room;
        room = base ** length - base ** (length - 1)
      ) {
        count -= room;
        lead += this.#alphabet.at(-1);
        length += 1;
      }
    }
    if (count >= base ** length) throw new CommandError("output file suffixes exhausted");
    this.#count += 1;
    let suffix = "";
    for (let left = length; left > 0; left -= 1) {
      suffix = `${this.#alphabet[count % base]}${suffix}`;
      count = Math.floor(count / base);
    }
    return lead + suffix;
  }
}

async function byLines(most: number, source: Source, pieces: Pieces): Promise<void> {
  let out: Writer | undefined;
  let count = 0;
  const idle = new Writer({ terminal: false, write: () => undefined });
  await eachLine(source, idle, (bytes, start, end, complete) => {
    if (!out || count === most) {
      void out?.flush();
      out = pieces.next();
      count = 0;
    }
    out.bytes(bytes, start, end);
    if (complete) out.byte(10);
    void out.drain();
    count += 1;
  });
  await out?.flush();
}

async function byBytes(size: number, source: Source, pieces: Pieces, ctx: Context): Promise<void> {
  let out: Writer | undefined;
  let room = 0;
  for (;;) {
    const next = source.read();
    let chunk = next instanceof Promise ? await next : next;
    if (chunk === null) break;
    while (chunk.length > 0) {
      if (!out || room === 0) {
        await out?.flush();
        out = pieces.next();
        room = size;
      }
      const part: Uint8Array = chunk.subarray(0, room);
      out.bytes(part);
      await out.drain();
      room -= part.length;
      chunk = chunk.subarray(part.length);
      const rest = ctx.pause();
      if (rest) await rest;
    }
  }
  await out?.flush();
}

async function byLineBytes(size: number, source: Source, pieces: Pieces): Promise<void> {
  let out: Writer | undefined;
  let room = 0;
  const bytes = await readAll(source);
  for (let at = 0; at < bytes.length; ) {
    const found = bytes.indexOf(10, at);
    let end = found < 0 ? bytes.length : found + 1;
    if (!out || end - at > room) {
      if (!out || room < size) {
        await out?.flush();
        out = pieces.next();
        room = size;
      }
      end = Math.min(end, at + room);
    }
    out.bytes(bytes, at, end);
    room -= end - at;
    at = end;
    if (room === 0) {
      await out.flush();
      out = undefined;
    }
  }
  await out?.flush();
}

async function byNumber(text: string, elide: boolean, source: Source, pieces: Pieces, io: Io): Promise<number> {
  const parts = /^(?:([lr])\/)?(?:(\d+)\/)?(\d+)$/.exec(text);
  const count = Number(parts?.[3]);
  const wanted = parts?.[2] === undefined ? undefined : Number(parts[2]);
  if (!parts || count === 0) throw new CommandError(`invalid number of chunks: '${text}'`);
  if (wanted !== undefined && (wanted === 0 || wanted > count))
    throw new CommandError(`invalid chunk number: '${wanted}'`);
  const bytes = await readAll(source);
  const chunks: Buffer[][] = Array.from({ length: count }, () => []);
  const edge = (index: number): number => (index === count ? bytes.length : Math.floor((bytes.length * index) / count));
  if (parts[1] === undefined)
    for (const [at, chunk] of chunks.entries()) chunk.push(bytes.subarray(edge(at), edge(at + 1)));
  else {
    let line = 0;
    let chunk = 0;
    for (let at = 0; at < bytes.length; line += 1) {
      const found = bytes.indexOf(10, at);
      const end = found < 0 ? bytes.length : found + 1;
      if (parts[1] === "r") chunk = line % count;
      else while (chunk < count - 1 && at >= edge(chunk + 1)) chunk += 1;
      chunks[chunk]?.push(bytes.subarray(at, end));
      at = end;
    }
  }
  pieces.expect(count);
  for (const [at, chunk] of chunks.entries()) {
    const content = Buffer.concat(chunk);
    if (wanted !== undefined) {
      if (at === wanted - 1) await io.stdout.write(content);
      continue;
    }
    if (elide && content.length === 0) continue;
    const out = pieces.next();
    out.bytes(content);
    await out.flush();
  }
  return 0;
}
