// write: puts a text into a file in one step, so that no reader sees half of it. It does not edit parts of a file.
import {
  absolute,
  type Context,
  defineCommand,
  encode,
  FileError,
  type Source,
  union,
  writes,
  z,
} from "../src/plugin.ts";
import { quoteWord } from "./quote-word.ts";

export const write = defineCommand({
  name: "write",
  summary: "Write a file from an argument or standard input",
  description:
    "The file is replaced as a whole and missing parent directories are created. A content given as an argument gets a\n" +
    "final newline unless it has one; standard input is written byte for byte. A content that starts with - follows --.",
  args: () => ({
    append: z.boolean().default(false),
    path: z.string(),
    content: z.string().optional(),
  }),
  cli: {
    append: { short: "a", does: "add to the end of the file instead" },
    path: { positional: true, placeholder: "path" },
    content: { positional: true, placeholder: "content" },
  },
  examples: [
    {
      does: "write one line",
      run: "write notes.md 'buy milk'",
      prints: "wrote notes.md (9 B, 1 line)\n",
      after: { "notes.md": "buy milk\n" },
    },
    {
      does: "write what a pipeline prints",
      run: "printf 'b\\na\\n' | sort | write out/sorted.txt",
      prints: "created out/\nwrote out/sorted.txt (4 B, 2 lines)\n",
      after: { "out/sorted.txt": "a\nb\n" },
    },
    {
      does: "add a line",
      files: { "log.txt": "one\n" },
      run: "write -a log.txt two",
      prints: "appended to log.txt (4 B, 1 line)\n",
      after: { "log.txt": "one\ntwo\n" },
    },
  ],
  effects: ({ path }, context) =>
    union(writes(context, [path]), ...parents(absolute(context.cwd, path)).map((parent) => writes(context, [parent]))),
  async run({ append, path, content }, io, ctx) {
    if (content === undefined && !io.stdin.connected) {
      await io.diagnose(
        "no content",
        `Use: write ${quoteWord(path)} 'text', or pipe into it: command | write ${quoteWord(path)}`,
      );
      return 2;
    }
    try {
      const pieces =
        content === undefined ? await gather(io.stdin) : [encode(content.endsWith("\n") ? content : `${content}\n`)];
      const created = createParents(path, ctx);
      if (append) appendTo(path, pieces, ctx);
      else ctx.workspace.replace(path, pieces);
      const done = `${append ? "appended to" : "wrote"} ${path} (${measure(pieces)})\n`;
      await io.stdout.write(encode((created === undefined ? "" : `created ${created}/\n`) + done));
      return 0;
    } catch (error) {
      await io.diagnoseFile(error, path);
      return 1;
    }
  },
});

async function gather(source: Source): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for (;;) {
    const next = source.read();
    const chunk = next instanceof Promise ? await next : next;
    if (chunk === null) return pieces;
    pieces.push(chunk);
  }
}

/** Creates what is missing above `path`; returns the deepest directory it made, as the caller wrote it. */
function createParents(path: string, ctx: Context): string | undefined {
  const above = parents(path).filter((parent) => ctx.workspace.exists(parent) === undefined);
  if (path.endsWith("/")) throw new FileError("EISDIR", path);
  for (const parent of above) ctx.workspace.mkdir(parent);
  return above.at(-1);
}

/** `a/b/c` gives `a` and `a/b`. */
function parents(path: string): string[] {
  const found: string[] = [];
  for (let at = path.indexOf("/", 1); at > 0; at = path.indexOf("/", at + 1)) {
    const parent = path.slice(0, at);
    if (!parent.endsWith("/")) found.push(parent);
  }
  return found;
}

function appendTo(path: string, pieces: readonly Uint8Array[], ctx: Context): void {
  const file = ctx.workspace.open(path, { write: true, append: true, create: true });
  try {
    for (const piece of pieces) file.write(piece);
  } finally {
    file.close();
  }
}

function measure(pieces: readonly Uint8Array[]): string {
  let bytes = 0;
  let lines = 0;
  for (const piece of pieces) {
    bytes += piece.length;
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines += 1;
  }
  const last = pieces.at(-1);
  if (last && last.length > 0 && last.at(-1) !== 10) lines += 1;
  return `${bytes} B, ${lines} ${lines === 1 ? "line" : "lines"}`;
}
