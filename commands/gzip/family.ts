// The options that gzip, gunzip and zcat share: the three differ in what they do unless told otherwise.
import { type Effects, type EffectsContext, reads, union, writes, writesTrees, z } from "../../src/plugin.ts";
import type { GzipChoices } from "./work.ts";

export const gzipShape = (decompress: boolean, stdout: boolean) => ({
  mode: z.enum(["compress", "expand", "test", "list"]).default(decompress ? "expand" : "compress"),
  stdout: z.boolean().default(stdout),
  keep: z.boolean().default(false),
  force: z.boolean().default(false),
  recursive: z.boolean().default(false),
  quiet: z.boolean().default(false),
  verbose: z.boolean().default(false),
  noName: z.boolean().default(false),
  name: z.boolean().default(false),
  level: z.number().int().min(1).max(9).default(6),
  suffix: z.string().default(".gz"),
  files: z.array(z.string()).default([]),
});

export const gzipOptions = {
  mode: {
    long: false,
    values: {
      d: "expand",
      decompress: "expand",
      uncompress: "expand",
      t: "test",
      test: "test",
      l: "list",
      list: "list",
    },
    meanings: { expand: "decompress", test: "check compressed files", list: "list sizes of compressed files" },
  },
  stdout: { short: "c", long: ["stdout", "to-stdout"], does: "write to stdout and keep the files" },
  keep: { short: "k", does: "keep the files" },
  force: { short: "f", does: "overwrite, follow links; with -dc copy what is not compressed" },
  recursive: { short: "r", does: "all files in directories" },
  quiet: { short: "q", does: "no warnings" },
  verbose: { short: "v", does: "say what is done to each file" },
  noName: { short: "n", does: "accepted: names and times are never stored" },
  name: { short: "N", does: "accepted and ignored" },
  level: {
    long: false,
    values: { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9, fast: 1, best: 9 },
    does: "how hard to try, 1 is fast and 9 small",
  },
  suffix: { short: "S", placeholder: "SUF", does: "end of compressed names (.gz)" },
  files: { positional: true, placeholder: "file" },
} as const;

export function gzipEffects(
  args: GzipChoices & { readonly files: readonly string[] },
  context: EffectsContext,
): Effects {
  const { files, mode, stdout, suffix, recursive } = args;
  const both = files.flatMap((file) => (file === "-" ? [] : [file, file + suffix]));
  if (recursive)
    return writesTrees(
      context,
      files.filter((file) => file !== "-"),
    );
  if (stdout || mode === "test" || mode === "list") return reads(context, both);
  const plain = both.map((file) => (file.endsWith(".gz") ? file.slice(0, -3) : file)).filter((file) => file !== "");
  return union(reads(context, both), writes(context, [...both, ...plain]));
}
