// cksum: POSIX's CRC and size of files, or any of the digests by -a. Lists of tagged digests are checked by -c.
import { defineCommand, encode, type Io, reads, type Source, UNKNOWN, UsageError, z } from "../src/plugin.ts";
import { ALGORITHMS, type Algorithm } from "./checksum/algorithms.ts";
import { checkCli, checkOptions, digestLength, printDigests, refuseMeaningless } from "./checksum/command.ts";
import { bsdSum, crc, type Sum, sysvSum } from "./checksum/sums.ts";
import { verify } from "./checksum/verify.ts";

export const cksum = defineCommand({
  name: "cksum",
  summary: "Print checksums: CRC and size, or a digest",
  description: "With no file, or where a file is -, reads standard input. -c takes lists of tagged digests.",
  args: () => ({
    algorithm: z
      .enum(["crc", "bsd", "sysv", "md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b", "sm3"])
      .optional(),
    ...checkOptions(),
    length: z.string().default("0"),
    tag: z.boolean().default(true),
    zero: z.boolean().default(false),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    algorithm: { short: "a", placeholder: "NAME", does: "which checksum (crc)" },
    ...checkCli,
    length: { short: "l", placeholder: "BITS", does: "length of a blake2b digest, a multiple of 8" },
    tag: {
      long: "tag",
      values: { untagged: false },
      meanings: { false: "print the digest first, as md5sum does" },
      does: "print digests in BSD's style (default)",
    },
    zero: { short: "z", does: "end lines with NUL, and escape nothing in file names" },
    files: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    { does: "CRC, size, name", files: { f: "hello\n" }, run: "cksum f", prints: "3015617425 6 f\n" },
    {
      does: "a digest",
      files: { f: "hello\n" },
      run: "cksum -a md5 f",
      prints: "MD5 (f) = b1946ac92492d2347c6235b4d2611184\n",
    },
    { does: "check a list", files: { f: "hello\n" }, run: "cksum -a sha256 f | cksum -c", prints: "f: OK\n" },
  ],
  effects: ({ check, files }, context) => (check ? UNKNOWN : reads(context, files)),
  async run(args, io, ctx) {
    const files = args.files.length > 0 ? args.files : ["-"];
    refuseMeaningless({ ...args, tag: false });
    const name = args.algorithm ?? "crc";
    const algorithm: Algorithm | undefined =
      name === "crc" || name === "bsd" || name === "sysv" ? undefined : ALGORITHMS[name];
    if (args.length !== "0" && name !== "blake2b") {
      throw new UsageError("--length is only supported with --algorithm=blake2b", { exitCode: 1 });
    }
    if (args.check) {
      if (!algorithm && args.algorithm !== undefined) {
        throw new UsageError("--check is not supported with --algorithm={bsd,sysv,crc}", { exitCode: 1 });
      }
      const algorithms = algorithm ? [algorithm] : Object.values(ALGORITHMS);
      return verify(files, { ...args, algorithms, untagged: algorithm }, io, ctx);
    }
    if (algorithm) {
      const style = { tagged: args.tag, binary: false, zero: args.zero };
      return printDigests(files, algorithm, digestLength(args.length, algorithm), style, io);
    }
    const legacy = name === "bsd" ? BSD : name === "sysv" ? SYSV : CRC;
    return printSums(files, args.files.length > 0, legacy, args.zero ? "\0" : "\n", io);
  },
});

interface Legacy {
  of(source: Source): Promise<Sum>;
  print(sum: Sum): string;
}

const CRC: Legacy = { of: crc, print: ({ value, size }) => `${value} ${size}` };
/** Sizes in blocks of 1024 and 512 bytes, rounded up. */
const BSD: Legacy = {
  of: bsdSum,
  print: ({ value, size }) => `${String(value).padStart(5, "0")} ${String(Math.ceil(size / 1024)).padStart(5)}`,
};
const SYSV: Legacy = { of: sysvSum, print: ({ value, size }) => `${value} ${Math.ceil(size / 512)}` };

async function printSums(
  files: readonly string[],
  named: boolean,
  legacy: Legacy,
  end: string,
  io: Io,
): Promise<number> {
  let status = 0;
  for (const file of files) {
    try {
      const source = file === "-" ? io.stdin : io.open(file);
      try {
        const sum = legacy.print(await legacy.of(source));
        await io.stdout.write(encode(sum + (named ? ` ${file}` : "") + end));
      } finally {
        if (file !== "-") source.close();
      }
    } catch (error) {
      await io.diagnoseFile(error, file);
      status = 1;
    }
  }
  return status;
}
