// How a shell ends: `exit` and its trap, `set -e` and the ERR trap, and the status that an error stands for. What runs
// before that is the interpreter's.
import { ExpansionError } from "../expand/index.ts";
import { CancelledError, ClosedPipeError } from "../stream/stream.ts";
import type { Pipeline } from "../syntax/tree.ts";
import { ExitShell, LeaveLoop, LimitError, ReturnFromFunction } from "./completion.ts";
import { isStackOverflow, reportError } from "./failure.ts";
import type { Interpreter } from "./interpreter.ts";
import { runTrap } from "./trap.ts";

/** Levels of nesting after which the stack is given back to the event loop. */
export const STACK_RELIEF = 40;

/**
 * Runs a subshell to its end: `exit` becomes its status, its EXIT trap fires, its descriptors are released. An error
 * that belongs to the shell itself is reported here.
 */
export async function runToEnd(shell: Interpreter, run: () => Promise<number>): Promise<number> {
  try {
    if (shell.depth % STACK_RELIEF === 0) await undefined;
    let status: number;
    try {
      status = await run();
    } catch (error) {
      status = await statusOf(shell, error);
    }
    shell.state.status = status;
    if (shell.state.traps.has("EXIT")) {
      try {
        await runTrap(shell, "EXIT");
      } catch (error) {
        status = await statusOf(shell, error);
      }
    }
    return status;
  } catch (error) {
    if (error instanceof ClosedPipeError) return 141;
    throw error;
  } finally {
    shell.call.count.subshells -= 1;
    shell.descriptors.releaseAll();
  }
}

/** The status that an escaped completion or error stands for. Cancellation passes through. */
export async function statusOf(shell: Interpreter, error: unknown): Promise<number> {
  if (error instanceof ExitShell || error instanceof ReturnFromFunction) return error.status;
  if (error instanceof LeaveLoop) return 0;
  if (error instanceof CancelledError || error instanceof LimitError) throw error;
  if (isStackOverflow(error)) throw new LimitError("nested too deep for the stack");
  if (error instanceof ClosedPipeError) return 141;
  const status = await reportError(shell, undefined, error);
  // An unset parameter ends the shell with 127, a subshell with 1 (bash).
  return error instanceof ExpansionError && shell.level > 0 ? 1 : status;
}

/** A command has failed where that counts: the ERR trap, then `set -e`. */
export async function commandFailed(shell: Interpreter, status: number): Promise<void> {
  const { state } = shell;
  if (state.traps.has("ERR") && (state.callStack.length === 0 || state.options.errtrace)) {
    await runTrap(shell, "ERR");
    state.status = status;
  }
  if (state.options.errexit) throw new ExitShell(status);
}

/** bash: a compound command that failed only inside a condition does not end the shell. */
export function answersErrexit(node: Pipeline): boolean {
  if (node.stages.length !== 1) return true;
  const kind = node.stages[0]?.kind;
  return kind === "simple" || kind === "subshell" || kind === "conditional" || kind === "arithmetic-command";
}
