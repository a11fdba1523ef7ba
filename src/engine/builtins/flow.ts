// Builtins that decide what runs next: break, continue, return, exit, eval, `.`, exec and `:`.
import { CommandError } from "../../command/command.ts";
import { PURE, UNKNOWN } from "../../footprint/index.ts";
import { ExitShell, LeaveLoop, ReturnFromFunction } from "../completion.ts";
import type { Interpreter } from "../interpreter.ts";
import { readText } from "../read-text.ts";
import { runTrap } from "../trap.ts";
import { type Builtin, parseOptions } from "./builtin.ts";

export const colon: Builtin = {
  name: ":",
  summary: "Do nothing, successfully",
  usage: ": [arguments]",
  effects: PURE,
  run: () => 0,
};

export const breakBuiltin: Builtin = {
  name: "break",
  summary: "Leave a loop",
  usage: "break [n]",
  effects: PURE,
  run: async (shell, args) => await leave(shell, "break", args),
};

export const continueBuiltin: Builtin = {
  name: "continue",
  summary: "Start the next round of a loop",
  usage: "continue [n]",
  effects: PURE,
  run: async (shell, args) => await leave(shell, "continue", args),
};

export const returnBuiltin: Builtin = {
  name: "return",
  summary: "Return from a function or a sourced file",
  usage: "return [n]",
  effects: PURE,
  async run(shell, args) {
    if (shell.state.callStack.length === 0) {
      throw new CommandError("can only `return' from a function or sourced script", { exitCode: 2 });
    }
    throw new ReturnFromFunction(await statusArgument(shell, "return", args));
  },
};

export const exit: Builtin = {
  name: "exit",
  summary: "End this run of the shell",
  usage: "exit [n]",
  effects: PURE,
  async run(shell, args) {
    throw new ExitShell(await statusArgument(shell, "exit", args));
  },
};

export const evalBuiltin: Builtin = {
  name: "eval",
  summary: "Run arguments as shell text",
  usage: "eval [text...]",
  effects: UNKNOWN,
  async run(shell, args) {
    const text = (args[0] === "--" ? args.slice(1) : args).join(" ");
    return text.trim() === "" ? 0 : await shell.text(text);
  },
};

export const source: Builtin = {
  name: "source",
  summary: "Run a file in this shell",
  usage: "source file [arguments]",
  effects: UNKNOWN,
  run: async (shell, args) => await runFile(shell, source, args),
};

export const dot: Builtin = {
  name: ".",
  summary: "Run a file in this shell",
  usage: ". file [arguments]",
  effects: UNKNOWN,
  run: async (shell, args) => await runFile(shell, dot, args),
};

export const exec: Builtin = {
  name: "exec",
  summary: "Run a command in place of the shell, or keep redirections",
  usage: "exec [command [arguments]]",
  effects: UNKNOWN,
  async run(shell, args) {
    const { operands } = parseOptions(exec, "cla:", args);
    const [name] = operands;
    if (name === undefined) return 0;
    // The shell is replaced: there is nobody left to run its EXIT trap.
    if (shell.kindOf(name, { functions: true })) shell.state.traps.delete("EXIT");
    throw new ExitShell(await shell.invoke(operands, { functions: true }));
  },
};

async function leave(shell: Interpreter, kind: "break" | "continue", args: readonly string[]): Promise<number> {
  const [count = "1", extra] = args;
  if (shell.loops === 0) {
    await shell.diagnose(kind, "only meaningful in a `for', `while', or `until' loop");
    return 0;
  }
  // bash ends the shell for these two.
  if (!INTEGER.test(count)) {
    await shell.diagnose(kind, `${count}: numeric argument required`);
    throw new ExitShell(128);
  }
  if (extra !== undefined) {
    await shell.diagnose(kind, "too many arguments");
    throw new ExitShell(1);
  }
  if (Number(count) < 1) {
    await shell.diagnose(kind, `${count}: loop count out of range`);
    throw new LeaveLoop("break", shell.loops, 1);
  }
  throw new LeaveLoop(kind, Math.min(Number(count), shell.loops));
}

const INTEGER = /^\s*[+-]?\d+\s*$/;

async function statusArgument(shell: Interpreter, name: string, args: readonly string[]): Promise<number> {
  const [text] = args[0] === "--" ? args.slice(1) : args;
  if (text === undefined) return shell.state.status;
  if (!INTEGER.test(text)) {
    await shell.diagnose(name, `${text}: numeric argument required`);
    return 2;
  }
  return Number(BigInt.asUintN(8, BigInt(text)));
}

async function runFile(shell: Interpreter, { usage }: Builtin, args: readonly string[]): Promise<number> {
  const [path, ...rest] = args[0] === "--" ? args.slice(1) : args;
  if (path === undefined) {
    throw new CommandError("filename argument required", { exitCode: 2, help: `usage: ${usage}` });
  }
  const text = await readText(shell, path);
  const { state } = shell;
  const outer = state.positional;
  if (rest.length > 0) state.positional = rest;
  state.callStack.push({
    kind: "source",
    name: path,
    file: path,
    caller: { source: shell.source, offset: shell.offset },
  });
  try {
    return await shell.text(text, path);
  } catch (error) {
    if (error instanceof ReturnFromFunction) return error.status;
    throw error;
  } finally {
    if (state.traps.has("RETURN")) await runTrap(shell, "RETURN");
    state.callStack.pop();
    // What the file itself has set stays (bash).
    if (state.positional === rest) state.positional = outer;
  }
}
