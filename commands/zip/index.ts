// zip: packs files into a zip archive, or puts them into one that exists.
import {
  absolute,
  CommandError,
  type Context,
  compileGlob,
  defineCommand,
  FileError,
  type Io,
  readsTrees,
  union,
  Writer,
  writes,
  writesTrees,
  z,
} from "../../src/plugin.ts";
import { readAll } from "../input.ts";
import { rawMode } from "../stat-text.ts";
import { joinPath, lastName } from "../transfer.ts";
import { archiveOf, type Entry, entriesOf, packEntry, ZipError } from "./format.ts";

export const zip = defineCommand({
  name: "zip",
  summary: "Pack files into a zip archive",
  description:
    "Entries of a directory are packed in byte order. Links are followed. Times are kept to two seconds, in UTC.",
  args: () => ({
    recursive: z.boolean().default(false),
    junkPaths: z.boolean().default(false),
    quiet: z.boolean().default(false),
    move: z.boolean().default(false),
    delete: z.boolean().default(false),
    noDirectories: z.boolean().default(false),
    noExtra: z.boolean().default(false),
    level: z.number().int().min(0).max(9).default(6),
    exclude: z.array(z.string()).default([]),
    archive: z.string(),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    recursive: { short: "r", long: "recurse-paths", does: "directories with all that is in them" },
    junkPaths: { short: "j", does: "store names without their directories" },
    quiet: { short: "q", does: "do not say what is done" },
    move: { short: "m", does: "remove the files that were packed" },
    delete: { short: "d", does: "delete entries from the archive (patterns)" },
    noDirectories: { short: "D", long: "no-dir-entries", does: "no entries for directories" },
    noExtra: { short: "X", does: "accepted: no extra fields are stored" },
    level: {
      long: false,
      values: { 0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9 },
      does: "how hard to try, 0 stores, 9 is small",
    },
    exclude: { short: "x", placeholder: "PATTERN", does: "leave out what matches; * matches / too" },
    archive: { positional: true, placeholder: "archive" },
    files: { positional: true, placeholder: "file" },
  },
  examples: [
    {
      does: "a directory",
      files: { "d/a": "1\n" },
      run: "zip -r d.zip d",
      prints: "  adding: d/ (stored 0%)\n  adding: d/a (stored 0%)\n",
    },
    {
      does: "without paths, silent",
      files: { "d/a": "1\n" },
      run: "zip -qj x.zip d/a && unzip -p x.zip a",
      prints: "1\n",
    },
  ],
  effects: ({ archive, files, move }, context) =>
    union(
      move ? writesTrees(context, files) : readsTrees(context, files),
      writes(context, archive === "-" ? [] : [archive, `${archive}.zip`]),
    ),
  async run(args, io, ctx) {
    const path = args.archive === "-" || /\.[^/]*$/.test(lastName(args.archive)) ? args.archive : `${args.archive}.zip`;
    const out = new Writer(path === "-" ? io.stderr : io.stdout);
    const say = (text: string): void => {
      if (!args.quiet) out.text(text);
    };
    const entries = new Map<string, Entry>();
    try {
      const existing = path !== "-" && ctx.workspace.exists(path) ? await contentOf(path, io) : undefined;
      for (const entry of existing ? entriesOf(existing) : []) entries.set(entry.name, entry);
    } catch (error) {
      if (!(error instanceof ZipError)) throw error;
      throw new CommandError(`error: ${error.message}`, { exitCode: 3 });
    }
    if (args.delete) {
      const globs = args.files.map((glob) => compileGlob(glob));
      const gone = [...entries.keys()].filter((name) => globs.some((glob) => glob.test(name)));
      if (gone.length === 0) throw new CommandError("error: Nothing to do!", { exitCode: 12 });
      for (const name of gone) {
        entries.delete(name);
        say(`deleting: ${name}\n`);
      }
    } else {
      const found = await gather(args, absolute(ctx.cwd, path), io, ctx);
      if (found.length === 0) throw new CommandError(`error: Nothing to do! (${path})`, { exitCode: 12 });
      for (const { file, name } of found) {
        const stat = ctx.workspace.stat(file);
        const content = name.endsWith("/") ? Buffer.alloc(0) : await contentOf(file, io);
        const entry = await packEntry(name, content, { mtimeMs: stat.mtimeMs, mode: rawMode(stat), level: args.level });
        say(`${entries.has(name) ? "updating" : "  adding"}: ${name} (${saving(entry)})\n`);
        entries.set(name, entry);
        const full = out.drain();
        if (full) await full;
      }
      if (args.move) {
        for (const { file } of found.toReversed()) {
          if (ctx.workspace.lstat(file).kind !== "directory") ctx.workspace.unlink(file);
          else if (ctx.workspace.readdir(file).length === 0) ctx.workspace.rmdir(file);
        }
      }
    }
    if (path === "-")
      for (const bytes of archiveOf([...entries.values()])) await io.stdout.write(Uint8Array.from(bytes));
    else if (entries.size === 0) ctx.workspace.unlink(path);
    else ctx.workspace.replace(path, archiveOf([...entries.values()]));
    await out.flush();
    return 0;
  },
});

interface Found {
  readonly file: string;
  readonly name: string;
}

interface GatherArgs {
  readonly recursive: boolean;
  readonly junkPaths: boolean;
  readonly noDirectories: boolean;
  readonly exclude: readonly string[];
  readonly files: readonly string[];
}

async function gather(args: GatherArgs, archive: string, io: Io, ctx: Context): Promise<Found[]> {
  const globs = args.exclude.map((glob) => compileGlob(glob));
  const found = new Map<string, Found>();
  const add = (file: string): void => {
    const stat = ctx.workspace.stat(file);
    const folder = stat.kind === "directory";
    const stored = file.replace(/^(\.?\/+)+/, "").replace(/\/+$/, "");
    const name = `${args.junkPaths ? lastName(stored) : stored}${folder ? "/" : ""}`;
    if (globs.some((glob) => glob.test(name)) || absolute(ctx.cwd, file) === archive) return;
    if (stored !== "" && stored !== "." && !(folder && (args.noDirectories || args.junkPaths))) {
      if (!found.has(name)) found.set(name, { file, name });
    }
    if (folder && args.recursive) for (const entry of ctx.workspace.readdir(file)) add(joinPath(file, entry.name));
  };
  for (const file of args.files) {
    try {
      add(file);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await io.diagnose(`warning: name not matched: ${file}`);
    }
  }
  return [...found.values()];
}

async function contentOf(file: string, io: Io): Promise<Buffer> {
  const source = io.open(file);
  try {
    return await readAll(source);
  } finally {
    source.close();
  }
}

function saving({ method, size, packedSize }: Entry): string {
  return method === 0 ? "stored 0%" : `deflated ${Math.round(((size - packedSize) / size) * 100)}%`;
}
