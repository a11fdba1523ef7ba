// The command that md5sum, the sha*sums and b2sum are: digests of files, printed as a list or checked against one.
import {
  type CliOption,
  type Command,
  CommandError,
  defineCommand,
  type Example,
  encode,
  type Io,
  reads,
  UNKNOWN,
  UsageError,
  z,
} from "../../src/plugin.ts";
import { type Algorithm, digestOf } from "./algorithms.ts";
import { formatLine, type LineStyle } from "./list.ts";
import { verify } from "./verify.ts";

export interface DigestCommand {
  readonly name: string;
  readonly algorithm: Algorithm;
  readonly examples: readonly Example[];
}

export const checkOptions = () => ({
  check: z.boolean().default(false),
  ignoreMissing: z.boolean().default(false),
  quiet: z.boolean().default(false),
  status: z.boolean().default(false),
  strict: z.boolean().default(false),
  warn: z.boolean().default(false),
});

export const checkCli = {
  check: { short: "c", does: "read lists of checksums from the files and check them" },
  ignoreMissing: { does: "with -c: pass over files that do not exist" },
  quiet: { does: "with -c: no OK for each file that is right" },
  status: { does: "with -c: print nothing; the exit status tells" },
  strict: { does: "with -c: a malformed line is a failure" },
  warn: { short: "w", does: "with -c: name each malformed line" },
} satisfies Record<string, CliOption>;

export function digestCommand({ name, algorithm, examples }: DigestCommand): Command {
  return defineCommand({
    name,
    summary: `Print or check ${algorithm.tag} checksums`,
    description:
      "With no file, or where a file is -, reads standard input. -c exits with 1 when a file differs or cannot be read.",
    args: () => ({
      ...checkOptions(),
      binary: z.boolean().default(false),
      tag: z.boolean().default(false),
      zero: z.boolean().default(false),
      length: z.string().default("0"),
      files: z.array(z.string()).default([]),
    }),
    cli: {
      ...checkCli,
      binary: {
        short: "b",
        values: { t: false, text: false },
        long: "binary",
        meanings: { false: "print a space before file names (default)" },
        does: "print * before file names",
      },
      tag: { does: "print lines in BSD's style" },
      zero: { short: "z", does: "end lines with NUL, and escape nothing in file names" },
      length: algorithm.variable
        ? { short: "l", placeholder: "BITS", does: "length of the digest, a multiple of 8 up to 512" }
        : { long: false },
      files: { positional: true, placeholder: "file" },
    },
    readsStdin: true,
    examples,
    effects: ({ check, files }, context) => (check ? UNKNOWN : reads(context, files)),
    async run(args, io, ctx) {
      const files = args.files.length > 0 ? args.files : ["-"];
      refuseMeaningless(args);
      const bytes = digestLength(args.length, algorithm);
      if (args.check) return verify(files, { ...args, algorithms: [algorithm], untagged: algorithm }, io, ctx);
      return printDigests(files, algorithm, bytes, { ...args, tagged: args.tag }, io);
    },
  });
}

/** Prints a line for each file; gives the exit status. */
export async function printDigests(
  files: readonly string[],
  algorithm: Algorithm,
  bytes: number,
  style: LineStyle,
  io: Io,
): Promise<number> {
  let status = 0;
  for (const name of files) {
    try {
      const source = name === "-" ? io.stdin : io.open(name);
      try {
        const digest = await digestOf(source, algorithm, bytes);
        await io.stdout.write(encode(formatLine({ name, digest }, algorithm, style)));
      } finally {
        if (name !== "-") source.close();
      }
    } catch (error) {
      await io.diagnoseFile(error, name);
      status = 1;
    }
  }
  return status;
}

/** In bytes, from the bits of -l; 0 is the full length. */
export function digestLength(text: string, algorithm: Algorithm): number {
  const bits = Number(text);
  if (!/^\d+$/.test(text)) throw new CommandError(`invalid length: '${text}'`);
  if (bits > algorithm.bytes * 8) {
    throw new CommandError(`invalid length: '${text}'`, {
      help: `Maximum digest length for '${algorithm.tag}' is ${algorithm.bytes * 8} bits`,
    });
  }
  if (bits % 8 !== 0) throw new CommandError(`invalid length: '${text}'`, { help: "Length is not a multiple of 8" });
  return bits === 0 ? algorithm.bytes : bits / 8;
}

interface Given {
  readonly check: boolean;
  readonly ignoreMissing: boolean;
  readonly quiet: boolean;
  readonly status: boolean;
  readonly strict: boolean;
  readonly warn: boolean;
  readonly tag: boolean;
  readonly zero: boolean;
}

/** Options that say nothing in this mode are errors, as in GNU's tools. */
export function refuseMeaningless(given: Given): void {
  const refuse = (option: string, when: string): never => {
    throw new UsageError(`the --${option} option is ${when} verifying checksums`, { exitCode: 1 });
  };
  if (given.check) {
    if (given.tag) refuse("tag", "meaningless when");
    if (given.zero) refuse("zero", "not supported when");
    return;
  }
  for (const [option, on] of [
    ["ignore-missing", given.ignoreMissing],
    ["status", given.status],
    ["warn", given.warn],
    ["quiet", given.quiet],
    ["strict", given.strict],
  ] as const) {
    if (on) refuse(option, "meaningful only when");
  }
}
