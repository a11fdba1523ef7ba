// Lets the event loop breathe while commands work, and tells them when to stop. One pacer serves all stages of a call.
import type { Stop } from "./stop.ts";

/** Milliseconds of uninterrupted work after which the event loop gets a turn. */
const SLICE_MS = 8;

export class Pacer {
  readonly #stop: Stop;
  #sliceEnd = performance.now() + SLICE_MS;
  #resting: Promise<void> | undefined;

  constructor(stop: Stop) {
    this.#stop = stop;
  }

  /** Is it time to rest? Call it every few microseconds to milliseconds of work. */
  due(): boolean {
    return performance.now() >= this.#sliceEnd || this.#stop.error !== undefined;
  }

  /** Gives the event loop a turn; throws `CancelledError` when the call is over. */
  rest(): Promise<void> {
    this.#resting ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        this.#resting = undefined;
        this.#sliceEnd = performance.now() + SLICE_MS;
        if (this.#stop.error) reject(this.#stop.error);
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
