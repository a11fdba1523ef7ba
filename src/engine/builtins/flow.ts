// Builtins that decide what runs next: break, continue, return, exit, eval, `.`, exec and `:`.
import { decode } from "../../bytes/text.ts";
import { CommandError } from "../../command/command.ts";
import { PURE, UNKNOWN } from "../../footprint/index.ts";
import { ExitShell, LeaveLoop, ReturnFromFunction } from "../completion.ts";
import type { Interpreter } from "../interpreter.ts";
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
  run(shell, args) {
    if (shell.state.callStack.length === 0) {
      throw new CommandError("can only `return' from a function or sourced script", { exitCode: 2 });
    }
    throw new ReturnFromFunction(statusArgument(shell, args));
  },
};

export const exit: Builtin = {
  name: "exit",
  summary: "End this run of the shell",
  usage: "exit [n]",
  effects: PURE,
  run(shell, args) {
    throw new ExitShell(statusArgument(shell, args));
  },
};

export const evalBuiltin: Builtin = {
  name: "eval",
  summary: "Run arguments as shell text",
  usage: "eval [text...]",
  effects: UNKNOWN,
  async run(shell, args) {
    const text = args.join(" ");
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
    if (operands.length === 0) return 0;
    throw new ExitShell(await shell.invoke(operands, { functions: true }));
  },
};

async function leave(shell: Interpreter, kind: "break" | "continue", args: readonly string[]): Promise<number> {
  const [count = "1"] = args;
  if (!/^[+-]?\d+$/.test(count)) throw new CommandError(`${count}: numeric argument required`, { exitCode: 128 });
  if (Number(count) < 1) throw new CommandError(`${count}: loop count out of range`);
  if (shell.loops === 0) {
    await shell.diagnose(kind, "only meaningful in a `for', `while', or `until' loop");
    return 0;
  }
  throw new LeaveLoop(kind, Math.min(Number(count), shell.loops));
}

function statusArgument(shell: Interpreter, args: readonly string[]): number {
  const [text] = args;
  if (text === undefined) return shell.state.status;
  if (!/^[+-]?\d+$/.test(text)) throw new CommandError(`${text}: numeric argument required`, { exitCode: 2 });
  return Number(BigInt.asUintN(8, BigInt(text)));
}

async function runFile(shell: Interpreter, { usage }: Builtin, args: readonly string[]): Promise<number> {
  const [path, ...rest] = args[0] === "--" ? args.slice(1) : args;
  if (path === undefined) {
    throw new CommandError("filename argument required", { exitCode: 2, help: `usage: ${usage}` });
  }
  const text = decode(shell.workspace.readFile(path));
  const { state } = shell;
  const outer = state.positional;
  if (rest.length > 0) state.positional = rest;
  state.callStack.push(path);
  try {
    return await shell.text(text);
  } catch (error) {
    if (error instanceof ReturnFromFunction) return error.status;
    throw error;
  } finally {
    state.callStack.pop();
    if (rest.length > 0) state.positional = outer;
  }
}
