// Runs a task in a thread of its own and answers what it asks. A thread that has ended its task waits for the next
// one; a cancelled one is ended, whatever it is doing. Threads keep nothing of a task.
import type { Worker } from "node:worker_threads";
import { CancelledError } from "../stream/stream.ts";

const PROGRAMS = {
  jq: new URL("./jq.mjs", import.meta.url),
  sql: new URL("./sql.mjs", import.meta.url),
};

export type Program = keyof typeof PROGRAMS;

export interface Task<Request> {
  readonly program: Program;
  /** What the task is started with. */
  readonly start: unknown;
  /** Answers a request. What it throws ends the task, and is what `runTask` throws. */
  answer(request: Request): unknown;
  readonly signal: AbortSignal;
}

/** The thread itself has failed: its program broke or took too much memory. */
export class ThreadError extends Error {}

/** Threads that wait for a task; some of each kind stay, since starting one takes tens of milliseconds. */
const idle: Readonly<Record<Program, Worker[]>> = { jq: [], sql: [] };

const MOST_IDLE = 2;

/** The result of the task. Throws what the signal was aborted with, or a `ThreadError` with the thread's message. */
export async function runTask<Request>({ program, start, answer, signal }: Task<Request>): Promise<unknown> {
  throwIfAborted(signal);
  const worker = idle[program].pop() ?? (await newThread(program));
  worker.ref();
  const { port1, port2 } = new MessageChannel();
  const turn = new SharedArrayBuffer(4);
  const wake = new Int32Array(turn);
  let failure: { readonly error: unknown } | undefined;
  const reply = (message: unknown): void => {
    port1.postMessage(message);
    Atomics.store(wake, 0, 1);
    Atomics.notify(wake, 0);
  };
  const serve = async (request: Request): Promise<void> => {
    try {
      const given = answer(request);
      const value = given instanceof Promise ? await given : given;
      reply({ answer: value });
    } catch (error) {
      failure = { error };
      reply({ stop: true });
    }
  };
  let usable = false;
  try {
    const ended = await new Promise<Message<Request>>((resolve, reject) => {
      const abort = (): void => reject(abortReason(signal));
      signal.addEventListener("abort", abort, { once: true });
      worker.once("error", (error) => reject(new ThreadError(error.message)));
      worker.once("exit", () => reject(new ThreadError("the thread has ended")));
      port1.on("message", (message: Message<Request>) => {
        if (message.request !== undefined) {
          void serve(message.request);
          return;
        }
        signal.removeEventListener("abort", abort);
        resolve(message);
      });
      worker.postMessage({ start, port: port2, turn }, [port2]);
    });
    usable = true;
    if (failure) throw failure.error;
    if (ended.failed !== undefined) throw new ThreadError(ended.failed);
    return ended.result;
  } finally {
    port1.close();
    worker.removeAllListeners();
    if (usable && idle[program].length < MOST_IDLE) {
      worker.unref();
      idle[program].push(worker);
      worker.once("error", () => forget(program, worker));
      worker.once("exit", () => forget(program, worker));
    } else {
      void worker.terminate();
    }
  }
}

/** Threads are rarely needed: what makes them is loaded with the first. */
async function newThread(program: Program): Promise<Worker> {
  const threads = await import("node:worker_threads");
  return new threads.Worker(PROGRAMS[program], { stdin: false, stdout: false, env: {} });
}

function forget(program: Program, worker: Worker): void {
  const at = idle[program].indexOf(worker);
  if (at >= 0) idle[program].splice(at, 1);
}

interface Message<Request> {
  readonly request?: Request;
  readonly result?: unknown;
  readonly failed?: string;
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw abortReason(signal);
}

function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof CancelledError ? signal.reason : new CancelledError(130);
}
