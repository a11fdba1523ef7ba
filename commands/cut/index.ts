// cut: prints parts of each line. Lists are read in ranges.ts; fields.ts and positions.ts do the cutting.
import {
  type Context,
  defineCommand,
  encode,
  LineReader,
  reads,
  type Source,
  UsageError,
  Writer,
  z,
} from "../../src/plugin.ts";
import { fieldCutter } from "./fields.ts";
import { bytePositions, characterPositions } from "./positions.ts";
import { parseRanges } from "./ranges.ts";

/** Writes the wanted parts of the whole lines in bytes[start, end). */
export type Cutter = (bytes: Buffer, start: number, end: number, out: Writer) => void;

export const cut = defineCommand({
  name: "cut",
  summary: "Print selected parts of lines",
  description:
    "A list is made of N, N-M, N- and -M, joined by commas. -c counts characters of UTF-8, as POSIX says; GNU's " +
    "version counts bytes. The delimiter may be any one character; parts come in the order of the line.",
  args: () => ({
    bytes: z.string().optional(),
    characters: z.string().optional(),
    fields: z.string().optional(),
    delimiter: z.string().optional(),
    onlyDelimited: z.boolean().default(false),
    complement: z.boolean().default(false),
    outputDelimiter: z.string().optional(),
    zeroTerminated: z.boolean().default(false),
    noSplit: z.boolean().default(false),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    bytes: { short: "b", placeholder: "LIST", does: "print these bytes" },
    characters: { short: "c", placeholder: "LIST", does: "print these characters" },
    fields: { short: "f", placeholder: "LIST", does: "print these fields, and lines without a delimiter whole" },
    delimiter: { short: "d", placeholder: "CHAR", does: "what separates fields; a tab unless given" },
    onlyDelimited: { short: "s", does: "leave out lines without a delimiter" },
    complement: { does: "print everything but the list" },
    outputDelimiter: { placeholder: "TEXT", does: "what to print between the parts" },
    zeroTerminated: { short: "z", does: "lines end with NUL, not newline" },
    noSplit: { short: "n", long: false, does: "accepted; it changes nothing here" },
    files: { positional: true, placeholder: "file" },
  },
  examples: [
    { does: "the first and third field", run: "echo a:b:c | cut -d: -f1,3", prints: "a:c\n" },
    { does: "characters", run: "echo naïve | cut -c1-3", prints: "naï\n" },
    { does: "everything from the second field on", run: "echo 'a b c' | cut -d' ' -f2-", prints: "b c\n" },
  ],
  readsStdin: true,
  effects: (args, context) => reads(context, args.files),
  async run(args, io, context) {
    const cutter = cutterOf(args);
    const newline = args.zeroTerminated ? 0 : 10;
    const out = new Writer(io.stdout);
    let status = 0;
    for (const file of args.files.length > 0 ? args.files : ["-"]) {
      try {
        await cutSource(file === "-" ? io.stdin : io.open(file), newline, cutter, out, context);
      } catch (error) {
        status = 1;
        await out.flush();
        await io.diagnoseFile(error, file);
      }
    }
    await out.flush();
    return status;
  },
});

interface CutArgs {
  readonly bytes?: string | undefined;
  readonly characters?: string | undefined;
  readonly fields?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly onlyDelimited: boolean;
  readonly complement: boolean;
  readonly outputDelimiter?: string | undefined;
  readonly zeroTerminated: boolean;
}

function cutterOf(args: CutArgs): Cutter {
  const { bytes, characters, fields, delimiter, complement } = args;
  const lists = [bytes, characters, fields].filter((list) => list !== undefined);
  if (lists.length === 0) throw new UsageError("you must specify a list of bytes, characters, or fields");
  if (lists.length > 1) throw new UsageError("only one list may be specified");
  const newline = args.zeroTerminated ? 0 : 10;
  const output = args.outputDelimiter === undefined ? undefined : encode(args.outputDelimiter);
  if (fields !== undefined) {
    if (delimiter !== undefined && [...delimiter].length > 1) {
      throw new UsageError("the delimiter must be a single character");
    }
    const separator = encode(delimiter === undefined ? "\t" : delimiter === "" ? "\0" : delimiter);
    const ranges = parseRanges(fields, "field", complement);
    return fieldCutter({ ranges, separator, output: output ?? separator, onlyDelimited: args.onlyDelimited, newline });
  }
  if (delimiter !== undefined) {
    throw new UsageError("an input delimiter may be specified only when operating on fields");
  }
  if (args.onlyDelimited) {
    throw new UsageError("suppressing non-delimited lines makes sense\n\tonly when operating on fields");
  }
  const ranges = parseRanges(lists[0] ?? "", "position", complement);
  const rules = { ranges, output, newline };
  return characters === undefined ? bytePositions(rules) : characterPositions(rules);
}

async function cutSource(
  source: Source,
  newline: number,
  cutter: Cutter,
  out: Writer,
  context: Context,
): Promise<void> {
  const lines = new LineReader(source, newline);
  for (;;) {
    let next = lines.next();
    if (next instanceof Promise) {
      const full = out.flush();
      if (full) await full;
      next = await next;
    }
    if (next === null) return;
    cutter(next.bytes, next.start, next.end, out);
    const full = out.drain();
    if (full) await full;
    const rest = context.pause();
    if (rest) await rest;
  }
}
