// The streams of one invocation, as its command sees them.

import type { Io, OutputFile } from "../command/context.ts";
import { quoteName } from "../diagnostic/quote-name.ts";
import type { Source } from "../stream/stream.ts";
import { quote } from "../syntax/index.ts";
import { FileError } from "../workspace/workspace.ts";
import type { Descriptor } from "./descriptors.ts";
import type { Interpreter } from "./interpreter.ts";
import { nearestPath } from "./nearest-path.ts";
import { openFile } from "./redirect.ts";

/** Streams for the command `name` that was called as `argv`. */
export function createIo(shell: Interpreter, name: string, argv: readonly string[]): InvocationIo {
  return new InvocationIo(shell, name, argv);
}

export class InvocationIo implements Io {
  readonly stdin;
  readonly stdout;
  readonly stderr;
  readonly #shell: Interpreter;
  readonly #name: string;
  readonly #argv: readonly string[];
  readonly #opened: Descriptor[] = [];

  constructor(shell: Interpreter, name: string, argv: readonly string[]) {
    this.#shell = shell;
    this.#name = name;
    this.#argv = argv;
    this.stdin = shell.stdin;
    this.stdout = shell.stdout;
    this.stderr = shell.stderr;
  }

  open(path: string): Source {
    const descriptor = this.#own(openFile(this.#shell, path, { read: true }));
    if (!descriptor.source) throw new FileError("EBADF", path);
    return descriptor.source;
  }

  create(path: string, options: { readonly append?: boolean } = {}): OutputFile {
    const append = options.append === true;
    const flags = { write: true, create: true, append, truncate: !append };
    const descriptor = this.#own(openFile(this.#shell, path, flags));
    const { sink } = descriptor;
    if (!sink) throw new FileError("EBADF", path);
    return {
      terminal: sink.terminal,
      write: (bytes) => sink.write(bytes),
      close: () => descriptor.finish(),
    };
  }

  /** The command has ended: closes what it has left open, as the end of a process does. */
  end(): void {
    for (const descriptor of this.#opened) descriptor.finish();
  }

  #own(descriptor: Descriptor): Descriptor {
    this.#opened.push(descriptor);
    return descriptor;
  }

  diagnose(message: string, help?: string): Promise<void> {
    return this.#shell.diagnose(this.#name, message, help);
  }

  async diagnoseFile(error: unknown, path: string, what?: string): Promise<void> {
    if (!(error instanceof FileError)) throw error;
    const message = what === undefined ? `${path}: ${error.message}` : `${what} ${quoteName(path)}: ${error.message}`;
    await this.diagnose(message, error.code === "ENOENT" ? this.#nearest(path) : undefined);
  }

  /** The same command with the nearest existing name in place of `path`. */
  #nearest(path: string): string | undefined {
    const found = nearestPath(this.#shell.workspace, path);
    if (found === undefined || !this.#argv.includes(path)) return undefined;
    return `Did you mean: ${quote(this.#argv.map((word) => (word === path ? found : word)))}`;
  }
}
