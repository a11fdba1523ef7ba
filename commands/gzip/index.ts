// gzip: compresses files in their place, or streams.
import { defineCommand } from "../../src/plugin.ts";
import { gzipEffects, gzipOptions, gzipShape } from "./family.ts";
import { GzipWork } from "./work.ts";

export const gzip = defineCommand({
  name: "gzip",
  summary: "Compress files",
  description:
    "Each file is replaced by FILE.gz with its mode and time. Sizes may differ from GNU gzip's by some bytes.",
  args: () => gzipShape(false, false),
  cli: gzipOptions,
  readsStdin: true,
  examples: [
    { does: "in place", files: { a: "hello\n" }, run: "gzip a && ls", matches: /^a\.gz$/m },
    { does: "keep the file", files: { a: "hello\n" }, run: "gzip -k a && zcat a.gz", prints: "hello\n" },
    { does: "through a pipe", run: "echo hello | gzip -c | gzip -d", prints: "hello\n" },
  ],
  effects: gzipEffects,
  run: (args, io, ctx) => new GzipWork(args, io, ctx).run(args.files),
});
