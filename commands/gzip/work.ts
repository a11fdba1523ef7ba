// What gzip, gunzip and zcat do to one file or stream: compress, expand, test, list.
import {
  type Context,
  createCompressor,
  FileError,
  type Io,
  type OutputFile,
  type Sink,
  type Source,
  Writer,
} from "../../src/plugin.ts";
import { CompressingSink, expanding, isGzip } from "../compressed.ts";
import { joinPath, lastName } from "../transfer.ts";

export interface GzipChoices {
  readonly mode: "compress" | "expand" | "test" | "list";
  readonly stdout: boolean;
  readonly keep: boolean;
  readonly force: boolean;
  readonly recursive: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly level: number;
  readonly suffix: string;
}

export class GzipWork {
  readonly #choices: GzipChoices;
  readonly #io: Io;
  readonly #ctx: Context;
  #status = 0;
  #listed = 0;
  #totals: [number, number] = [0, 0];

  constructor(choices: GzipChoices, io: Io, ctx: Context) {
    this.#choices = choices;
    this.#io = io;
    this.#ctx = ctx;
  }

  async run(files: readonly string[]): Promise<number> {
    for (const file of files.length > 0 ? files : ["-"]) await this.#one(file);
    if (this.#choices.mode === "list" && this.#listed > 1) await this.#listLine(...this.#totals, "(totals)");
    return this.#status;
  }

  async #trouble(status: 1 | 2, message: string): Promise<void> {
    // An error outweighs a warning.
    this.#status = this.#status === 1 ? 1 : status;
    if (status === 1 || !this.#choices.quiet) await this.#io.diagnose(message);
  }

  async #one(file: string): Promise<void> {
    const { mode, stdout } = this.#choices;
    try {
      if (file === "-") await this.#stream(this.#io.stdin, this.#io.stdout, "stdin");
      else {
        const name = this.#existing(file);
        const stat = this.#ctx.workspace.stat(name);
        if (stat.kind === "directory") {
          if (!this.#choices.recursive) return await this.#trouble(2, `${file} is a directory -- ignored`);
          for (const entry of this.#ctx.workspace.readdir(name)) await this.#one(joinPath(name, entry.name));
        } else if (stdout || mode === "test" || mode === "list") {
          const source = this.#io.open(name);
          try {
            await this.#stream(source, this.#io.stdout, name);
          } finally {
            source.close();
          }
        } else await this.#replace(name);
      }
    } catch (error) {
      if (error instanceof FileError) {
        await this.#io.diagnoseFile(error, file);
        this.#status = 1;
      } else if (error instanceof Error && "code" in error && String(error.code).startsWith("Z_")) {
        await this.#trouble(1, `${file === "-" ? "stdin" : file}: ${damage(error)}`);
      } else throw error;
    }
  }

  /** The name itself, or with the suffix where only that exists. */
  #existing(file: string): string {
    const { mode, suffix } = this.#choices;
    if (mode === "compress" || this.#ctx.workspace.exists(file) || file.endsWith(suffix)) return file;
    return this.#ctx.workspace.exists(file + suffix) ? file + suffix : file;
  }

  async #replace(file: string): Promise<void> {
    const { mode, suffix, force, keep, verbose } = this.#choices;
    const { workspace } = this.#ctx;
    const target = mode === "compress" ? this.#compressedName(file) : expandedName(file, suffix);
    if (target === undefined) {
      if (mode === "expand") return this.#trouble(2, `${file}: unknown suffix -- ignored`);
      // A warning that leaves the status alone.
      if (!this.#choices.quiet) await this.#io.diagnose(`${file} already has ${suffix} suffix -- unchanged`);
      return;
    }
    if (workspace.lstat(file).kind === "link" && !force) {
      return this.#trouble(1, `${file}: Too many levels of symbolic links`);
    }
    if (workspace.exists(target) && !force) return this.#trouble(2, `${target} already exists;\tnot overwritten`);
    const stat = workspace.stat(file);
    const source = this.#io.open(file);
    let output: OutputFile | undefined;
    let done = false;
    try {
      output = this.#io.create(target);
      done = await this.#stream(source, output, file);
    } finally {
      source.close();
      output?.close();
      if (!done && workspace.exists(target)) workspace.unlink(target);
    }
    if (!done) return;
    const written = workspace.stat(target).size;
    workspace.chmod(target, stat.mode);
    workspace.utimes(target, stat.atimeMs, stat.mtimeMs);
    if (!keep) workspace.unlink(file);
    if (verbose) {
      const [packed, plain] = mode === "compress" ? [written, stat.size] : [stat.size, written];
      const how = keep ? "created" : "replaced with";
      await this.#io.stderr.write(Buffer.from(`${file}:\t${ratio(packed, plain)} -- ${how} ${target}\n`));
    }
  }

  #compressedName(file: string): string | undefined {
    return file.endsWith(this.#choices.suffix) || file.endsWith(".tgz") ? undefined : file + this.#choices.suffix;
  }

  /** Was there anything of the kind that it takes? */
  async #stream(source: Source, sink: Sink, name: string): Promise<boolean> {
    const { mode, level, force } = this.#choices;
    if (mode === "compress") {
      const packed = new CompressingSink(sink, await createCompressor("gzip", level));
      await pour(source, packed);
      await packed.end();
      return true;
    }
    const first = await source.read();
    if (first === null) {
      await this.#trouble(1, `${name}: unexpected end of file`);
      return false;
    }
    const whole = first.length < 2 ? Buffer.concat([first, (await source.read()) ?? new Uint8Array()]) : first;
    if (!isGzip(whole)) {
      if (!(force && mode === "expand" && sink === this.#io.stdout)) {
        // An empty line comes before GNU's message.
        await this.#trouble(1, `${name}: not in gzip format`);
        return false;
      }
      await sink.write(whole);
      await pour(source, sink);
      return true;
    }
    let packedSize = 0;
    const counting: Source = {
      connected: true,
      close: () => undefined,
      read: async () => {
        const chunk = packedSize === 0 ? whole : await source.read();
        packedSize += chunk?.length ?? 0;
        return chunk;
      },
    };
    const plain = await expanding(counting);
    if (mode === "expand") {
      await pour(plain, sink);
      return true;
    }
    let size = 0;
    for (let chunk = await plain.read(); chunk; chunk = await plain.read()) size += chunk.length;
    if (mode === "test" && this.#choices.verbose) await this.#io.stderr.write(Buffer.from(`${name}:\t OK\n`));
    if (mode === "list") {
      await this.#listLine(packedSize, size, expandedName(name, this.#choices.suffix) ?? name);
      this.#totals = [this.#totals[0] + packedSize, this.#totals[1] + size];
    }
    return true;
  }

  async #listLine(packed: number, plain: number, name: string): Promise<void> {
    const out = new Writer(this.#io.stdout);
    if (this.#listed === 0 && !this.#choices.quiet) {
      out.text("         compressed        uncompressed  ratio uncompressed_name\n");
    }
    this.#listed += 1;
    out.text(`${String(packed).padStart(19)} ${String(plain).padStart(19)} ${ratio(packed, plain)} ${name}\n`);
    await out.flush();
  }
}

async function pour(source: Source, sink: Sink): Promise<void> {
  for (;;) {
    const next = source.read();
    const chunk = next instanceof Promise ? await next : next;
    if (chunk === null) return;
    const full = sink.write(chunk);
    if (full) await full;
  }
}

function expandedName(file: string, suffix: string): string | undefined {
  if (file.endsWith(".tgz") || file.endsWith(".taz")) return `${file.slice(0, -2)}ar`.replace(/taar$/, "tar");
  const ending = [suffix, ".gz", ".z", "-gz", "-z", "_z"].find((end) => file.endsWith(end) && lastName(file) !== end);
  return ending === undefined ? undefined : file.slice(0, -ending.length);
}

/** Without the header (18 bytes), as GNU counts. */
function ratio(packed: number, plain: number): string {
  const saved = plain === 0 ? 0 : ((plain - (packed - 18)) / plain) * 100;
  return `${saved.toFixed(1).padStart(5)}%`;
}

function damage(error: Error): string {
  if (/unexpected end/.test(error.message)) return "unexpected end of file";
  if (/data check/.test(error.message)) return "invalid compressed data--crc error";
  return "invalid compressed data--format violated";
}
