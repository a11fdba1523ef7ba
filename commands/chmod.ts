// chmod: changes the permission bits of files, whole trees with -R.
import { type Context, CommandError, defineCommand, FileError, type Io, Writer, writes, writesTrees, z } from "../src/plugin.ts";
import { applyMode } from "./mode.ts";
import { quoteName } from "./quote.ts";
import { modeString } from "./stat-text.ts";

export const chmod = defineCommand({
  name: "chmod",
  summary: "Change permission bits of files",
  args: () => ({
    recursive: z.boolean().default(false),
    verbose: z.boolean().default(false),
    changes: z.boolean().default(false),
    quiet: z.boolean().default(false),
    reference: z.string().optional(),
    operands: z.array(z.string()).default([]),
  }),
  cli: {
    recursive: { short: "R", does: "change directories and what is in them" },
    verbose: { short: "v", does: "say what is done with each file" },
    changes: { short: "c", does: "say what is changed" },
    quiet: { short: "f", long: ["quiet", "silent"], does: "no messages for most errors" },
    reference: { placeholder: "FILE", does: "take the mode of FILE" },
    operands: { positional: true, placeholder: "mode file" },
  },
  description: "A mode is octal (644) or symbolic (u+x, go-w, a=r, +X), several with commas between.",
  examples: [
    { does: "make a script executable", files: { "x.sh": "" }, run: "chmod +x x.sh && stat -c %a x.sh", prints: "755\n" },
    { does: "an octal mode", files: { k: "" }, run: "chmod 600 k && stat -c %A k", prints: "-rw-------\n" },
  ],
  effects: ({ operands, reference, recursive }, context) => {
    const files = reference === undefined ? operands.slice(1) : operands;
    const written = recursive ? writesTrees(context, files) : writes(context, files);
    return reference === undefined ? written : { ...written, reads: writes(context, [reference]).writes.slice(0, 1) };
  },
  async run(args, io, ctx) {
    const [first, ...rest] = args.operands;
    if (first === undefined) throw new CommandError("missing operand", { help: "chmod u+x FILE" });
    const files = args.reference === undefined ? rest : args.operands;
    const mode = args.reference === undefined ? first : referenceMode(ctx, args.reference);
    if (applyMode(mode, { mode: 0, directory: false }) === undefined) {
      throw new CommandError(`invalid mode: ${quoteName(mode)}`, { help: "chmod 644 FILE, or chmod u+x FILE" });
    }
    if (files.length === 0) throw new CommandError(`missing operand after ${quoteName(mode)}`, { help: "chmod --help" });
    const change = new Change(mode, args, io, ctx);
    for (const path of files) await change.operand(path);
    await change.out.flush();
    return change.status;
  },
});

/** `-x` and the like are modes, and look like options. */
interface Choices {
  readonly recursive: boolean;
  readonly verbose: boolean;
  readonly changes: boolean;
  readonly quiet: boolean;
}

class Change {
  status = 0;
  readonly out: Writer;
  readonly #mode: string;
  readonly #choices: Choices;
  readonly #io: Io;
  readonly #ctx: Context;

  constructor(mode: string, choices: Choices, io: Io, ctx: Context) {
    this.#mode = mode;
    this.#choices = choices;
    this.#io = io;
    this.#ctx = ctx;
    this.out = new Writer(io.stdout);
  }

  async operand(path: string): Promise<void> {
    const pause = this.#ctx.pause();
    if (pause) await pause;
    const { workspace } = this.#ctx;
    try {
      const stat = workspace.stat(path);
      const directory = stat.kind === "directory";
      const mode = applyMode(this.#mode, { mode: stat.mode, directory }) ?? stat.mode;
      workspace.chmod(path, mode);
      this.#say(path, stat, mode);
      if (!directory || !this.#choices.recursive) return;
      for (const { name, kind } of workspace.readdir(path)) {
        // chmod never changes a link, and -R never follows one.
        if (kind !== "link") await this.operand(path.endsWith("/") ? path + name : `${path}/${name}`);
      }
    } catch (error) {
      this.status = 1;
      if (this.#choices.quiet && error instanceof FileError) return;
      await this.out.flush();
      await this.#io.diagnoseFile(error, path, "cannot access");
    }
  }

  #say(path: string, stat: Parameters<typeof modeString>[0], mode: number): void {
    const { verbose, changes } = this.#choices;
    if (!verbose && !(changes && mode !== stat.mode)) return;
    const text = (bits: number): string =>
      `${bits.toString(8).padStart(4, "0")} (${modeString({ kind: stat.kind, mode: bits }).slice(1)})`;
    const what = mode === stat.mode ? `retained as ${text(mode)}` : `changed from ${text(stat.mode)} to ${text(mode)}`;
    this.out.text(`mode of ${quoteName(path)} ${what}\n`);
  }
}

function referenceMode(ctx: Context, path: string): string {
  try {
    return ctx.workspace.stat(path).mode.toString(8).padStart(5, "0");
  } catch (error) {
    if (error instanceof FileError) throw new CommandError(`failed to get attributes of ${quoteName(path)}: ${error.message}`);
    throw error;
  }
}
