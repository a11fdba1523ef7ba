// Signals by name and number, and what one does to the shell itself. Nothing outside of the call can be reached.
import { ExitShell } from "../completion.ts";
import type { Interpreter } from "../interpreter.ts";
import { runTrap } from "../trap.ts";

/** Signal names and numbers of Linux. */
export const SIGNALS: Readonly<Record<string, number>> = {
  HUP: 1,
  INT: 2,
  QUIT: 3,
  ILL: 4,
  TRAP: 5,
  ABRT: 6,
  BUS: 7,
  FPE: 8,
  KILL: 9,
  USR1: 10,
  SEGV: 11,
  USR2: 12,
  PIPE: 13,
  ALRM: 14,
  TERM: 15,
  CHLD: 17,
  CONT: 18,
  STOP: 19,
  TSTP: 20,
  TTIN: 21,
  TTOU: 22,
};

/** A signal's number from `9`, `KILL` or `SIGKILL`. */
export function signalNumber(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  return SIGNALS[text.toUpperCase().replace(/^SIG/, "")];
}

export function signalName(number: number): string | undefined {
  return Object.keys(SIGNALS).find((name) => SIGNALS[name] === number);
}

/** Signals that nobody notices unless there is a trap. */
const HARMLESS = new Set(["CHLD", "CONT"]);

/** `kill $$`: runs the trap; without one the shell ends as a killed process does. */
export async function deliver(shell: Interpreter, number: number): Promise<void> {
  const name = signalName(number);
  if (name === undefined || HARMLESS.has(name)) return;
  if (name !== "KILL" && name !== "STOP" && shell.state.traps.has(name)) await runTrap(shell, name);
  else throw new ExitShell(128 + number);
}
