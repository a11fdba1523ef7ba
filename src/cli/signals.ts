// Signals of the host while something runs: the first asks it to end, the second ends the program.
import { constants } from "node:os";

const HEARD = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export interface Interruption {
  readonly signal: AbortSignal;
  /** Signals do again what they do by themselves. */
  release(): void;
}

/** Listens until `release`. */
export function listenForSignals(): Interruption {
  const controller = new AbortController();
  const hear = (name: NodeJS.Signals): void => {
    // An exit, unlike the signal's own end of the process, lets the scratch folder be removed.
    if (controller.signal.aborted) process.exit(128 + constants.signals[name]);
    controller.abort();
  };
  for (const name of HEARD) process.on(name, hear);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of HEARD) process.off(name, hear);
    },
  };
}
