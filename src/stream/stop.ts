// Cancellation inside the shell: as an AbortSignal, but one that costs next to nothing until somebody needs the real
// one. A call makes a `Stop` each time; most lines end without anybody asking for its signal.
import { CancelledError } from "./stream.ts";

export class Stop {
  #error: CancelledError | undefined;
  #listeners: Set<() => void> | undefined;
  #controller: AbortController | undefined;

  /** A stop that follows an AbortSignal. Any reason but a `CancelledError` is an interruption. */
  static following(signal: AbortSignal): Stop {
    const stop = new Stop();
    const follow = (): void =>
      stop.now(signal.reason instanceof CancelledError ? signal.reason : new CancelledError(130));
    if (signal.aborted) follow();
    else signal.addEventListener("abort", follow, { once: true });
    return stop;
  }

  /** A stop that follows whichever comes first, and the way to let go of both. */
  static either(a: Stop, b: Stop): { readonly stop: Stop; readonly release: () => void } {
    const stop = new Stop();
    const forget = [a, b].map((source) =>
      source.listen(() => {
        if (source.#error) stop.now(source.#error);
      }),
    );
    return { stop, release: () => forget.forEach((letGo) => void letGo()) };
  }

  /** Why it has stopped; undefined while it goes on. */
  get error(): CancelledError | undefined {
    return this.#error;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#error) this.#controller.abort(this.#error);
    }
    return this.#controller.signal;
  }

  now(error: CancelledError): void {
    if (this.#error) return;
    this.#error = error;
    this.#controller?.abort(error);
    for (const listener of this.#listeners ?? []) listener();
    this.#listeners = undefined;
  }

  /** Calls `listener` when it stops, at once if it has. Gives the way to take it back. */
  listen(listener: () => void): () => void {
    if (this.#error) {
      listener();
      return () => undefined;
    }
    this.#listeners ??= new Set();
    this.#listeners.add(listener);
    return () => this.#listeners?.delete(listener);
  }
}

/** The value, or the cancellation that comes before it. */
export function unlessStopped<T>(value: Promise<T>, stop: Stop): Promise<T> {
  return new Promise((resolve, reject) => {
    const forget = stop.listen(() => reject(stop.error));
    value.then(
      (result) => {
        forget();
        resolve(result);
      },
      (error) => {
        forget();
        reject(error);
      },
    );
  });
}
