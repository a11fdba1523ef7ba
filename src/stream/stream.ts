// The two ends of a byte stream as commands see them. Contracts only.

/**
 * Where bytes come from. `read` answers at once when it can: callers write
 * `const next = source.read(); const chunk = next instanceof Promise ? await next : next;`.
 */
export interface Source {
  /** False when nothing was connected (a bare `cat`): reading gives the end at once. */
  readonly connected: boolean;
  /** Size in bytes when this reads a regular file (`wc < f` takes its column width from it). */
  readonly fileSize?: number | undefined;
  /** The next non-empty chunk, which the caller owns from then on; null at the end. */
  read(): Uint8Array | null | Promise<Uint8Array | null>;
  /** Gives bytes back that were read too far; the next `read` returns them first. */
  unread?(bytes: Uint8Array): void;
  /** The reader is done; its writers get `ClosedPipeError` at their next write. May be called again. */
  close(): void;
}

/** Where bytes go. */
export interface Sink {
  /** True when this is what the model (or the person) reads. */
  readonly terminal: boolean;
  /** Takes the chunk over: the caller must not change it afterwards. A promise means: wait before writing more. */
  write(bytes: Uint8Array): void | Promise<void>;
  /** Takes one whole diagnostic line with its help apart, where the reader is at the terminal. */
  diagnostic?(line: string, help: string | undefined): void | Promise<void>;
}

/** The reader has gone away; a stage that lets it escape ends with 141, as after SIGPIPE. */
export class ClosedPipeError extends Error {
  constructor() {
    super("Broken pipe");
    this.name = "ClosedPipeError";
  }
}

/** The call was cancelled or ran out of time; never caught by commands. `exitCode` is 130 or 124. */
export class CancelledError extends Error {
  readonly exitCode: 124 | 130;

  constructor(exitCode: 124 | 130) {
    super(exitCode === 124 ? "timed out" : "interrupted");
    this.name = "CancelledError";
    this.exitCode = exitCode;
  }
}
