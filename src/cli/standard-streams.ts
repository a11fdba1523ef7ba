// The process's own standard streams as sources and sinks, with backpressure. Touched only when used.
import { fstatSync, statSync, writeSync } from "node:fs";
import { devNull } from "node:os";
import { ClosedPipeError, type Sink, type Source } from "../stream/stream.ts";

/** stdin, opened at the first read. At a terminal nothing is connected: a command gives its usage and never waits. */
export function standardInput(): Source {
  let iterator: AsyncIterator<Uint8Array> | undefined;
  let connected: boolean | undefined;
  return {
    get connected() {
      connected ??= !isTerminal();
      return connected;
    },
    async read() {
      iterator ??= process.stdin.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]();
      const { done, value } = await iterator.next();
      return done ? null : value;
    },
    close() {
      if (iterator) process.stdin.destroy();
    },
  };
}

/** Asks the system first: making `process.stdin` costs a tenth of a cold start. */
function isTerminal(): boolean {
  const stat = fstatSync(0);
  if (!stat.isCharacterDevice() || stat.rdev === statSync(devNull).rdev) return false;
  return process.stdin.isTTY === true;
}

/** stdout and stderr; a reader that goes away, and a full disk, close them for the line. */
export class StandardOutput {
  #pending: Promise<void> = Promise.resolve();
  #failure: Error | undefined;

  sink(stream: NodeJS.WriteStream): Sink {
    let closed = false;
    stream.on("error", (error) => {
      closed = true;
      this.#failure ??= error;
    });
    return {
      terminal: stream.isTTY === true,
      write: (bytes) => {
        if (closed) throw new ClosedPipeError();
        if (stream.write(bytes)) return;
        const drained = new Promise<void>((resolve) => {
          const done = (): void => {
            stream.off("drain", done);
            stream.off("error", done);
            stream.off("close", done);
            resolve();
          };
          stream.on("drain", done);
          stream.on("error", done);
          stream.on("close", done);
        });
        this.#pending = drained;
        return drained;
      },
    };
  }

  /** Everything has been handed to the system: 0, or the status of `print` where that failed. */
  async drained(): Promise<number> {
    await this.#pending;
    return this.#failure ? failed(this.#failure) : 0;
  }
}

/** Prints a text on stdout: 0, 141 when nobody reads it, 1 with a word on stderr when it cannot be written. */
export async function print(text: string): Promise<number> {
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(1, bytes, written);
    return 0;
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    if (error.code !== "EAGAIN") return failed(error);
  }
  // A pipe that does not block and is full: the stream waits for room.
  process.stdout.on("error", () => undefined);
  const error = await new Promise<Error | null | undefined>((resolve) =>
    process.stdout.write(bytes.subarray(written), resolve),
  );
  return error ? failed(error) : 0;
}

function failed(error: Error): number {
  if ("code" in error && error.code === "EPIPE") return 141;
  process.stderr.write(`runsh: standard output: ${error.message}\n`);
  return 1;
}
