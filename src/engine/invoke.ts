// Runs one command from its argv: finds it, asks the gate, and gives it streams and a context.

import { encode } from "../bytes/text.ts";
import { type Bound, type Command, CommandError } from "../command/command.ts";
import type { CommandEntry } from "../command/context.ts";
import { type Effects, UNKNOWN } from "../footprint/index.ts";
import { quote } from "../syntax/index.ts";
import { builtinHelp } from "./builtins/builtin.ts";
import { builtins } from "./builtins/index.ts";
import { commandName } from "./command-name.ts";
import { LimitError, ReturnFromFunction } from "./completion.ts";
import { createContext } from "./context.ts";
import { passesThrough, reportError } from "./failure.ts";
import type { Interpreter } from "./interpreter.ts";
import { createIo } from "./io.ts";
import { printToVariable, takesVariable } from "./print-variable.ts";
import { runScriptFile } from "./script-file.ts";
import type { ShellFunction, ShellState } from "./state.ts";
import { runTrap } from "./trap.ts";

/** Runs argv in this shell and gives its exit status. `skip` looks past functions (`command`) or to builtins alone. */
export async function invoke(
  shell: Interpreter,
  argv: readonly string[],
  skip: { readonly functions?: boolean } = {},
): Promise<number> {
  const [name = ""] = argv;
  const { state, call } = shell;
  call.count.invocations += 1;
  if (call.count.invocations > call.host.limits.maxInvocations) {
    throw new LimitError(`more than ${call.host.limits.maxInvocations} commands in one call`);
  }
  try {
    const status = await dispatch(shell, name, argv, skip.functions === true);
    state.lastArgument = argv.at(-1) ?? "";
    return status;
  } catch (error) {
    if (passesThrough(error)) throw error;
    return await reportError(shell, name, error);
  }
}

/** What a name means in this shell, in bash's order. */
export function kindOf(
  shell: Interpreter,
  name: string,
  skip: { readonly functions?: boolean } = {},
): CommandEntry["kind"] | undefined {
  if (!skip.functions && shell.state.functions.has(name)) return "function";
  if (builtins.has(commandName(name))) return "builtin";
  return shell.call.host.registry.has(commandName(name)) ? "command" : undefined;
}

async function dispatch(shell: Interpreter, name: string, argv: readonly string[], plain: boolean): Promise<number> {
  const callee = plain ? undefined : shell.state.functions.get(name);
  if (callee) {
    await admit(shell, "function", name, argv, UNKNOWN);
    return await callFunction(shell, name, callee, argv.slice(1));
  }
  const known = commandName(name);
  const builtin = builtins.get(known);
  if (builtin) {
    if (argv[1] === "--help" && !TAKES_HELP_AS_DATA.has(known)) {
      await shell.stdout.write(encode(builtinHelp(builtin)));
      return 0;
    }
    await admit(shell, "builtin", known, argv, builtin.effects);
    return await builtin.run(shell, argv.slice(1), createIo(shell, known, argv));
  }
  const loaded = shell.call.host.registry.load(known);
  const command = loaded instanceof Promise ? await loaded : loaded;
  if (command)
    return await (takesVariable(argv) ? printToVariable(shell, command, argv) : runCommand(shell, command, argv));
  if (name.includes("/")) return await runScriptFile(shell, name, argv.slice(1));
  return await notFound(shell, name, argv);
}

/** Builtins for which `--help` is an argument like any other. */
const TAKES_HELP_AS_DATA = new Set(["test", "[", ":", "eval", "command", "builtin", "exec"]);

async function runCommand(shell: Interpreter, command: Command, argv: readonly string[]): Promise<number> {
  const bound = command.bind(argv.slice(1), { cwd: shell.state.cwd });
  return await runBound(shell, command.name, argv, bound);
}

/** Runs a command whose arguments are bound already: the gate, streams of its own, and nothing left open. */
export async function runBound(
  shell: Interpreter,
  name: string,
  argv: readonly string[],
  bound: Bound,
): Promise<number> {
  await admit(shell, "command", name, argv, bound.effects);
  const io = createIo(shell, name, argv);
  try {
    const outcome = bound.run(io, createContext(shell));
    return (outcome instanceof Promise ? await outcome : outcome) ?? 0;
  } finally {
    io.end();
  }
}

async function admit(
  shell: Interpreter,
  kind: CommandEntry["kind"],
  name: string,
  argv: readonly string[],
  effects: Effects,
): Promise<void> {
  const { gate } = shell.call.host;
  if (!gate) return;
  const verdict = gate({ name, kind, argv, cwd: shell.state.cwd, effects, depth: shell.depth });
  const denial = verdict instanceof Promise ? await verdict : verdict;
  if (denial) {
    throw new CommandError(denial.message, {
      exitCode: denial.exitCode,
      ...(denial.help === undefined ? {} : { help: denial.help }),
    });
  }
}

/** Levels of functions after which the stack is given back to the event loop. */
const STACK_RELIEF = 40;

async function callFunction(
  shell: Interpreter,
  name: string,
  { definition, source, file }: ShellFunction,
  args: readonly string[],
): Promise<number> {
  const { state } = shell;
  if (state.frames.length >= shell.call.host.limits.maxDepth) {
    throw new LimitError(`${name}: functions nested more than ${shell.call.host.limits.maxDepth} levels deep`);
  }
  if (state.frames.length % STACK_RELIEF === 0) await undefined;
  const { source: text, file: path, loops, interrupted } = shell;
  const { positional, traps } = state;
  const withheld = withhold(state);
  state.callStack.push({ kind: "function", name, file, caller: { source: text, offset: shell.offset } });
  state.positional = args;
  state.frames.push(new Map());
  shell.source = source;
  shell.file = file;
  shell.loops = 0;
  shell.interrupted = undefined;
  try {
    return await shell.command(definition.body);
  } catch (error) {
    if (error instanceof ReturnFromFunction) return error.status;
    throw error;
  } finally {
    if (traps.has("RETURN")) await runTrap(shell, "RETURN");
    for (const [signal, action] of withheld) if (!traps.has(signal)) traps.set(signal, action);
    state.leaveFrame();
    state.callStack.pop();
    state.positional = positional;
    shell.source = text;
    shell.file = path;
    shell.loops = loops;
    shell.interrupted = interrupted;
  }
}

/** Takes RETURN and DEBUG traps away from a function, unless `set -T` hands them on; what it sets itself stays. */
function withhold({ traps, options }: ShellState): [string, string][] {
  if (traps.size === 0 || options.functrace) return [];
  const withheld = [...traps].filter(([signal]) => signal === "RETURN" || signal === "DEBUG");
  for (const [signal] of withheld) traps.delete(signal);
  return withheld;
}

/** 127, and the names that come nearest. */
async function notFound(shell: Interpreter, name: string, argv: readonly string[]): Promise<number> {
  const meant = await meantCommand(shell, name, argv.slice(1));
  await shell.diagnose(name, "command not found", meant ? `Did you mean: ${meant}` : "Run: help (lists every command)");
  return 127;
}

/** Where one of these is as near as any, nothing is offered. */
const DESTRUCTIVE = new Set(["dd", "mv", "rm", "rmdir", "shred", "truncate", "unlink"]);

/** Letters from which on a name tells enough to be offered where it does not take the arguments. */
const TELLING = 4;

/** A line that can be run: the nearest command with the same arguments, or its help where it does not take them. */
async function meantCommand(shell: Interpreter, name: string, args: readonly string[]): Promise<string | undefined> {
  const { registry } = shell.call.host;
  const candidates = registry.suggest(name);
  if (candidates.some((candidate) => DESTRUCTIVE.has(candidate))) return undefined;
  for (const candidate of candidates) {
    const command = await registry.load(candidate);
    try {
      command?.bind(args, { cwd: shell.state.cwd });
      return quote([candidate, ...args]);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
    }
  }
  const [first] = candidates;
  return first !== undefined && name.length >= TELLING ? `${first} --help` : undefined;
}
