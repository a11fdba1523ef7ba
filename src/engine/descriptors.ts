// The table of open descriptors of a shell. Descriptors are counted, so that a job may outlive the group it began in.
import { encode } from "../bytes/text.ts";
import { CommandError } from "../command/command.ts";
import { type Stop, unlessStopped } from "../stream/stop.ts";
import type { Sink, Source } from "../stream/stream.ts";
import type { FileHandle } from "../workspace/workspace.ts";

interface Ends {
  readonly source: Source | undefined;
  readonly sink: Sink | undefined;
}

/** One open descriptor: what can be read from it, what can be written to it, and what happens after its last use. */
export class Descriptor {
  readonly source: Source | undefined;
  readonly sink: Sink | undefined;
  /** The ends behind a guard: guarding once more starts from them, since the new guard's stop covers the old one's. */
  readonly guards: Ends | undefined;
  readonly #finish: (() => void) | undefined;
  #uses = 1;

  constructor(ends: {
    readonly source?: Source;
    readonly sink?: Sink;
    readonly finish?: () => void;
    readonly guards?: Ends;
  }) {
    this.guards = ends.guards;
    this.source = ends.source && withUnread(ends.source);
    this.sink = ends.sink;
    this.#finish = ends.finish;
  }

  retain(): this {
    this.#uses += 1;
    return this;
  }

  release(): void {
    this.#uses -= 1;
    if (this.#uses === 0) this.#finish?.();
  }

  /** Releases a descriptor that one command alone has; may be called again. */
  finish(): void {
    if (this.#uses > 0) this.release();
  }
}

/** Descriptor numbers to descriptors. Immutable: a redirection makes a new table. */
export class Descriptors {
  readonly #entries: readonly (Descriptor | undefined)[];

  constructor(entries: readonly (Descriptor | undefined)[]) {
    this.#entries = entries;
  }

  get(number: number): Descriptor | undefined {
    return this.#entries[number];
  }

  with(number: number, descriptor: Descriptor | undefined): Descriptors {
    const entries = this.#entries.slice();
    entries[number] = descriptor;
    return new Descriptors(entries);
  }

  /** The lowest free number from `least` on. */
  free(least: number): number {
    let number = least;
    while (this.#entries[number]) number += 1;
    return number;
  }

  numbers(): number[] {
    return this.#entries.flatMap((descriptor, number) => (descriptor ? [number] : []));
  }

  retainAll(): void {
    for (const descriptor of this.#entries) descriptor?.retain();
  }

  releaseAll(): void {
    for (const descriptor of this.#entries) descriptor?.release();
  }
}

/** The same descriptors, which refuse to work once `stop` has come; the last release of one releases what it stands for. */
export function guarded(descriptors: Descriptors, stop: Stop): Descriptors {
  let table = descriptors;
  for (const number of descriptors.numbers()) {
    const descriptor = descriptors.get(number);
    if (descriptor) table = table.with(number, guardedDescriptor(descriptor, stop));
  }
  return table;
}

function guardedDescriptor(descriptor: Descriptor, stop: Stop): Descriptor {
  const { source, sink } = descriptor.guards ?? descriptor;
  return new Descriptor({
    ...(source ? { source: guardedSource(source, stop) } : {}),
    ...(sink ? { sink: guardedSink(sink, stop) } : {}),
    finish: () => descriptor.release(),
    guards: { source, sink },
  });
}

function guardedSource(source: Source, stop: Stop): Source {
  return {
    get connected() {
      return source.connected;
    },
    fileSize: source.fileSize,
    read() {
      if (stop.error) throw stop.error;
      const next = source.read();
      return next instanceof Promise ? unlessStopped(next, stop) : next;
    },
    unread: (bytes) => source.unread?.(bytes),
    close: () => source.close(),
  };
}

function guardedSink(sink: Sink, stop: Stop): Sink {
  const { diagnostic } = sink;
  return {
    terminal: sink.terminal,
    write(bytes) {
      if (stop.error) throw stop.error;
      const pending = sink.write(bytes);
      return pending ? unlessStopped(pending, stop) : undefined;
    },
    ...(diagnostic ? { diagnostic: (line, help) => diagnostic.call(sink, line, help) } : {}),
  };
}

/** Nothing connected: reading gives the end. */
export const NO_INPUT: Source = { connected: false, read: () => null, close: () => undefined };

/** Connected and empty, as /dev/null. */
export const EMPTY_INPUT: Source = { connected: true, read: () => null, close: () => undefined };

/** Swallows everything, as /dev/null. */
export const NO_OUTPUT: Sink = { terminal: false, write: () => undefined };

/** A closed descriptor's input (`<&-`). */
export const CLOSED_INPUT: Source = {
  connected: true,
  read() {
    throw new CommandError("read error: Bad file descriptor");
  },
  close: () => undefined,
};

/** A closed descriptor's output (`>&-`). */
export const CLOSED_OUTPUT: Sink = {
  terminal: false,
  write() {
    throw new CommandError("write error: Bad file descriptor");
  },
};

/** The bytes of a text, once. */
export function textSource(text: string): Source {
  return bytesSource(encode(text));
}

export function bytesSource(bytes: Uint8Array): Source {
  let rest: Uint8Array | null = bytes.length > 0 ? bytes : null;
  return {
    connected: true,
    read() {
      const chunk = rest;
      rest = null;
      return chunk;
    },
    unread(back) {
      rest = back;
    },
    close() {
      rest = null;
    },
  };
}

/** A source that a name under /dev stands for: closing it leaves the descriptor itself open. */
export function borrowed(source: Source): Source {
  return {
    get connected() {
      return source.connected;
    },
    fileSize: source.fileSize,
    read: () => source.read(),
    unread: (bytes) => source.unread?.(bytes),
    close: () => undefined,
  };
}

/** Makes any source take bytes back, as the `read` builtin needs. */
function withUnread(source: Source): Source {
  if (source.unread) return source;
  let back: Uint8Array | undefined;
  return {
    get connected() {
      return source.connected;
    },
    fileSize: source.fileSize,
    read() {
      const chunk = back;
      back = undefined;
      return chunk ?? source.read();
    },
    unread(bytes) {
      back = bytes;
    },
    close: () => source.close(),
  };
}

/** Bytes read at a time from a file; small files are read whole. */
const FILE_CHUNK = 128 * 1024;

/**
 * Reads an open file from its position; closes it at its end, unless it is also `written`: then it reads byte by byte,
 * since what is written goes where reading has come to.
 */
export function fileSource(handle: FileHandle, pause: () => Promise<void> | undefined, written = false): Source {
  const { kind, size: whole } = handle.stat();
  const size = kind === "file" ? whole : undefined;
  let open = true;
  let chunk = written ? 1 : Math.min(FILE_CHUNK, Math.max(512, whole + 1));
  const close = (): void => {
    if (open) handle.close();
    open = false;
  };
  let back: Uint8Array | undefined;
  const take = (): Uint8Array | null => {
    if (back) {
      const bytes = back;
      back = undefined;
      return bytes;
    }
    if (!open) return null;
    const buffer = Buffer.allocUnsafeSlow(chunk);
    const length = handle.read(buffer);
    if (length === 0) {
      if (!written) close();
      return null;
    }
    if (length === chunk && !written) chunk = FILE_CHUNK;
    return length === buffer.length ? buffer : buffer.subarray(0, length);
  };
  return {
    connected: true,
    fileSize: size,
    read() {
      const rest = pause();
      return rest ? rest.then(take) : take();
    },
    unread(bytes) {
      back = bytes;
    },
    close,
  };
}

/** Writes to an open file at its position. */
export function fileSink(handle: FileHandle, pause: () => Promise<void> | undefined, stop: Stop): Sink {
  return {
    terminal: false,
    write(bytes) {
      if (stop.error) throw stop.error;
      handle.write(bytes);
      return pause();
    },
  };
}
