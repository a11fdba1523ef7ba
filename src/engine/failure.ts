// Turns an error that a command or an expansion let escape into a diagnostic and an exit status.
import { CommandError } from "../command/command.ts";
import { ExpansionError } from "../expand/index.ts";
import { PatternError, PatternLimitError } from "../pattern/index.ts";
import { LongLineError } from "../stream/long-line.ts";
import { CancelledError, ClosedPipeError } from "../stream/stream.ts";
import { FileError } from "../workspace/workspace.ts";
import { ExitShell, LeaveLoop, LimitError, ReturnFromFunction } from "./completion.ts";
import type { Interpreter } from "./interpreter.ts";

/** True for what must pass through a command untouched. */
export function passesThrough(error: unknown): boolean {
  return (
    error instanceof CancelledError ||
    error instanceof ExitShell ||
    error instanceof LeaveLoop ||
    error instanceof ReturnFromFunction ||
    error instanceof LimitError ||
    isStackOverflow(error) ||
    (error instanceof ExpansionError && error.fatal)
  );
}

/** Nesting that no counter has caught, in an expansion or a command. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes("call stack");
}

/** Reports the error of the command `name` (of the shell itself, without a name) and gives its exit status. */
export async function reportError(shell: Interpreter, name: string | undefined, error: unknown): Promise<number> {
  if (error instanceof ClosedPipeError) return 141;
  if (error instanceof CommandError) {
    await shell.diagnose(name, error.message, error.help);
    return error.exitCode;
  }
  if (error instanceof ExpansionError) {
    await shell.diagnose(name, error.message, error.help);
    return error.exitCode;
  }
  if (error instanceof LongLineError) {
    await shell.diagnose(name, error.message, error.help);
    return 1;
  }
  if (error instanceof FileError) {
    await shell.diagnose(name, `${error.path}: ${error.message}`);
    return 1;
  }
  if (error instanceof PatternError || error instanceof PatternLimitError) {
    await shell.diagnose(name, error.message, error instanceof PatternError ? error.help : undefined);
    return 2;
  }
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  await shell.diagnose(name, `internal error: ${reason}`, "This is a defect of the command, not of the line");
  return 1;
}
