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

/** Threads that wait for a task; one of each kind stays, since starting one takes tens of milliseconds. */
const idle = new Map<Program, Worker>();

/** The result of the task. Throws what the signal was aborted with, or an `Error` with the thread's own message. */
export async function runTask<Request>({ program, start, answer, signal }: Task<Request>): Promise<unknown> {
  throwIfAborted(signal);
  const worker = idle.get(program) ?? (await newThread(program));
  idle.delete(program);
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
      worker.once("error", reject);
      worker.once("exit", () => reject(new Error("the thread has ended")));
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
    if (ended.failed !== undefined) throw new Error(ended.failed);
    return ended.result;
  } finally {
    port1.close();
    worker.removeAllListeners();
    if (usable && !idle.has(program)) {
      worker.unref();
      idle.set(program, worker);
      worker.once("error", () => idle.delete(program));
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
