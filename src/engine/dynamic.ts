// Variables that bash computes when they are read. An assignment to one of them hides it.
import { IndexedArray, type Variable } from "../expand/index.ts";
import type { Interpreter } from "./interpreter.ts";
import { enabledNames } from "./options.ts";
import { newVariable } from "./state.ts";

/** The version of bash whose behaviour this shell follows. */
const BASH_VERSION = ["5", "2", "15", "1", "release", "x86_64-pc-linux-gnu"];

/** The value of a dynamic scalar; undefined for any other name. */
export function dynamicScalar(shell: Interpreter, name: string): string | undefined {
  switch (name) {
    case "RANDOM":
      return String(Math.floor(Math.random() * 32768));
    case "SRANDOM":
      return String(Math.floor(Math.random() * 4294967296));
    case "SECONDS":
      return String(Math.floor((performance.now() - shell.call.shellStart) / 1000));
    case "LINENO":
      return String(lineOf(shell));
    case "EPOCHSECONDS":
      return String(Math.floor(Date.now() / 1000));
    case "EPOCHREALTIME":
      return (Date.now() / 1000).toFixed(6);
    case "PWD":
      return shell.state.cwd;
    case "BASHPID":
      return String(shell.state.id + shell.depth);
    case "PPID":
      return "1";
    case "UID":
    case "EUID":
      return "1000";
    case "BASH_SUBSHELL":
      return String(shell.level);
    case "BASH_COMMAND": {
      const { source, offset, end } = shell.interrupted ?? shell;
      return source.slice(offset, end);
    }
    case "BASH":
      return "/bin/bash";
    case "BASH_VERSION":
      return "5.2.15(1)-release";
    case "HOSTNAME":
      return "localhost";
    case "OSTYPE":
      return "linux-gnu";
    case "HOSTTYPE":
      return "x86_64";
    case "MACHTYPE":
      return "x86_64-pc-linux-gnu";
    case "SHELLOPTS":
      return enabledNames(shell.state.options, "set");
    case "BASHOPTS":
      return enabledNames(shell.state.options, "shopt");
    default:
      return dynamicArray(shell, name)?.[0];
  }
}

/** A dynamic array as a variable; undefined for any other name. */
export function dynamicVariable(shell: Interpreter, name: string): Variable | undefined {
  const values = dynamicArray(shell, name);
  return values === undefined ? undefined : newVariable(new IndexedArray(values));
}

function dynamicArray(shell: Interpreter, name: string): readonly string[] | undefined {
  switch (name) {
    case "PIPESTATUS":
      return shell.state.stages.map(String);
    case "DIRSTACK":
      return [shell.state.cwd, ...shell.state.directoryStack];
    case "BASH_VERSINFO":
      return BASH_VERSION;
    case "FUNCNAME":
    case "BASH_SOURCE":
    case "BASH_LINENO":
      return stack(shell, name);
    default:
      return undefined;
  }
}

/** The call stack, innermost first; FUNCNAME exists only while a function runs. */
function stack({ state }: Interpreter, name: "FUNCNAME" | "BASH_SOURCE" | "BASH_LINENO"): string[] | undefined {
  const { callStack, script } = state;
  if (name === "FUNCNAME" && !callStack.some(({ kind }) => kind === "function")) return undefined;
  const values = callStack.toReversed().map((activation) => {
    if (name === "FUNCNAME") return activation.kind === "source" ? "source" : activation.name;
    return name === "BASH_LINENO" ? String(lineAt(activation.caller)) : activation.file || "environment";
  });
  if (script !== "") values.push(name === "FUNCNAME" ? "main" : name === "BASH_LINENO" ? "0" : script);
  return values.length === 0 ? undefined : values;
}

/** Line of the running command, or of the one that a trap interrupted. */
export function lineOf(shell: Interpreter): number {
  return lineAt(shell.interrupted ?? shell);
}

export function lineAt({ source, offset }: { readonly source: string; readonly offset: number }): number {
  let line = 1;
  for (let at = source.indexOf("\n"); at >= 0 && at < offset; at = source.indexOf("\n", at + 1)) line += 1;
  return line;
}
