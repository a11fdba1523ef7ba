// unzip: lists a zip archive, prints or takes out what is in it. Names never lead out of the directory.
import {
  CommandError,
  type Context,
  compileGlob,
  defineCommand,
  FileError,
  type Io,
  reads,
  union,
  Writer,
  writesTrees,
  z,
} from "../../src/plugin.ts";
import { clockOf, formatTime } from "../file-time.ts";
import { readAll } from "../input.ts";
import { joinPath, lastName } from "../transfer.ts";
import { type Entry, entriesOf, unpackEntry, ZipError } from "./format.ts";

export const unzip = defineCommand({
  name: "unzip",
  summary: "List a zip archive, or take files out of it",
  description:
    "Nobody is asked: files that exist are left alone, and said so, unless -o is given. Parts .. of names are dropped.",
  args: () => ({
    mode: z.enum(["extract", "list", "print", "test", "names"]).default("extract"),
    overwrite: z.enum(["refuse", "always", "never"]).default("refuse"),
    quiet: z.boolean().default(false),
    junkPaths: z.boolean().default(false),
    ignoreCase: z.boolean().default(false),
    directory: z.string().optional(),
    exclude: z.array(z.string()).default([]),
    archive: z.string(),
    members: z.array(z.string()).default([]),
  }),
  cli: {
    mode: {
      long: false,
      values: { l: "list", p: "print", t: "test", Z: "names" },
      meanings: {
        list: "list sizes, times and names",
        print: "print the content of files",
        test: "check the archive",
        names: "list names alone (as zipinfo -1)",
      },
    },
    overwrite: {
      long: false,
      values: { o: "always", n: "never" },
      meanings: { always: "overwrite files", never: "leave files alone that exist" },
    },
    quiet: { short: "q", long: false, does: "do not say what is done" },
    junkPaths: { short: "j", long: false, does: "all files into one directory" },
    ignoreCase: { short: "C", long: false, does: "ignore case in names of members" },
    directory: { short: "d", long: false, placeholder: "DIR", does: "take out into DIR" },
    exclude: { short: "x", long: false, placeholder: "PATTERN", does: "leave out what matches" },
    archive: { positional: true, placeholder: "archive" },
    members: { positional: true, placeholder: "member" },
  },
  examples: [
    {
      does: "take out elsewhere",
      files: { a: "1\n" },
      run: "zip -q x.zip a && unzip -q x.zip -d out && cat out/a",
      prints: "1\n",
    },
    { does: "print a file", files: { a: "1\n" }, run: "zip -q x.zip a && unzip -p x.zip a", prints: "1\n" },
  ],
  effects: ({ archive, mode, directory }, context) =>
    union(
      reads(context, [archive, `${archive}.zip`]),
      mode === "extract" ? writesTrees(context, [directory ?? "."]) : reads(context, []),
    ),
  async run(args, io, ctx) {
    const path = ctx.workspace.exists(args.archive) ? args.archive : `${args.archive}.zip`;
    if (!ctx.workspace.exists(path)) {
      throw new CommandError(`cannot find or open ${args.archive}, ${args.archive}.zip or ${args.archive}.ZIP.`, {
        exitCode: 9,
      });
    }
    const source = io.open(path);
    const work = new Unzip(args, io, ctx);
    try {
      return await work.run(path, entriesOf(await readAll(source)));
    } catch (error) {
      if (error instanceof ZipError) throw new CommandError(error.message, { exitCode: 9 });
      if (error instanceof Error && "code" in error && /^Z_/.test(String(error.code))) {
        throw new CommandError(`error: invalid compressed data to inflate (${error.message})`, { exitCode: 2 });
      }
      throw error;
    } finally {
      source.close();
    }
  },
});

interface UnzipArgs {
  readonly mode: "extract" | "list" | "print" | "test" | "names";
  readonly overwrite: "refuse" | "always" | "never";
  readonly quiet: boolean;
  readonly junkPaths: boolean;
  readonly ignoreCase: boolean;
  readonly directory?: string | undefined;
  readonly exclude: readonly string[];
  readonly members: readonly string[];
}

class Unzip {
  readonly #args: UnzipArgs;
  readonly #io: Io;
  readonly #ctx: Context;
  readonly #out: Writer;
  #status = 0;

  constructor(args: UnzipArgs, io: Io, ctx: Context) {
    this.#args = args;
    this.#io = io;
    this.#ctx = ctx;
    this.#out = new Writer(io.stdout);
  }

  async run(path: string, all: readonly Entry[]): Promise<number> {
    const { mode, members, exclude, quiet, ignoreCase } = this.#args;
    const globs = members.map((source) => ({ source, glob: compileGlob(source, { ignoreCase }), found: false }));
    const left = exclude.map((glob) => compileGlob(glob, { ignoreCase }));
    const entries = all.filter(({ name }) => {
      const asked = globs.filter(({ glob }) => glob.test(name));
      for (const each of asked) each.found = true;
      return (globs.length === 0 || asked.length > 0) && !left.some((glob) => glob.test(name));
    });
    if (mode === "list") this.#list(path, entries);
    else if (mode === "names") for (const { name } of entries) this.#out.text(`${name}\n`);
    else {
      if (mode !== "print" && !quiet) this.#out.text(`Archive:  ${path}\n`);
      for (const entry of entries) {
        if (mode === "print") await this.#print(entry);
        else if (mode === "test") await this.#test(entry);
        else await this.#extract(entry);
        const rest = this.#ctx.pause() ?? this.#out.drain();
        if (rest) await rest;
      }
      if (mode === "test" && this.#status === 0) this.#out.text(`No errors detected in compressed data of ${path}.\n`);
    }
    await this.#out.flush();
    for (const { source, found } of globs) {
      if (found) continue;
      await this.#io.stderr.write(Buffer.from(`caution: filename not matched:  ${source}\n`));
      this.#status = 11;
    }
    return this.#status;
  }

  #list(path: string, entries: readonly Entry[]): void {
    const line = (size: string, when: string, name: string): void =>
      this.#out.text(`${size.padStart(9)}  ${when}   ${name}\n`);
    this.#out.text(`Archive:  ${path}\n`);
    this.#out.text("  Length      Date    Time    Name\n---------  ---------- -----   ----\n");
    let total = 0;
    for (const { size, mtimeMs, name } of entries) {
      total += size;
      line(String(size), formatTime("%Y-%m-%d %H:%M", clockOf(mtimeMs)), name);
    }
    const count = `${entries.length} file${entries.length === 1 ? "" : "s"}`;
    this.#out.text(
      `---------                     -------\n${String(total).padStart(9)}                     ${count}\n`,
    );
  }

  async #print(entry: Entry): Promise<void> {
    for await (const piece of unpackEntry(entry)) {
      this.#out.bytes(piece);
      const full = this.#out.drain();
      if (full) await full;
    }
  }

  async #test(entry: Entry): Promise<void> {
    for await (const _piece of unpackEntry(entry));
    if (!this.#args.quiet) this.#out.text(`    testing: ${entry.name.padEnd(22)}   OK\n`);
  }

  async #extract(entry: Entry): Promise<void> {
    const { directory, junkPaths, overwrite, quiet } = this.#args;
    const parts = entry.name.split("/").filter((part) => part !== "" && part !== "." && part !== "..");
    const folder = entry.name.endsWith("/");
    if (parts.length === 0 || (folder && junkPaths)) return;
    const name = junkPaths ? lastName(parts.join("/")) : parts.join("/");
    const path = directory === undefined ? name : joinPath(directory, name);
    if (parts.length < entry.name.split("/").filter((part) => part !== "").length) {
      await this.#io.diagnose(`warning:  skipped "../" path component(s) in ${entry.name}`);
      this.#status = Math.max(this.#status, 1);
    }
    try {
      const { workspace } = this.#ctx;
      if (folder) {
        if (!workspace.exists(path) && !quiet) this.#out.text(`   creating: ${path}/\n`);
        makeFolders(this.#ctx, path);
        return;
      }
      makeFolders(this.#ctx, path.split("/").slice(0, -1).join("/"));
      if (workspace.exists(path)) {
        if (overwrite === "refuse") {
          await this.#io.diagnose(`${path} exists, not replaced`, "unzip -o overwrites");
          this.#status = 1;
        }
        if (overwrite !== "always") return;
        if (workspace.lstat(path).kind === "link") workspace.unlink(path);
      }
      if (!quiet) this.#out.text(`${entry.method === 0 ? " extracting" : "  inflating"}: ${path.padEnd(22)}  \n`);
      const output = this.#io.create(path);
      try {
        for await (const piece of unpackEntry(entry)) await output.write(piece);
      } finally {
        output.close();
      }
      if (entry.mode !== 0) workspace.chmod(path, entry.mode & 0o777);
      workspace.utimes(path, entry.mtimeMs, entry.mtimeMs);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await this.#io.diagnoseFile(error, path);
      this.#status = 2;
    }
  }
}

function makeFolders(ctx: Context, path: string): void {
  const parts = path.split("/");
  for (let count = 1; count <= parts.length; count += 1) {
    const folder = parts.slice(0, count).join("/");
    if (folder !== "" && !ctx.workspace.exists(folder)) ctx.workspace.mkdir(folder);
  }
}
