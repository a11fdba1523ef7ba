// Loops that run at once for as long as they may, and go on from a promise when something in them waits or the event loop
// wants its turn.
import type { Machine } from "../machine.ts";
import { BREAK, CONTINUE, type Exec, NORMAL, type Signal } from "../signal.ts";

export interface Loop {
  readonly test: (() => boolean) | undefined;
  readonly body: Exec;
  readonly step: Exec | undefined;
  /** The test comes after the body. */
  readonly after: boolean;
}

export function loop(machine: Machine, { test, body, step, after }: Loop): Exec {
  /** Goes on after a body that ended with `pending`. */
  const resume = async (pending: Promise<Signal> | Signal): Promise<Signal> => {
    let signal = await pending;
    for (;;) {
      if (signal !== NORMAL && signal !== CONTINUE) return signal === BREAK ? NORMAL : signal;
      if (step) {
        const stepped = step();
        const ended = typeof stepped === "number" ? stepped : await stepped;
        if (ended !== NORMAL) return ended;
      }
      machine.fuel -= 1;
      const pause = machine.fuel < 0 ? machine.refuel() : undefined;
      if (pause) await pause;
      if (test && !test()) return NORMAL;
      const next = body();
      signal = typeof next === "number" ? next : await next;
    }
  };
  return () => {
    if (!after && test && !test()) return NORMAL;
    for (;;) {
      const signal = body();
      if (signal !== NORMAL) {
        if (typeof signal !== "number") return resume(signal);
        if (signal !== CONTINUE) return signal === BREAK ? NORMAL : signal;
      }
      machine.fuel -= 1;
      if (machine.fuel < 0) {
        const pause = machine.refuel();
        if (pause) return pause.then(() => resume(NORMAL));
      }
      if (step) {
        const stepped = step();
        if (stepped !== NORMAL) return typeof stepped === "number" ? stepped : afterStep(stepped);
      }
      if (test && !test()) return NORMAL;
    }
  };

  /** The step itself waited: the test and the body come next. */
  async function afterStep(pending: Promise<Signal>): Promise<Signal> {
    const ended = await pending;
    if (ended !== NORMAL) return ended;
    if (test && !test()) return NORMAL;
    return resume(body());
  }
}
