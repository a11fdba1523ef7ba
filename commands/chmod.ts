// chmod: changes the permission bits of files, whole trees with -R.
import {
  CommandError,
  type Context,
  defineCommand,
  FileError,
  type Io,
  quoteName,
  reads,
  UsageError,
  union,
  Writer,
  writes,
  writesTrees,
} from "../src/plugin.ts";
import { applyMode } from "./mode.ts";
import { modeString } from "./stat-text.ts";

export const chmod = defineCommand({
  name: "chmod",
  summary: "Change permission bits of files",
  raw: true,
  usage: "[-R] [-v] [-c] [-f] mode file... | --reference=FILE file...",
  options: {
    "-R, --recursive": "change directories and what is in them",
    "-v, --verbose": "say what is done with each file",
    "-c, --changes": "say what is changed",
    "-f, --quiet": "no messages for most errors",
    "--reference=FILE": "take the mode of FILE",
  },
  description: "A mode is octal (644) or symbolic (u+x, go-w, a=r, +X), several with commas between.",
  examples: [
    {
      does: "make a script executable",
      files: { "x.sh": "" },
      run: "chmod +x x.sh && stat -c %a x.sh",
      prints: "755\n",
    },
    { does: "an octal mode", files: { k: "" }, run: "chmod 600 k && stat -c %A k", prints: "-rw-------\n" },
  ],
  effects: (argv, context) => {
    const { operands, reference, recursive } = parse(argv);
    const files = reference === undefined ? operands.slice(1) : operands;
    const written = recursive ? writesTrees(context, files) : writes(context, files);
    return reference === undefined ? written : union(reads(context, [reference]), written);
  },
  async run(argv, io, ctx) {
    const args = parse(argv);
    const [first, ...rest] = args.operands;
    if (first === undefined) throw new CommandError("missing operand", { help: "Use: chmod u+x FILE" });
    const files = args.reference === undefined ? rest : args.operands;
    const mode = args.reference === undefined ? first : referenceMode(ctx, args.reference);
    if (applyMode(mode, { mode: 0, directory: false }) === undefined) {
      throw new CommandError(`invalid mode: ${quoteName(mode)}`, { help: "Use: chmod 644 FILE (or: chmod u+x FILE)" });
    }
    if (files.length === 0)
      throw new CommandError(`missing operand after ${quoteName(mode)}`, { help: "Run: chmod --help" });
    const change = new Change(mode, args, io, ctx);
    for (const path of files) await change.operand(path);
    await change.out.flush();
    return change.status;
  },
});

interface Parsed extends Choices {
  readonly reference?: string;
  readonly operands: readonly string[];
}

const LONG: Readonly<Record<string, string>> = {
  "--recursive": "R",
  "--verbose": "v",
  "--changes": "c",
  "--quiet": "f",
  "--silent": "f",
};

/** By hand, because `-x` and `-rw` are modes and not options. */
function parse(argv: readonly string[]): Parsed {
  const letters = new Set<string>();
  const operands: string[] = [];
  let reference: string | undefined;
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? "";
    const value = /^--reference(?:=([\s\S]*))?$/.exec(word);
    if (word === "--") {
      operands.push(...argv.slice(at + 1));
      break;
    }
    if (value) {
      if (value[1] === undefined) at += 1;
      reference = value[1] ?? argv[at] ?? "";
    } else if (LONG[word] !== undefined) letters.add(LONG[word]);
    else if (/^-[Rvcf]+$/.test(word)) for (const letter of word.slice(1)) letters.add(letter);
    else if (/^-(?!-)./.test(word) && !/^-[rwxXstugoa0-7,+=-]+$/.test(word))
      throw new UsageError(`unknown option '${word}'`);
    else if (word.startsWith("--") && !/^--(no-)?(preserve-root|dereference)$/.test(word))
      throw new UsageError(`unknown option '${word}'`);
    else if (!word.startsWith("--")) operands.push(word);
  }
  return {
    recursive: letters.has("R"),
    verbose: letters.has("v"),
    changes: letters.has("c"),
    quiet: letters.has("f"),
    ...(reference === undefined ? {} : { reference }),
    operands,
  };
}

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
    if (error instanceof FileError)
      throw new CommandError(`failed to get attributes of ${quoteName(path)}: ${error.message}`);
    throw error;
  }
}
