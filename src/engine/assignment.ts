// Assignments: scalars, elements and whole arrays, with the attributes of the variable.
import {
  AssociativeArray,
  ExpansionError,
  evaluateArithmetic,
  expandArray,
  expandSubscript,
  expandWord,
  IndexedArray,
  type Variable,
} from "../expand/index.ts";
import type { ArrayValue, Assignment, Word } from "../syntax/tree.ts";
import type { Interpreter } from "./interpreter.ts";
import { transformed } from "./state.ts";

/** Carries out one assignment and gives its text, if it has one. Throws `ExpansionError` (readonly, bad subscript). */
export async function assign(shell: Interpreter, assignment: Assignment): Promise<string | undefined> {
  const { name, value, append, subscript } = assignment;
  if (isArrayValue(value)) {
    await assignArray(shell, name, value, append);
    return undefined;
  }
  const expanded = expandWord(value, shell.environment);
  const text = expanded instanceof Promise ? await expanded : expanded;
  if (subscript) {
    await assignElement(shell, name, subscript, text, append);
    return text;
  }
  if (append) assignAppended(shell, name, text);
  else assignText(shell, name, text);
  return text;
}

/** Assigns text to a variable as `name=text` does, `declare -i` included. */
export function assignText(shell: Interpreter, name: string, text: string): void {
  const variable = shell.state.resolve(name).variable;
  if (variable?.nameref && typeof variable.value === "string" && /\[/.test(variable.value)) {
    const [, array = "", subscript = ""] = /^([^[]+)\[(.*)\]$/s.exec(variable.value) ?? [];
    setElement(shell, array, subscript, text);
    return;
  }
  shell.state.assign(name, integerText(shell, variable, text));
}

/** Assigns one element; the subscript is an index in decimal, or the key. */
export function setElement(shell: Interpreter, name: string, subscript: string, text: string): void {
  const variable = shell.state.writable(name);
  const value = transformed(variable, integerText(shell, variable, text));
  if (variable.value instanceof AssociativeArray) {
    variable.value.set(subscript, value);
    return;
  }
  const index = Number(subscript);
  if (!arrayOf(variable).set(index, value)) {
    throw new ExpansionError(`${name}[${subscript}]: bad array subscript`);
  }
}

/** The indexed array of a variable; a scalar becomes its element 0. */
export function arrayOf(variable: Variable): IndexedArray {
  if (variable.value instanceof IndexedArray) return variable.value;
  const array = new IndexedArray(typeof variable.value === "string" ? [variable.value] : []);
  variable.value = array;
  return array;
}

async function assignArray(shell: Interpreter, name: string, value: ArrayValue, append: boolean): Promise<void> {
  const variable = shell.state.writable(name);
  // Filled apart first: `a=("${a[@]}" x)` reads the old elements.
  const fresh =
    variable.value instanceof AssociativeArray
      ? append
        ? variable.value.copy()
        : new AssociativeArray()
      : append
        ? arrayOf(variable).copy()
        : new IndexedArray();
  await expandArray(value, fresh, shell.environment);
  const target = shell.state.writable(name);
  target.value = fresh;
  if (!target.integer) return;
  if (fresh instanceof IndexedArray) {
    for (const index of fresh.indices()) fresh.set(index, integerText(shell, target, fresh.get(index) ?? ""));
  }
}

async function assignElement(
  shell: Interpreter,
  name: string,
  subscript: Word,
  text: string,
  append: boolean,
): Promise<void> {
  const key = await expandSubscript(name, subscript, shell.environment);
  const before = append ? elementOf(shell, name, key) : "";
  const { variable } = shell.state.resolve(name);
  if (append && variable?.integer) setElement(shell, name, key, `${before || 0}+(${text || 0})`);
  else setElement(shell, name, key, before + text);
}

function elementOf(shell: Interpreter, name: string, key: string): string {
  const value = shell.state.resolve(name).variable?.value;
  if (value instanceof AssociativeArray) return value.get(key) ?? "";
  if (value instanceof IndexedArray) return value.get(Number(key)) ?? "";
  return Number(key) === 0 ? (value ?? "") : "";
}

function assignAppended(shell: Interpreter, name: string, text: string): void {
  const before = shell.state.scalar(name) ?? "";
  const { variable } = shell.state.resolve(name);
  assignText(shell, name, variable?.integer ? `${before || 0}+(${text || 0})` : before + text);
}

function integerText(shell: Interpreter, variable: Variable | undefined, text: string): string {
  return variable?.integer ? String(evaluateArithmetic(text, shell.environment)) : text;
}

function isArrayValue(value: Word | ArrayValue): value is ArrayValue {
  return value.kind === "array";
}
