// strings: prints the runs of printable characters in binary files. It knows no object formats: files are read whole.
import { CommandError, defineCommand, FileError, reads, type Source, Writer, z } from "../src/plugin.ts";

export const strings = defineCommand({
  name: "strings",
  summary: "Print the printable strings in files",
  description: "With no file reads standard input. The whole file is scanned, whatever it is.",
  args: () => ({
    bytes: z.string().default("4"),
    radix: z.enum(["o", "d", "x"]).optional(),
    all: z.boolean().default(false),
    printFileName: z.boolean().default(false),
    encoding: z.enum(["s", "S", "b", "l", "B", "L"]).default("s"),
    includeAllWhitespace: z.boolean().default(false),
    outputSeparator: z.string().default("\n"),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    bytes: { short: "n", placeholder: "N", digits: true, does: "at least N characters (4)" },
    radix: {
      short: "t",
      placeholder: "BASE",
      values: { o: "o" },
      long: "radix",
      does: "print the offset of each string too",
    },
    all: { short: "a", does: "scan the whole file (it always does)" },
    printFileName: { short: "f", does: "print the file's name before each string" },
    encoding: {
      short: "e",
      placeholder: "KIND",
      does: "s 7-bit, S 8-bit, l and b 16-bit little and big endian, L and B 32-bit",
    },
    includeAllWhitespace: { short: "w", does: "newlines and other white space belong to strings" },
    outputSeparator: { short: "s", placeholder: "TEXT", does: "what ends each string (a newline)" },
    files: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    {
      does: "text in a binary file",
      files: { f: "\u0001\u0002hello\u0000ab\u0000world!\u0003" },
      run: "strings f",
      prints: "hello\nworld!\n",
    },
    { does: "offsets in hexadecimal", files: { f: "\0\0hello\0" }, run: "strings -t x f", prints: "      2 hello\n" },
    { does: "shorter ones too", files: { f: "ab\0cde\0" }, run: "strings -n 2 f", prints: "ab\ncde\n" },
  ],
  effects: ({ files }, context) => reads(context, files),
  async run(args, io) {
    const least = Number(args.bytes);
    if (!/^\d+$/.test(args.bytes)) throw new CommandError(`invalid integer argument ${args.bytes}`);
    if (least < 1) throw new CommandError(`invalid minimum string length ${args.bytes}`);
    const out = new Writer(io.stdout);
    let status = 0;
    for (const file of args.files.length > 0 ? args.files : ["-"]) {
      const scan = new Scan(
        least,
        args,
        args.printFileName ? `${file === "-" ? "{standard input}" : file}: ` : "",
        out,
      );
      try {
        const source = file === "-" ? io.stdin : io.open(file);
        await scanAll(source, scan, out);
        if (file !== "-") source.close();
      } catch (error) {
        await out.flush();
        if (!(error instanceof FileError)) throw error;
        const what = error.code === "ENOENT" ? `'${file}': No such file` : `${file}: ${error.message}`;
        await io.diagnose(what);
        status = 1;
      }
    }
    await out.flush();
    return status;
  },
});

async function scanAll(source: Source, scan: Scan, out: Writer): Promise<void> {
  for (;;) {
    const next = source.read();
    const chunk = next instanceof Promise ? await next : next;
    if (chunk === null) break;
    scan.take(chunk);
    const full = out.drain();
    if (full) await full;
  }
  scan.end();
}

interface ScanOptions {
  readonly radix?: "o" | "d" | "x" | undefined;
  readonly encoding: string;
  readonly includeAllWhitespace: boolean;
  readonly outputSeparator: string;
}

/** Bytes of one character, and where its low byte stands. */
const UNITS: Readonly<Record<string, { readonly size: number; readonly low: number }>> = {
  s: { size: 1, low: 0 },
  S: { size: 1, low: 0 },
  l: { size: 2, low: 0 },
  b: { size: 2, low: 1 },
  L: { size: 4, low: 0 },
  B: { size: 4, low: 3 },
};

/** Bytes of a string that are held before they are printed piece by piece. */
const HELD = 64 * 1024;

class Scan {
  readonly #least: number;
  readonly #options: ScanOptions;
  readonly #name: string;
  readonly #out: Writer;
  readonly #printable: Uint8Array;
  readonly #size: number;
  readonly #low: number;
  #offset = 0;
  #rest: Buffer = Buffer.alloc(0);
  #text: number[] = [];
  #printed = false;

  constructor(least: number, options: ScanOptions, name: string, out: Writer) {
    this.#least = least;
    this.#options = options;
    this.#name = name;
    this.#out = out;
    const { size, low } = UNITS[options.encoding] ?? { size: 1, low: 0 };
    this.#size = size;
    this.#low = low;
    this.#printable = Uint8Array.from({ length: 256 }, (_, byte) => {
      const space = byte === 9 || (options.includeAllWhitespace && byte >= 10 && byte <= 13);
      return (byte >= 32 && byte < 127) || space || (options.encoding === "S" && byte > 127) ? 1 : 0;
    });
  }

  take(chunk: Uint8Array): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    const size = this.#size;
    let at = 0;
    while (at + size <= bytes.length) {
      const byte = this.#character(bytes, at);
      if (byte >= 0 && this.#printable[byte] === 1) {
        this.#text.push(byte);
        if (this.#text.length >= HELD) this.#print(this.#offset + at + size);
        at += size;
      } else {
        if (this.#text.length > 0 || this.#printed) this.#finish(this.#offset + at);
        // Wider characters need not be aligned.
        at += 1;
      }
    }
    this.#offset += at;
    this.#rest = Buffer.from(bytes.subarray(at));
  }

  end(): void {
    this.#finish(this.#offset);
  }

  /** -1: no character of this width. */
  #character(bytes: Uint8Array, at: number): number {
    if (this.#size === 1) return bytes[at] ?? -1;
    for (let i = 0; i < this.#size; i += 1) if (i !== this.#low && bytes[at + i] !== 0) return -1;
    return bytes[at + this.#low] ?? -1;
  }

  #finish(end: number): void {
    if (this.#printed || this.#text.length >= this.#least) {
      this.#print(end);
      this.#out.text(this.#options.outputSeparator);
    }
    this.#printed = false;
    this.#text = [];
  }

  #print(end: number): void {
    if (!this.#printed) {
      this.#out.text(this.#name);
      const { radix } = this.#options;
      if (radix !== undefined) {
        const base = radix === "o" ? 8 : radix === "x" ? 16 : 10;
        this.#out.text(`${(end - this.#text.length * this.#size).toString(base).padStart(7)} `);
      }
    }
    this.#out.bytes(Uint8Array.from(this.#text));
    this.#printed = true;
    this.#text = [];
  }
}
