// What the parts of the compiler know of one another: how to turn a node into a closure, by what is wanted of it.
import type { AwkArray, Cell, Key } from "../array.ts";
import type { ArrayNode, ElementNode, Expr, FunctionNode, Stmt } from "../ast.ts";
import type { Input } from "../input.ts";
import type { Machine } from "../machine.ts";
import type { Exec } from "../signal.ts";
import type { Suspension } from "../suspension.ts";
import type { Value } from "../value.ts";

/** A function of the program; its body is compiled after all are known. */
export interface Callable {
  readonly node: FunctionNode;
  readonly frameSize: number;
  body: Exec;
}

export interface Compiler {
  readonly machine: Machine;
  readonly input: Input;
  readonly suspension: Suspension;
  readonly functions: ReadonlyMap<string, Callable>;
  /** All output goes out as bytes of the input: then it is not made text in between. */
  readonly bytesOnly: boolean;
  setErrno(message: string): void;
  /** RSTART and RLENGTH. */
  setMatch(start: number, length: number): void;
  value(node: Expr): () => Value;
  number(node: Expr): () => number;
  text(node: Expr): () => string;
  truth(node: Expr): () => boolean;
  statement(node: Stmt): Exec;
  array(node: ArrayNode): () => AwkArray;
  key(keys: readonly Expr[]): () => Key;
  cell(node: ElementNode): () => Cell;
}

/** What is known of a value before the program runs. */
export type Kind = "number" | "text" | "any";

const NUMERIC = new Set([
  "length",
  "index",
  "split",
  "patsplit",
  "sub",
  "gsub",
  "match",
  "sin",
  "cos",
  "atan2",
  "exp",
  "log",
  "sqrt",
  "int",
  "rand",
  "srand",
  "system",
  "close",
  "fflush",
  "systime",
  "mktime",
  "asort",
  "asorti",
  "and",
  "or",
  "xor",
  "lshift",
  "rshift",
  "compl",
  "strtonum",
  "isarray",
  "mkbool",
]);

export function kindOf(node: Expr): Kind {
  switch (node.kind) {
    case "number":
    case "arithmetic":
    case "sign":
    case "increment":
    case "compare":
    case "logical":
    case "not":
    case "in":
    case "match":
    case "regex":
    case "getline":
      return "number";
    case "string":
    case "concat":
      return "text";
    case "builtin":
      return NUMERIC.has(node.name) ? "number" : "text";
    case "assign":
      return node.operator === undefined ? kindOf(node.value) : "number";
    case "conditional": {
      const yes = kindOf(node.yes);
      return yes === kindOf(node.no) ? yes : "any";
    }
    case "variable":
      return ["NR", "NF", "FNR"].includes(node.variable.scope === "special" ? node.variable.name : "")
        ? "number"
        : "any";
    default:
      return "any";
  }
}
