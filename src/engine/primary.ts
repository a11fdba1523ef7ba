// The primaries that `test` and `[[ ]]` share: file tests, strings, numbers (POSIX, test; bash manual 6.4).
import { encode } from "../bytes/text.ts";
import { AssociativeArray, evaluateSubscript, IndexedArray } from "../expand/index.ts";
import type { FileStat } from "../workspace/workspace.ts";
import type { Interpreter } from "./interpreter.ts";
import { isSetOption } from "./options.ts";
import { deviceOf } from "./redirect.ts";

export const UNARY = new Set("abcdefghkprstuvwxzGLNORSno".split("").map((letter) => `-${letter}`));

export function unary(shell: Interpreter, operator: string, operand: string): boolean {
  switch (operator) {
    case "-n":
      return operand !== "";
    case "-z":
      return operand === "";
    case "-v":
      return isSet(shell, operand);
    case "-R":
      return shell.state.variables.get(operand)?.nameref === true;
    case "-o":
      return isSetOption(operand) && shell.state.options[operand];
    case "-t":
      return false;
    case "-h":
    case "-L":
      return link(shell, operand)?.kind === "link";
    default: {
      const stat = found(shell, operand);
      return stat !== undefined && fileTest(shell, operator, stat);
    }
  }
}

function fileTest(shell: Interpreter, operator: string, stat: FileStat): boolean {
  switch (operator) {
    case "-f":
      return stat.kind === "file";
    case "-d":
      return stat.kind === "directory";
    case "-s":
      return stat.size > 0;
    case "-r":
      return (stat.mode & 0o444) !== 0;
    case "-w":
      return (stat.mode & 0o222) !== 0 && !shell.workspace.readOnly;
    case "-x":
      return (stat.mode & 0o111) !== 0;
    case "-u":
      return (stat.mode & 0o4000) !== 0;
    case "-g":
      return (stat.mode & 0o2000) !== 0;
    case "-k":
      return (stat.mode & 0o1000) !== 0;
    case "-N":
      return stat.mtimeMs > stat.atimeMs;
    case "-c":
      return stat.kind === "other";
    case "-b":
    case "-p":
    case "-S":
      return false;
    default:
      return true;
  }
}

/** The operators that compare files; undefined for any other. */
export function compareFiles(shell: Interpreter, operator: string, left: string, right: string): boolean | undefined {
  if (operator !== "-nt" && operator !== "-ot" && operator !== "-ef") return undefined;
  const a = found(shell, left);
  const b = found(shell, right);
  if (operator === "-ef") return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
  if (operator === "-nt") return a !== undefined && (b === undefined || a.mtimeMs > b.mtimeMs);
  return b !== undefined && (a === undefined || a.mtimeMs < b.mtimeMs);
}

/** The operators that compare numbers; undefined for any other. */
export function compareNumbers(operator: string, a: bigint, b: bigint): boolean | undefined {
  switch (operator) {
    case "-eq":
      return a === b;
    case "-ne":
      return a !== b;
    case "-lt":
      return a < b;
    case "-le":
      return a <= b;
    case "-gt":
      return a > b;
    case "-ge":
      return a >= b;
    default:
      return undefined;
  }
}

export const NUMERIC = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);

/** Byte order, as in C.UTF-8. */
export function compareText(left: string, right: string): number {
  return Buffer.compare(encode(left), encode(right));
}

function found(shell: Interpreter, path: string): FileStat | undefined {
  if (path === "") return undefined;
  const device = deviceOf(path);
  if (typeof device === "number" && !shell.descriptors.get(device)) return undefined;
  return shell.workspace.exists(path);
}

function link(shell: Interpreter, path: string): FileStat | undefined {
  try {
    return path === "" ? undefined : shell.workspace.lstat(path);
  } catch {
    return undefined;
  }
}

function isSet(shell: Interpreter, name: string): boolean {
  const element = /^([A-Za-z_]\w*)\[(.*)\]$/s.exec(name);
  const value = shell.state.resolve(element?.[1] ?? name).variable?.value;
  if (!element) {
    if (value instanceof IndexedArray) return value.get(0) !== undefined;
    if (value instanceof AssociativeArray) return value.get("0") !== undefined;
    if (/^\d+$/.test(name)) return Number(name) <= shell.state.positional.length;
    return value !== undefined || shell.environment.get(name) !== undefined;
  }
  const [, array = "", subscript = ""] = element;
  if (subscript === "@" || subscript === "*") return typeof value === "object" ? value.size > 0 : value !== undefined;
  const key = evaluateSubscript(array, subscript, shell.environment);
  if (value instanceof IndexedArray) return value.get(Number(key)) !== undefined;
  if (value instanceof AssociativeArray) return value.get(key) !== undefined;
  return value !== undefined && key === "0";
}
