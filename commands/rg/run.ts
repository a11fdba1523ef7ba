// One run of rg over its operands: which files, what is printed for each, and the exit status.
import { type Context, encode, FileError, type Io, type Pattern, PatternLimitError, Writer } from "../../src/plugin.ts";
import { type Found, Searcher } from "../grep/search.ts";
import { createNewlineCounter } from "../newlines.ts";
import { JsonStyle } from "./json.ts";
import { searchWhole } from "./multiline.ts";
import type { RgArgs } from "./options.ts";
import { ContextPrinter, CountStyle, type LineStyle, paint, TextStyle } from "./print.ts";
import { parseReplacement } from "./replacement.ts";
import { type WalkOptions, walk } from "./walk.ts";

export class Rg {
  readonly #args: RgArgs;
  readonly #io: Io;
  readonly #context: Context;
  readonly #pattern: Pattern;
  readonly #out: Writer;
  readonly #style: LineStyle;
  readonly #printer: ContextPrinter;
  /** Files that were named are searched though they are binary; those that were found are passed over. */
  readonly #named: Searcher;
  readonly #met: Searcher;
  #names = false;
  #matched = false;
  #failed = false;

  constructor(args: RgArgs, pattern: Pattern, io: Io, context: Context) {
    this.#args = args;
    this.#io = io;
    this.#context = context;
    this.#pattern = pattern;
    this.#out = new Writer(io.stdout);
    const counter = createNewlineCounter();
    const everyMatch = args.vimgrep;
    const numbers =
      args.vimgrep || args.column || args.json ? args.lineNumber !== false : (args.lineNumber ?? args.pretty);
    this.#style = args.json
      ? new JsonStyle(this.#out, pattern, args.invertMatch)
      : args.count === "matches" || (args.count && args.onlyMatching)
        ? new CountStyle(pattern)
        : new TextStyle(this.#out, {
            pattern,
            numbers,
            everyMatch,
            invert: args.invertMatch,
            columns: args.column || args.vimgrep,
            offsets: args.byteOffset,
            only: args.onlyMatching,
            replacement: args.replace === undefined ? undefined : parseReplacement(args.replace),
            heading: (args.heading || args.pretty) && !args.vimgrep,
            nullAfterName: args.null,
            trim: args.trim,
            maxColumns: args.maxColumns,
            color: this.#colored,
            separator: args.noContextSeparator ? undefined : args.contextSeparator,
          });
    this.#printer = new ContextPrinter(this.#style, counter, {
      numbers,
      before: args.beforeContext ?? args.context ?? 0,
      after: args.afterContext ?? args.context ?? 0,
      everything: args.passthru,
    });
    const binary = args.text || args.unrestricted.length > 3 ? "text" : undefined;
    const options = {
      pattern,
      newline: 10,
      invert: args.invertMatch,
      want:
        args.quiet || args.list !== undefined
          ? "any"
          : args.count === "lines" && !args.onlyMatching
            ? "count"
            : "lines",
      max: args.maxCount ?? Number.POSITIVE_INFINITY,
      flushBlocks: args.lineBuffered,
    } as const;
    const found = args.binary || args.unrestricted.length > 2 ? "binary" : "without-match";
    this.#named = new Searcher({ ...options, binary: binary ?? "binary" }, this.#printer, this.#out, context, counter);
    this.#met = new Searcher({ ...options, binary: binary ?? found }, this.#printer, this.#out, context, counter);
  }

  get #colored(): boolean {
    const { color, pretty } = this.#args;
    return color === undefined ? pretty : color === "always" || color === "ansi";
  }

  /** 0: something matched; 1: nothing did; 2: something failed. */
  async run(paths: readonly string[], walkOptions: WalkOptions): Promise<number> {
    const inputs = paths.length > 0 ? paths : [this.#io.stdin.connected ? "-" : ""];
    const trees = inputs.some((path) => path !== "-" && this.#kind(path) === "directory");
    this.#names = this.#args.withFilename ?? (trees || inputs.length > 1 || this.#args.vimgrep);
    for await (const file of this.#inputs(inputs, walkOptions)) {
      await this.#search(file.path, file.named);
      if (this.#args.quiet && this.#matched) return 0;
    }
    if (this.#style instanceof JsonStyle) this.#style.summary();
    await this.#out.flush();
    return this.#failed ? 2 : this.#matched ? 0 : 1;
  }

  /** `--files`: prints the names of what would be searched. */
  async list(paths: readonly string[], walkOptions: WalkOptions): Promise<number> {
    for await (const { path } of this.#inputs(paths.length > 0 ? paths : [""], walkOptions)) {
      this.#matched = true;
      if (this.#args.quiet) return 0;
      this.#out.text(`${paint(path, 35, this.#colored)}${this.#args.null ? "\0" : "\n"}`);
      const full = this.#out.drain();
      if (full) await full;
    }
    await this.#out.flush();
    return this.#failed ? 2 : this.#matched ? 0 : 1;
  }

  #kind(path: string): string | undefined {
    return this.#context.workspace.exists(path === "" ? "." : path)?.kind;
  }

  async *#inputs(
    paths: readonly string[],
    options: WalkOptions,
  ): AsyncGenerator<{ readonly path: string; readonly named: boolean }> {
    const { sort, sortr } = this.#args;
    const by = sortr ?? sort;
    if (sortr === undefined && (by === "path" || by === "none")) {
      yield* this.#found(paths, options);
      return;
    }
    const all: { readonly path: string; readonly named: boolean }[] = [];
    for await (const file of this.#found(paths, options)) all.push(file);
    if (by !== "path" && by !== "none") {
      const key = { modified: "mtimeMs", accessed: "atimeMs", created: "ctimeMs" } as const;
      const times = new Map(all.map(({ path }) => [path, this.#context.workspace.exists(path)?.[key[by]] ?? 0]));
      all.sort((a, b) => (times.get(a.path) ?? 0) - (times.get(b.path) ?? 0));
    }
    yield* sortr === undefined ? all : all.reverse();
  }

  async *#found(
    paths: readonly string[],
    options: WalkOptions,
  ): AsyncGenerator<{ readonly path: string; readonly named: boolean }> {
    for (const path of paths) {
      if (path === "-" || this.#kind(path) !== "directory") {
        yield { path, named: true };
        continue;
      }
      const prefix = path === "" || path.endsWith("/") ? path : `${path}/`;
      for (const step of walk(this.#context.workspace, path === "" ? "." : path, prefix, options)) {
        if (step.kind === "file") yield { path: step.path, named: false };
        else if (step.kind === "error") await this.#fail(step.error, step.path);
        else if (step.kind === "loop") await this.#say(`${step.path}: File system loop found`);
        const rest = this.#context.pause();
        if (rest) await rest;
      }
    }
  }

  async #search(path: string, named: boolean): Promise<void> {
    const shown = path === "-" ? "<stdin>" : path;
    const name = this.#names || this.#args.json ? shown : undefined;
    let size = 0;
    try {
      if (this.#args.multiline) {
        await this.#multiline(path, name);
        return;
      }
      let found: Found;
      if (path !== "-" && this.#kind(path) === "file") {
        const handle = this.#context.workspace.open(path, { read: true });
        try {
          size = handle.stat().size;
          const pending = (named ? this.#named : this.#met).file(handle, name);
          found = pending instanceof Promise ? await pending : pending;
        } finally {
          handle.close();
        }
      } else {
        const source = path === "-" ? this.#io.stdin : this.#io.open(path);
        found = await this.#named.stream(source, name);
        if (path !== "-") source.close();
      }
      if (this.#args.list === "others" && found.selected === 0 && !named && !this.#args.text) {
        if ((await this.#firstNul(path)) !== undefined) return;
      }
      await this.#settle(found.selected, found.binaryMatch ? path : undefined, this.#names ? shown : undefined);
      if (this.#style instanceof JsonStyle) this.#style.end(size);
    } catch (error) {
      await this.#fail(error, path);
    }
  }

  async #multiline(path: string, name: string | undefined): Promise<void> {
    const parts: Uint8Array[] = [];
    const source = path === "-" ? this.#io.stdin : this.#io.open(path);
    for (let chunk = await source.read(); chunk; chunk = await source.read()) parts.push(chunk);
    if (path !== "-") source.close();
    const bytes = Buffer.concat(parts);
    if (bytes.includes(0) && !this.#args.text) return;
    const max = this.#args.maxCount ?? Number.POSITIVE_INFINITY;
    if (this.#args.quiet || this.#args.list !== undefined || this.#args.count !== undefined) {
      let count = 0;
      let at = -1;
      for (let match = this.#pattern.find(bytes, 0, bytes.length, 0); match && count < max && match.start > at; ) {
        count += 1;
        at = match.start;
        match =
          match.end >= bytes.length
            ? undefined
            : this.#pattern.find(bytes, 0, bytes.length, Math.max(match.end, at + 1));
      }
      await this.#settle(count, undefined, this.#names ? path : undefined, count);
      return;
    }
    this.#printer.begin(name);
    const found = searchWhole(bytes, this.#pattern, this.#printer, max, this.#args.invertMatch);
    if (found > 0) this.#matched = true;
    const full = this.#out.drain();
    if (full) await full;
  }

  /** Prints what stands for a whole file. */
  async #settle(selected: number, binary: string | undefined, name: string | undefined, matches = 0): Promise<void> {
    const { list, count, quiet, includeZero } = this.#args;
    const matched = selected > 0;
    if (list === "others" ? !matched : matched) this.#matched = true;
    if (quiet) return;
    const end = this.#args.null ? "\0" : "\n";
    if (list !== undefined) {
      if (matched === (list === "matching")) this.#out.text(`${paint(name ?? "<stdin>", 35, this.#colored)}${end}`);
    } else if (count !== undefined) {
      const number = this.#style instanceof CountStyle ? Math.max(this.#style.count, matches) : selected;
      const mark = this.#args.null ? "\0" : ":";
      if (number > 0 || includeZero) {
        this.#out.text(`${name === undefined ? "" : `${paint(name, 35, this.#colored)}${mark}`}${number}\n`);
      }
    } else if (binary !== undefined) {
      const where = (await this.#firstNul(binary)) ?? 0;
      this.#out.bytes(
        encode(
          `${name === undefined ? "" : `${name}: `}binary file matches (found "\\0" byte around offset ${where})\n`,
        ),
      );
    }
    const full = this.#out.drain();
    if (full) await full;
  }

  async #firstNul(path: string): Promise<number | undefined> {
    if (path === "-") return undefined;
    const source = this.#io.open(path);
    try {
      let base = 0;
      for (let chunk = await source.read(); chunk; chunk = await source.read()) {
        const at = chunk.indexOf(0);
        if (at >= 0) return base + at;
        base += chunk.length;
      }
      return undefined;
    } finally {
      source.close();
    }
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
}
