// Holds the diagnostics of an earlier pipeline stage back until the pipeline's stdout is written; bounded.
import { encode } from "../bytes/text.ts";
import type { Sink } from "../stream/stream.ts";

interface Entry {
  readonly bytes: Uint8Array;
  readonly line?: string;
  readonly help?: string | undefined;
}

export class HeldDiagnostics implements Sink {
  readonly terminal = true;
  readonly #sink: Sink;
  readonly #limit: number;
  #entries: Entry[] = [];
  #size = 0;

  constructor(sink: Sink, limit: number) {
    this.#sink = sink;
    this.#limit = limit;
  }

  write(bytes: Uint8Array): void | Promise<void> {
    return this.#hold({ bytes });
  }

  diagnostic(line: string, help: string | undefined): void | Promise<void> {
    return this.#hold({ bytes: encode(line), line, help });
  }

  /** Writes what is held, to where it was going unless another sink is given. */
  async flush(sink: Sink = this.#sink): Promise<void> {
    this.#size = 0;
    for (const { bytes, line, help } of this.#entries.splice(0)) {
      const pending = line !== undefined && sink.diagnostic ? sink.diagnostic(line, help) : sink.write(bytes);
      if (pending) await pending;
    }
  }

  #hold(entry: Entry): void | Promise<void> {
    this.#entries.push(entry);
    this.#size += entry.bytes.length;
    if (this.#size > this.#limit) return this.flush();
  }
}
