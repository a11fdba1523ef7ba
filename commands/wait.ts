// Waits for a time, or until the call is cancelled.
import { CancelledError } from "../src/plugin.ts";

/** The longest delay that a timer takes: 2^31 - 1 milliseconds. */
const LONGEST = 0x7fff_ffff;

/** Resolves after so many milliseconds; rejects with `CancelledError` as soon as the signal is aborted. */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = performance.now() + milliseconds;
    const cancel = (): void => {
      clearTimeout(timer);
      reject(signal.reason instanceof CancelledError ? signal.reason : new CancelledError(130));
    };
    const arm = (): NodeJS.Timeout => setTimeout(fire, Math.min(LONGEST, Math.max(0, end - performance.now())));
    const fire = (): void => {
      if (end - performance.now() > 1) {
        timer = arm();
        return;
      }
      signal.removeEventListener("abort", cancel);
      resolve();
    };
    let timer = arm();
    if (signal.aborted) cancel();
    else signal.addEventListener("abort", cancel, { once: true });
  });
}
