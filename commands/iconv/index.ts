// iconv: converts text between encodings, as a stream. The encodings are those of iconv-lite.
import { CommandError, defineCommand, encode, reads, type Sink, union, writes, z } from "../../src/plugin.ts";
import { BadInput, Converter, isKnown, knownEncodings } from "./convert.ts";

export const iconv = defineCommand({
  name: "iconv",
  summary: "Convert text from one encoding to another",
  description:
    "UTF-8 unless -f or -t is given. After the name of the target //TRANSLIT writes what resembles a missing character, " +
    "and //IGNORE leaves it out. Exit status: 1 when something could not be converted.",
  args: () => ({
    fromCode: z.string().default("UTF-8"),
    toCode: z.string().default("UTF-8"),
    list: z.boolean().default(false),
    drop: z.boolean().default(false),
    output: z.string().optional(),
    silent: z.boolean().default(false),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    fromCode: { short: "f", placeholder: "NAME", does: "encoding of the input" },
    toCode: { short: "t", placeholder: "NAME", does: "encoding of the output" },
    list: { short: "l", does: "print the names of all encodings" },
    drop: { short: "c", long: false, does: "leave out what cannot be converted" },
    output: { short: "o", placeholder: "FILE", does: "write to FILE" },
    silent: { short: "s", does: "no messages" },
    files: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    { does: "from Latin 1", run: "printf 'caf\\351\\n' | iconv -f latin1", prints: "café\n" },
    {
      does: "to ASCII, as near as it gets",
      run: "echo 'naïve – “x”' | iconv -t ascii//TRANSLIT",
      prints: 'naive - "x"\n',
    },
    { does: "drop wrong bytes", run: "printf 'a\\377b\\n' | iconv -c", prints: "ab\n" },
  ],
  effects: ({ files, output, list }, context) =>
    list
      ? { reads: [], writes: [] }
      : union(reads(context, files), writes(context, output === undefined ? [] : [output])),
  async run(args, io) {
    if (args.list) {
      await io.stdout.write(
        encode(
          knownEncodings()
            .map((name) => `${name.toUpperCase()}//\n`)
            .join(""),
        ),
      );
      return 0;
    }
    const [from = ""] = args.fromCode.split("//");
    const [to = "", ...flags] = args.toCode.split("//");
    const wanted = { from: from || "UTF-8", to: to || "UTF-8" };
    for (const name of [wanted.from, wanted.to]) {
      if (!isKnown(name)) throw new CommandError(`unknown encoding '${name}'`, { help: "Use: iconv -l" });
    }
    const marks = flags.join(" ").toUpperCase();
    const conversion = {
      ...wanted,
      drop: args.drop || marks.includes("IGNORE"),
      transliterate: marks.includes("TRANSLIT"),
    };
    const target = args.output === undefined ? undefined : io.create(args.output);
    const sink: Sink = target ?? io.stdout;
    let status = 0;
    const converter = new Converter(conversion);
    const pieces: Uint8Array[] = [];
    const emit = (bytes: Uint8Array): void => void pieces.push(bytes);
    const hand = async (): Promise<void> => {
      for (const piece of pieces.splice(0)) await sink.write(piece);
    };
    try {
      for (const file of args.files.length > 0 ? args.files : ["-"]) {
        const source = file === "-" ? io.stdin : io.open(file);
        for (let chunk = await source.read(); chunk; chunk = await source.read()) {
          converter.write(chunk, emit);
          await hand();
        }
        if (file !== "-") source.close();
      }
      converter.end(emit);
    } catch (error) {
      await hand();
      if (error instanceof BadInput) {
        if (!args.silent) await io.diagnose(error.message);
      } else await io.diagnoseFile(error, args.files.find((file) => file !== "-") ?? "-");
      status = 1;
    }
    await hand();
    target?.close();
    // As glibc has it: //IGNORE tells by the status, -c does not.
    return converter.dropped && !args.drop ? 1 : status;
  },
});
