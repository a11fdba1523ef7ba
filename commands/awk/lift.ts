// Takes what may wait out of expressions: `x = f(1) + g(2)` becomes `t1 = f(1); t2 = g(2); x = t1 + t2`, so that only
// statements wait and expressions stay plain calls. The order of evaluation is kept.
import type { ArrayNode, Expr, Stmt, Target, Variable, VariableNode } from "./ast.ts";
import { BUILTINS } from "./names.ts";
import { type Suspension, waits } from "./suspension.ts";

/** Gives a place for a value that must be kept over a wait. */
export type Fresh = () => Variable;

export class Lifter {
  readonly #suspension: Suspension;
  readonly #fresh: Fresh;

  constructor(suspension: Suspension, fresh: Fresh) {
    this.#suspension = suspension;
    this.#fresh = fresh;
  }

  statement(node: Stmt): Stmt {
    const before: Stmt[] = [];
    const lifted = this.#lifted(node, before);
    return before.length === 0 ? lifted : block([...before, lifted]);
  }

  /** The statements that make the value, and the expression that then has it. */
  expression(node: Expr): { readonly before: readonly Stmt[]; readonly value: Expr } {
    const before: Stmt[] = [];
    const value = this.#value(node, before);
    return { before, value };
  }

  #lifted(node: Stmt, before: Stmt[]): Stmt {
    switch (node.kind) {
      case "block":
        return block(node.body.map((each) => this.statement(each)));
      case "expression":
        return { kind: "expression", value: this.#discarded(node.value, before) };
      case "print": {
        const name = node.to?.name;
        const values = this.#values(name ? [...node.args, name] : node.args, before);
        const args = values.slice(0, node.args.length);
        const to = values[node.args.length];
        return { ...node, args, to: node.to && to ? { mode: node.to.mode, name: to } : undefined };
      }
      case "if":
        return {
          kind: "if",
          test: this.#value(node.test, before),
          yes: this.statement(node.yes),
          no: node.no && this.statement(node.no),
        };
      case "loop":
        return this.#loop(node);
      case "each":
        return { ...node, array: this.#array(node.array, before), body: this.statement(node.body) };
      case "switch":
        return {
          kind: "switch",
          value: this.#value(node.value, before),
          cases: node.cases.map(({ value, body }) => ({ value, body: body.map((each) => this.statement(each)) })),
        };
      case "delete":
        return { ...node, array: this.#array(node.array, before), keys: node.keys && this.#values(node.keys, before) };
      case "exit":
        return { kind: "exit", code: node.code && this.#value(node.code, before) };
      case "return":
        return { kind: "return", value: node.value && this.#value(node.value, before) };
      default:
        return node;
    }
  }

  #loop(node: Extract<Stmt, { kind: "loop" }>): Stmt {
    const body = this.statement(node.body);
    const step = node.step && this.statement(node.step);
    if (node.test === undefined || !this.#suspension.expression(node.test)) return { ...node, body, step };
    const { before, value } = this.expression(node.test);
    const stop: Stmt = { kind: "if", test: { kind: "not", operand: value }, yes: { kind: "break" }, no: undefined };
    const check = [...before, stop];
    const endless = { kind: "loop", test: undefined, step, after: false } as const;
    if (!node.after) return { ...endless, body: block([...check, body]) };
    const again = this.#temporary();
    const set = (value: number): Stmt => assignment(again, { kind: "number", value });
    const first: Stmt = { kind: "if", test: again, yes: block(check), no: undefined };
    return block([set(0), { ...endless, body: block([first, set(1), body]) }]);
  }

  /** A statement's own value is used by nobody: what waits may stay as it is, with its operands lifted. */
  #discarded(node: Expr, before: Stmt[]): Expr {
    if (!this.#suspension.expression(node)) return node;
    if (this.#waits(node)) return this.#operandsLifted(node, before);
    if (
      node.kind === "assign" &&
      node.operator === undefined &&
      node.target.kind === "variable" &&
      this.#waits(node.value)
    ) {
      return { ...node, value: this.#operandsLifted(node.value, before) };
    }
    return this.#value(node, before);
  }

  #value(node: Expr, before: Stmt[]): Expr {
    if (!this.#suspension.expression(node)) return node;
    if (node.kind === "logical") return this.#logical(node, before);
    if (node.kind === "conditional") {
      const result = this.#temporary();
      const branch = (value: Expr): Stmt => {
        const inner: Stmt[] = [];
        const lifted = this.#value(value, inner);
        return block([...inner, assignment(result, lifted)]);
      };
      const test = this.#value(node.test, before);
      before.push({ kind: "if", test, yes: branch(node.yes), no: branch(node.no) });
      return result;
    }
    const lifted = this.#operandsLifted(node, before);
    if (!this.#waits(node)) return lifted;
    const result = this.#temporary();
    before.push(assignment(result, lifted));
    return result;
  }

  #logical(node: Extract<Expr, { kind: "logical" }>, before: Stmt[]): Expr {
    const result = this.#temporary();
    const truth = (value: Expr): Expr => ({ kind: "not", operand: { kind: "not", operand: value } });
    before.push(assignment(result, truth(this.#value(node.left, before))));
    const inner: Stmt[] = [];
    const right = this.#value(node.right, inner);
    const rest = block([...inner, assignment(result, truth(right))]);
    const test: Expr = node.operator === "&&" ? result : { kind: "not", operand: result };
    before.push({ kind: "if", test, yes: rest, no: undefined });
    return result;
  }

  #operandsLifted(node: Expr, before: Stmt[]): Expr {
    switch (node.kind) {
      case "field":
        return { kind: "field", index: this.#value(node.index, before) };
      case "element":
        return this.#element(node, before);
      case "getline": {
        const source = node.source && this.#value(node.source, before);
        const target = node.target && this.#target(node.target, before);
        return { kind: "getline", from: node.from, ...(source ? { source } : {}), ...(target ? { target } : {}) };
      }
      case "call":
      case "indirect":
        return { ...node, args: this.#values(node.args, before) };
      case "builtin": {
        const place = BUILTINS.get(node.name)?.target;
        const target = place === undefined ? undefined : node.args[place];
        if (target === undefined || !isTarget(target)) return { ...node, args: this.#values(node.args, before) };
        return { ...node, args: [...this.#values(node.args.slice(0, place), before), this.#target(target, before)] };
      }
      case "assign": {
        const value = this.#value(node.value, before);
        return { ...node, value, target: this.#target(node.target, before) };
      }
      case "match":
      case "compare":
      case "arithmetic": {
        const [left = node.left, right = node.right] = this.#values([node.left, node.right], before);
        return { ...node, left, right };
      }
      case "not":
      case "sign":
        return { ...node, operand: this.#value(node.operand, before) };
      case "in":
        return { ...node, keys: this.#values(node.keys, before), array: this.#array(node.array, before) };
      case "concat":
        return { kind: "concat", parts: this.#values(node.parts, before) };
      case "increment":
        return { ...node, target: this.#target(node.target, before) };
      default:
        return node;
    }
  }

  /** Values from left to right: those before one that waits are kept until it has come. */
  #values(nodes: readonly Expr[], before: Stmt[]): Expr[] {
    const last = nodes.findLastIndex((node) => this.#suspension.expression(node));
    return nodes.map((node, index) => {
      const value = this.#value(node, before);
      if (index >= last || isConstant(value)) return value;
      const kept = this.#temporary();
      before.push(assignment(kept, value));
      return kept;
    });
  }

  #target(node: Target, before: Stmt[]): Target {
    if (node.kind === "field") return { kind: "field", index: this.#value(node.index, before) };
    return node.kind === "element" ? this.#element(node, before) : node;
  }

  #element(node: Extract<Target, { kind: "element" }>, before: Stmt[]): Extract<Target, { kind: "element" }> {
    return { kind: "element", array: this.#array(node.array, before), keys: this.#values(node.keys, before) };
  }

  #array(node: ArrayNode, before: Stmt[]): ArrayNode {
    return node.kind === "element" ? this.#element(node, before) : node;
  }

  #waits(node: Expr): boolean {
    return waits(node, (name) => this.#suspension.function(name));
  }

  #temporary(): VariableNode {
    return { kind: "variable", variable: this.#fresh() };
  }
}

function assignment(target: VariableNode, value: Expr): Stmt {
  return { kind: "expression", value: { kind: "assign", operator: undefined, target, value } };
}

function block(body: readonly Stmt[]): Stmt {
  return { kind: "block", body };
}

/** Evaluating it later gives the same. */
function isConstant(node: Expr): boolean {
  if (node.kind === "variable") return node.variable.array || node.variable.name === "";
  return node.kind === "number" || node.kind === "string" || node.kind === "regex";
}

function isTarget(node: Expr): node is Target {
  return node.kind === "variable" || node.kind === "field" || node.kind === "element";
}
