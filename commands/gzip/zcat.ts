// zcat: prints what gzip compressed.
import { defineCommand } from "../../src/plugin.ts";
import { gzipEffects, gzipOptions, gzipShape } from "./family.ts";
import { GzipWork } from "./work.ts";

export const zcat = defineCommand({
  name: "zcat",
  summary: "Print files that gzip compressed",
  args: () => gzipShape(true, true),
  cli: gzipOptions,
  readsStdin: true,
  examples: [
    { does: "a compressed file", files: { a: "hello\n" }, run: "gzip a && zcat a.gz", prints: "hello\n" },
    { does: "through a pipe", run: "echo hello | gzip | zcat", prints: "hello\n" },
  ],
  effects: gzipEffects,
  run: (args, io, ctx) => new GzipWork(args, io, ctx).run(args.files),
});
