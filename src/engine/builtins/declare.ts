// declare, typeset, local, export and readonly: attributes of variables, and assignments among their arguments.
import { CommandError } from "../../command/command.ts";
import {
  AssociativeArray,
  ExpansionError,
  evaluateArithmetic,
  expandWords,
  IndexedArray,
  type Variable,
} from "../../expand/index.ts";
import { parse } from "../../syntax/index.ts";
import type { Assignment, Word } from "../../syntax/tree.ts";
import { arrayOf, assign, assignText } from "../assignment.ts";
import { reportError } from "../failure.ts";
import type { Interpreter } from "../interpreter.ts";
import { isName, newVariable, transformed } from "../state.ts";
import type { Builtin } from "./builtin.ts";
import { type Request, showFunctions, showVariables } from "./declared.ts";

const STATE = { reads: ["state:*"], writes: ["state:*"] } as const;

export const declare = declaration(
  "declare",
  "Set and show attributes of variables",
  "declare [-aAfFgilnprtux] [name[=value]...]",
);
export const typeset = declaration(
  "typeset",
  "Set and show attributes of variables",
  "typeset [-aAfFgilnprtux] [name[=value]...]",
);
export const local = declaration(
  "local",
  "Make variables of the current function",
  "local [-aAilnrux] [name[=value]...]",
);
export const exportBuiltin = declaration("export", "Hand variables to commands", "export [-fnp] [name[=value]...]");
export const readonlyBuiltin = declaration(
  "readonly",
  "Make variables unchangeable",
  "readonly [-aAfp] [name[=value]...]",
);

/** Is the word's command one whose arguments may be assignments? */
export function isDeclaration(name: string): boolean {
  return name === "declare" || name === "typeset" || name === "local" || name === "export" || name === "readonly";
}

/** Runs a declaration from its words: assignments among them keep their structure (arrays, no splitting). */
export async function declareWords(shell: Interpreter, name: string, words: readonly Word[]): Promise<number> {
  const items: (string | Assignment)[] = [];
  for (const word of words) {
    if (word.assignment) items.push(word.assignment);
    else items.push(...(await expandWords([word], shell.environment)));
  }
  try {
    return await declareItems(shell, name, items);
  } catch (error) {
    if (error instanceof CommandError) return await reportError(shell, name, error);
    throw error;
  }
}

function declaration(name: string, summary: string, usage: string): Builtin {
  return { name, summary, usage, effects: STATE, run: (shell, args) => declareItems(shell, name, args) };
}

async function declareItems(
  shell: Interpreter,
  name: string,
  items: readonly (string | Assignment)[],
): Promise<number> {
  const request = requestOf(name, items);
  const { on } = request;
  if (name === "local" && shell.state.frames.length === 0) throw new CommandError("can only be used in a function");
  if (on.has("f") || on.has("F")) {
    const exports = request.items.length > 0 && (name === "export" || on.has("x"));
    return await (exports ? exportFunctions(shell, name, request.items, on) : showFunctions(shell, request));
  }
  if (name === "export" && !on.has("n")) on.add("x");
  if (name === "export" && on.has("n")) request.off.add("x");
  if (name === "readonly") on.add("r");
  if (request.items.length === 0 || (on.has("p") && name !== "export" && name !== "readonly")) {
    return await showVariables(shell, name, request);
  }
  const hides =
    name === "local" || (!on.has("g") && (name === "declare" || name === "typeset") && shell.state.frames.length > 0);
  let status = 0;
  for (const item of request.items) {
    try {
      const declares = (): Promise<void> => declareOne(shell, name, arrayAssignment(item, on), request, hides);
      if (on.has("g")) await globally(shell, item, declares);
      else await declares();
    } catch (error) {
      if (!(error instanceof ExpansionError) || error.fatal) throw error;
      await shell.diagnose(name, error.message, error.help);
      status = 1;
    }
  }
  return status;
}

function requestOf(name: string, items: readonly (string | Assignment)[]): Request {
  const on = new Set<string>();
  const off = new Set<string>();
  let index = 0;
  for (; index < items.length; index += 1) {
    const item = items[index];
    if (typeof item !== "string" || !/^[-+]./.test(item)) break;
    if (item === "--") {
      index += 1;
      break;
    }
    for (const letter of item.slice(1)) {
      if (!"aAfFgiIlnprtux".includes(letter)) throw new CommandError(`-${letter}: invalid option`, { exitCode: 2 });
      if (letter === "n" && name === "export") on.add("n");
      else (item.startsWith("-") ? on : off).add(letter);
    }
  }
  return { on, off, items: items.slice(index) };
}

async function declareOne(
  shell: Interpreter,
  command: string,
  item: string | Assignment,
  { on, off }: Request,
  hides: boolean,
): Promise<void> {
  const text = typeof item === "string" ? /^([^=+[]*)(\[[^\]]*\])?(\+?=)?(.*)$/s.exec(item) : undefined;
  const name = typeof item === "string" ? (text?.[1] ?? "") : item.name;
  if (!isName(name)) throw new ExpansionError(`\`${typeof item === "string" ? item : name}': not a valid identifier`);
  const { state } = shell;
  if (hides) hide(shell, name, on.has("I"));
  const existing = on.has("n") ? state.variables.get(name) : state.resolve(name).variable;
  const assigns = typeof item === "string" ? text?.[3] !== undefined : true;
  if (existing?.readonly && (assigns || off.has("r"))) throw new ExpansionError(`${name}: readonly variable`);
  const variable = existing ?? newVariable();
  if (!existing) state.variables.set(name, variable);
  if (on.has("A") && !(variable.value instanceof AssociativeArray)) {
    if (variable.value instanceof IndexedArray) {
      throw new ExpansionError(`${name}: cannot convert indexed to associative array`);
    }
    variable.value = new AssociativeArray();
  }
  if (on.has("a") && variable.value === undefined) variable.value = new IndexedArray();
  else if (on.has("a")) arrayOf(variable);
  setAttributes(variable, on, off, command);
  if (typeof item !== "string") await assign(shell, item);
  else if (assigns) assignArgument(shell, name, text?.[3] === "+=", text?.[4] ?? "", on.has("n"));
  if (on.has("r")) {
    const target = on.has("n") ? state.variables.get(name) : state.resolve(name).variable;
    if (target) target.readonly = true;
  }
}

/** `declare -a 'name=(1 2)'`: text that is an array assignment once more. */
function arrayAssignment(item: string | Assignment, on: ReadonlySet<string>): string | Assignment {
  if (typeof item !== "string" || !(on.has("a") || on.has("A")) || !/^\w+\+?=\(.*\)$/s.test(item)) return item;
  const [stage] = parse(item).script.body.items[0]?.body.first.stages ?? [];
  return (stage?.kind === "simple" ? stage.assignments[0] : undefined) ?? item;
}

/** `declare -g`: the variable that no function has hidden, found in the outermost frame that hides it. */
async function globally(shell: Interpreter, item: string | Assignment, run: () => Promise<void>): Promise<void> {
  const name = typeof item === "string" ? (/^\w+/.exec(item)?.[0] ?? "") : item.name;
  const { frames, variables } = shell.state;
  const frame = frames.find((hidden) => hidden.has(name));
  if (!frame) return await run();
  const local = variables.get(name);
  const outer = frame.get(name);
  if (outer) variables.set(name, outer);
  else variables.delete(name);
  try {
    await run();
  } finally {
    frame.set(name, variables.get(name));
    if (local) variables.set(name, local);
    else variables.delete(name);
  }
}

function hide(shell: Interpreter, name: string, inherits: boolean): void {
  const old = shell.state.variables.get(name);
  if (old?.readonly) throw new ExpansionError(`${name}: readonly variable`);
  const frame = shell.state.frames.at(-1);
  const already = frame?.has(name) === true;
  shell.state.hide(name);
  if (already || !old) return;
  const fresh = newVariable(inherits ? old.value : undefined);
  fresh.exported = old.exported;
  shell.state.variables.set(name, fresh);
}

function setAttributes(variable: Variable, on: ReadonlySet<string>, off: ReadonlySet<string>, command: string): void {
  if (on.has("x")) variable.exported = true;
  if (off.has("x") || (command === "export" && on.has("n"))) variable.exported = false;
  if (on.has("i")) variable.integer = true;
  if (off.has("i")) variable.integer = false;
  if (on.has("l") || on.has("u")) {
    // Both at once mean neither.
    variable.lower = !on.has("u");
    variable.upper = !on.has("l");
  }
  if (off.has("l")) variable.lower = false;
  if (off.has("u")) variable.upper = false;
  if (on.has("n") && command !== "export") variable.nameref = true;
  if (off.has("n")) variable.nameref = false;
}

/** `declare "name=value"`: an assignment that arrived as text. */
function assignArgument(shell: Interpreter, name: string, append: boolean, value: string, reference: boolean): void {
  const variable = shell.state.variables.get(name);
  if (reference && variable) {
    variable.value = value;
    return;
  }
  const before = append ? (shell.state.scalar(name) ?? "") : "";
  if (append && variable?.integer) {
    variable.value = String(evaluateArithmetic(`${before || 0}+(${value || 0})`, shell.environment));
    return;
  }
  if (variable && variable.value === undefined && !variable.integer) variable.value = transformed(variable, value);
  else assignText(shell, name, before + value);
}

async function exportFunctions(
  shell: Interpreter,
  command: string,
  items: readonly (string | Assignment)[],
  on: ReadonlySet<string>,
): Promise<number> {
  const { functions: known, exportedFunctions } = shell.state;
  let status = 0;
  for (const item of items) {
    const name = typeof item === "string" ? item : item.name;
    if (!known.has(name)) {
      await shell.diagnose(command, `${name}: not a function`);
      status = 1;
    } else if (on.has("n")) exportedFunctions.delete(name);
    else exportedFunctions.add(name);
  }
  return status;
}
