// awk: runs a program over records of text. The language is POSIX's with what people use of gawk.
import {
  CommandError,
  defineCommand,
  type Effects,
  type EffectsContext,
  PURE,
  reads,
  UNKNOWN,
  union,
  writes,
} from "../../src/plugin.ts";
import { type Arguments, parseArguments } from "./arguments.ts";
import type { Program, Stmt } from "./ast.ts";
import { parseProgram } from "./parser.ts";
import { runProgram } from "./run.ts";
import { expressionsOf, operands, statementsOf } from "./suspension.ts";

export const awk = defineCommand({
  name: "awk",
  summary: "Run a program of patterns and actions over lines and fields",
  description:
    "The language is POSIX awk with gawk's functions: gensub, match with an array, split with separators, patsplit,\n" +
    "strftime, systime, mktime, asort, asorti, length(array), and or xor lshift rshift compl, strtonum, typeof; RS as\n" +
    'a pattern, RT, FPAT, FIELDWIDTHS, IGNORECASE, BEGINFILE, ENDFILE, nextfile, switch, PROCINFO["sorted_in"].\n' +
    "length, substr, index and widths count characters. `for (k in a)` visits small whole numbers in ascending\n" +
    "order, then other keys in the order in which they came (gawk: hash order). rand gives the same numbers in every run\n" +
    "until srand is called. Commands that the program runs pass the same gate as any line.\n" +
    "Not available: @include, @load, two-way pipes (|&), network files.",
  raw: true,
  usage: "[-F fs] [-v name=value] ['program' | -f program-file] [file...]",
  options: {
    "-F FS": "the field separator: one character, or a regular expression (\\t: a tab)",
    "-v NAME=VALUE": "assign a variable before the program begins",
    "-f FILE": "read the program from FILE; may be given again",
    "-e TEXT": "program text; may be given again",
    "--version": "print the version",
  },
  readsStdin: true,
  examples: [
    {
      does: "the second field of each line",
      files: { "a.txt": "one 1\ntwo 2\n" },
      run: "awk '{print $2}' a.txt",
      prints: "1\n2\n",
    },
    {
      does: "the sum of a column of a CSV file",
      files: { "a.csv": "x,3\ny,4\n" },
      run: "awk -F, '{s += $2} END {print s}' a.csv",
      prints: "7\n",
    },
    {
      does: "count words",
      files: { log: "GET\nPUT\nGET\n" },
      run: "awk '{n[$1]++} END {for (k in n) print n[k], k}' log | sort -rn",
      prints: "2 GET\n1 PUT\n",
    },
    {
      does: "a variable from outside",
      run: "awk -v name=world 'BEGIN {printf \"hello %s\\n\", name}'",
      prints: "hello world\n",
    },
  ],
  effects: (argv, context) => effectsOf(argv, context),
  run: (argv, io, ctx) => runProgram(argv, io, ctx),
});

/** Operands are read; constant names that are printed to are written; commands and computed names are unknown. */
function effectsOf(argv: readonly string[], context: EffectsContext): Effects {
  let program: Program;
  let parsed: Arguments;
  try {
    parsed = parseArguments(argv);
    if (parsed.kind !== "run") return PURE;
    if (parsed.sources.some((source) => source.kind === "file")) return UNKNOWN;
    program = parseProgram(parsed.sources.map((source) => source.text).join("\n"));
  } catch (error) {
    // The run says what is wrong, and touches nothing.
    if (error instanceof CommandError) return PURE;
    throw error;
  }
  const written = filesWritten(program);
  if (written === undefined) return UNKNOWN;
  const read = parsed.operands.filter((operand) => !/^[A-Za-z_][A-Za-z0-9_]*=/.test(operand));
  return union(reads(context, read), writes(context, written));
}

/** Undefined when they cannot be known before the program runs. */
function filesWritten(program: Program): string[] | undefined {
  const files: string[] = [];
  let known = true;
  const expression = (node: Parameters<typeof operands>[0]): void => {
    if (node.kind === "getline" && node.from !== "main") known = false;
    if (node.kind === "builtin" && node.name === "system") known = false;
    // A program that changes ARGV reads what nobody can tell.
    if (node.kind === "element" && node.array.kind === "variable" && node.array.variable.name === "ARGV") known = false;
    for (const each of operands(node)) expression(each);
  };
  const visit = (node: Stmt): void => {
    if (node.kind === "print" && node.to) {
      if (node.to.mode === "|" || node.to.name.kind !== "string") known = false;
      else if (!node.to.name.value.startsWith("/dev/")) files.push(node.to.name.value);
    }
    for (const each of expressionsOf(node)) expression(each);
    for (const each of statementsOf(node)) visit(each);
  };
  for (const { pattern, body } of program.rules) {
    if (pattern?.kind === "range") for (const each of [pattern.first, pattern.last]) expression(each);
    else if (pattern) expression(pattern);
    visit(body);
  }
  for (const list of [program.begin, program.end, program.beginFile, program.endFile])
    for (const node of list) visit(node);
  for (const node of program.functions.values()) visit(node.body);
  return known ? files : undefined;
}
