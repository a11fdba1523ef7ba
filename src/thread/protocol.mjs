// What passes between a program's thread and the shell's: the thread asks and waits, the shell answers when it can.
// Nothing here knows what is asked.
import { parentPort, receiveMessageOnPort } from "node:worker_threads";

/** Thrown through a program when the shell has no answer any more: its output is closed, or a file of its failed. */
export class Stopped extends Error {}

/**
 * Serves one task after another for as long as the thread lives.
 * @param {(start: any, ask: (request: unknown) => any) => unknown} task
 */
export function serve(task) {
  parentPort?.on("message", async ({ start, port, turn }) => {
    const wake = new Int32Array(turn);
    /** @param {unknown} request */
    const ask = (request) => {
      Atomics.store(wake, 0, 0);
      port.postMessage({ request });
      Atomics.wait(wake, 0, 0);
      const { message } = receiveMessageOnPort(port) ?? { message: { stop: true } };
      if (message.stop) throw new Stopped();
      return message.answer;
    };
    try {
      port.postMessage({ result: await task(start, ask) });
    } catch (error) {
      if (error instanceof Stopped) port.postMessage({ stopped: true });
      else port.postMessage({ failed: error instanceof Error ? error.message : String(error) });
    }
  });
}
