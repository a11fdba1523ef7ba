// shuf: lines, arguments or numbers in random order. Nothing makes the order repeat but --random-source.
import { CommandError, defineCommand, type Io, reads, UsageError, union, Writer, writes, z } from "../src/plugin.ts";
import { eachLine, eachSource, readAll } from "./input.ts";

export const shuf = defineCommand({
  name: "shuf",
  summary: "Shuffle lines, arguments or numbers",
  description: "--random-source repeats its own order for the same file, not that of GNU shuf.",
  args: () => ({
    echo: z.boolean().default(false),
    inputRange: z.string().optional(),
    headCount: z.number().int().min(0).optional(),
    repeat: z.boolean().default(false),
    output: z.string().optional(),
    randomSource: z.string().optional(),
    zeroTerminated: z.boolean().default(false),
    operands: z.array(z.string()).default([]),
  }),
  cli: {
    echo: { short: "e", does: "shuffle the operands themselves" },
    inputRange: { short: "i", placeholder: "LO-HI", does: "shuffle the numbers from LO to HI" },
    headCount: { short: "n", placeholder: "N", does: "print no more than N" },
    repeat: { short: "r", does: "print the same line more than once, without end unless -n" },
    output: { short: "o", placeholder: "FILE", does: "write into FILE, not to stdout" },
    randomSource: { placeholder: "FILE", does: "take chance from FILE" },
    zeroTerminated: { short: "z", does: "lines end with NUL, not newline" },
    operands: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    { does: "shuffle and sort again", run: "seq 5 | shuf | sort", prints: "1\n2\n3\n4\n5\n" },
    { does: "how many", run: "shuf -i 1-100 -n 3 | wc -l", prints: "3\n" },
    { does: "one of several words", run: "shuf -e -n 1 yes yes", prints: "yes\n" },
  ],
  effects: ({ echo, inputRange, operands, output, randomSource }, context) =>
    union(
      reads(context, [
        ...(echo || inputRange !== undefined ? [] : operands),
        ...(randomSource === undefined ? [] : [randomSource]),
      ]),
      writes(context, output === undefined ? [] : [output]),
    ),
  async run(args, io, ctx) {
    const separator = args.zeroTerminated ? "\0" : "\n";
    if (args.echo && args.inputRange !== undefined) {
      throw new UsageError("cannot combine -e and -i options", { exitCode: 1 });
    }
    const random = args.randomSource === undefined ? Math.random : await chanceOf(args.randomSource, io);
    const given = await itemsOf(args, io);
    if (typeof given === "number") return given;
    const { count, at } = given;
    const file = args.output === undefined ? undefined : io.create(args.output);
    const out = new Writer(file ?? io.stdout);
    const most = args.headCount ?? (args.repeat ? Infinity : count);
    if (args.repeat && count === 0 && most > 0) throw new CommandError("no lines to repeat");
    try {
      // Only what was moved is remembered, so that a few of many numbers cost little.
      const moved = new Map<number, number>();
      for (let done = 0; done < most && (args.repeat || done < count); done += 1) {
        if (args.repeat) out.bytes(at(Math.floor(random() * count)));
        else {
          const chosen = done + Math.floor(random() * (count - done));
          out.bytes(at(moved.get(chosen) ?? chosen));
          moved.set(chosen, moved.get(done) ?? done);
          moved.delete(done);
        }
        out.text(separator);
        const rest = out.drain() ?? ctx.pause();
        if (rest) await rest;
      }
      await out.flush();
    } finally {
      file?.close();
    }
    return 0;
  },
});

interface Items {
  readonly count: number;
  readonly at: (index: number) => Uint8Array;
}

interface ItemArgs {
  readonly echo: boolean;
  readonly inputRange?: string | undefined;
  readonly zeroTerminated: boolean;
  readonly operands: readonly string[];
}

async function itemsOf({ echo, inputRange, zeroTerminated, operands }: ItemArgs, io: Io): Promise<Items | number> {
  if (inputRange !== undefined) {
    const parts = /^(\d+)-(\d+)$/.exec(inputRange);
    const [low, high] = [Number(parts?.[1]), Number(parts?.[2])];
    if (!parts || high < low - 1) throw new CommandError(`invalid input range: '${inputRange}'`);
    if (operands.length > 0) throw new UsageError(`extra operand '${operands[0]}'`, { exitCode: 1 });
    return { count: high - low + 1, at: (index) => Buffer.from(String(low + index)) };
  }
  if (echo) return { count: operands.length, at: (index) => Buffer.from(operands[index] ?? "") };
  if (operands.length > 1) throw new UsageError(`extra operand '${operands[1]}'`, { exitCode: 1 });
  const lines: Uint8Array[] = [];
  const out = new Writer(io.stdout);
  const status = await eachSource(operands, io, out, (source) =>
    eachLine(source, out, (bytes, start, end) => lines.push(bytes.subarray(start, end)), zeroTerminated ? 0 : 10),
  );
  return status === 0 ? { count: lines.length, at: (index) => lines[index] ?? Buffer.alloc(0) } : status;
}

/** xorshift32 over a seed made of the file's bytes (FNV-1a). */
async function chanceOf(file: string, io: Io): Promise<() => number> {
  const source = io.open(file);
  const first = await (file.startsWith("/dev/") ? source.read() : readAll(source));
  source.close();
  let state = 0x811c9dc5;
  for (const byte of (first ?? new Uint8Array()).subarray(0, 1 << 16))
    state = Math.imul(state ^ byte, 0x01000193) >>> 0;
  if (state === 0) state = 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
