// edit: exact replacement in one file, all or nothing, which says why when a text is absent or ambiguous. It knows no
// regular expressions (sed does) and no diffs as input.
import {
  CommandError,
  type Context,
  decode,
  defineCommand,
  encode,
  FileError,
  type Io,
  reads,
  UsageError,
  union,
  writes,
  z,
} from "../../src/plugin.ts";
import { splitLines, unifiedDiff } from "../diff-lines.ts";
import { quoteWord } from "../quote-word.ts";
import { parseBlocks } from "./blocks.ts";
import { lineAt, linePlaces, nearestText, numberList, places } from "./locate.ts";

export const edit = defineCommand({
  name: "edit",
  summary: "Replace an exact text in a file and print the diff",
  description:
    "The old text must be in the file exactly once, or --all must be given; otherwise nothing is changed, and the answer\n" +
    "names the nearest lines or all places. Without --old it reads search/replace blocks from standard input:\n" +
    "  <<<<<<< SEARCH\n  whole lines as they are in the file\n  =======\n  lines that take their place\n  >>>>>>> REPLACE\n" +
    "Several blocks are applied in order, all or none. Line endings (CRLF) and mode of the file are kept. Exit status: 0\n" +
    "changed, 1 not changed, 2 wrong usage.",
  args: () => ({
    old: z.string().optional(),
    new: z.string().optional(),
    all: z.boolean().default(false),
    create: z.boolean().default(false),
    dryRun: z.boolean().default(false),
    file: z.string(),
  }),
  cli: {
    old: { short: "o", placeholder: "TEXT", does: "the text to replace, exactly, newlines and indentation included" },
    new: { short: "n", placeholder: "TEXT", does: "what takes its place; '' deletes" },
    all: { short: "a", does: "replace every occurrence" },
    create: { does: "create the file from --new, or from a block with an empty SEARCH" },
    dryRun: { does: "print the diff and change nothing" },
    file: { positional: true, placeholder: "file" },
  },
  examples: [
    {
      does: "replace a text that occurs once",
      files: { "app.py": "debug = True\nport = 80\n" },
      run: "edit app.py --old 'debug = True' --new 'debug = False'",
      prints: "--- app.py\n+++ app.py\n@@ -1,2 +1,2 @@\n-debug = True\n+debug = False\n port = 80\n",
      after: { "app.py": "debug = False\nport = 80\n" },
    },
    {
      does: "blocks of whole lines",
      files: { "f.js": "let a = 1;\nlet b = 2;\n" },
      run: "edit f.js <<'END'\n<<<<<<< SEARCH\nlet b = 2;\n=======\nlet b = 3;\n>>>>>>> REPLACE\nEND",
      prints: "--- f.js\n+++ f.js\n@@ -1,2 +1,2 @@\n let a = 1;\n-let b = 2;\n+let b = 3;\n",
    },
    {
      does: "every occurrence",
      files: { f: "x = x + 1\n" },
      run: "edit f --old x --new y --all",
      prints: "--- f\n+++ f\n@@ -1 +1 @@\n-x = x + 1\n+y = y + 1\n",
    },
    {
      does: "a text that is ambiguous changes nothing",
      files: { f: "a\nb\na\n" },
      run: "edit f --old a --new c 2>&1",
      prints: "edit: f: the text occurs 2 times, at lines 1 and 3; nothing was changed\n",
      exit: 1,
    },
  ],
  effects: ({ file }, context) => union(reads(context, [file]), writes(context, [file])),
  async run(args, io, ctx) {
    const { file } = args;
    if (args.old === undefined && args.new !== undefined && !args.create) {
      throw new UsageError("--new without --old", { help: "Use: edit FILE --old 'text' --new 'text'" });
    }
    if (args.old !== undefined && args.new === undefined) {
      throw new UsageError("--old without --new", { help: "To delete the text add: --new ''" });
    }
    const requests = await requestsOf(args, io);
    let content: string | undefined;
    try {
      content = readText(file, args.create, ctx);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await io.diagnoseFile(error, file);
      return 1;
    }
    const before = content ?? "";
    let after = before;
    for (const [index, request] of requests.entries()) {
      const block = requests.length > 1 ? `block ${index + 1} of ${requests.length}: ` : "";
      const outcome = request(after, content === undefined);
      if (typeof outcome === "string") after = outcome;
      else {
        const message = `${file}: ${block}${outcome.problem}; nothing was changed${outcome.detail ?? ""}`;
        throw new CommandError(message, outcome.help === undefined ? {} : { help: outcome.help });
      }
    }
    if (after === before && content !== undefined) {
      throw new CommandError(`${file}: old and new text are the same; nothing was changed`);
    }
    if (!args.dryRun) {
      try {
        ctx.workspace.replace(file, encode(after));
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        await io.diagnoseFile(error, file);
        return 1;
      }
    }
    const from = content === undefined ? "/dev/null" : file;
    await io.stdout.write(encode(unifiedDiff(splitLines(before), splitLines(after), { from, to: file })));
    return 0;
  },
});

/** Why a request cannot be met. */
interface Refusal {
  readonly problem: string;
  /** Lines that follow the message. */
  readonly detail?: string;
  readonly help?: string;
}

/** Gives the new content. */
type Request = (content: string, absent: boolean) => string | Refusal;

interface EditArgs {
  readonly old?: string | undefined;
  readonly new?: string | undefined;
  readonly all: boolean;
  readonly create: boolean;
  readonly file: string;
}

async function requestsOf(args: EditArgs, io: Io): Promise<Request[]> {
  const { old, new: text, all } = args;
  if (old !== undefined && text !== undefined) return [(content) => replaceText(content, old, text, all)];
  if (text !== undefined) return [(_, absent) => (absent ? text : ALREADY_THERE)];
  if (!io.stdin.connected) {
    throw new UsageError("nothing to replace", {
      help: `Use: edit ${quoteWord(args.file)} --old 'text' --new 'text', or give search/replace blocks on standard input`,
    });
  }
  const parts: Uint8Array[] = [];
  for (let chunk = await io.stdin.read(); chunk; chunk = await io.stdin.read()) parts.push(chunk);
  const blocks = parseBlocks(decode(Buffer.concat(parts)));
  return blocks.map(({ search, replace }): Request => {
    if (search.length > 0) return (content) => replaceLines(content, search, replace, all);
    return (content, absent) =>
      absent || content === "" ? replace.map((line) => `${line}\n`).join("") : { problem: "the SEARCH part is empty" };
  });
}

const ALREADY_THERE: Refusal = {
  problem: "the file exists",
  help: "Give the text to replace with --old, or replace the whole file with: write FILE",
};

/** Undefined where it is absent and may be created. */
function readText(file: string, create: boolean, ctx: Context): string | undefined {
  if (create && !ctx.workspace.exists(file)) return undefined;
  return decode(ctx.workspace.readFile(file));
}

/** `\r\n` where every line of the file ends so. */
function lineEnding(content: string): "\r\n" | "\n" {
  return /\r\n/.test(content) && !/(?<!\r)\n/.test(content) ? "\r\n" : "\n";
}

function replaceText(content: string, old: string, text: string, all: boolean): string | Refusal {
  if (old === "") return { problem: "--old is empty", help: "To write a whole file use: write FILE" };
  const found = places(content, old);
  const end = lineEnding(content);
  if (found.length === 0 && old.includes("\n")) {
    // The request's line ends may be those of another system.
    const ended = old.replace(/\r?\n/g, end);
    if (ended !== old) return replaceText(content, ended, text, all);
  }
  if (found.length === 0) return absent(content, old.replace(/\r?\n$/, "").split(/\r?\n/));
  if (found.length > 1 && !all) return ambiguous(found.map((at) => lineAt(content, at)));
  const replacement = end === "\r\n" ? text.replace(/\r?\n/g, end) : text;
  return content.split(old).join(replacement);
}

function replaceLines(
  content: string,
  search: readonly string[],
  replace: readonly string[],
  all: boolean,
): string | Refusal {
  const end = lineEnding(content);
  const lines = content.split(end);
  // What stands after the last line end is a line only if there is something.
  const tail = lines.at(-1) === "" ? lines.splice(-1).length : 0;
  const found = linePlaces(lines, search);
  if (found.length === 0) return absent(content, search);
  if (found.length > 1 && !all) return ambiguous(found.map((at) => at + 1));
  for (const at of found.reverse()) lines.splice(at, search.length, ...replace);
  return lines.join(end) + (tail > 0 && lines.length > 0 ? end : "");
}

function absent(content: string, wanted: readonly string[]): Refusal {
  const lines = content.split(/\r?\n/);
  const what = wanted.length === 1 ? "the text is" : `the ${wanted.length} lines are`;
  return {
    problem: `${what} not in the file`,
    detail: `\n${content === "" ? "The file is empty." : nearestText(lines, wanted)}`,
  };
}

function ambiguous(lines: readonly number[]): Refusal {
  const unique = [...new Set(lines)];
  const where = `${unique.length === 1 ? "in line" : "at lines"} ${numberList(unique)}`;
  return {
    problem: `the text occurs ${lines.length} times, ${where}`,
    help: "Add lines around it until it is one place, or use --all",
  };
}
