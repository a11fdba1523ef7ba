// Which parts of a program may have to wait, decided before it runs: input, commands, loops, recursion. Functions
// that only compute are called inside expressions; what may wait becomes a statement of its own (see lift.ts).
import type { Expr, FunctionNode, Program, Stmt } from "./ast.ts";

/** Builtins that wait for streams or commands. */
const WAITING = new Set(["system", "close", "fflush"]);

export class Suspension {
  /** Functions whose calls may wait, or may end the record or the program. */
  readonly #functions = new Set<string>();

  constructor(program: Program) {
    const functions = [...program.functions.values()];
    for (const node of functions) {
      if (statementWaits(node.body, new Set()) || reaches(node.name, node, program)) this.#functions.add(node.name);
    }
    for (let changed = true; changed; ) {
      changed = false;
      for (const node of functions) {
        if (this.#functions.has(node.name) || !statementWaits(node.body, this.#functions)) continue;
        this.#functions.add(node.name);
        changed = true;
      }
    }
  }

  function(name: string): boolean {
    return this.#functions.has(name);
  }

  /** May evaluating this wait? */
  expression(node: Expr): boolean {
    return expressionWaits(node, this.#functions);
  }
}

/** Does this very node wait (its operands aside)? */
export function waits(node: Expr, functions: (name: string) => boolean): boolean {
  if (node.kind === "getline" || node.kind === "indirect") return true;
  if (node.kind === "call") return functions(node.name);
  return node.kind === "builtin" && WAITING.has(node.name);
}

function expressionWaits(node: Expr, functions: ReadonlySet<string>): boolean {
  return waits(node, (name) => functions.has(name)) || operands(node).some((each) => expressionWaits(each, functions));
}

function statementWaits(node: Stmt, functions: ReadonlySet<string>): boolean {
  switch (node.kind) {
    case "print":
    case "loop":
    case "each":
    case "exit":
    case "next":
    case "nextfile":
      return true;
    default:
      return (
        expressionsOf(node).some((each) => expressionWaits(each, functions)) ||
        statementsOf(node).some((each) => statementWaits(each, functions))
      );
  }
}

/** Does a function come back to itself? */
function reaches(goal: string, from: FunctionNode, program: Program): boolean {
  const seen = new Set<string>();
  const visit = (node: FunctionNode): boolean => {
    for (const name of callsOf(node.body)) {
      if (name === goal) return true;
      const callee = program.functions.get(name);
      if (!callee || seen.has(name)) continue;
      seen.add(name);
      if (visit(callee)) return true;
    }
    return false;
  };
  return visit(from);
}

function callsOf(node: Stmt): string[] {
  const names: string[] = [];
  const visitExpression = (expression: Expr): void => {
    if (expression.kind === "call") names.push(expression.name);
    for (const each of operands(expression)) visitExpression(each);
  };
  const visit = (statement: Stmt): void => {
    for (const each of expressionsOf(statement)) visitExpression(each);
    for (const each of statementsOf(statement)) visit(each);
  };
  visit(node);
  return names;
}

/** The expressions that an expression holds. */
export function operands(node: Expr): readonly Expr[] {
  switch (node.kind) {
    case "field":
      return [node.index];
    case "element":
      return node.array.kind === "element" ? [node.array, ...node.keys] : node.keys;
    case "getline":
      return [...(node.source ? [node.source] : []), ...(node.target ? [node.target] : [])];
    case "call":
    case "builtin":
    case "indirect":
      return node.args;
    case "assign":
      return [node.value, node.target];
    case "conditional":
      return [node.test, node.yes, node.no];
    case "logical":
    case "match":
    case "compare":
    case "arithmetic":
      return [node.left, node.right];
    case "not":
    case "sign":
      return [node.operand];
    case "in":
      return [...node.keys, node.array];
    case "concat":
      return node.parts;
    case "increment":
      return [node.target];
    case "list":
      return node.items;
    default:
      return [];
  }
}

export function expressionsOf(node: Stmt): readonly Expr[] {
  switch (node.kind) {
    case "expression":
      return [node.value];
    case "print":
      return node.to ? [...node.args, node.to.name] : node.args;
    case "if":
      return [node.test];
    case "loop":
      return node.test ? [node.test] : [];
    case "each":
      return [node.array];
    case "switch":
      return [node.value, ...node.cases.flatMap(({ value }) => (value ? [value] : []))];
    case "delete":
      return [node.array, ...(node.keys ?? [])];
    case "exit":
      return node.code ? [node.code] : [];
    case "return":
      return node.value ? [node.value] : [];
    default:
      return [];
  }
}

export function statementsOf(node: Stmt): readonly Stmt[] {
  switch (node.kind) {
    case "block":
      return node.body;
    case "if":
      return node.no ? [node.yes, node.no] : [node.yes];
    case "loop":
      return node.step ? [node.body, node.step] : [node.body];
    case "each":
      return [node.body];
    case "switch":
      return node.cases.flatMap(({ body }) => body);
    default:
      return [];
  }
}
