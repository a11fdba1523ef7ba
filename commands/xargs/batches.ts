// Gathers items into command lines within the limits of -n, -L and -s, or replaces them into the command for -I.
import { CommandError, encode } from "../../src/plugin.ts";
import type { ItemTaker } from "./items.ts";

export interface Limits {
  /** Items a command. */
  readonly args: number;
  /** Lines of input a command. */
  readonly lines: number;
  /** Bytes of a command line, an end for each word counted. */
  readonly bytes: number;
  /** What does not fit is an error, not another command line. */
  readonly whole: boolean;
}

export class Batches implements ItemTaker {
  /** Command lines that were handed out. */
  started = 0;
  readonly #command: readonly string[];
  readonly #replaced: string | undefined;
  readonly #limits: Limits;
  readonly #base: number;
  #ready: string[][] = [];
  #items: string[] = [];
  #bytes = 0;
  #lines = 0;

  constructor(command: readonly string[], replaced: string | undefined, limits: Limits) {
    this.#command = command;
    this.#replaced = replaced;
    this.#limits = limits;
    this.#base = command.reduce((sum, word) => sum + sizeOf(word), 0);
  }

  item(text: string): void {
    const { bytes, args, whole } = this.#limits;
    const replaced = this.#replaced;
    if (replaced !== undefined) {
      const argv = this.#command.map((word, index) => (index === 0 ? word : word.replaceAll(replaced, () => text)));
      if (argv.reduce((sum, word) => sum + sizeOf(word), 0) > bytes) throw tooLong();
      this.#ready.push(argv);
      return;
    }
    const size = sizeOf(text);
    if (this.#base + this.#bytes + size > bytes) {
      if (this.#items.length === 0 || whole) throw tooLong();
      this.end();
    }
    this.#items.push(text);
    this.#bytes += size;
    if (this.#items.length >= args) this.end();
  }

  line(): void {
    this.#lines += 1;
    if (this.#lines >= this.#limits.lines) this.end();
  }

  /** What has been gathered becomes a command line. */
  end(): void {
    if (this.#items.length > 0) this.#ready.push([...this.#command, ...this.#items]);
    this.#items = [];
    this.#bytes = 0;
    this.#lines = 0;
  }

  take(): readonly string[] | undefined {
    const argv = this.#ready.shift();
    if (argv) this.started += 1;
    return argv;
  }
}

function sizeOf(word: string): number {
  return encode(word).length + 1;
}

function tooLong(): CommandError {
  return new CommandError("argument line too long");
}
