// One invocation that is ready to run, with what holds for all commands: usage errors carry the usage, and a command
// that would read an unconnected stdin answers with its usage instead.
import type { Effects } from "../footprint/effects.ts";
import type { Sink, Source } from "../stream/stream.ts";
import { type Bound, type Command, type Outcome, UsageError } from "./command.ts";
import type { Context, Io, OutputFile } from "./context.ts";

export interface Prepared {
  readonly command: Pick<Command, "usage" | "readsStdin">;
  /** Called without arguments: every usage error is answered with the usage alone. */
  readonly bare: boolean;
  effects(): Effects;
  run(io: Io, context: Context): Outcome;
}

export function bound(prepared: Prepared): Bound {
  return new BoundCommand(prepared);
}

/** The whole message is the usage: the answer to a bare command. */
export function usageOnly(usage: string): UsageError {
  return new UsageError(`usage: ${usage}`);
}

/** The same error with the usage in its help; any other error stays as it is. */
export function withUsage(error: unknown, usage: string): unknown {
  if (!(error instanceof UsageError) || error.message.startsWith("usage: ")) return error;
  if (error.help?.includes("usage: ")) return error;
  const help = error.help === undefined ? `usage: ${usage}` : `${error.help} usage: ${usage}`;
  return new UsageError(error.message, { help, exitCode: error.exitCode });
}

class BoundCommand implements Bound {
  readonly #prepared: Prepared;
  #effects: Effects | undefined;

  constructor(prepared: Prepared) {
    this.#prepared = prepared;
  }

  get effects(): Effects {
    this.#effects ??= this.#prepared.effects();
    return this.#effects;
  }

  run(io: Io, context: Context): Outcome {
    const { command, bare } = this.#prepared;
    const own = command.readsStdin && !io.stdin.connected ? new UnconnectedIo(io, command.usage) : io;
    const explain = (error: unknown): unknown =>
      bare && error instanceof UsageError ? usageOnly(command.usage) : withUsage(error, command.usage);
    try {
      const outcome = this.#prepared.run(own, context);
      return outcome instanceof Promise ? outcome.catch((error) => Promise.reject(explain(error))) : outcome;
    } catch (error) {
      throw explain(error);
    }
  }
}

/** The same streams, but reading stdin fails with the usage. */
class UnconnectedIo implements Io {
  readonly stdin: Source;
  readonly #io: Io;

  constructor(io: Io, usage: string) {
    this.#io = io;
    this.stdin = {
      connected: false,
      read: () => {
        throw usageOnly(usage);
      },
      close: () => io.stdin.close(),
    };
  }

  get stdout(): Sink {
    return this.#io.stdout;
  }

  get stderr(): Sink {
    return this.#io.stderr;
  }

  open(path: string): Source {
    return this.#io.open(path);
  }

  create(path: string, options?: { readonly append?: boolean }): OutputFile {
    return this.#io.create(path, options);
  }

  diagnose(message: string, help?: string): void | Promise<void> {
    return this.#io.diagnose(message, help);
  }

  diagnoseFile(error: unknown, path: string, what?: string): void | Promise<void> {
    return this.#io.diagnoseFile(error, path, what);
  }
}
