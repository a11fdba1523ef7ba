// Lets the event loop breathe while commands work, and tells them when to stop. One pacer serves all stages of a call.
import { CancelledError } from "./stream.ts";

/** Milliseconds of uninterrupted work after which the event loop gets a turn. */
const SLICE_MS = 8;

export class Pacer {
  readonly #signal: AbortSignal;
  #sliceEnd = performance.now() + SLICE_MS;
  #resting: Promise<void> | undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Is it time to rest? Call it every few microseconds to milliseconds of work. */
  due(): boolean {
    return performance.now() >= this.#sliceEnd || this.#signal.aborted;
  }

  /** Gives the event loop a turn; throws `CancelledError` when the call is over. */
  rest(): Promise<void> {
    this.#resting ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        this.#resting = undefined;
        this.#sliceEnd = performance.now() + SLICE_MS;
        if (this.#signal.aborted) reject(cancellation(this.#signal));
        else resolve();
      });
    });
    return this.#resting;
  }

  /** `if (pause) await pause;` after `const pause = pacer.pause()`: rests when due. */
  pause(): Promise<void> | undefined {
    return this.due() ? this.rest() : undefined;
  }
}

/** The error that a signal's reason stands for; any reason but a `CancelledError` is an interruption. */
export function cancellation(signal: AbortSignal): CancelledError {
  return signal.reason instanceof CancelledError ? signal.reason : new CancelledError(130);
}
