// A shell over a memory tree for tests, and one line run in a fresh one.
import { commands } from "../../commands/index.ts";
import {
  createShell,
  type FileContent,
  memoryWorkspace,
  type RunOptions,
  type RunResult,
  type Shell,
  type ShellOptions,
} from "../../src/index.ts";

export interface Setup extends Partial<Omit<ShellOptions, "workspace">> {
  readonly files?: Readonly<Record<string, FileContent>>;
}

export function shellWith({ files, ...options }: Setup = {}): Shell {
  return createShell({ commands, ...options, workspace: memoryWorkspace({ files: files ?? {} }) });
}

export async function runIn(setup: Setup, line: string, options: RunOptions = {}): Promise<RunResult> {
  const shell = shellWith(setup);
  const result = await shell.run(line, options);
  await shell.close();
  return result;
}

/** The text without its footer's duration. */
export function steady(text: string): string {
  return text.replace(/\| (\d+ms|[\d.]+s|\d+m\d\ds)(?=[ \]|]|$)/, "| T");
}
