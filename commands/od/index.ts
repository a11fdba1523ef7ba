// od: dumps bytes as numbers or characters, in GNU's layout. This file turns options into a layout and reads the input;
// input.ts joins
// the files, layout.ts writes lines, formats.ts knows the types, strings.ts is -S.
import { CommandError, type Context, defineCommand, reads, Writer, z } from "../../src/plugin.ts";
import { parseCount } from "../count.ts";
import { parseFormats } from "./formats.ts";
import { Joined } from "./input.ts";
import { type Base, Dump } from "./layout.ts";
import { printStrings } from "./strings.ts";

export const od = defineCommand({
  name: "od",
  summary: "Dump bytes as octal, hexadecimal, decimal or characters",
  description:
    "TYPE is a, c, or one of d o u x f with a size in bytes, and z for the characters beside: x1z. Counts may be octal\n" +
    "(010), hexadecimal (0x10) or have a multiplier (b 512, kB 1000, K 1024, M).",
  args: () => ({
    format: z.array(z.string()).default([]),
    addressRadix: z.enum(["o", "d", "x", "n"]).default("o"),
    skipBytes: z.string().default("0"),
    readBytes: z.string().optional(),
    strings: z.string().optional(),
    outputDuplicates: z.boolean().default(false),
    width: z.string().default("16"),
    endian: z.enum(["little", "big"]).default("little"),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    addressRadix: { short: "A", placeholder: "RADIX", does: "base of the offsets; n: no offsets" },
    format: {
      short: "t",
      long: "format",
      placeholder: "TYPE",
      values: {
        a: "a",
        b: "o1",
        c: "c",
        d: "u2",
        D: "u4",
        e: "fD",
        f: "fF",
        F: "fD",
        h: "x2",
        x: "x2",
        H: "x4",
        X: "x4",
        i: "dI",
        I: "dL",
        l: "dL",
        L: "dL",
        o: "o2",
        B: "o2",
        O: "o4",
        s: "d2",
      },
      does: "print as TYPE; each one given makes a line of its own",
    },
    skipBytes: { short: "j", placeholder: "N", does: "skip N bytes first" },
    readBytes: { short: "N", placeholder: "N", does: "dump at most N bytes" },
    strings: {
      short: "S",
      placeholder: "N",
      does: "print strings of at least N characters instead",
    },
    outputDuplicates: { short: "v", does: "print every line, not * for those like the one before" },
    width: { short: "w", placeholder: "N", optionalValue: "32", does: "bytes on a line (16; 32 without N)" },
    endian: { placeholder: "ORDER", does: "order of bytes in a value" },
    files: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    {
      does: "characters and escapes",
      run: "printf 'a\\tb\\n' | od -c",
      prints: "0000000   a  \\t   b  \\n\n0000004\n",
    },
    { does: "bytes in hexadecimal, no offsets", run: "printf 'abc' | od -An -tx1", prints: " 61 62 63\n" },
    {
      does: "hexadecimal beside the text",
      run: "printf 'hello' | od -A x -t x1z",
      prints: "000000 68 65 6c 6c 6f                                   >hello<\n000005\n",
    },
  ],
  effects: ({ files }, context) => reads(context, files),
  async run(args, io, ctx) {
    const formats = (args.format.length > 0 ? args.format : ["o2"]).flatMap(parseFormats);
    const skip = count(args.skipBytes, "-j");
    const limit = args.readBytes === undefined ? Number.POSITIVE_INFINITY : count(args.readBytes, "-N");
    const input = new Joined(args.files.length > 0 ? args.files : ["-"], io);
    const out = new Writer(io.stdout);
    if (!(await input.open())) return 1;
    try {
      if ((await input.skip(skip)) < skip) throw new CommandError("cannot skip past end of combined input");
      const base: Base = args.addressRadix;
      if (args.strings !== undefined) {
        await printStrings(input, count(args.strings, "-S"), limit, skip, base, out);
        return input.failed ? 1 : 0;
      }
      const unit = formats.reduce((sum, { size }) => Math.max(sum, size), 1);
      let width = count(args.width, "-w");
      if (width === 0 || width % unit !== 0) {
        await io.diagnose(`warning: invalid width ${width}; using ${unit} instead`);
        width = unit;
      }
      const dump = new Dump(
        { formats, width, unit, base, everyLine: args.outputDuplicates, bigEndian: args.endian === "big" },
        skip,
        out,
      );
      await dumpAll(input, limit, dump, width, out, ctx);
    } finally {
      await out.flush();
      input.close();
    }
    return input.failed ? 1 : 0;
  },
});

async function dumpAll(
  input: Joined,
  limit: number,
  dump: Dump,
  width: number,
  out: Writer,
  ctx: Context,
): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  for (let left = limit; left > 0; ) {
    const chunk = await input.read(left);
    if (chunk === null) break;
    left -= chunk.length;
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let at = 0;
    for (; at + width <= bytes.length; at += width) {
      dump.line(bytes, at, width);
      if (at % 4096 < width) {
        const full = out.drain();
        if (full) await full;
        const rested = ctx.pause();
        if (rested) await rested;
      }
    }
    rest = bytes.subarray(at);
    await out.drain();
  }
  dump.end(rest);
}

/** Octal with a leading 0, hexadecimal with 0x, a multiplier at the end. */
function count(text: string, option: string): number {
  const [, digits = "", letter = ""] = /^(0[xX][0-9a-fA-F]+|0[0-7]*)([a-zA-Z]*)$/.exec(text) ?? [];
  const value = digits === "" ? parseCount(text) : radixCount(digits, letter);
  if (value === undefined) throw new CommandError(`invalid ${option} argument '${text}'`);
  return value;
}

function radixCount(digits: string, letter: string): number | undefined {
  const factor = parseCount(`1${letter}`);
  const number = /^0x/i.test(digits) ? Number(digits) : Number.parseInt(digits, 8);
  return factor === undefined ? undefined : number * factor;
}
