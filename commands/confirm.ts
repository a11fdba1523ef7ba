// Asks a question on stderr and reads the answer from stdin, for -i and -ok. It never waits where nobody can answer.
import { CommandError, decode, encode, type Io } from "../src/plugin.ts";

const NEWLINE = 10;

/** Reads answers one line at a time; what is read ahead stays for the next question. */
export class Confirmation {
  readonly #name: string;
  readonly #io: Io;
  #rest: Uint8Array = new Uint8Array(0);
  #ended = false;

  constructor(name: string, io: Io) {
    this.#name = name;
    this.#io = io;
  }

  /** True for an answer that starts with y or Y. The end of the input is a no. `instead` runs without questions. */
  async ask(question: string, instead: string): Promise<boolean> {
    if (!this.#io.stdin.connected) {
      throw new CommandError("nobody is there to answer: this shell has no terminal", { help: instead });
    }
    const shown = this.#io.stderr.write(encode(`${this.#name}: ${question} `));
    if (shown) await shown;
    return /^[yY]/.test(await this.#line());
  }

  async #line(): Promise<string> {
    let end = this.#rest.indexOf(NEWLINE);
    while (end < 0 && !this.#ended) {
      const next = this.#io.stdin.read();
      const chunk = next instanceof Promise ? await next : next;
      if (chunk === null) this.#ended = true;
      else this.#rest = Buffer.concat([this.#rest, chunk]);
      end = this.#rest.indexOf(NEWLINE);
    }
    const line = end < 0 ? this.#rest : this.#rest.subarray(0, end);
    this.#rest = this.#rest.subarray(end < 0 ? this.#rest.length : end + 1);
    return decode(line);
  }
}
