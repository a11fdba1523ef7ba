// mv: renames files and directories, and moves them between mounts by copying and deleting.
import {
  absolute,
  CommandError,
  type Context,
  defineCommand,
  FileError,
  type FileStat,
  type Io,
  quoteName,
  Writer,
  writesTrees,
  z,
} from "../src/plugin.ts";
import { Confirmation } from "./confirm.ts";
import { Copier } from "./copier.ts";
import { find, findEntry, type Transfer, transfers } from "./transfer.ts";

export const mv = defineCommand({
  name: "mv",
  summary: "Move or rename files and directories",
  args: () => ({
    overwrite: z.enum(["default", "force", "never", "ask"]).default("default"),
    update: z.boolean().default(false),
    verbose: z.boolean().default(false),
    targetDirectory: z.string().optional(),
    noTargetDirectory: z.boolean().default(false),
    stripTrailingSlashes: z.boolean().default(false),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    overwrite: {
      long: false,
      values: { f: "force", force: "force", n: "never", "no-clobber": "never", i: "ask", interactive: "ask" },
      does: "overwrite existing files",
    },
    update: { short: "u", does: "move only what is newer than its destination, or missing there" },
    verbose: { short: "v", does: "say what is moved" },
    targetDirectory: { short: "t", placeholder: "DIR", does: "move all operands into DIR" },
    noTargetDirectory: { short: "T", does: "the destination is the new name, never a directory to move into" },
    stripTrailingSlashes: { does: "ignore slashes at the end of sources" },
    files: { positional: true, placeholder: "file" },
  },
  examples: [
    {
      does: "rename a file",
      files: { "old.txt": "1\n" },
      run: "mv old.txt new.txt && cat new.txt",
      prints: "1\n",
      after: { "old.txt": null, "new.txt": "1\n" },
    },
    {
      does: "move files into a directory, saying so",
      files: { "a.log": "", "b.log": "", logs: { dir: true } },
      run: "mv -v *.log logs",
      prints: "renamed 'a.log' -> 'logs/a.log'\nrenamed 'b.log' -> 'logs/b.log'\n",
    },
  ],
  effects: ({ files, targetDirectory }, context) =>
    writesTrees(context, targetDirectory === undefined ? files : [...files, targetDirectory]),
  async run(args, io, ctx) {
    const operands = args.stripTrailingSlashes ? args.files.map((path) => path.replace(/(?<=.)\/+$/, "")) : args.files;
    const mover = new Mover(args, io, ctx);
    for (const pair of transfers({ ...args, operands }, ctx)) await mover.move(pair);
    await mover.out.flush();
    return mover.status;
  },
});

interface Choices {
  readonly overwrite: "default" | "force" | "never" | "ask";
  readonly update: boolean;
  readonly verbose: boolean;
}

class Mover {
  status = 0;
  readonly out: Writer;
  readonly #choices: Choices;
  readonly #io: Io;
  readonly #ctx: Context;
  readonly #confirmation: Confirmation;
  readonly #made = new Set<string>();

  constructor(choices: Choices, io: Io, ctx: Context) {
    this.#choices = choices;
    this.#io = io;
    this.#ctx = ctx;
    this.#confirmation = new Confirmation("mv", io);
    this.out = new Writer(io.stdout);
  }

  /** Moves one operand; what fails is diagnosed, and makes `status` 1. */
  async move({ source, destination }: Transfer): Promise<void> {
    const pause = this.#ctx.pause();
    if (pause) await pause;
    try {
      const stat = this.#ctx.workspace.lstat(source);
      if (!(await this.#allowed(source, destination, stat))) return;
    } catch (error) {
      if (error instanceof CommandError) await this.#fail(error.message);
      else await this.#failed(error, source, "cannot stat");
      return;
    }
    try {
      if (/(^|\/)\.\.?\/*$/.test(source)) throw new FileError("EBUSY", source);
      this.#ctx.workspace.rename(source, destination);
      if (this.#choices.verbose) this.out.text(`renamed ${quoteName(source)} -> ${quoteName(destination)}\n`);
      this.#made.add(absolute(this.#ctx.cwd, destination));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      if (error.code === "EXDEV") await this.#copyAndDelete(source, destination);
      else await this.#fail(`cannot move ${quoteName(source)} to ${quoteName(destination)}: ${error.message}`);
    }
  }

  /** Throws `CommandError` where GNU's mv refuses; false where it passes the operand over. */
  async #allowed(source: string, destination: string, stat: FileStat): Promise<boolean> {
    const { overwrite, update } = this.#choices;
    const from = quoteName(source);
    const to = quoteName(destination);
    const existing = findEntry(this.#ctx, destination);
    if (existing && existing.dev === stat.dev && existing.ino === stat.ino && this.#sameName(source, destination)) {
      throw new CommandError(`${from} and ${to} are the same file`);
    }
    // A link would take the place of the file that it points to.
    const target = stat.kind === "link" && existing?.kind === "file" ? find(this.#ctx, source) : undefined;
    if (target && target.dev === existing?.dev && target.ino === existing.ino) {
      throw new CommandError(`${from} and ${to} are the same file`);
    }
    if (stat.kind === "directory" && this.#isBelow(source, destination)) {
      throw new CommandError(`cannot move ${from} to a subdirectory of itself, ${to}`);
    }
    if (!existing) return true;
    if (overwrite === "never" || (update && existing.mtimeMs >= stat.mtimeMs)) return false;
    if (existing.kind === "directory" && stat.kind !== "directory") {
      throw new CommandError(`cannot overwrite directory ${to} with non-directory`);
    }
    if (existing.kind !== "directory" && stat.kind === "directory") {
      throw new CommandError(`cannot overwrite non-directory ${to} with directory ${from}`);
    }
    if (this.#made.has(absolute(this.#ctx.cwd, destination))) {
      throw new CommandError(`will not overwrite just-created ${to} with ${from}`);
    }
    if (overwrite !== "ask") return true;
    await this.out.flush();
    return this.#confirmation.ask(`overwrite ${to}?`, "Leave out -i");
  }

  /** One inode under two names may be renamed; one name may not. */
  #sameName(source: string, destination: string): boolean {
    return this.#place(source) === this.#place(destination);
  }

  #isBelow(source: string, destination: string): boolean {
    const place = this.#place(source);
    return place !== undefined && this.#place(destination)?.startsWith(`${place}/`) === true;
  }

  /** The real directory that an entry lies in, with its name; the entry may not exist yet. */
  #place(path: string): string | undefined {
    const plain = absolute(this.#ctx.cwd, path);
    const slash = plain.lastIndexOf("/");
    const parent = plain.slice(0, slash) || "/";
    if (find(this.#ctx, parent) === undefined) return undefined;
    return `${this.#ctx.workspace.realpath(parent).replace(/\/$/, "")}${plain.slice(slash)}`;
  }

  async #copyAndDelete(source: string, destination: string): Promise<void> {
    const copier = new Copier(
      {
        recursive: true,
        follow: "none",
        keepMode: true,
        keepTimes: true,
        keepLinks: true,
        overwrite: "force",
        update: false,
        verbose: false,
        removeDestination: true,
      },
      this.#io,
      this.#ctx,
      this.#confirmation,
    );
    // As rename(2): a directory that is in the way must be empty.
    if (findEntry(this.#ctx, destination)?.kind === "directory") {
      try {
        this.#ctx.workspace.rmdir(destination);
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        await this.#fail(`cannot move ${quoteName(source)} to ${quoteName(destination)}: ${error.message}`);
        return;
      }
    }
    const copied = await copier.copy(source, destination);
    await copier.out.flush();
    if (!copied) {
      this.status = 1;
      return;
    }
    if (this.#choices.verbose) this.out.text(`copied ${quoteName(source)} -> ${quoteName(destination)}\n`);
    try {
      await this.#removeTree(source);
    } catch (error) {
      await this.#failed(error, source, "cannot remove");
    }
  }

  async #removeTree(path: string): Promise<void> {
    const pause = this.#ctx.pause();
    if (pause) await pause;
    const { workspace } = this.#ctx;
    if (workspace.lstat(path).kind === "directory") {
      for (const { name } of workspace.readdir(path)) await this.#removeTree(`${path}/${name}`);
      workspace.rmdir(path);
    } else {
      workspace.unlink(path);
    }
    if (this.#choices.verbose) this.out.text(`removed ${quoteName(path)}\n`);
  }

  async #failed(error: unknown, path: string, what: string): Promise<void> {
    this.status = 1;
    await this.out.flush();
    await this.#io.diagnoseFile(error, path, what);
  }

  async #fail(message: string): Promise<void> {
    this.status = 1;
    await this.out.flush();
    await this.#io.diagnose(message);
  }
}
