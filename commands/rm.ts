// rm: removes files, and whole trees with -r. It never follows a link and never removes the root.
import {
  absolute,
  type Context,
  defineCommand,
  FileError,
  type FileStat,
  type Io,
  quoteName,
  UsageError,
  Writer,
  writes,
  writesTrees,
  z,
} from "../src/plugin.ts";
import { Confirmation } from "./confirm.ts";
import { quoteWord } from "./quote-word.ts";
import { kindWord } from "./stat-text.ts";

export const rm = defineCommand({
  name: "rm",
  summary: "Remove files or whole directories",
  args: () => ({
    ask: z.enum(["default", "never", "once", "always"]).default("default"),
    recursive: z.boolean().default(false),
    dir: z.boolean().default(false),
    verbose: z.boolean().default(false),
    oneFileSystem: z.boolean().default(false),
    preserveRoot: z.boolean().default(true),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    ask: {
      long: "interactive",
      optionalValue: "always",
      placeholder: "WHEN",
      values: { f: "never", force: "never", i: "always", I: "once" },
      does: "ask before removing; never also ignores files that do not exist",
    },
    recursive: { short: ["r", "R"], does: "remove directories and what is in them" },
    dir: { short: "d", does: "remove empty directories" },
    verbose: { short: "v", does: "say what is removed" },
    oneFileSystem: { does: "accepted; a mount is never removed" },
    preserveRoot: { does: "do not remove / (always in force)" },
    files: { positional: true, placeholder: "file" },
  },
  examples: [
    { does: "remove a file", files: { "a.txt": "", "b.txt": "" }, run: "rm a.txt && ls", prints: "b.txt\n" },
    {
      does: "remove a directory with all that is in it",
      files: { "build/x.js": "", "src/x.ts": "" },
      run: "rm -rf build && ls",
      prints: "src\n",
      after: { "build/x.js": null },
    },
  ],
  effects: ({ files, recursive }, context) => (recursive ? writesTrees(context, files) : writes(context, files)),
  async run(args, io, ctx) {
    if (args.files.length === 0) {
      if (args.ask === "never") return 0;
      throw new UsageError("missing operand");
    }
    const removal = new Removal(args, io, ctx);
    if (args.ask === "once" && (args.recursive || args.files.length > 3)) {
      const what = `remove ${args.files.length} argument${args.files.length === 1 ? "" : "s"}`;
      if (!(await removal.ask(`${what}${args.recursive ? " recursively" : ""}?`))) return 0;
    }
    for (const path of args.files) await removal.operand(path);
    await removal.out.flush();
    return removal.status;
  },
});

interface Choices {
  readonly ask: "default" | "never" | "once" | "always";
  readonly recursive: boolean;
  readonly dir: boolean;
  readonly verbose: boolean;
  readonly files: readonly string[];
}

class Removal {
  status = 0;
  readonly out: Writer;
  readonly #choices: Choices;
  readonly #io: Io;
  readonly #ctx: Context;
  readonly #confirmation: Confirmation;

  constructor(choices: Choices, io: Io, ctx: Context) {
    this.#choices = choices;
    this.#io = io;
    this.#ctx = ctx;
    this.#confirmation = new Confirmation("rm", io);
    this.out = new Writer(io.stdout);
  }

  async ask(question: string): Promise<boolean> {
    await this.out.flush();
    const flags = this.#choices.recursive ? "-rf" : "-f";
    return this.#confirmation.ask(question, `Use: rm ${flags} ${this.#choices.files.map(quoteWord).join(" ")}`);
  }

  async operand(path: string): Promise<void> {
    const { recursive, dir, ask } = this.#choices;
    if (recursive && /(^|\/)\.\.?\/*$/.test(path)) {
      await this.#fail(`refusing to remove '.' or '..' directory: skipping ${quoteName(path)}`);
      return;
    }
    if (recursive && absolute(this.#ctx.cwd, path) === "/") {
      await this.#fail(`it is dangerous to operate recursively on ${quoteName(path)}`);
      return;
    }
    let stat: FileStat;
    try {
      stat = this.#ctx.workspace.lstat(path);
    } catch (error) {
      const absent = error instanceof FileError && (error.code === "ENOENT" || error.code === "ENOTDIR");
      if (!(ask === "never" && absent)) await this.#failed(error, path);
      return;
    }
    if (stat.kind === "directory" && !recursive && !dir) {
      await this.#fail(`cannot remove ${quoteName(path)}: Is a directory`, `Use: rm -r ${quoteWord(path)}`);
      return;
    }
    await this.#remove(path.replace(/(?<=.)\/+$/, ""), stat);
  }

  /** True when the entry is gone. */
  async #remove(path: string, stat: Pick<FileStat, "kind" | "size">): Promise<boolean> {
    const pause = this.#ctx.pause();
    if (pause) await pause;
    try {
      if (stat.kind === "directory") return await this.#removeDirectory(path);
      if (this.#choices.ask === "always" && !(await this.ask(`remove ${kindWord(stat)} ${quoteName(path)}?`)))
        return false;
      this.#ctx.workspace.unlink(path);
      if (this.#choices.verbose) this.out.text(`removed ${quoteName(path)}\n`);
      return true;
    } catch (error) {
      await this.#failed(error, path);
      return false;
    }
  }

  async #removeDirectory(path: string): Promise<boolean> {
    const always = this.#choices.ask === "always";
    if (this.#choices.recursive) {
      const children = this.#ctx.workspace.readdir(path);
      if (always && children.length > 0 && !(await this.ask(`descend into directory ${quoteName(path)}?`)))
        return false;
      let emptied = true;
      for (const { name, kind } of children) {
        const child = `${path}/${name}`;
        const size = always && kind === "file" ? this.#ctx.workspace.lstat(child).size : 0;
        if (!(await this.#remove(child, { kind, size }))) emptied = false;
      }
      if (!emptied && !always) return false;
    }
    if (always && !(await this.ask(`remove directory ${quoteName(path)}?`))) return false;
    this.#ctx.workspace.rmdir(path);
    if (this.#choices.verbose) this.out.text(`removed directory ${quoteName(path)}\n`);
    return true;
  }

  async #failed(error: unknown, path: string): Promise<void> {
    this.status = 1;
    await this.out.flush();
    await this.#io.diagnoseFile(error, path, "cannot remove");
  }

  async #fail(message: string, help?: string): Promise<void> {
    this.status = 1;
    await this.out.flush();
    await this.#io.diagnose(message, help);
  }
}
