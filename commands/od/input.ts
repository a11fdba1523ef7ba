// The files of one command line as one input, in which bytes can be skipped. It knows nothing of what they mean.
import type { Io, Source } from "../../src/plugin.ts";

/** All inputs as one. A file that cannot be opened is diagnosed and passed over. */
export class Joined {
  failed = false;
  readonly #files: string[];
  readonly #io: Io;
  #source: Source | undefined;
  #owned = false;
  #pending: Buffer | undefined;

  constructor(files: readonly string[], io: Io) {
    this.#files = [...files];
    this.#io = io;
  }

  /** Opens the next file that can be opened; false when there is none. */
  async open(): Promise<boolean> {
    for (let file = this.#files.shift(); file !== undefined; file = this.#files.shift()) {
      try {
        this.#owned = file !== "-";
        this.#source = file === "-" ? this.#io.stdin : this.#io.open(file);
        return true;
      } catch (error) {
        await this.#io.diagnoseFile(error, file);
        this.failed = true;
      }
    }
    return false;
  }

  /** At most `most` bytes; what is read beyond them stays for the next reader of the same input. */
  async read(most: number): Promise<Buffer | null> {
    const chunk = this.#pending ?? (await this.#next());
    this.#pending = undefined;
    if (chunk === null || chunk.length <= most) return chunk;
    this.#source?.unread?.(chunk.subarray(most));
    return chunk.subarray(0, most);
  }

  /** Passes over so many bytes, or as many as there are; gives their number. */
  async skip(bytes: number): Promise<number> {
    for (let left = bytes; left > 0; ) {
      const chunk = await this.#next();
      if (chunk === null) return bytes - left;
      if (chunk.length > left) this.#pending = chunk.subarray(left);
      left -= Math.min(left, chunk.length);
    }
    return bytes;
  }

  close(): void {
    if (this.#owned) this.#source?.close();
    this.#source = undefined;
  }

  async #next(): Promise<Buffer | null> {
    for (;;) {
      if (!this.#source && !(await this.open())) return null;
      try {
        const next = this.#source?.read() ?? null;
        const chunk = next instanceof Promise ? await next : next;
        if (chunk !== null) return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      } catch (error) {
        await this.#io.diagnoseFile(error, this.#files[0] ?? "");
        this.failed = true;
      }
      this.close();
    }
  }
}
