// Runs command lines, some at once, and adds up their exit statuses as xargs does.
import { type Context, encode, type Io, type NestedIo, type Sink, type Source } from "../../src/plugin.ts";
import { quoteWord } from "../quote-word.ts";
import { OrderedOutput, type Turn } from "./output.ts";

export interface RunnerOptions {
  readonly io: Io;
  readonly ctx: Context;
  readonly verbose: boolean;
  readonly atOnce: number;
  /** The commands' stdin; empty unless xargs reads its items from a file. */
  readonly stdin?: Source;
}

/** Exit statuses of xargs (findutils manual, "Invoking xargs"). */
const SOME_FAILED = 123;
const STOPPED_BY_255 = 124;
const KILLED = 125;
const CANNOT_RUN = 126;
const NOT_FOUND = 127;
const CLOSED_PIPE = 141;

export class Runner {
  /** A command asked to stop: nothing more starts. */
  over = false;
  readonly #options: RunnerOptions;
  readonly #running = new Set<Promise<void>>();
  readonly #stdout: OrderedOutput;
  readonly #stderr: OrderedOutput;
  #status = 0;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#stdout = new OrderedOutput(options.io.stdout);
    this.#stderr = new OrderedOutput(options.io.stderr);
  }

  /** Starts a command, and waits for it, or for a free place when several may run at once. */
  async start(argv: readonly string[]): Promise<void> {
    const { io, verbose, atOnce } = this.#options;
    if (verbose) {
      const shown = io.stderr.write(encode(`${argv.map(quoteShown).join(" ")}\n`));
      if (shown) await shown;
    }
    if (atOnce === 1) {
      await this.#settle(argv, io.stdout, io.stderr);
      return;
    }
    const turns = [this.#stdout.turn(), this.#stderr.turn()] as const;
    const job: Promise<void> = this.#job(argv, turns).finally(() => this.#running.delete(job));
    this.#running.add(job);
    if (this.#running.size >= atOnce) await Promise.race(this.#running);
  }

  /** Waits for what still runs; the exit status of it all. */
  async finish(): Promise<number> {
    await Promise.all(this.#running);
    return this.#status;
  }

  async #job(argv: readonly string[], [stdout, stderr]: readonly [Turn, Turn]): Promise<void> {
    try {
      await this.#settle(argv, stdout, stderr);
    } finally {
      await Promise.all([stdout.end(), stderr.end()]);
    }
  }

  async #settle(argv: readonly string[], stdout: Sink, stderr: Sink): Promise<void> {
    const { ctx, stdin } = this.#options;
    const streams: NestedIo = stdin ? { stdin, stdout, stderr } : { stdout, stderr };
    const status = await ctx.exec(argv, streams);
    if (status === 0) return;
    if (status === 255) {
      await this.#options.io.diagnose(`${argv[0]}: exited with status 255; aborting`);
      this.#stop(STOPPED_BY_255);
    } else if (status === NOT_FOUND && !ctx.commands.some(({ name }) => name === argv[0])) {
      this.#stop(NOT_FOUND);
    } else if (status === CANNOT_RUN || status === CLOSED_PIPE) {
      this.#stop(status);
    } else if (status > 128 && status < 160) {
      this.#stop(KILLED);
    } else {
      this.#status ||= SOME_FAILED;
    }
  }

  #stop(status: number): void {
    if (!this.over) this.#status = status;
    this.over = true;
  }
}

function quoteShown(word: string): string {
  return word.startsWith("-") ? word : quoteWord(word);
}
