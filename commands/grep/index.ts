// grep: prints the lines that match a pattern. This file turns options into patterns and footprint; run.ts goes
// through the operands, search.ts finds lines, print.ts writes them, walk.ts lists what lies below a directory.
import {
  compilePattern,
  decode,
  defineCommand,
  type Effects,
  type EffectsContext,
  type Io,
  type Pattern,
  PatternError,
  reads,
  readsTrees,
  UsageError,
  union,
} from "../../src/plugin.ts";
import { cli, type GrepArgs, shape } from "./options.ts";
import { Grep } from "./run.ts";

export const grep = defineCommand({
  name: "grep",
  summary: "Print lines that match a pattern",
  description:
    "Patterns are basic regular expressions (\\| is alternation, \\+ and \\? repeat) unless -E, -F or -P is given; the " +
    "last of these wins. With -r and no file it searches the working directory. Entries of a directory come in byte " +
    "order. Exit status: 0 a line was selected, 1 none was, 2 an error.",
  args: shape,
  cli,
  examples: [
    { does: "number the lines that match", files: { f: "a\nTODO b\n" }, run: "grep -n TODO f", prints: "2:TODO b\n" },
    {
      does: "search a tree, some files only",
      files: { "src/a.ts": "let x\n", "src/b.md": "x\n" },
      run: "grep -rn --include='*.ts' x src",
      prints: "src/a.ts:1:let x\n",
    },
    { does: "print the matching parts", run: "echo 'a1 b22' | grep -oE '[0-9]+'", prints: "1\n22\n" },
    { does: "count case-blind", run: "printf 'Error\\nok\\nERROR\\n' | grep -ci error", prints: "2\n" },
  ],
  readsStdin: true,
  effects: (args, context) => footprint(args, context),
  async run(args, io, context) {
    const { named, files } = operands(args);
    if (!named) throw new UsageError("no pattern given");
    const patterns = await patternsOf(args, io);
    if (patterns === undefined) return 2;
    if (args.maxCount === 0) return 1;
    const pattern = compile(patterns, args);
    return new Grep(args, pattern, io, context).run(files);
  },
});

/** With -e or -f every operand is a file. */
function operands(args: GrepArgs): { readonly named: boolean; readonly files: readonly string[] } {
  const apart = args.regexp.length > 0 || args.file.length > 0;
  const first = apart && args.pattern !== undefined ? [args.pattern] : [];
  return { named: apart || args.pattern !== undefined, files: [...first, ...args.files] };
}

function footprint(args: GrepArgs, context: EffectsContext): Effects {
  const { files } = operands(args);
  const lists = reads(context, [...args.file, ...args.excludeFrom]);
  if (args.directories === "read" || args.directories === "skip") return union(reads(context, files), lists);
  return union(readsTrees(context, files.length > 0 ? files : ["."]), lists);
}

/** Undefined when a file of patterns cannot be read. */
async function patternsOf(args: GrepArgs, io: Io): Promise<readonly string[] | undefined> {
  const lines: string[] = [];
  for (const source of args.regexp) lines.push(...source.split("\n"));
  for (const file of args.file) {
    const read = await linesOf(file, io);
    if (!read) return undefined;
    lines.push(...read);
  }
  if (args.regexp.length === 0 && args.file.length === 0) lines.push(...(args.pattern ?? "").split("\n"));
  return lines;
}

async function linesOf(file: string, io: Io): Promise<readonly string[] | undefined> {
  const parts: Uint8Array[] = [];
  try {
    const source = file === "-" ? io.stdin : io.open(file);
    for (let chunk = await source.read(); chunk; chunk = await source.read()) parts.push(chunk);
  } catch (error) {
    await io.diagnoseFile(error, file);
    return undefined;
  }
  const text = decode(Buffer.concat(parts));
  if (text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

function compile(patterns: readonly string[], args: GrepArgs): Pattern {
  try {
    return compilePattern(patterns, {
      syntax: args.syntax,
      ignoreCase: args.ignoreCase,
      wholeWord: args.wordRegexp,
      wholeLine: args.lineRegexp,
      newline: args.nullData ? 0 : 10,
    });
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new UsageError(error.message, error.help === undefined ? {} : { help: error.help });
  }
}
