// xxd: dumps bytes in hexadecimal, and makes bytes of a dump. options.ts reads the command line, revert.ts is -r.
import {
  type Context,
  defineCommand,
  type Effects,
  type EffectsContext,
  FileError,
  reads,
  type Source,
  UsageError,
  union,
  Writer,
  writes,
} from "../../src/plugin.ts";
import { OPTIONS, parseOptions, type XxdOptions } from "./options.ts";
import { revertDump, revertPlain } from "./revert.ts";

export const xxd = defineCommand({
  name: "xxd",
  summary: "Dump bytes in hexadecimal, or the reverse",
  description: "Without a file, or where it is -, reads standard input. A second operand is the file to write.",
  raw: true,
  usage: "[options] [infile [outfile]]",
  options: OPTIONS,
  readsStdin: true,
  examples: [
    {
      does: "a dump",
      run: "printf 'hello\\n' | xxd",
      prints: "00000000: 6865 6c6c 6f0a                           hello.\n",
    },
    { does: "digits only", run: "printf hello | xxd -p", prints: "68656c6c6f\n" },
    { does: "back to bytes", run: "echo 68656c6c6f0a | xxd -r -p", prints: "hello\n" },
    {
      does: "the first two bytes",
      files: { f: "abc" },
      run: "xxd -l 2 -g 1 f",
      prints: "00000000: 61 62                                            ab\n",
    },
  ],
  effects: footprint,
  async run(argv, io, ctx) {
    const options = parseOptions(argv);
    let source: Source;
    try {
      source = options.file === "-" ? io.stdin : io.open(options.file);
    } catch (error) {
      await io.diagnoseFile(error, options.file);
      return 2;
    }
    const target = options.output === undefined ? undefined : io.create(options.output);
    const out = new Writer(target ?? io.stdout);
    try {
      if (options.revert && options.plain) await revertPlain(source, out);
      else if (options.revert) await revertDump(source, options.columns ?? 16, options.seek, out);
      else await dump(source, options, out, ctx);
    } finally {
      await out.flush();
      target?.close();
      if (options.file !== "-") source.close();
    }
    return 0;
  },
});

function footprint(argv: readonly string[], context: EffectsContext): Effects {
  try {
    const { file, output } = parseOptions(argv);
    return union(reads(context, [file]), writes(context, output === undefined ? [] : [output]));
  } catch (error) {
    if (error instanceof UsageError) return { reads: [], writes: [] };
    throw error;
  }
}

async function dump(source: Source, options: XxdOptions, out: Writer, ctx: Context): Promise<void> {
  const start = options.seek < 0 ? fromEnd(source, options, ctx) : options.seek;
  const printer = printerFor(options, start);
  const { columns } = printer;
  out.text(printer.head);
  let skip = start;
  let left = options.length;
  let total = 0;
  let rest: Buffer = Buffer.alloc(0);
  while (left > 0) {
    const next = source.read();
    if (next instanceof Promise) await out.flush();
    const chunk = next instanceof Promise ? await next : next;
    if (chunk === null) break;
    const skipped = Math.min(skip, chunk.length);
    skip -= skipped;
    const size = Math.min(chunk.length - skipped, left);
    left -= size;
    total += size;
    const fresh = Buffer.from(chunk.buffer, chunk.byteOffset + skipped, size);
    const bytes = rest.length > 0 ? Buffer.concat([rest, fresh]) : fresh;
    let at = 0;
    for (; at + columns <= bytes.length; at += columns) {
      out.text(printer.line(bytes.subarray(at, at + columns)));
      if (at % 4096 >= columns) continue;
      const full = out.drain();
      if (full) await full;
      const pause = ctx.pause();
      if (pause) await pause;
    }
    rest = bytes.subarray(at);
  }
  if (rest.length > 0) out.text(printer.line(rest));
  out.text(printer.tail(total));
}

/** Where to start when counting from the end; that needs a file. */
function fromEnd(source: Source, { file, seek }: XxdOptions, ctx: Context): number {
  const size = file === "-" ? source.fileSize : ctx.workspace.stat(file).size;
  if (size === undefined || size + seek < 0) throw new FileError("EINVAL", file, "Sorry, cannot seek.");
  return size + seek;
}

interface Printer {
  readonly columns: number;
  readonly head: string;
  line(bytes: Buffer): string;
  tail(total: number): string;
}

function printerFor(options: XxdOptions, start: number): Printer {
  if (options.plain) return plainPrinter(options);
  if (options.include) return arrayPrinter(options);
  return dumpPrinter(options, start);
}

function plainPrinter({ columns = 30, upper }: XxdOptions): Printer {
  return {
    columns: columns === 0 ? 4096 : columns,
    head: "",
    line(bytes) {
      const text = bytes.toString("hex");
      return (upper ? text.toUpperCase() : text) + (columns === 0 ? "" : "\n");
    },
    tail: (total) => (columns === 0 && total > 0 ? "\n" : ""),
  };
}

function arrayPrinter({ columns = 12, upper, capitalize, file, name }: XxdOptions): Printer {
  const raw = (name ?? file).replace(/[^0-9A-Za-z]/g, "_").replace(/^(?=\d)/, "__");
  const variable = capitalize ? raw.toUpperCase() : raw;
  const named = file !== "-" || name !== undefined;
  let first = true;
  return {
    columns,
    head: named ? `unsigned char ${variable}[] = {\n` : "",
    line(bytes) {
      const items = Array.from(bytes, (byte) => {
        const digits = byte.toString(16).padStart(2, "0");
        return upper ? `0X${digits.toUpperCase()}` : `0x${digits}`;
      });
      const text = `${first ? "" : ",\n"}  ${items.join(", ")}`;
      first = false;
      return text;
    },
    tail(total) {
      const end = first ? "" : "\n";
      if (!named) return end;
      return `${end}};\nunsigned int ${variable}_${capitalize ? "LEN" : "len"} = ${total};\n`;
    },
  };
}

function dumpPrinter(options: XxdOptions, start: number): Printer {
  const { bits, littleEndian, upper, decimal, autoskip } = options;
  const columns = options.columns || (bits ? 6 : 16);
  const given = options.group ?? (bits ? 1 : littleEndian ? 4 : 2);
  const group = given <= 0 || given > columns ? columns : given;
  const digits = bits ? 8 : 2;
  const width = Math.floor(((group * digits + 1) * columns - 1) / group);
  let address = start + options.offset;
  let zeros = 0;
  let held = "";
  const format = (bytes: Buffer): string => {
    const shown = address.toString(decimal ? 10 : 16).padStart(8, "0");
    const text = bytes.toString("latin1").replace(/[^ -~]/g, ".");
    return `${shown}: ${groups(bytes).padEnd(width)}  ${text}\n`;
  };
  const one = (byte: number): string => {
    if (bits) return byte.toString(2).padStart(8, "0");
    const text = byte.toString(16).padStart(2, "0");
    return upper ? text.toUpperCase() : text;
  };
  const groups = (bytes: Buffer): string => {
    const parts: string[] = [];
    for (let at = 0; at < bytes.length; at += group) {
      const part = Array.from(bytes.subarray(at, at + group), one);
      // The missing bytes of a little-endian word are its high ones.
      parts.push(
        littleEndian
          ? part
              .reverse()
              .join("")
              .padStart(group * digits)
          : part.join(""),
      );
    }
    return parts.join(" ");
  };
  return {
    columns,
    head: "",
    line(bytes) {
      const line = format(bytes);
      address += bytes.length;
      if (!autoskip) return line;
      if (bytes.some((byte) => byte !== 0)) {
        // One line of zeros that was held back is no run.
        const before = zeros === 2 ? held : "";
        zeros = 0;
        return before + line;
      }
      zeros += 1;
      held = line;
      return zeros === 1 ? line : zeros === 3 ? "*\n" : "";
    },
    // The last line is always printed.
    tail: () => (autoskip && zeros > 1 ? held : ""),
  };
}
