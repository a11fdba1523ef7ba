// Jobs of a call (`cmd &` and process substitutions): they run beside the rest, and the call ends after them.
import { Stop } from "../stream/stop.ts";
import { CancelledError } from "../stream/stream.ts";
import type { AndOr } from "../syntax/tree.ts";
import { LimitError } from "./completion.ts";
import { Descriptor, EMPTY_INPUT } from "./descriptors.ts";
import type { Interpreter } from "./interpreter.ts";

export interface Job {
  readonly number: number;
  /** `$!` */
  readonly id: number;
  readonly line: string;
  /** Resolves to the exit status; rejects only when the whole call ends. */
  readonly ended: Promise<number>;
  status: number | undefined;
  /** Ends it as a signal would: 128 + signal. */
  kill(status: number): void;
}

/** Process ids start here; they are the shell's own. */
const FIRST_ID = 1001;

export class Jobs {
  readonly #jobs: Job[] = [];
  readonly #onLimit: (error: LimitError) => void;
  #next = FIRST_ID;

  /** `onLimit` hears of a limit that a job has passed: the call ends then, whoever waits for the job. */
  constructor(onLimit: (error: LimitError) => void) {
    this.#onLimit = onLimit;
  }

  /** Registers a job and starts it. */
  start(line: string, run: (killed: Stop) => Promise<number>): Job {
    const killed = new Stop();
    let killedStatus = 0;
    const id = this.nextId();
    const died = new Promise<number>((resolve) => {
      killed.listen(() => resolve(killedStatus));
    });
    const job: Job = {
      number: (this.running().at(-1)?.number ?? 0) + 1,
      id,
      line,
      status: undefined,
      ended: Promise.race([run(killed), died]).then((status) => {
        job.status = status;
        return status;
      }),
      kill: (status) => {
        killedStatus = status;
        killed.now(new CancelledError(130));
      },
    };
    job.ended.catch((error) => {
      if (error instanceof LimitError) this.#onLimit(error);
    });
    this.#jobs.push(job);
    return job;
  }

  /** An id that no job and no child shell of the call has had. */
  nextId(): number {
    this.#next += 1;
    return this.#next - 1;
  }

  running(): Job[] {
    return this.#jobs.filter((job) => job.status === undefined);
  }

  all(): readonly Job[] {
    return this.#jobs;
  }

  byId(id: number): Job | undefined {
    return this.#jobs.find((job) => job.id === id);
  }

  /** `%1`, `%%`, `%+`, `%-`, `%name`. */
  bySpecification(text: string): Job | undefined {
    const name = text.slice(1);
    const running = this.running();
    if (name === "" || name === "%" || name === "+") return running.at(-1);
    if (name === "-") return running.at(-2) ?? running.at(-1);
    // One that has ended can still be waited for, until its number is given anew.
    if (/^\d+$/.test(name)) return this.#jobs.findLast((job) => job.number === Number(name));
    return running.find((job) => job.line.startsWith(name));
  }

  /** Waits until every job has ended. */
  async settle(): Promise<void> {
    for (const job of this.#jobs) await job.ended;
  }
}

/** Starts `list &`: a subshell with empty input beside the rest of the call. */
export function startJob(shell: Interpreter, node: AndOr): void {
  const line = shell.source.slice(node.span.start, node.span.end);
  // POSIX 2.9.3.1: /dev/null, but what a pipeline or a redirection of this shell has connected stays (bash).
  const outside = shell.descriptors.get(0)?.source === shell.call.stdin;
  const input = outside ? new Descriptor({ source: EMPTY_INPUT }) : undefined;
  const child = shell.fork(input ? shell.descriptors.with(0, input) : shell.descriptors);
  input?.release();
  const job = shell.call.jobs.start(line, async (killed) => {
    // A job within a job outlives it, as a process does its parent: both follow what is around the outer one.
    const { base } = child.call;
    const stop = new Stop();
    const forget = base.listen(() => base.error && stop.now(base.error));
    killed.listen(() => stop.now(new CancelledError(130)));
    const twin = child.under(stop, base);
    try {
      return await twin.untilExit(() => twin.andOr(node));
    } finally {
      forget();
    }
  });
  shell.state.lastJob = job.id;
}
