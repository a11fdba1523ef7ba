// Lets several writers share one sink in the order of their turns: the first writes through, the others wait or gather.
import type { Sink } from "../../src/plugin.ts";

/** Bytes that a writer may gather before its turn; then it waits. */
const GATHERED = 1024 * 1024;

/** One writer's place in the order. */
export interface Turn extends Sink {
  /** The writer is done; resolves when its bytes are out. */
  end(): Promise<void>;
}

export class OrderedOutput {
  readonly #sink: Sink;
  #last: Promise<void> | undefined;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  /** A place after all that were given before. */
  turn(): Turn {
    const turn = new OrderedTurn(this.#sink, this.#last);
    this.#last = turn.done;
    return turn;
  }
}

class OrderedTurn implements Turn {
  /** Settles when the writers after this one may begin; never fails, so that one failure is not another's. */
  readonly done: Promise<void>;
  readonly #sink: Sink;
  #mine: boolean;
  #gathered: Uint8Array[] = [];
  #size = 0;
  readonly #begun: Promise<void>;
  #release: () => void = () => undefined;

  constructor(sink: Sink, before: Promise<void> | undefined) {
    this.#sink = sink;
    this.#mine = before === undefined;
    this.done = new Promise((resolve) => {
      this.#release = resolve;
    });
    this.#begun = (before ?? Promise.resolve()).then(() => this.#begin());
    // A failure is reported to the writer, by `write` or `end`.
    this.#begun.catch(() => undefined);
  }

  get terminal(): boolean {
    return this.#sink.terminal;
  }

  write(bytes: Uint8Array): void | Promise<void> {
    if (this.#mine && this.#gathered.length === 0) return this.#sink.write(bytes);
    this.#gathered.push(bytes);
    this.#size += bytes.length;
    return this.#size >= GATHERED ? this.#begun : undefined;
  }

  async end(): Promise<void> {
    try {
      await this.#begun;
    } finally {
      this.#release();
    }
  }

  async #begin(): Promise<void> {
    for (let chunk = this.#gathered.shift(); chunk; chunk = this.#gathered.shift()) {
      const full = this.#sink.write(chunk);
      if (full) await full;
    }
    this.#size = 0;
    this.#mine = true;
  }
}
