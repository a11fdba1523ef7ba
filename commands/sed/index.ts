// sed: edits a stream of lines by a script, GNU's language whole but for e, which would start programs. This file reads
// options and scripts and drives the machine over the files; parse.ts compiles, machine.ts runs.
import {
  CommandError,
  type Context,
  decode,
  defineCommand,
  type Effects,
  type EffectsContext,
  FileError,
  type Io,
  reads,
  type Sink,
  UNKNOWN,
  union,
  writes,
} from "../../src/plugin.ts";
import { Files, readAll } from "./files.ts";
import { Input } from "./input.ts";
import { literalReplacement, replaceInBlock } from "./literal.ts";
import { Machine } from "./machine.ts";
import { OPTIONS, parseOptions, type SedOptions } from "./options.ts";
import { Output } from "./output.ts";
import { type Fragment, parseScript } from "./parse.ts";
import type { Script } from "./script.ts";

export const sed = defineCommand({
  name: "sed",
  summary: "Edit a stream of lines by a script",
  description:
    "The script is one or more commands: ADDRESS[,ADDRESS][!]COMMAND. Addresses: N, $, /re/, \\,re,, first~step, N,+M, 0,/re/.\n" +
    "Commands: s/re/text/[gpNIMw], y, d, p, D, P, n, N, h, H, g, G, x, a, i, c, r, R, w, W, =, l, F, z, q, Q, b, t, T, :label,\n" +
    "{...}. With no file, or where a file is -, reads standard input. The e command is not available.",
  raw: true,
  usage: "[-nErsz] [-i[SUFFIX]] SCRIPT [file...]",
  options: OPTIONS,
  readsStdin: true,
  examples: [
    { does: "replace in every line", run: "echo 'a-b-c' | sed 's/-/+/g'", prints: "a+b+c\n" },
    { does: "print lines 2 to 3", run: "seq 5 | sed -n '2,3p'", prints: "2\n3\n" },
    {
      does: "edit a file in place",
      files: { "app.conf": "port=80\n" },
      run: "sed -i 's/^port=.*/port=8080/' app.conf",
      prints: "",
      after: { "app.conf": "port=8080\n" },
    },
    { does: "delete lines that match", run: "printf '# c\\nx\\n' | sed '/^#/d'", prints: "x\n" },
    {
      does: "groups, extended syntax",
      run: "echo 'Ada Lovelace' | sed -E 's/(\\w+) (\\w+)/\\2, \\1/'",
      prints: "Lovelace, Ada\n",
    },
  ],
  effects: footprint,
  async run(argv, io, ctx) {
    const options = parseOptions(argv);
    const script = parseScript(await fragments(options, io), parseSettings(options));
    if (options.inPlace !== undefined && options.files.length === 0) {
      throw new CommandError("no input files", { exitCode: 4 });
    }
    return new Run(options, script, io, ctx).all();
  },
});

function parseSettings({ extended, zero, sandbox }: SedOptions) {
  return { extended, sandbox, newline: zero ? 0 : 10 };
}

/** What the script itself names counts too; a script file is not known before it is read. */
function footprint(argv: readonly string[], context: EffectsContext): Effects {
  try {
    const options = parseOptions(argv);
    const texts: Fragment[] = [];
    for (const { text, file } of options.scripts) {
      if (file !== undefined) return UNKNOWN;
      if (text !== undefined) texts.push({ text, file: undefined });
    }
    const { commands } = parseScript(texts, parseSettings(options));
    const read = commands.flatMap(({ name, file }) => (name === "r" || name === "R" ? [file ?? "-"] : []));
    const written = commands.flatMap(({ name, file, substitution }) =>
      name === "w" || name === "W" ? [file ?? "-"] : [substitution?.file ?? "-"],
    );
    const { inPlace, files } = options;
    const edited = inPlace === undefined ? [] : files;
    const backups = inPlace ? files.map((file) => backupName(file, inPlace)) : [];
    return union(reads(context, [...files, ...read]), writes(context, [...written, ...edited, ...backups]));
  } catch (error) {
    // It will fail before it touches anything.
    if (error instanceof CommandError) return { reads: [], writes: [] };
    throw error;
  }
}

async function fragments(options: SedOptions, io: Io): Promise<Fragment[]> {
  const found: Fragment[] = [];
  for (const { text, file } of options.scripts) {
    if (file === undefined) {
      found.push({ text: text ?? "", file: undefined });
      continue;
    }
    try {
      const source = file === "-" ? io.stdin : io.open(file);
      const content = decode(await readAll(source));
      if (file !== "-") source.close();
      found.push({ text: content.replace(/^#!.*/, "#").replace(/\n$/, ""), file });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      throw new CommandError(`couldn't open file ${file}: ${error.message}`, { exitCode: 4 });
    }
  }
  return found;
}

class Run {
  readonly #options: SedOptions;
  readonly #script: Script;
  readonly #io: Io;
  readonly #context: Context;
  readonly #newline: number;
  readonly #stdout: Output;
  #machine: Machine | undefined;
  #status = 0;

  constructor(options: SedOptions, script: Script, io: Io, context: Context) {
    this.#options = options;
    this.#script = script;
    this.#io = io;
    this.#context = context;
    this.#newline = options.zero ? 0 : 10;
    this.#stdout = new Output(io.stdout, this.#newline);
  }

  async all(): Promise<number> {
    const { inPlace, separate } = this.#options;
    const operands = this.#options.files.length > 0 ? this.#options.files : ["-"];
    const files = await Files.open(this.#script, this.#newline, this.#stdout, this.#io, this.#context);
    try {
      const groups = separate || inPlace !== undefined ? operands.map((file) => [file]) : [operands];
      for (const group of groups) {
        const quit =
          inPlace === undefined
            ? await this.#drive(group, this.#stdout, files)
            : await this.#edit(group[0] ?? "", inPlace, files);
        if (quit) break;
      }
    } finally {
      await this.#stdout.flush();
      await files.close();
    }
    return this.#machine?.exitCode || this.#status;
  }

  /** Runs the script over the files as one stream. True when it ended by q or Q. */
  async #drive(names: readonly string[], out: Output, files: Files): Promise<boolean> {
    const { quiet, posix, lineLength, unbuffered } = this.#options;
    const input = new Input(names, this.#io, this.#newline);
    const drain = async (): Promise<void> => {
      const full = out.drain();
      if (full) await full;
      await files.drain();
    };
    const flush = async (): Promise<void> => {
      await out.flush();
      await files.drain();
    };
    const literal = quiet || this.#script.quiet ? undefined : literalReplacement(this.#script, this.#newline);
    try {
      if (literal) {
        for (;;) {
          while (input.enter()) replaceInBlock(literal, input, out, this.#newline);
          await drain();
          await input.fill(flush);
          if (!input.more) return false;
        }
      }
      if (this.#machine) this.#machine.begin(input, out);
      else {
        const settings = { quiet: quiet || this.#script.quiet, newline: this.#newline, lineLength, posix };
        this.#machine = new Machine(this.#script, settings, input, files, out, this.#context);
      }
      for (;;) {
        const stop = this.#machine.run();
        if (stop === "quit") {
          input.unread(unbuffered);
          return true;
        }
        if (stop === "end") return false;
        await drain();
        if (stop === "pause") await this.#machine.rest;
        else await input.fill(flush);
      }
    } finally {
      if (input.failed) this.#status = 2;
      input.close();
    }
  }

  /** -i: the file is replaced in one step when the script is through with it. */
  async #edit(file: string, suffix: string, files: Files): Promise<boolean> {
    const { workspace } = this.#context;
    const found = workspace.exists(file);
    if (!found) {
      await this.#io.diagnose(`can't read ${file}: No such file or directory`);
      this.#status = 2;
      return false;
    }
    if (found.kind !== "file") {
      await this.#io.diagnose(`couldn't edit ${file}: not a regular file`);
      this.#status = 4;
      return false;
    }
    const parts: Uint8Array[] = [];
    const gathered: Sink = { terminal: false, write: (bytes) => void parts.push(bytes) };
    const out = new Output(gathered, this.#newline);
    const quit = await this.#drive([file], out, files);
    await out.flush();
    if (suffix !== "") {
      const backup = backupName(file, suffix);
      workspace.replace(backup, workspace.readFile(file));
      workspace.chmod(backup, found.mode);
    }
    if (!this.#options.followSymlinks && workspace.lstat(file).kind === "link") {
      // As GNU's: the link becomes a file of its own, and what it led to stays as it was.
      workspace.unlink(file);
      workspace.replace(file, parts);
      workspace.chmod(file, found.mode);
    } else workspace.replace(file, parts);
    return quit;
  }
}

/** `.bak` is added; in `old/*` the star is the file's name. */
function backupName(file: string, suffix: string): string {
  const slash = file.lastIndexOf("/") + 1;
  const name = file.slice(slash);
  const backup = suffix.includes("*") ? suffix.replaceAll("*", name) : name + suffix;
  return backup.includes("/") ? backup : file.slice(0, slash) + backup;
}
