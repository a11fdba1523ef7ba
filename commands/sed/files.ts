// The files that a script names: those it writes (w, W, s///w) and those it reads (r, R).
import { CommandError, type Context, FileError, type Io, type OutputFile, type Source } from "../../src/plugin.ts";
import { Output } from "./output.ts";
import type { Script } from "./script.ts";

export class Files {
  readonly #context: Context;
  readonly #newline: number;
  readonly #outputs = new Map<string, Output>();
  readonly #opened: OutputFile[] = [];
  /** What came from standard input or a descriptor: read before the script begins. */
  readonly #streams = new Map<string, Buffer>();
  #rereadable = false;
  /** R: what is left of each file. */
  readonly #lines = new Map<string, Buffer>();

  private constructor(context: Context, newline: number) {
    this.#context = context;
    this.#newline = newline;
  }

  /** Opens all files to be written, so that they exist even when nothing is written. */
  static async open(script: Script, newline: number, stdout: Output, io: Io, context: Context): Promise<Files> {
    const files = new Files(context, newline);
    for (const { name, file, substitution } of script.commands) {
      const written = name === "w" || name === "W" ? file : substitution?.file;
      if (written !== undefined) files.#create(written, stdout, io);
      else if ((name === "r" || name === "R") && file !== undefined && /^\/dev\/(stdin|fd\/)/.test(file)) {
        if (!files.#streams.has(file)) files.#streams.set(file, await readAll(io.open(file)));
        files.#rereadable = io.stdin.fileSize !== undefined;
      }
    }
    return files;
  }

  output(file: string): Output {
    const output = this.#outputs.get(file);
    if (!output) throw new Error(`no output for ${file}`);
    return output;
  }

  /** r: the whole file; one that cannot be read is empty. */
  copy(file: string, out: Output): void {
    const bytes = this.#content(file);
    if (bytes.length > 0) out.raw(bytes);
  }

  /** R: the next line of the file. */
  copyLine(file: string, out: Output): void {
    const rest = this.#lines.get(file) ?? this.#content(file);
    if (rest.length === 0) return;
    const found = rest.indexOf(this.#newline);
    const end = found < 0 ? rest.length : found + 1;
    out.raw(rest.subarray(0, end));
    if (found < 0) out.text("\n");
    this.#lines.set(file, rest.subarray(end));
  }

  async drain(): Promise<void> {
    for (const output of this.#outputs.values()) await output.drain();
  }

  async close(): Promise<void> {
    for (const output of this.#outputs.values()) await output.flush();
    for (const file of this.#opened) file.close();
  }

  #create(file: string, stdout: Output, io: Io): void {
    if (this.#outputs.has(file)) return;
    if (file === "/dev/stdout") this.#outputs.set(file, stdout.twin());
    else if (file === "/dev/stderr") this.#outputs.set(file, new Output(io.stderr, this.#newline));
    else {
      try {
        const opened = io.create(file);
        this.#opened.push(opened);
        this.#outputs.set(file, new Output(opened, this.#newline));
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        throw new CommandError(`couldn't open file ${file}: ${error.message}`, { exitCode: 4 });
      }
    }
  }

  #content(file: string): Buffer {
    const stream = this.#streams.get(file);
    if (stream) {
      // A pipe can be read once, a file again and again.
      if (!this.#rereadable) this.#streams.set(file, Buffer.alloc(0));
      return stream;
    }
    try {
      // What the script has written so far may be read again.
      void this.#outputs.get(file)?.flush();
      const bytes = this.#context.workspace.readFile(file);
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    } catch (error) {
      if (error instanceof FileError) return Buffer.alloc(0);
      throw error;
    }
  }
}

export async function readAll(source: Source): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (;;) {
    const next = source.read();
    const chunk = next instanceof Promise ? await next : next;
    if (chunk === null) return Buffer.concat(parts);
    parts.push(chunk);
  }
}
