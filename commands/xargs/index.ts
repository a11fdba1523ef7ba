// xargs: builds command lines from its input and runs them. Several at once still print in the order of their start.
import {
  CommandError,
  type Context,
  defineCommand,
  type Io,
  reads,
  type Source,
  UNKNOWN,
  UsageError,
  z,
} from "../../src/plugin.ts";
import { Batches, type Limits } from "./batches.ts";
import { delimiterOf, Items } from "./items.ts";
import { Runner } from "./runner.ts";

/** Bytes of a command line, as findutils' default. */
const MAX_CHARS = 131_072;

export const xargs = defineCommand({
  name: "xargs",
  summary: "Run a command with arguments that are read from standard input",
  description:
    "Without a command the arguments are printed, as by echo. Words are separated by blanks and newlines; quotes and\n" +
    "backslashes protect them. With -P the output of the commands keeps the order in which they were started.",
  args: () => ({
    null: z.boolean().default(false),
    delimiter: z.string().optional(),
    maxArgs: z.number().int().optional(),
    replace: z.string().optional(),
    replaceOptional: z.string().optional(),
    maxLines: z.number().int().optional(),
    maxLinesOptional: z.number().int().optional(),
    maxProcs: z.number().int().default(1),
    noRunIfEmpty: z.boolean().default(false),
    verbose: z.boolean().default(false),
    argFile: z.string().optional(),
    maxChars: z.number().int().optional(),
    exit: z.boolean().default(false),
    eof: z.string().optional(),
    eofOptional: z.string().optional(),
    interactive: z.boolean().default(false),
    openTty: z.boolean().default(false),
    command: z.array(z.string()).default([]),
  }),
  cli: {
    null: { short: "0", does: "items end with NUL; quotes and blanks are ordinary" },
    delimiter: { short: "d", placeholder: "CHAR", does: "items end with this character" },
    maxArgs: { short: "n", placeholder: "N", does: "at most N arguments a command" },
    replace: { short: "I", long: false, placeholder: "TEXT", does: "run once a line, with TEXT replaced by the line" },
    replaceOptional: {
      short: "i",
      long: "replace",
      optionalValue: "{}",
      placeholder: "TEXT",
      does: "the same; {} unless given",
    },
    maxLines: { short: "L", long: false, placeholder: "N", does: "at most N lines of input a command" },
    maxLinesOptional: {
      short: "l",
      long: "max-lines",
      optionalValue: "1",
      placeholder: "N",
      does: "the same; 1 unless given",
    },
    maxProcs: { short: "P", placeholder: "N", does: "run up to N commands at once; 0 means many" },
    noRunIfEmpty: { short: "r", does: "run nothing when there is no input" },
    verbose: { short: "t", does: "print each command line on stderr first" },
    argFile: { short: "a", placeholder: "FILE", does: "read items from FILE" },
    maxChars: { short: "s", placeholder: "N", does: "at most N bytes a command line" },
    exit: { short: "x", does: "stop when a command line would be too long" },
    eof: { short: "E", long: false, placeholder: "WORD", does: "the input ends at this word" },
    eofOptional: {
      short: "e",
      long: "eof",
      optionalValue: "",
      placeholder: "WORD",
      does: "the same; no word unless given",
    },
    interactive: { short: "p", does: "ask before each command (nobody can answer here)" },
    openTty: { short: "o", does: "accepted; there is no terminal" },
    command: { positional: true, placeholder: "command" },
  },
  readsStdin: true,
  stopAtOperand: true,
  examples: [
    {
      does: "one command for all words",
      files: { list: "a.txt b.txt\n", "a.txt": "1\n", "b.txt": "2\n" },
      run: "cat list | xargs cat",
      prints: "1\n2\n",
    },
    { does: "two arguments a command", run: "printf '1 2 3' | xargs -n 2 echo", prints: "1 2\n3\n" },
    {
      does: "put each line in its place",
      run: "printf 'a\\nb c\\n' | xargs -I {} echo '<{}>'",
      prints: "<a>\n<b c>\n",
    },
    {
      does: "names with blanks",
      files: { "a b": "x\n" },
      run: "find . -type f -print0 | xargs -0 cat",
      prints: "x\n",
    },
  ],
  effects: ({ command, argFile }, context) =>
    command.length === 0 || command[0] === "echo" ? reads(context, argFile === undefined ? [] : [argFile]) : UNKNOWN,
  async run(args, io, ctx) {
    if (args.interactive) {
      throw new CommandError("-p asks, and nobody is there to answer: this shell has no terminal", {
        help: "Leave out -p; -t prints the command lines as they run",
      });
    }
    const source = openInput(args.argFile, io);
    const { limits, replaced } = chosenLimits(args);
    const byte = args.null ? 0 : args.delimiter === undefined ? undefined : delimiterOf(args.delimiter);
    const items = new Items({
      delimiter: byte,
      wholeLines: replaced !== undefined,
      end: args.eof ?? (args.eofOptional || undefined),
    });
    const command = args.command.length > 0 ? args.command : ["echo"];
    const batches = new Batches(command, replaced, limits);
    const runner = new Runner({
      io,
      ctx,
      verbose: args.verbose,
      atOnce: args.maxProcs === 0 ? 64 : args.maxProcs,
      ...(args.argFile === undefined ? {} : { stdin: io.stdin }),
    });
    try {
      await feed(source, items, batches, runner, ctx);
      if (batches.started === 0 && replaced === undefined && !args.noRunIfEmpty) await runner.start(command);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      await runner.finish();
      throw error;
    } finally {
      source.close();
    }
    return runner.finish();
  },
});

/** Reads the input to its end, or until a command says stop, and starts each command line as soon as it is whole. */
async function feed(source: Source, items: Items, batches: Batches, runner: Runner, ctx: Context): Promise<void> {
  const startAll = async (): Promise<void> => {
    for (let argv = batches.take(); argv && !runner.over; argv = batches.take()) await runner.start(argv);
  };
  while (!runner.over && !items.over) {
    const next = source.read();
    const chunk = next instanceof Promise ? await next : next;
    try {
      if (chunk === null) items.end(batches);
      else items.feed(chunk, batches);
    } catch (error) {
      if (error instanceof CommandError) await startAll();
      throw error;
    }
    await startAll();
    if (chunk === null) break;
    const rest = ctx.pause();
    if (rest) await rest;
  }
  batches.end();
  await startAll();
}

function openInput(path: string | undefined, io: Io): Source {
  if (path === undefined || path === "-") return io.stdin;
  return io.open(path);
}

interface LimitArgs {
  readonly maxArgs?: number | undefined;
  readonly replace?: string | undefined;
  readonly replaceOptional?: string | undefined;
  readonly maxLines?: number | undefined;
  readonly maxLinesOptional?: number | undefined;
  readonly maxChars?: number | undefined;
  readonly maxProcs: number;
  readonly exit: boolean;
}

/** -I wins over -n and -L, which the order of options decides in GNU's. */
function chosenLimits(args: LimitArgs): { readonly limits: Limits; readonly replaced: string | undefined } {
  const lines = args.maxLines ?? args.maxLinesOptional;
  const replaced = args.replace ?? args.replaceOptional;
  for (const [value, letter] of [
    [args.maxArgs, "n"],
    [lines, "L"],
    [args.maxChars, "s"],
  ] as const) {
    if (value !== undefined && value < 1) {
      throw new UsageError(`value ${value} for -${letter} option should be >= 1`, { exitCode: 1 });
    }
  }
  if (args.maxProcs < 0) throw new UsageError(`value ${args.maxProcs} for -P option should be >= 0`, { exitCode: 1 });
  return {
    replaced: replaced === "" ? "{}" : replaced,
    limits: {
      args: replaced === undefined ? (args.maxArgs ?? Number.POSITIVE_INFINITY) : 1,
      lines: replaced === undefined ? (lines ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY,
      bytes: Math.min(args.maxChars ?? MAX_CHARS, MAX_CHARS),
      // A line of -L or -I is never split.
      whole: args.exit || replaced !== undefined || lines !== undefined,
    },
  };
}
