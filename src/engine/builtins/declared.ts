// What declare and its kin print: variables and functions in the form that makes them again. Nothing is changed here.
import { encode } from "../../bytes/text.ts";
import { AssociativeArray, IndexedArray, type Variable } from "../../expand/index.ts";
import type { Assignment } from "../../syntax/tree.ts";
import type { Interpreter } from "../interpreter.ts";
import { doubleQuoted } from "../quoting.ts";

/** What the options ask for: attributes on or off, and how to show. */
export interface Request {
  readonly on: Set<string>;
  readonly off: Set<string>;
  readonly items: readonly (string | Assignment)[];
}

/** `declare -p`: variables in the form that declares them again. */
export async function showVariables(shell: Interpreter, command: string, { on, items }: Request): Promise<number> {
  const { variables } = shell.state;
  let status = 0;
  const names =
    items.length > 0
      ? items.map((item) => (typeof item === "string" ? item : item.name))
      : [...variables.keys()].sort();
  for (const name of names) {
    const variable = variables.get(name);
    if (!variable) {
      await shell.diagnose(command, `${name}: not found`);
      status = 1;
      continue;
    }
    if (items.length === 0 && !matches(variable, on)) continue;
    if (items.length === 0 && command === "local" && !shell.state.frames.at(-1)?.has(name)) continue;
    await shell.stdout.write(encode(`${declarationOf(name, variable)}\n`));
  }
  return status;
}

/** `declare -f`: functions as they were written; with -F their names. */
export async function showFunctions(shell: Interpreter, { on, items }: Request): Promise<number> {
  const { functions: known, exportedFunctions } = shell.state;
  const names = items.length > 0 ? items.map(String) : [...known.keys()].sort();
  let status = 0;
  for (const name of names) {
    const found = known.get(name);
    if (!found) status = 1;
    else if (on.has("F")) await shell.stdout.write(encode(items.length > 0 ? `${name}\n` : `declare -f ${name}\n`));
    else if (!on.has("x") || exportedFunctions.has(name))
      await shell.stdout.write(
        encode(
          functionText(name, found.source.slice(found.definition.body.span.start, found.definition.body.span.end)),
        ),
      );
  }
  return status;
}

/** A function as it was written, in the form that defines it again. */
export function functionText(name: string, body: string): string {
  return `${name} () \n${body}\n`;
}

function matches(variable: Variable, on: ReadonlySet<string>): boolean {
  if (on.has("x") && !variable.exported) return false;
  if (on.has("r") && !variable.readonly) return false;
  if (on.has("i") && !variable.integer) return false;
  if (on.has("a") && !(variable.value instanceof IndexedArray)) return false;
  return !on.has("A") || variable.value instanceof AssociativeArray;
}

/** `declare -x NAME="value"`, as `declare -p` prints it. */
function declarationOf(name: string, variable: Variable): string {
  const { value } = variable;
  const letters = [
    value instanceof IndexedArray ? "a" : "",
    value instanceof AssociativeArray ? "A" : "",
    variable.integer ? "i" : "",
    variable.nameref ? "n" : "",
    variable.readonly ? "r" : "",
    variable.exported ? "x" : "",
    variable.lower ? "l" : "",
    variable.upper ? "u" : "",
  ].join("");
  const head = `declare -${letters || "-"} ${name}`;
  if (value === undefined) return head;
  if (value instanceof IndexedArray) {
    return `${head}=(${value
      .indices()
      .map((at) => `[${at}]=${doubleQuoted(value.get(at) ?? "")}`)
      .join(" ")})`;
  }
  if (value instanceof AssociativeArray) {
    return `${head}=(${value
      .keys()
      .map((key) => `[${keyText(key)}]=${doubleQuoted(value.get(key) ?? "")} `)
      .join("")})`;
  }
  return `${head}=${doubleQuoted(value)}`;
}

function keyText(key: string): string {
  return /^[\w.,:/@%+-]+$/.test(key) ? key : doubleQuoted(key);
}
