// cat: copies files to stdout, with GNU's ways of making invisible characters visible. It does not show binary content
// to a reader at the terminal; it says what would.
import {
  type Context,
  classifyBytes,
  defineCommand,
  type Io,
  reads,
  type Sink,
  type Source,
  Writer,
  z,
} from "../src/plugin.ts";
import { encodeBase64 } from "./base64-lines.ts";
import { binaryAdvice } from "./binary-advice.ts";

const NEWLINE = 10;
const TAB = 9;
const RETURN = 13;
const DOLLAR = 36;
/** Bytes at the start of a file by which it is judged text or binary. */
const JUDGED = 32 * 1024;

export const cat = defineCommand({
  name: "cat",
  summary: "Print files one after another",
  description:
    "With no file, or where a file is -, reads standard input. Images are for see; other binary files can be printed\n" +
    "as text with cat -b, which differs from GNU's -b: number only the lines with text by nl or --number-nonblank.",
  args: () => ({
    base64: z.boolean().default(false),
    number: z.boolean().default(false),
    numberNonblank: z.boolean().default(false),
    squeezeBlank: z.boolean().default(false),
    showEnds: z.boolean().default(false),
    showTabs: z.boolean().default(false),
    showNonprinting: z.boolean().default(false),
    showAll: z.boolean().default(false),
    nonprintingEnds: z.boolean().default(false),
    nonprintingTabs: z.boolean().default(false),
    unbuffered: z.boolean().default(false),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    number: { short: "n", does: "number all lines" },
    numberNonblank: { does: "number the lines with text only" },
    base64: { short: "b", does: "print the content as base64, for binary files" },
    squeezeBlank: { short: "s", does: "print several empty lines in a row as one" },
    showAll: { short: "A", does: "the same as -vET" },
    showEnds: { short: "E", does: "show $ at the end of each line" },
    showTabs: { short: "T", does: "show tabs as ^I" },
    showNonprinting: { short: "v", does: "show other control characters as ^X and bytes above 127 as M-x" },
    nonprintingEnds: { short: "e", long: false, does: "the same as -vE" },
    nonprintingTabs: { short: "t", long: false, does: "the same as -vT" },
    unbuffered: { short: "u", long: false, does: "has no effect: output is never held back" },
    files: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    { does: "print a file", files: { "notes.md": "one\ntwo\n" }, run: "cat notes.md", prints: "one\ntwo\n" },
    {
      does: "join two files",
      files: { "a.txt": "a\n", "b.txt": "b\n" },
      run: "cat a.txt b.txt > all.txt",
      prints: "",
      after: { "all.txt": "a\nb\n" },
    },
    { does: "number the lines", files: { f: "x\n\ny\n" }, run: "cat -n f", prints: "     1\tx\n     2\t\n     3\ty\n" },
    { does: "show tabs and line ends", files: { f: "a\tb\n" }, run: "cat -A f", prints: "a^Ib$\n" },
    { does: "print a binary file as base64", files: { "x.bin": "\0\u0001" }, run: "cat -b x.bin", prints: "AAE=\n" },
  ],
  effects: ({ files }, context) => reads(context, files),
  async run(args, io, ctx) {
    const view: View = {
      number: args.number && !args.numberNonblank,
      numberText: args.numberNonblank,
      squeeze: args.squeezeBlank,
      ends: args.showEnds || args.showAll || args.nonprintingEnds,
      tabs: args.showTabs || args.showAll || args.nonprintingTabs,
      codes: args.showNonprinting || args.showAll || args.nonprintingEnds || args.nonprintingTabs,
    };
    const plain = !Object.values(view).some(Boolean);
    const printer = args.base64 ? encodeBase64(io.stdout) : plain ? io.stdout : new Printer(io.stdout, view);
    const guarded = io.stdout.terminal && !args.base64 && !view.codes;
    let status = 0;
    for (const file of args.files.length > 0 ? args.files : ["-"]) {
      try {
        const advice = await copy(file, io, ctx, printer, guarded);
        if (advice !== undefined) {
          status = 1;
          await io.diagnose(advice);
        }
      } catch (error) {
        await flush(printer);
        await io.diagnoseFile(error, file);
        status = 1;
      }
    }
    if ("end" in printer) await printer.end();
    return status;
  },
});

/** What is made visible. */
interface View {
  readonly number: boolean;
  readonly numberText: boolean;
  readonly squeeze: boolean;
  readonly ends: boolean;
  readonly tabs: boolean;
  readonly codes: boolean;
}

type Output = Pick<Sink, "write"> & { readonly flush?: () => void | Promise<void> };

/** Copies one input. Gives advice instead where the reader at the terminal would get binary. */
async function copy(
  file: string,
  io: Io,
  ctx: Context,
  printer: Output,
  guarded: boolean,
): Promise<string | undefined> {
  const source: Source = file === "-" ? io.stdin : io.open(file);
  let first = guarded && file !== "-";
  try {
    for (;;) {
      const next = source.read();
      if (next instanceof Promise) await flush(printer);
      const chunk = next instanceof Promise ? await next : next;
      if (chunk === null) return undefined;
      if (first) {
        const verdict = classifyBytes(chunk.subarray(0, JUDGED), chunk.length >= JUDGED);
        if (!verdict.text) return binaryAdvice(file, verdict, ctx);
        first = false;
      }
      const full = printer.write(chunk);
      if (full) await full;
    }
  } finally {
    if (file !== "-") source.close();
  }
}

async function flush(printer: Output): Promise<void> {
  await printer.flush?.();
}

/** Rewrites the stream byte by byte; line numbers and runs of empty lines go on from file to file. */
class Printer {
  readonly #out: Writer;
  readonly #view: View;
  /** The next line number as `%6d` and a tab; the digits count up in place. */
  #label: Buffer = Buffer.from("     0\t");
  #atStart = true;
  #blanks = 0;
  /** A carriage return that ended a chunk: `-E` shows it as ^M if the line ends after it. */
  #return = false;

  constructor(sink: Sink, view: View) {
    this.#out = new Writer(sink);
    this.#view = view;
  }

  write(chunk: Uint8Array): void | Promise<void> {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (let at = 0; at < bytes.length; ) {
      const found = bytes.indexOf(NEWLINE, at);
      const end = found < 0 ? bytes.length : found;
      if (end > at) {
        this.#begin(false);
        this.#atStart = false;
        this.#text(bytes, at, end);
      }
      if (found >= 0) this.#lineEnd();
      at = end + 1;
    }
    return this.#out.drain();
  }

  flush(): void | Promise<void> {
    return this.#out.flush();
  }

  end(): void | Promise<void> {
    if (this.#return) this.#out.byte(RETURN);
    return this.#out.flush();
  }

  #begin(blank: boolean): void {
    if (!this.#atStart) return;
    if (!blank) this.#blanks = 0;
    if (this.#view.number || (this.#view.numberText && !blank)) {
      this.#label = countUp(this.#label);
      this.#out.bytes(this.#label);
    }
  }

  #lineEnd(): void {
    if (this.#atStart) {
      this.#blanks += 1;
      if (this.#view.squeeze && this.#blanks > 1) return;
      this.#begin(true);
    }
    if (this.#return) this.#out.text("^M");
    this.#return = false;
    if (this.#view.ends) this.#out.byte(DOLLAR);
    this.#out.byte(NEWLINE);
    this.#atStart = true;
  }

  #text(bytes: Buffer, from: number, to: number): void {
    const { codes, tabs, ends } = this.#view;
    if (this.#return) this.#out.byte(RETURN);
    this.#return = ends && !codes && bytes[to - 1] === RETURN;
    const end = this.#return ? to - 1 : to;
    if (!codes && !tabs) {
      this.#out.bytes(bytes, from, end);
      return;
    }
    for (let at = from; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === TAB ? tabs : codes && (byte < 32 || byte > 126)) this.#out.text(visible(byte));
      else this.#out.byte(byte);
    }
  }
}

/** `^X`, `^?`, `M-x`, `M-^X`: the notation of GNU cat -v. */
function visible(byte: number): string {
  if (byte >= 128)
    return `M-${byte - 128 >= 32 && byte !== 255 ? String.fromCharCode(byte - 128) : visible(byte - 128)}`;
  return byte === 127 ? "^?" : `^${String.fromCharCode(byte + 64)}`;
}

/** Adds one to the digits before the final tab; grows when they are used up. */
function countUp(label: Buffer): Buffer {
  for (let at = label.length - 2; at >= 0; at -= 1) {
    const digit = label[at] ?? 0;
    if (digit !== 57) {
      label[at] = digit === 32 ? 49 : digit + 1;
      return label;
    }
    label[at] = 48;
  }
  return Buffer.concat([Buffer.from("1"), label]);
}
