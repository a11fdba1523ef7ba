// find: walks directory trees and tests every entry against an expression. Directories are read in byte order.
import {
  type Context,
  defineCommand,
  type Effects,
  type EffectsContext,
  type Io,
  PURE,
  reads,
  readsTrees,
  UNKNOWN,
  UsageError,
  union,
  Writer,
  writes,
  writesTrees,
} from "../../src/plugin.ts";
import { type Parsed, parseFind } from "./parse.ts";
import type { Run } from "./visit.ts";
import { walk } from "./walk.ts";

export const find = defineCommand({
  name: "find",
  summary: "Walk directory trees and print or act on the entries that match",
  description:
    "Tests, actions and operators are GNU's. Without an action the path is printed; without a path the walk starts\n" +
    "at the current directory. Numbers: N is exactly N, +N more, -N less.",
  raw: true,
  usage: "[-H] [-L] [-P] [path...] [expression]",
  options: {
    "-name PATTERN": "the base name matches the glob (-iname: whatever the case)",
    "-path PATTERN": "the whole path matches the glob (-ipath: whatever the case)",
    "-regex PATTERN": "the whole path matches; -regextype posix-extended comes first for ERE",
    "-type C[,C]": "f file, d directory, l link",
    "-size N[cwbkMG]": "size in these units, rounded up; 512-byte blocks unless given",
    "-mtime N": "modified N days ago (-atime, -ctime; -mmin, -amin, -cmin for minutes)",
    "-newer FILE": "modified after FILE was; -newermt DATE for a date",
    "-maxdepth N": "go at most N levels down (-mindepth N: start there)",
    "-depth": "contents before their directory",
    "-empty": "an empty file or directory",
    "-perm MODE": "permission bits are MODE; -MODE all of them, /MODE any",
    "-links N": "number of hard links; -inum N, -samefile FILE, -user NAME, -group NAME",
    "-prune": "do not go into this directory",
    "-quit": "stop at once",
    "-print": "print the path (-print0: with NUL; -printf FORMAT; -ls: like ls -dils)",
    "-delete": "delete the entry; contents come first",
    "-exec CMD ;": "run CMD for each entry, {} is its path; end with \\; or with {} + for many at once",
    "! -a -o ( ) ,": "not, and, or, grouping, one after the other",
  },
  examples: [
    {
      does: "files by name",
      files: { "src/a.ts": "", "src/lib/b.ts": "", "notes.md": "" },
      run: "find . -name '*.ts'",
      prints: "./src/a.ts\n./src/lib/b.ts\n",
    },
    {
      does: "leave a directory out",
      files: { "src/a.js": "", "node_modules/x/index.js": "" },
      run: "find . -name node_modules -prune -o -name '*.js' -print",
      prints: "./src/a.js\n",
    },
    {
      does: "run a command on each file",
      files: { "a.txt": "1\n", "b.txt": "2\n" },
      run: "find . -type f -exec cat {} +",
      prints: "1\n2\n",
    },
    {
      does: "delete empty directories",
      files: { "a/empty": { dir: true }, "a/x": "" },
      run: "find a -type d -empty -delete && find a",
      prints: "a\na/x\n",
    },
  ],
  effects: (argv, context) => effectsOf(argv, context),
  async run(argv, io, ctx) {
    const parsed = parseFind(argv);
    const run = startRun(parsed, io, ctx);
    await walk(parsed, run);
    for (const rest of run.atEnd) await rest();
    await run.out.flush();
    return run.status;
  },
});

function startRun(parsed: Parsed, io: Io, ctx: Context): Run {
  return {
    io,
    ctx,
    out: new Writer(io.stdout),
    now: Date.now(),
    zone: ctx.env.TZ,
    follow: parsed.options.follow,
    status: 0,
    over: false,
    atEnd: [],
  };
}

/** A walk reads its trees; -delete writes them; what -exec does is unknown. */
function effectsOf(argv: readonly string[], context: EffectsContext): Effects {
  let parsed: Parsed;
  try {
    parsed = parseFind(argv);
  } catch (error) {
    // The run says what is wrong, and touches nothing.
    if (error instanceof UsageError) return PURE;
    throw error;
  }
  const { effects, paths } = parsed;
  if (effects.some((effect) => effect.kind === "exec")) return UNKNOWN;
  const named = (kind: "reads" | "writes"): string[] =>
    effects.flatMap((effect) => (effect.kind === kind ? [effect.path] : []));
  return union(
    readsTrees(context, paths),
    reads(context, named("reads")),
    writes(context, named("writes")),
    effects.some((effect) => effect.kind === "delete") ? writesTrees(context, paths) : PURE,
  );
}
