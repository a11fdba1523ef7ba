// The working directory: cd, pwd, and the stack of pushd, popd and dirs.
import { encode } from "../../bytes/text.ts";
import { CommandError } from "../../command/command.ts";
import type { Io } from "../../command/context.ts";
import { absolute, type Effects } from "../../footprint/index.ts";
import { FileError } from "../../workspace/workspace.ts";
import type { Interpreter } from "../interpreter.ts";
import { newVariable } from "../state.ts";
import { type Builtin, parseOptions } from "./builtin.ts";

const CHANGES_CWD: Effects = { reads: ["tree:/"], writes: ["state:cwd"] };

export const cd: Builtin = {
  name: "cd",
  summary: "Change the working directory",
  usage: "cd [-L|-P] [dir]",
  effects: CHANGES_CWD,
  async run(shell, args, io) {
    const { flags, operands } = parseOptions(cd, "LPe", args);
    if (operands.length > 1) throw new CommandError("too many arguments");
    const [target = shell.state.scalar("HOME") ?? "/"] = operands;
    const back = target === "-";
    const directory = back ? shell.state.scalar("OLDPWD") : target;
    if (directory === undefined) throw new CommandError("OLDPWD not set");
    if (directory === "") return 0;
    const through = searched(shell, directory);
    if (!(await change(shell, through ?? directory, flags.has("P"), io))) return 1;
    if (back || through !== undefined) await io.stdout.write(encode(`${shell.state.cwd}\n`));
    return 0;
  },
};

export const pwd: Builtin = {
  name: "pwd",
  summary: "Print the working directory",
  usage: "pwd [-L|-P]",
  effects: { reads: ["state:cwd"], writes: [] },
  async run(shell, args, io) {
    const { flags } = parseOptions(pwd, "LP", args);
    const directory = flags.has("P") ? shell.workspace.realpath(".") : shell.state.cwd;
    await io.stdout.write(encode(`${directory}\n`));
    return 0;
  },
};

export const pushd: Builtin = {
  name: "pushd",
  summary: "Change the directory and remember the old one",
  usage: "pushd [dir | +N | -N]",
  effects: CHANGES_CWD,
  async run(shell, args, io) {
    const { state } = shell;
    const still = args[0] === "-n";
    const [target] = still ? args.slice(1) : args;
    const stack = [state.cwd, ...state.directoryStack];
    if (still && target !== undefined && !/^[+-]\d+$/.test(target)) {
      state.directoryStack = [target, ...state.directoryStack];
    } else if (target === undefined || /^[+-]\d+$/.test(target)) {
      const [, second] = stack;
      if (second === undefined) throw new CommandError("no other directory");
      const at = target === undefined ? 1 : position(target, stack.length);
      const rotated = [...stack.slice(at), ...stack.slice(0, at)];
      if (!(await change(shell, rotated[0] ?? "/", false, io))) return 1;
      state.directoryStack = target === undefined ? [stack[0] ?? "/", ...stack.slice(2)] : rotated.slice(1);
    } else {
      const old = state.cwd;
      if (!(await change(shell, target, false, io))) return 1;
      state.directoryStack = [old, ...state.directoryStack];
    }
    await printStack(shell, io);
    return 0;
  },
};

export const popd: Builtin = {
  name: "popd",
  summary: "Return to the directory that pushd remembered",
  usage: "popd [+N | -N]",
  effects: CHANGES_CWD,
  async run(shell, args, io) {
    const { state } = shell;
    const [target] = args;
    if (state.directoryStack.length === 0) throw new CommandError("directory stack empty");
    const stack = [state.cwd, ...state.directoryStack];
    const at = target === undefined ? 0 : position(target, stack.length);
    stack.splice(at, 1);
    if (at === 0 && !(await change(shell, stack[0] ?? "/", false, io))) return 1;
    state.directoryStack = stack.slice(1);
    await printStack(shell, io);
    return 0;
  },
};

export const dirs: Builtin = {
  name: "dirs",
  summary: "Print the remembered directories",
  usage: "dirs [-clpv]",
  effects: { reads: ["state:cwd"], writes: [] },
  async run(shell, args, io) {
    const { flags } = parseOptions(dirs, "clpv", args);
    if (flags.has("c")) {
      shell.state.directoryStack = [];
      return 0;
    }
    if (!flags.has("p") && !flags.has("v")) {
      await printStack(shell, io);
      return 0;
    }
    const stack = [shell.state.cwd, ...shell.state.directoryStack];
    const lines = stack.map((path, index) =>
      flags.has("v") ? `${String(index).padStart(2)}  ${path}\n` : `${path}\n`,
    );
    await io.stdout.write(encode(lines.join("")));
    return 0;
  },
};

/** Changes the directory; diagnoses what stands in the way. */
async function change(shell: Interpreter, directory: string, physical: boolean, io: Io): Promise<boolean> {
  const { state, workspace } = shell;
  try {
    // POSIX, cd: what stands before `..` must exist, even where the name without it would do.
    for (const before of parents(directory)) {
      if (workspace.stat(before).kind !== "directory") throw new FileError("ENOTDIR", directory);
    }
    const path = physical ? workspace.realpath(directory) : absolute(state.cwd, directory);
    if (shell.call.host.workspace.stat(path).kind !== "directory") throw new FileError("ENOTDIR", directory);
    const old = state.cwd;
    state.cwd = path;
    setExported(shell, "OLDPWD", old);
    setExported(shell, "PWD", path);
    return true;
  } catch (error) {
    await io.diagnoseFile(error, directory);
    return false;
  }
}

/** The parts of a path before each `..` that follows a name. */
function parents(directory: string): string[] {
  if (!directory.includes("/..")) return [];
  const parts = directory.split("/");
  return parts.flatMap((part, index) => {
    const before = parts[index - 1];
    return part === ".." && before !== undefined && !/^\.{0,2}$/.test(before) ? [parts.slice(0, index).join("/")] : [];
  });
}

function setExported(shell: Interpreter, name: string, value: string): void {
  const variable = shell.state.variables.get(name);
  if (variable) variable.value = value;
  else shell.state.variables.set(name, { ...newVariable(value), exported: true });
}

/** CDPATH (POSIX): tried for a relative name; undefined where it does not apply. */
function searched(shell: Interpreter, directory: string): string | undefined {
  const path = shell.state.scalar("CDPATH");
  if (!path || directory.startsWith("/") || /^\.\.?(\/|$)/.test(directory)) return undefined;
  const found = path
    .split(":")
    .filter((entry) => entry !== "")
    .map((entry) => `${entry}/${directory}`)
    .find((candidate) => shell.workspace.exists(candidate)?.kind === "directory");
  return found;
}

function position(text: string, size: number): number {
  const count = Number(text.slice(1));
  const at = text.startsWith("+") ? count : size - 1 - count;
  if (at < 0 || at >= size) throw new CommandError(`${text}: directory stack index out of range`);
  return at;
}

async function printStack(shell: Interpreter, io: Io): Promise<void> {
  const home = shell.state.scalar("HOME") ?? "/";
  const short = (path: string): string =>
    home !== "/" && (path === home || path.startsWith(`${home}/`)) ? `~${path.slice(home.length)}` : path;
  await io.stdout.write(encode(`${[shell.state.cwd, ...shell.state.directoryStack].map(short).join(" ")}\n`));
}
