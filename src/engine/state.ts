// The state of a shell: variables, functions, options, positional parameters, directory. No evaluation happens here.
import { AssociativeArray, ExpansionError, IndexedArray, type Variable } from "../expand/index.ts";
import type { FunctionDefinition } from "../syntax/tree.ts";
import { defaultOptions, type ShellOptions } from "./options.ts";

/** A function with the source that its spans refer to. */
export interface ShellFunction {
  readonly definition: FunctionDefinition;
  readonly source: string;
  /** The file that defines it; empty for a line. */
  readonly file: string;
}

/** A function call or a sourced file that is running. */
export interface Activation {
  readonly kind: "function" | "source";
  readonly name: string;
  readonly file: string;
  /** Where the call stands. */
  readonly caller: { readonly source: string; readonly offset: number };
}

/** `$$` of the first shell: the host's process id is nobody's business. */
const SHELL_ID = 1000;

/** Variables that one function call has hidden, to be put back when it returns. */
type Frame = Map<string, Variable | undefined>;

export class ShellState {
  readonly variables: Map<string, Variable>;
  readonly functions: Map<string, ShellFunction>;
  /** Functions that a child shell gets too (`export -f`). */
  readonly exportedFunctions: Set<string>;
  readonly aliases: Map<string, string>;
  /** Counts changes of the aliases. */
  aliasChanges = 0;
  readonly traps: Map<string, string>;
  readonly frames: Frame[];
  options: ShellOptions;
  positional: readonly string[] = [];
  name = "runsh";
  /** `$$` */
  id = SHELL_ID;
  /** The script that this shell runs; empty for a line. */
  script = "";
  cwd: string;
  directoryStack: string[] = [];
  /** `$?` */
  status = 0;
  /** PIPESTATUS */
  stages: readonly number[] = [0];
  /** `$!` */
  lastJob: number | undefined;
  /** `$_` */
  lastArgument = "";
  /** Function calls and sourced files being run, innermost last. */
  callStack: Activation[] = [];
  /** Position of `getopts` inside a cluster. */
  optionOffset = 0;
  /** OPTIND as `getopts` left it; another value starts afresh. */
  optionIndex = 1;

  constructor(cwd: string, from?: ShellState) {
    this.cwd = cwd;
    this.variables = new Map();
    if (from) for (const [name, variable] of from.variables) this.variables.set(name, copyVariable(variable));
    this.functions = new Map(from?.functions);
    this.exportedFunctions = new Set(from?.exportedFunctions);
    this.aliases = new Map(from?.aliases);
    this.traps = new Map(from ? inheritedTraps(from) : []);
    this.frames = from ? from.frames.map((frame) => new Map(frame)) : [];
    this.options = from ? { ...from.options } : defaultOptions();
    if (!from) return;
    this.positional = from.positional;
    this.name = from.name;
    this.id = from.id;
    this.script = from.script;
    this.directoryStack = from.directoryStack.slice();
    this.status = from.status;
    this.stages = from.stages;
    this.lastJob = from.lastJob;
    this.lastArgument = from.lastArgument;
    this.callStack = from.callStack.slice();
    this.optionOffset = from.optionOffset;
    this.optionIndex = from.optionIndex;
  }

  /** A copy for a subshell: nothing that happens there comes back. */
  fork(): ShellState {
    return new ShellState(this.cwd, this);
  }

  /** The variable that a name stands for, namerefs followed. */
  resolve(name: string): { readonly name: string; readonly variable: Variable | undefined } {
    let current = name;
    for (let hops = 0; hops < 16; hops += 1) {
      const variable = this.variables.get(current);
      if (!variable?.nameref || typeof variable.value !== "string" || !isName(variable.value)) {
        return { name: current, variable };
      }
      current = variable.value;
    }
    throw new ExpansionError(`${name}: circular name reference`);
  }

  scalar(name: string): string | undefined {
    const value = this.resolve(name).variable?.value;
    if (value instanceof IndexedArray) return value.get(0);
    if (value instanceof AssociativeArray) return value.get("0");
    return value;
  }

  /** The variable to be assigned, made if absent. Throws where it is readonly. */
  writable(name: string): Variable {
    const target = this.resolve(name);
    const variable = target.variable ?? newVariable();
    if (variable.readonly) throw new ExpansionError(`${target.name}: readonly variable`);
    if (!target.variable) this.variables.set(target.name, variable);
    return variable;
  }

  assign(name: string, value: string): void {
    const variable = this.writable(name);
    const text = transformed(variable, value);
    if (variable.value instanceof IndexedArray) variable.value.set(0, text);
    else if (variable.value instanceof AssociativeArray) variable.value.set("0", text);
    else variable.value = text;
    if (this.options.allexport) variable.exported = true;
  }

  unset(name: string): void {
    const target = this.resolve(name);
    if (target.variable?.readonly) throw new ExpansionError(`${target.name}: cannot unset: readonly variable`);
    this.variables.delete(target.name);
  }

  /** Hides a variable until the current function returns. */
  hide(name: string): void {
    const frame = this.frames.at(-1);
    if (!frame || frame.has(name)) return;
    frame.set(name, this.variables.get(name));
    this.variables.delete(name);
  }

  leaveFrame(): void {
    for (const [name, variable] of this.frames.pop() ?? []) {
      if (variable) this.variables.set(name, variable);
      else this.variables.delete(name);
    }
  }

  /** Exported variables as text. */
  environment(): Record<string, string> {
    const environment: Record<string, string> = {};
    for (const [name, { exported, value }] of this.variables) {
      if (exported && typeof value === "string") environment[name] = value;
    }
    return environment;
  }
}

/** A subshell starts without traps, but what is ignored stays ignored, and `set -E` and `set -T` hand theirs on. */
function inheritedTraps({ traps, options }: ShellState): [string, string][] {
  return [...traps].filter(([signal, action]) => {
    if (signal === "ERR") return options.errtrace;
    if (signal === "DEBUG" || signal === "RETURN") return options.functrace;
    return action === "" && signal !== "EXIT";
  });
}

export function newVariable(value?: Variable["value"]): Variable {
  return { value, exported: false, readonly: false, integer: false };
}

/** `declare -l` and `-u` apply at assignment; `-i` is evaluated by the caller, who has an environment. */
export function transformed(variable: Variable, value: string): string {
  if (variable.lower) return value.toLowerCase();
  if (variable.upper) return value.toUpperCase();
  return value;
}

/** A valid variable name (POSIX, Base Definitions 3.231). */
export function isName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);
}

function copyVariable(variable: Variable): Variable {
  const { value } = variable;
  return { ...variable, value: typeof value === "object" ? value.copy() : value };
}
