// Runs what `trap` has set.
import type { Interpreter } from "./interpreter.ts";

/** Runs the trap of a signal once, with `$?` kept; a trap does not trigger itself. */
export async function runTrap(shell: Interpreter, signal: string): Promise<void> {
  const { traps } = shell.state;
  const action = traps.get(signal);
  if (action === undefined || action === "") return;
  const { status, stages } = shell.state;
  const { interrupted } = shell;
  // What ERR, DEBUG and signals say about the place is said about the command that they came at.
  if (signal !== "EXIT") {
    shell.interrupted ??= { source: shell.source, offset: shell.offset, end: shell.end };
  }
  traps.delete(signal);
  try {
    await shell.text(action);
  } finally {
    if (signal !== "EXIT" && !traps.has(signal)) traps.set(signal, action);
    shell.interrupted = interrupted;
  }
  shell.state.status = status;
  shell.state.stages = stages;
}
