// gunzip: expands what gzip compressed.
import { defineCommand } from "../../src/plugin.ts";
import { gzipEffects, gzipOptions, gzipShape } from "./family.ts";
import { GzipWork } from "./work.ts";

export const gunzip = defineCommand({
  name: "gunzip",
  summary: "Expand files that gzip compressed",
  args: () => gzipShape(true, false),
  cli: gzipOptions,
  readsStdin: true,
  examples: [
    { does: "in place", files: { a: "hello\n" }, run: "gzip a && gunzip a.gz && cat a", prints: "hello\n" },
    { does: "through a pipe", run: "echo hello | gzip | gunzip", prints: "hello\n" },
  ],
  effects: gzipEffects,
  run: (args, io, ctx) => new GzipWork(args, io, ctx).run(args.files),
});
