// diff: shows how two files or directories differ, with GNU's hunks and formats.
import { defineCommand, readsTrees, UsageError, z } from "../../src/plugin.ts";
import { type Choices, Comparer } from "./compare.ts";

export const diff = defineCommand({
  name: "diff",
  summary: "Compare files line by line",
  description:
    "Exit status: 0 the same, 1 different, 2 trouble. In directories the line before each pair names the options in one\n" +
    "bundle, whatever way they were written. Output is never coloured.",
  args: () => ({
    style: z.enum(["normal", "unified", "context", "columns", "brief"]).default("normal"),
    unifiedLines: z.number().int().min(0).optional(),
    unified: z.number().int().min(0).optional(),
    contextLines: z.number().int().min(0).optional(),
    context: z.number().int().min(0).optional(),
    recursive: z.boolean().default(false),
    newFile: z.boolean().default(false),
    unidirectionalNewFile: z.boolean().default(false),
    reportIdenticalFiles: z.boolean().default(false),
    space: z.enum(["keep", "all", "change", "trailing"]).default("keep"),
    ignoreTabExpansion: z.boolean().default(false),
    ignoreCase: z.boolean().default(false),
    ignoreBlankLines: z.boolean().default(false),
    ignoreMatchingLines: z.array(z.string()).default([]),
    stripTrailingCr: z.boolean().default(false),
    text: z.boolean().default(false),
    minimal: z.boolean().default(false),
    speedLargeFiles: z.boolean().default(false),
    label: z.array(z.string()).default([]),
    exclude: z.array(z.string()).default([]),
    width: z.number().int().min(1).default(130),
    suppressCommonLines: z.boolean().default(false),
    leftColumn: z.boolean().default(false),
    expandTabs: z.boolean().default(false),
    color: z.enum(["never", "auto", "always"]).default("never"),
    first: z.string(),
    second: z.string(),
  }),
  cli: {
    style: {
      long: false,
      values: {
        normal: "normal",
        u: "unified",
        c: "context",
        y: "columns",
        "side-by-side": "columns",
        q: "brief",
        brief: "brief",
      },
      meanings: {
        normal: "the plain format (the default)",
        unified: "three lines of context, in one column",
        context: "three lines of context, old and new apart",
        columns: "two columns",
        brief: "only say whether files differ",
      },
    },
    unifiedLines: { short: "U", long: false, placeholder: "N", does: "unified, with N lines of context" },
    unified: { optionalValue: "3", placeholder: "N", does: "unified, with N lines of context (3)" },
    contextLines: { short: "C", long: false, placeholder: "N", does: "context format, with N lines of context" },
    context: { optionalValue: "3", placeholder: "N", does: "context format, with N lines of context (3)" },
    recursive: { short: "r", does: "compare subdirectories too" },
    newFile: { short: "N", does: "take absent files for empty ones" },
    unidirectionalNewFile: { does: "take absent first files for empty ones" },
    reportIdenticalFiles: { short: "s", does: "say when two files are the same" },
    space: {
      long: false,
      values: {
        w: "all",
        "ignore-all-space": "all",
        b: "change",
        "ignore-space-change": "change",
        Z: "trailing",
        "ignore-trailing-space": "trailing",
      },
      meanings: {
        all: "ignore all blanks",
        change: "ignore changes in the amount of blanks",
        trailing: "ignore blanks at the end of lines",
      },
    },
    ignoreTabExpansion: { short: "E", does: "take tabs for the blanks they stand for" },
    ignoreCase: { short: "i", does: "ignore case" },
    ignoreBlankLines: { short: "B", does: "ignore changes of empty lines only" },
    ignoreMatchingLines: { short: "I", placeholder: "RE", does: "ignore changes where all lines match RE" },
    stripTrailingCr: { does: "ignore carriage returns at the end of lines" },
    text: { short: "a", does: "take all files for text" },
    minimal: { short: "d", does: "find the smallest set of changes" },
    speedLargeFiles: { does: "accepted and ignored: time is bounded always" },
    label: { short: "L", placeholder: "LABEL", does: "name in the header instead of file name and time, twice" },
    exclude: { short: "x", placeholder: "PATTERN", does: "leave out files whose name matches" },
    width: { short: "W", placeholder: "N", does: "columns of -y (130)" },
    suppressCommonLines: { does: "with -y, leave out common lines" },
    leftColumn: { does: "with -y, common lines in the left column only" },
    expandTabs: { short: "t", does: "print tabs as blanks, with -y" },
    color: { optionalValue: "always", placeholder: "WHEN", does: "accepted and ignored" },
    first: { positional: true, placeholder: "from" },
    second: { positional: true, placeholder: "to" },
  },
  examples: [
    {
      does: "the plain format",
      files: { a: "1\n2\n", b: "1\n3\n" },
      run: "diff a b",
      prints: "2c2\n< 2\n---\n> 3\n",
      exit: 1,
    },
    {
      does: "as a patch",
      files: { a: "1\n2\n", b: "1\n3\n" },
      run: "diff -u --label a --label b a b",
      prints: "--- a\n+++ b\n@@ -1,2 +1,2 @@\n 1\n-2\n+3\n",
      exit: 1,
    },
    {
      does: "which files of two directories differ",
      files: { "x/f": "1\n", "y/f": "2\n", "y/g": "" },
      run: "diff -rq x y",
      prints: "Files x/f and y/f differ\nOnly in y: g\n",
      exit: 1,
    },
    { does: "the output of a command", files: { a: "1\n" }, run: "echo 1 | diff - a && echo same", prints: "same\n" },
  ],
  effects: ({ first, second }, context) =>
    readsTrees(
      context,
      [first, second].filter((name) => name !== "-"),
    ),
  async run(args, io, ctx) {
    if (args.label.length > 2) throw new UsageError("too many file label options");
    return new Comparer(choicesOf(args), io, ctx).operands(args.first, args.second);
  },
});

interface DiffArgs {
  readonly style: Choices["style"];
  readonly unifiedLines?: number | undefined;
  readonly unified?: number | undefined;
  readonly contextLines?: number | undefined;
  readonly context?: number | undefined;
  readonly recursive: boolean;
  readonly newFile: boolean;
  readonly unidirectionalNewFile: boolean;
  readonly reportIdenticalFiles: boolean;
  readonly space: Choices["likeness"]["space"];
  readonly ignoreTabExpansion: boolean;
  readonly ignoreCase: boolean;
  readonly ignoreBlankLines: boolean;
  readonly ignoreMatchingLines: readonly string[];
  readonly stripTrailingCr: boolean;
  readonly text: boolean;
  readonly minimal: boolean;
  readonly label: readonly string[];
  readonly exclude: readonly string[];
  readonly width: number;
  readonly suppressCommonLines: boolean;
  readonly leftColumn: boolean;
  readonly expandTabs: boolean;
}

function choicesOf(args: DiffArgs): Choices {
  const unifiedLines = args.unifiedLines ?? args.unified;
  const contextLines = args.contextLines ?? args.context;
  const style =
    args.style !== "normal"
      ? args.style
      : unifiedLines !== undefined
        ? "unified"
        : contextLines !== undefined
          ? "context"
          : "normal";
  return {
    style,
    context: unifiedLines ?? contextLines ?? 3,
    likeness: {
      ignoreCase: args.ignoreCase,
      space: args.space,
      stripCr: args.stripTrailingCr,
      expandTabs: args.ignoreTabExpansion,
    },
    ignoreBlank: args.ignoreBlankLines,
    ignoreMatching: args.ignoreMatchingLines,
    text: args.text,
    minimal: args.minimal,
    reportSame: args.reportIdenticalFiles,
    recursive: args.recursive,
    newFile: args.newFile,
    oneWayNew: args.unidirectionalNewFile,
    labels: args.label,
    exclude: args.exclude,
    width: args.width,
    suppressCommon: args.suppressCommonLines,
    leftColumn: args.leftColumn,
    expandTabs: args.expandTabs,
    line: optionLine(args),
  };
}

function optionLine(args: DiffArgs): string {
  const letters = [
    args.recursive && "r",
    args.style === "unified" && "u",
    args.style === "context" && "c",
    args.style === "columns" && "y",
    args.newFile && "N",
    args.space === "all" && "w",
    args.space === "change" && "b",
    args.space === "trailing" && "Z",
    args.ignoreCase && "i",
    args.ignoreBlankLines && "B",
    args.text && "a",
    args.reportIdenticalFiles && "s",
  ].filter((letter) => letter !== false);
  const valued = [
    ...(args.unifiedLines === undefined ? [] : [`-U${args.unifiedLines}`]),
    ...(args.contextLines === undefined ? [] : [`-C${args.contextLines}`]),
    ...args.exclude.flatMap((pattern) => ["-x", quoteOption(pattern)]),
  ];
  return [letters.length > 0 ? `-${letters.join("")}` : "", ...valued].map((word) => word && ` ${word}`).join("");
}

function quoteOption(word: string): string {
  return /^[\w./,:=@%+-]+$/.test(word) ? word : `'${word}'`;
}
