// The process's own standard streams as sources and sinks, with backpressure. Touched only when used.
import { ClosedPipeError, type Sink, type Source } from "../stream/stream.ts";

/** stdin, opened at the first read. */
export function standardInput(): Source {
  let iterator: AsyncIterator<Uint8Array> | undefined;
  return {
    connected: true,
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

/** stdout and stderr; a reader that goes away closes them for the line. */
export class StandardOutput {
  #pending: Promise<void> = Promise.resolve();

  sink(stream: NodeJS.WriteStream): Sink {
    let closed = false;
    stream.on("error", () => {
      closed = true;
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

  /** Everything has been handed to the system. */
  drained(): Promise<void> {
    return this.#pending;
  }
}
