// What expansion sees of a running shell: its variables, special and dynamic parameters, files and substitutions.
import type { Environment, ExpansionOptions, Variable } from "../expand/index.ts";
import type { CommandSubstitution, ProcessSubstitution } from "../syntax/tree.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { assignText, setElement } from "./assignment.ts";
import { dynamicScalar, dynamicVariable } from "./dynamic.ts";
import type { Interpreter } from "./interpreter.ts";
import { optionLetters } from "./options.ts";
import { startProcess, substitute } from "./substitution.ts";

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
    return this.#shell.state.scalar(name) ?? dynamicScalar(this.#shell, name);
  }

  variable(name: string): Variable | undefined {
    return this.#shell.state.variables.get(name) ?? dynamicVariable(this.#shell, name);
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
      return String(state.id);
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
