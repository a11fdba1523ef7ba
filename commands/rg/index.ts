// rg: searches trees, passing over what is ignored, hidden or binary. This file turns options into a pattern, rules
// and a footprint; run.ts goes through the operands, walk.ts finds files, print.ts writes lines.
import {
  compilePattern,
  decode,
  defineCommand,
  encode,
  type Io,
  type Pattern,
  PatternError,
  reads,
  readsTrees,
  UsageError,
  union,
  type Workspace,
} from "../../src/plugin.ts";
import { type PathGlob, parsePathGlob } from "./globs.ts";
import { readGlobs } from "./ignore.ts";
import { cli, type RgArgs, shape } from "./options.ts";
import { Rg } from "./run.ts";
import { typeTable, typeTest } from "./types.ts";
import type { WalkOptions } from "./walk.ts";

export const rg = defineCommand({
  name: "rg",
  summary: "Search trees for a pattern, passing over ignored files",
  description:
    "Patterns are Perl's: \\d \\w \\b, lazy repeats, look-around, named groups. Without a path it searches the working " +
    "directory, or stdin when something is connected. Obeys .gitignore (in a repository), .ignore and .rgignore, and " +
    "passes over hidden and binary files; -u, -uu and -uuu lift that. Files come in the order of their paths. As in a " +
    "pipe, lines have no numbers unless -n is given. Exit status: 0 a match, 1 none, 2 an error.",
  args: shape,
  cli,
  examples: [
    {
      does: "search the working directory, with line numbers",
      files: { "src/a.ts": "x\nTODO y\n", "b.md": "TODO\n" },
      run: "rg -n TODO",
      prints: "b.md:1:TODO\nsrc/a.ts:2:TODO y\n",
    },
    {
      does: "files of one type only, names only",
      files: { "a.py": "import os\n", "b.js": "import os\n" },
      run: "rg -l import -t py",
      prints: "a.py\n",
    },
    {
      does: "print the matches changed",
      files: { f: "key=value\n" },
      run: "rg '(\\w+)=(\\w+)' -r '$2 is $1' f",
      prints: "value is key\n",
    },
    {
      does: "list files, all but tests",
      files: { "a.ts": "", "a.test.ts": "" },
      run: "rg --files -g '*.ts' -g '!*.test.ts'",
      prints: "a.ts\n",
    },
  ],
  effects: (args, context) => {
    if (args.typeList) return { reads: [], writes: [] };
    const { paths } = operands(args);
    return union(
      reads(context, [...args.file, ...args.ignoreFile]),
      readsTrees(context, paths.length > 0 ? paths : ["."]),
      {
        // Ignore files of the directories above.
        reads: ["tree:/"],
        writes: [],
      },
    );
  },
  async run(args, io, context) {
    const { pattern, paths } = operands(args);
    const types = typeTable(args.typeAdd, args.typeClear);
    if (args.typeList) {
      const lines = [...types]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, globs]) => `${name}: ${globs.join(", ")}\n`);
      await io.stdout.write(encode(lines.join("")));
      return 0;
    }
    const walkOptions = await walkOptionsOf(args, types, context.workspace);
    if (args.files)
      return new Rg(args, compilePattern([""], { syntax: "fixed" }), io, context).list(paths, walkOptions);
    if (pattern === undefined && args.regexp.length === 0 && args.file.length === 0)
      throw new UsageError("no pattern given");
    const patterns = await patternsOf(args, pattern, io);
    if (patterns === undefined) return 2;
    if (args.maxCount === 0) return 1;
    return new Rg(args, compile(patterns, args), io, context).run(paths, walkOptions);
  },
});

/** With -e, -f, --files or --type-list every operand is a path. */
function operands(args: RgArgs): { readonly pattern: string | undefined; readonly paths: readonly string[] } {
  const apart = args.regexp.length > 0 || args.file.length > 0 || args.files || args.typeList;
  if (!apart || args.pattern === undefined) return { pattern: args.pattern, paths: args.paths };
  return { pattern: undefined, paths: [args.pattern, ...args.paths] };
}

async function patternsOf(args: RgArgs, pattern: string | undefined, io: Io): Promise<readonly string[] | undefined> {
  const patterns = [...args.regexp, ...(pattern === undefined ? [] : [pattern])];
  for (const file of args.file) {
    const parts: Uint8Array[] = [];
    try {
      const source = file === "-" ? io.stdin : io.open(file);
      for (let chunk = await source.read(); chunk; chunk = await source.read()) parts.push(chunk);
    } catch (error) {
      await io.diagnoseFile(error, file);
      return undefined;
    }
    const text = decode(Buffer.concat(parts));
    if (text !== "") patterns.push(...text.replace(/\n$/, "").split("\n"));
  }
  return patterns;
}

function compile(patterns: readonly string[], args: RgArgs): Pattern {
  if (
    !args.multiline &&
    patterns.some((pattern) => pattern.includes("\n") || (!args.fixedStrings && /(?<!\\)(?:\\\\)*\\n/.test(pattern)))
  ) {
    throw new UsageError('the literal "\\n" is not allowed in a regex', {
      help: "Use --multiline (-U) for matches across lines",
    });
  }
  const smart =
    args.caseMode === "smart" && !patterns.some((pattern) => /\p{Lu}/u.test(pattern.replace(/\\[pP]\{\w+\}|\\./g, "")));
  try {
    return compilePattern(patterns, {
      syntax: args.fixedStrings ? "fixed" : "perl",
      ignoreCase: args.caseMode === "insensitive" || smart,
      wholeWord: args.wordRegexp && !args.lineRegexp,
      wholeLine: args.lineRegexp,
      ...(args.multiline ? { multiLine: true, dotAll: args.multilineDotall } : {}),
    });
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new UsageError(`regex parse error: ${error.message}`, error.help === undefined ? {} : { help: error.help });
  }
}

async function walkOptionsOf(
  args: RgArgs,
  types: ReadonlyMap<string, readonly string[]>,
  workspace: Workspace,
): Promise<WalkOptions> {
  const lifted = args.unrestricted.length;
  const ignored = !args.noIgnore && lifted < 1;
  return {
    ignore: {
      git: ignored && !args.noIgnoreVcs,
      dot: ignored && !args.noIgnoreDot,
      parents: ignored && !args.noIgnoreParent,
      requireGit: args.requireGit,
      ignoreCase: false,
      extra: ignored ? args.ignoreFile.flatMap((file) => readGlobs(workspace, file, false)) : [],
    },
    hidden: args.hidden || lifted > 1,
    follow: args.follow,
    overrides: overridesOf(args),
    ofType: typeTest(args.type, args.typeNot, types),
    maxDepth: args.maxDepth ?? Number.POSITIVE_INFINITY,
    maxSize: sizeOf(args.maxFilesize),
  };
}

function overridesOf(args: RgArgs): PathGlob[] {
  return [
    ...args.glob.flatMap((glob) => parsePathGlob(glob, args.globCaseInsensitive) ?? []),
    ...args.iglob.flatMap((glob) => parsePathGlob(glob, true) ?? []),
  ];
}

function sizeOf(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  const found = /^(\d+)([KMG]?)$/.exec(text);
  if (!found) throw new UsageError(`invalid size '${text}'`, { help: "Use a number with K, M or G" });
  return Number(found[1]) * 1024 ** ("KMG".indexOf(found[2] || "\0") + 1);
}
