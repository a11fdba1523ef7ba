// Runs a file of the workspace as a script, as `./script.sh` does: executable bit, shebang, a child state of its own.

import { classifyBytes } from "../bytes/guard.ts";
import { decode } from "../bytes/text.ts";
import type { Interpreter } from "./interpreter.ts";
import { defaultOptions } from "./options.ts";

/** 126 where it may not be run, 127 where there is none; otherwise the script's status. */
export async function runScriptFile(shell: Interpreter, path: string, args: readonly string[]): Promise<number> {
  const stat = shell.workspace.exists(path);
  if (!stat) {
    await shell.diagnose(path, "No such file or directory");
    return 127;
  }
  if (stat.kind === "directory") {
    await shell.diagnose(path, "Is a directory");
    return 126;
  }
  if ((stat.mode & 0o111) === 0) {
    await shell.diagnose(path, "Permission denied", `Run: sh ${path}`);
    return 126;
  }
  return await runScript(shell, path, args);
}

/** Runs a script in a child of this shell that has only its exported variables. */
export async function runScript(shell: Interpreter, path: string, args: readonly string[]): Promise<number> {
  const bytes = shell.workspace.readFile(path);
  if (!classifyBytes(bytes.subarray(0, 4096), bytes.length > 4096).text) {
    await shell.diagnose(path, "cannot execute binary file");
    return 126;
  }
  const text = decode(bytes);
  const interpreter = /^#!\s*(\S+)(?:\s+(\S+))?/.exec(text);
  const program = interpreter?.[1]?.endsWith("/env") ? interpreter[2] : interpreter?.[1]?.split("/").at(-1);
  if (program !== undefined && !/^(ba|da|k|z|)sh$/.test(program)) {
    await shell.diagnose(path, `${program}: interpreter not found`, "Only shell scripts run here");
    return 126;
  }
  return await runChild(shell, text, path, args, (child) => {
    child.state.script = path;
    child.file = path;
  });
}

/** Runs a text in a child shell: functions and unexported variables stay behind. */
export async function runChild(
  shell: Interpreter,
  text: string,
  name: string,
  args: readonly string[],
  prepare: (child: Interpreter) => void = () => undefined,
): Promise<number> {
  const child = shell.fork(shell.descriptors, 0);
  const { state } = child;
  for (const [variable, { exported }] of state.variables) if (!exported) state.variables.delete(variable);
  for (const callee of state.functions.keys()) if (!state.exportedFunctions.has(callee)) state.functions.delete(callee);
  state.options = defaultOptions();
  state.id = shell.call.jobs.nextId();
  state.lastJob = undefined;
  state.script = "";
  state.aliases.clear();
  state.frames.length = 0;
  state.callStack.length = 0;
  state.name = name;
  state.positional = args;
  state.status = 0;
  child.suppressed = 0;
  child.loops = 0;
  child.interrupted = undefined;
  child.file = "";
  prepare(child);
  return await child.untilExit(() => child.text(text));
}
