// One run of grep over its operands: names, skipped files, diagnostics, counts, and the exit status.
import {
  type Context,
  compileGlob,
  decode,
  FileError,
  type FileHandle,
  type Io,
  type Pattern,
  PatternLimitError,
  Writer,
} from "../../src/plugin.ts";
import { createNewlineCounter } from "../newlines.ts";
import type { GrepArgs } from "./options.ts";
import { LinePrinter, paintName, paintSeparator } from "./print.ts";
import { type Found, Searcher } from "./search.ts";
import { walk } from "./walk.ts";

type NameTest = (name: string) => boolean;

export class Grep {
  readonly #args: GrepArgs;
  readonly #io: Io;
  readonly #context: Context;
  readonly #out: Writer;
  readonly #searcher: Searcher;
  readonly #recursive: boolean;
  readonly #color: boolean;
  readonly #wantsDirectory: NameTest;
  #wantsFile: NameTest = () => true;
  #names = false;
  #selected = false;
  #failed = false;

  constructor(args: GrepArgs, pattern: Pattern, io: Io, context: Context) {
    this.#args = args;
    this.#io = io;
    this.#context = context;
    this.#recursive = args.directories === "recurse" || args.directories === "dereference";
    this.#color = args.color === "always";
    this.#out = new Writer(io.stdout);
    const counter = createNewlineCounter();
    const newline = args.nullData ? 0 : 10;
    const printer = new LinePrinter(
      this.#out,
      {
        pattern,
        newline,
        invert: args.invertMatch,
        nullAfterName: args.null,
        numbers: args.lineNumber,
        offsets: args.byteOffset,
        tab: args.initialTab,
        only: args.onlyMatching,
        color: this.#color,
        before: args.beforeContext ?? args.context ?? -1,
        after: args.afterContext ?? args.context ?? -1,
        separator: args.noGroupSeparator ? undefined : args.groupSeparator,
        text: args.binaryFiles === "text",
      },
      counter,
    );
    this.#searcher = new Searcher(
      {
        pattern,
        newline,
        invert: args.invertMatch,
        want: args.quiet || args.list !== undefined ? "any" : args.count ? "count" : "lines",
        max: args.maxCount < 0 ? Number.POSITIVE_INFINITY : args.maxCount,
        binary: args.binaryFiles,
        flushBlocks: args.lineBuffered,
      },
      printer,
      this.#out,
      context,
      counter,
    );
    const skipped = args.excludeDir.map((glob) => compileGlob(glob.replace(/(?<=.)\/+$/, "")));
    this.#wantsDirectory = (name) => !anySuffix(name.replace(/(?<=.)\/+$/, ""), skipped);
  }

  /** The exit status: 0 a line was selected, 1 none was, 2 something failed. */
  async run(files: readonly string[]): Promise<number> {
    const unreadable = await this.#readExclusions();
    if (unreadable) return 2;
    if (this.#recursive && files.length === 0) {
      this.#names = this.#args.withFilename ?? true;
      if (this.#wantsDirectory(".")) await this.#tree(".", "");
    } else {
      const inputs = files.length > 0 ? files : ["-"];
      for (const file of inputs) {
        this.#names = this.#args.withFilename ?? inputs.length > 1;
        await this.#operand(file);
        if (this.#args.quiet && this.#selected) return 0;
      }
    }
    const full = this.#out.flush();
    if (full) await full;
    if (this.#args.quiet && this.#selected) return 0;
    return this.#failed ? 2 : this.#selected ? 0 : 1;
  }

  async #operand(file: string): Promise<void> {
    if (file === "-") {
      if (this.#wantsFile("-")) {
        const label = this.#args.label;
        const shown = this.#names ? label : undefined;
        try {
          await this.#settle(await this.#searcher.stream(this.#io.stdin, shown), label);
        } catch (error) {
          await this.#fail(error, label);
        }
      }
      return;
    }
    const kind = this.#context.workspace.exists(file)?.kind;
    if (kind === "directory") {
      if (this.#args.directories === "skip" || !this.#wantsDirectory(file)) return;
      if (!this.#recursive) return this.#fail(new FileError("EISDIR", file), file);
      this.#names = this.#args.withFilename ?? true;
      return this.#tree(file, file.endsWith("/") ? file : `${file}/`);
    }
    if (kind === "other" && this.#args.devices === "skip") return;
    if (!this.#wantsFile(file)) return;
    await (kind === "file" ? this.#file(file) : this.#stream(file));
  }

  async #tree(path: string, prefix: string): Promise<void> {
    const steps = walk(this.#context.workspace, path, prefix, {
      follow: this.#args.directories === "dereference",
      wantsFile: this.#wantsFile,
      wantsDirectory: this.#wantsDirectory,
    });
    for (const step of steps) {
      if (step.kind === "file") {
        const waiting = this.#file(step.path);
        if (waiting) await waiting;
      } else if (step.kind === "error") await this.#fail(step.error, step.path);
      else await this.#say(`${step.path}: warning: recursive directory loop`);
      if (this.#args.quiet && this.#selected) return;
      const rest = this.#context.pause();
      if (rest) await rest;
    }
  }

  /** Answers at once for a small file: trees have many. */
  #file(path: string): void | Promise<void> {
    let handle: FileHandle | undefined;
    try {
      handle = this.#context.workspace.open(path, { read: true });
      const found = this.#searcher.file(handle, this.#names ? path : undefined);
      if (found instanceof Promise) return this.#finish(found, handle, path);
      handle.close();
      return this.#settle(found, path);
    } catch (error) {
      handle?.close();
      return this.#fail(error, path);
    }
  }

  async #finish(searching: Promise<Found>, handle: FileHandle, path: string): Promise<void> {
    let found: Found;
    try {
      found = await searching;
    } catch (error) {
      return this.#fail(error, path);
    } finally {
      handle.close();
    }
    await this.#settle(found, path);
  }

  /** A device, a descriptor, a process substitution; or nothing, which opening tells. */
  async #stream(path: string): Promise<void> {
    let found: Found;
    try {
      const source = this.#io.open(path);
      try {
        found = await this.#searcher.stream(source, this.#names ? path : undefined);
      } finally {
        source.close();
      }
    } catch (error) {
      return this.#fail(error, path);
    }
    await this.#settle(found, path);
  }

  /** Prints what stands for a whole file: its count, its name, or that it is binary. */
  #settle(found: Found, name: string): void | Promise<void> {
    const { list, count, quiet, null: nul, nullData } = this.#args;
    const matched = found.selected > 0;
    if (matched) this.#selected = true;
    if (quiet) return;
    const newline = nullData ? "\0" : "\n";
    if (list !== undefined) {
      if (matched === (list === "matching")) this.#out.text(paintName(name, this.#color) + (nul ? "\0" : newline));
    } else if (count) {
      const mark = nul ? "\0" : paintSeparator(":", this.#color);
      this.#out.text(`${this.#names ? paintName(name, this.#color) + mark : ""}${found.selected}\n`);
    } else if (found.binaryMatch) return this.#say(`${name}: binary file matches`);
    return this.#out.drain();
  }

  async #fail(error: unknown, path: string): Promise<void> {
    const hopeless = error instanceof PatternLimitError;
    if (!hopeless && !(error instanceof FileError)) throw error;
    this.#failed = true;
    if (hopeless) return this.#say(`${path}: ${error.message}`);
    if (this.#args.noMessages) return;
    await this.#out.flush();
    await this.#io.diagnoseFile(error, path);
  }

  async #say(message: string): Promise<void> {
    await this.#out.flush();
    await this.#io.diagnose(message);
  }

  /** Builds the test of file names from --include, --exclude and --exclude-from; true when a list cannot be read. */
  async #readExclusions(): Promise<boolean> {
    const { include, exclude, excludeFrom } = this.#args;
    const excluded = [...exclude];
    for (const file of excludeFrom) {
      try {
        excluded.push(
          ...decode(this.#context.workspace.readFile(file))
            .split("\n")
            .filter((line) => line !== ""),
        );
      } catch (error) {
        await this.#io.diagnoseFile(error, file);
        return true;
      }
    }
    if (include.length === 0 && excluded.length === 0) return false;
    const wanted = include.map((glob) => compileGlob(glob));
    const unwanted = excluded.map((glob) => compileGlob(glob));
    this.#wantsFile = (name) => !anySuffix(name, unwanted) && (wanted.length === 0 || anySuffix(name, wanted));
    return false;
  }
}

/** Does the name, or what follows one of its slashes, match one of these? */
function anySuffix(name: string, tests: readonly { readonly test: NameTest }[]): boolean {
  if (tests.length === 0) return false;
  for (let at = 0; ; at += 1) {
    const suffix = name.slice(at);
    if (tests.some((glob) => glob.test(suffix))) return true;
    at = name.indexOf("/", at);
    if (at < 0) return false;
  }
}
