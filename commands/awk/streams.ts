// The files and commands that a program prints to and reads from, by name, until it closes them. Commands run through the
// shell's own gate, as any line does.
import { type Context, FileError, type Io, type NestedIo, type OutputFile, type Source } from "../../src/plugin.ts";
import { Channel } from "./channel.ts";
import { Printer } from "./printer.ts";
import { RecordReader } from "./record-reader.ts";
import { AwkError } from "./value.ts";

interface Output {
  readonly mode: "file" | "pipe" | "stdout" | "stderr";
  readonly printer: Printer;
  /** Ends it; for a command its exit status. */
  close(): number | Promise<number>;
}

interface Input {
  readonly reader: RecordReader;
  close(): number | Promise<number>;
}

/** Open at once, at most: a program that forgets to close should hear of it. */
const OPEN_LIMIT = 1000;

export class Streams {
  readonly stdout: Printer;
  readonly #io: Io;
  readonly #ctx: Context;
  readonly #outputs = new Map<string, Output>();
  readonly #inputs = new Map<string, Input>();
  /** The last name that was printed to, and what it meant: most programs print to few. */
  #lastKey = "";
  #last: Output | undefined;

  constructor(io: Io, ctx: Context) {
    this.#io = io;
    this.#ctx = ctx;
    this.stdout = new Printer(io.stdout);
  }

  /** Where `print > name` goes; opened at the first use. */
  output(mode: ">" | ">>" | "|", name: string): Printer | Promise<Printer> {
    const key = mode === "|" ? `|${name}` : `>${name}`;
    if (key === this.#lastKey && this.#last) return this.#last.printer;
    const known = this.#outputs.get(key);
    if (known) {
      this.#lastKey = key;
      this.#last = known;
      return known.printer;
    }
    if (name === "") throw new AwkError("expression for redirection has a null string value");
    if (this.#outputs.size + this.#inputs.size >= OPEN_LIMIT) {
      throw new AwkError("too many open files and commands", "close(name) what is done with");
    }
    if (mode !== "|") {
      const output = this.#openFile(name, mode === ">>");
      this.#outputs.set(key, output);
      return output.printer;
    }
    // What was printed before comes before what the command prints.
    const flushed = this.flush();
    return flushed ? flushed.then(() => this.#openPipe(key, name)) : this.#openPipe(key, name);
  }

  /** Standard error is not gathered: it is written at once. */
  isImmediate(printer: Printer): boolean {
    return this.#immediate.has(printer);
  }
  readonly #immediate = new Set<Printer>();

  /** The records of a file, or of the output of a command; undefined when the file cannot be opened. */
  input(kind: "file" | "command", name: string): RecordReader | Promise<RecordReader> | FileError {
    const key = kind === "command" ? `|${name}` : `<${name}`;
    const known = this.#inputs.get(key);
    if (known) return known.reader;
    if (kind === "file") return this.#openInput(key, name);
    const flushed = this.flush();
    return flushed ? flushed.then(() => this.#openCommand(key, name)) : this.#openCommand(key, name);
  }

  async close(name: string): Promise<number> {
    let status = -1;
    for (const key of [`>${name}`, `|${name}`]) {
      const output = this.#outputs.get(key);
      if (!output) continue;
      this.#outputs.delete(key);
      this.#last = undefined;
      status = await output.close();
    }
    for (const key of [`<${name}`, `|${name}`]) {
      const input = this.#inputs.get(key);
      if (!input) continue;
      this.#inputs.delete(key);
      status = await input.close();
    }
    return status;
  }

  /** Hands on everything that was printed; with a name, to that file or command alone (-1: there is none). */
  flush(name?: string): void | Promise<void> {
    const printers: Printer[] = [];
    if (name === undefined) printers.push(this.stdout);
    for (const [key, output] of this.#outputs) {
      if (name === undefined || key.slice(1) === name) printers.push(output.printer);
    }
    return flushAll(printers, 0);
  }

  isOutput(name: string): boolean {
    return this.#outputs.has(`>${name}`) || this.#outputs.has(`|${name}`);
  }

  /** The exit status of a line of shell. */
  async system(line: string): Promise<number> {
    await this.flush();
    return await this.#ctx.run(line, { stdin: this.#sharedInput() });
  }

  /** The end of the program: files are closed, commands are waited for. */
  async closeAll(): Promise<void> {
    for (const [key, output] of [...this.#outputs]) {
      this.#outputs.delete(key);
      await output.close();
    }
    for (const [key, input] of [...this.#inputs]) {
      this.#inputs.delete(key);
      await input.close();
    }
    await this.stdout.flush();
  }

  /** After a failure: nobody waits any more. */
  abandon(): void {
    for (const input of this.#inputs.values()) input.reader.close();
  }

  #openFile(name: string, append: boolean): Output {
    if (name === "/dev/stdout" || name === "-") {
      return { mode: "stdout", printer: this.stdout, close: () => 0 };
    }
    if (name === "/dev/stderr") {
      const printer = new Printer(this.#io.stderr);
      this.#immediate.add(printer);
      return { mode: "stderr", printer, close: () => 0 };
    }
    let file: OutputFile;
    try {
      file = this.#io.create(name, { append });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      throw new AwkError(`cannot redirect to \`${name}': ${error.message}`);
    }
    const printer = new Printer(file);
    const close = async (): Promise<number> => {
      await printer.flush();
      file.close();
      return 0;
    };
    return { mode: "file", printer, close };
  }

  #openPipe(key: string, line: string): Printer {
    const channel = new Channel();
    const run = this.#start(line, { stdin: channel.source }, () => channel.source.close());
    const printer = new Printer(channel.sink);
    const close = async (): Promise<number> => {
      try {
        await printer.flush();
      } finally {
        channel.end();
      }
      return await run();
    };
    this.#outputs.set(key, { mode: "pipe", printer, close });
    return printer;
  }

  #openInput(key: string, name: string): RecordReader | FileError {
    let source: Source;
    try {
      source = name === "-" ? this.#io.stdin : this.#io.open(name);
    } catch (error) {
      if (error instanceof FileError) return error;
      throw error;
    }
    const reader = new RecordReader(source);
    const close = (): number => {
      if (name !== "-") reader.close();
      return 0;
    };
    this.#inputs.set(key, { reader, close });
    return reader;
  }

  #openCommand(key: string, line: string): RecordReader {
    const channel = new Channel();
    const run = this.#start(line, { stdin: this.#sharedInput(), stdout: channel.sink }, (error) => {
      if (error === undefined) channel.end();
      else channel.fail(error);
    });
    const reader = new RecordReader(channel.source);
    const close = async (): Promise<number> => {
      channel.source.close();
      return await run();
    };
    this.#inputs.set(key, { reader, close });
    return reader;
  }

  /** Runs a line beside the program; what it gives waits for its end and throws what it failed with. */
  #start(line: string, io: NestedIo, ended: (error: unknown) => void): () => Promise<number> {
    let failure: { readonly error: unknown } | undefined;
    const done = this.#ctx.run(line, io).then(
      (status) => {
        ended(undefined);
        return status;
      },
      (error: unknown) => {
        failure = { error };
        ended(error);
        return 1;
      },
    );
    return async () => {
      const status = await done;
      if (failure) throw failure.error;
      return status;
    };
  }

  /** The program's own input for a command, which must not close it. */
  #sharedInput(): Source {
    const { stdin } = this.#io;
    return {
      connected: stdin.connected,
      read: () => stdin.read(),
      unread: (bytes) => stdin.unread?.(bytes),
      close: () => undefined,
    };
  }
}

function flushAll(printers: readonly Printer[], from: number): void | Promise<void> {
  for (let i = from; i < printers.length; i += 1) {
    const pending = printers[i]?.flush();
    if (pending) return pending.then(() => flushAll(printers, i + 1));
  }
}
