// What expansion sees of a running shell: its variables, special and dynamic parameters, files and substitutions.
import type { Environment, ExpansionOptions, Variable } from "../expand/index.ts";
import type { CommandSubstitution, ProcessSubstitution } from "../syntax/tree.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { assignText, setElement } from "./assignment.ts";
import type { Interpreter } from "./interpreter.ts";
import { optionLetters } from "./options.ts";
import { startProcess, substitute } from "./substitution.ts";

/** `$$`: the shell's own process id is not the host's. */
const SHELL_ID = 1000;

export function createEnvironment(shell: Interpreter): Environment {
  return new ShellEnvironment(shell);
}

class ShellEnvironment implements Environment {
  readonly home = "/";
  readonly limits: Environment["limits"];
  readonly #shell: Interpreter;

  constructor(shell: Interpreter) {
    this.#shell = shell;
    this.limits = shell.call.host.limits;
  }

  get positional(): readonly string[] {
    return this.#shell.state.positional;
  }

  get name(): string {
    return this.#shell.state.name;
  }

  get options(): ExpansionOptions {
    return this.#shell.state.options;
  }

  get workspace(): Workspace {
    return this.#shell.workspace;
  }

  get(name: string): string | undefined {
    return this.#shell.state.scalar(name) ?? dynamic(this.#shell, name);
  }

  variable(name: string): Variable | undefined {
    return this.#shell.state.variables.get(name);
  }

  set(name: string, value: string): void {
    assignText(this.#shell, name, value);
  }

  setElement(name: string, subscript: string, value: string): void {
    setElement(this.#shell, name, subscript, value);
  }

  *names(): Iterable<string> {
    for (const [name, { value }] of this.#shell.state.variables) if (value !== undefined) yield name;
  }

  special(name: string): string | undefined {
    return special(this.#shell, name);
  }

  substitute(node: CommandSubstitution): Promise<Uint8Array> {
    return substitute(this.#shell, node);
  }

  processSubstitution(node: ProcessSubstitution): string {
    return startProcess(this.#shell, node);
  }

  pause(): Promise<void> | undefined {
    return this.#shell.call.pacer.pause();
  }
}

function special({ state }: Interpreter, name: string): string | undefined {
  switch (name) {
    case "?":
      return String(state.status);
    case "$":
      return String(SHELL_ID);
    case "!":
      return state.lastJob === undefined ? undefined : String(state.lastJob);
    case "-":
      return optionLetters(state.options);
    case "_":
      return state.lastArgument;
    case "#":
      return String(state.positional.length);
    case "0":
      return state.name;
    default:
      return undefined;
  }
}

/** Variables that bash computes; an assignment to one of them hides it. */
function dynamic(shell: Interpreter, name: string): string | undefined {
  switch (name) {
    case "RANDOM":
      return String(Math.floor(Math.random() * 32768));
    case "SRANDOM":
      return String(Math.floor(Math.random() * 4294967296));
    case "SECONDS":
      return String(Math.floor((performance.now() - shell.call.shellStart) / 1000));
    case "LINENO":
      return String(lineOf(shell.source, shell.offset));
    case "EPOCHSECONDS":
      return String(Math.floor(Date.now() / 1000));
    case "EPOCHREALTIME":
      return (Date.now() / 1000).toFixed(6);
    case "PWD":
      return shell.state.cwd;
    case "IFS":
      return undefined;
    case "PIPESTATUS":
      return String(shell.state.stages[0] ?? 0);
    case "FUNCNAME":
      return shell.state.callStack.at(-1);
    case "BASHPID":
      return String(SHELL_ID + shell.depth);
    default:
      return undefined;
  }
}

function lineOf(source: string, offset: number): number {
  let line = 1;
  for (let at = source.indexOf("\n"); at >= 0 && at < offset; at = source.indexOf("\n", at + 1)) line += 1;
  return line;
}
