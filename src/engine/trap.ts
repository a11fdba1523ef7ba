// Runs what `trap` has set.
import type { Interpreter } from "./interpreter.ts";

/** Runs the trap of a signal once, with `$?` kept; a trap does not trigger itself. */
export async function runTrap(shell: Interpreter, signal: string): Promise<void> {
  const { traps } = shell.state;
  const action = traps.get(signal);
  if (action === undefined || action === "") return;
  const { status } = shell.state;
  traps.delete(signal);
  try {
    await shell.text(action);
  } finally {
    if (signal !== "EXIT") traps.set(signal, action);
  }
  shell.state.status = status;
}
