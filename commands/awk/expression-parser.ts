// The expressions of awk, by precedence (POSIX awk, "Expressions in Decreasing Precedence"), and the names of variables.
import type { ArithmeticOperator, ArrayNode, Expr, FunctionNode, Target, Variable, VariableNode } from "./ast.ts";
import { Lexer, syntaxError, type Token } from "./lexer.ts";
import { BUILTINS, isSpecial } from "./names.ts";

/** What may not be taken for an operator here. */
interface Context {
  /** `>` is a redirection. */
  readonly noGreater?: boolean;
}

interface Constraint {
  readonly callee: string;
  readonly index: number;
  readonly variable: Variable;
  readonly token: Token;
}

const ASSIGNMENTS: Readonly<Record<string, ArithmeticOperator | undefined>> = {
  "=": undefined,
  "+=": "+",
  "-=": "-",
  "*=": "*",
  "/=": "/",
  "%=": "%",
  "^=": "^",
};

export class ExpressionParser {
  protected token: Token;
  readonly globals = new Map<string, Variable>();
  readonly #lexer: Lexer;
  #peeked: Token | undefined;
  #locals: Map<string, Variable> | undefined;
  readonly #constraints: Constraint[] = [];
  readonly #calls: { readonly name: string; readonly count: number; readonly token: Token }[] = [];
  #depth = 0;

  constructor(source: string) {
    this.#lexer = new Lexer(source);
    this.token = this.#lexer.next();
  }

  protected expression(context: Context = {}): Expr {
    this.#depth += 1;
    if (this.#depth > 500) this.fail("expressions are nested too deeply");
    const test = this.#or(context);
    this.#depth -= 1;
    if (!this.isOperator("?")) return test;
    this.advance();
    this.skipNewlines();
    const yes = this.expression(context);
    this.skipNewlines();
    this.expectOperator(":");
    this.skipNewlines();
    const no = this.expression(context);
    return { kind: "conditional", test, yes, no };
  }

  protected expressionList(context: Context = {}): Expr[] {
    const list = [this.expression(context)];
    while (this.acceptOperator(",")) {
      this.skipNewlines();
      list.push(this.expression(context));
    }
    return list;
  }

  #or(context: Context): Expr {
    let left = this.#and(context);
    while (this.acceptOperator("||")) {
      this.skipNewlines();
      left = { kind: "logical", operator: "||", left, right: this.#and(context) };
    }
    return left;
  }

  #and(context: Context): Expr {
    let left = this.#in(context);
    while (this.acceptOperator("&&")) {
      this.skipNewlines();
      left = { kind: "logical", operator: "&&", left, right: this.#in(context) };
    }
    return left;
  }

  #in(context: Context): Expr {
    let left = this.#match(context);
    while (this.isKeyword("in")) {
      this.advance();
      left = { kind: "in", keys: [left], array: this.arrayOperand() };
    }
    return left;
  }

  #match(context: Context): Expr {
    let left = this.#compare(context);
    while (this.isOperator("~") || this.isOperator("!~")) {
      const negated = this.token.text === "!~";
      this.advance();
      left = { kind: "match", negated, left, right: this.#compare(context) };
    }
    return left;
  }

  #compare(context: Context): Expr {
    let left = this.#piped(context);
    for (;;) {
      const operator = this.token.kind === "operator" ? this.token.text : "";
      switch (operator) {
        case "<":
        case "<=":
        case "==":
        case "!=":
        case ">":
        case ">=":
          if (operator === ">" && context.noGreater) return left;
          this.advance();
          left = { kind: "compare", operator, left, right: this.#piped(context) };
          break;
        default:
          return left;
      }
    }
  }

  /** `command | getline [target]` */
  #piped(context: Context): Expr {
    let left = this.concatenation(context);
    for (;;) {
      const two = this.isOperator("|&");
      if (!two && !this.isOperator("|")) return left;
      const next = this.peek();
      if (next.kind !== "keyword" || next.text !== "getline") return left;
      if (two) this.fail("|& (a two-way pipe) is not available here: print to a file, then read from a command");
      this.advance();
      this.advance();
      const target = this.#getlineTarget();
      left = { kind: "getline", from: "command", source: left, ...(target === undefined ? {} : { target }) };
    }
  }

  protected concatenation(context: Context): Expr {
    const first = this.#additive(context);
    if (!this.#startsOperand()) return first;
    const parts = [first];
    while (this.#startsOperand()) parts.push(this.#additive(context));
    return { kind: "concat", parts };
  }

  #startsOperand(): boolean {
    const { kind, text } = this.token;
    if (kind === "number" || kind === "string" || kind === "name" || kind === "function-name" || kind === "builtin") {
      return true;
    }
    return kind === "operator" && ["$", "!", "(", "-", "+", "++", "--", "@"].includes(text);
  }

  #additive(context: Context): Expr {
    let left = this.#multiplicative(context);
    while (this.isOperator("+") || this.isOperator("-")) {
      const operator = this.token.text === "+" ? "+" : "-";
      this.advance();
      left = { kind: "arithmetic", operator, left, right: this.#multiplicative(context) };
    }
    return left;
  }

  #multiplicative(context: Context): Expr {
    let left = this.unary(context);
    for (;;) {
      const operator = this.token.kind === "operator" ? this.token.text : "";
      if (operator !== "*" && operator !== "/" && operator !== "%") return left;
      this.advance();
      left = { kind: "arithmetic", operator, left, right: this.unary(context) };
    }
  }

  protected unary(context: Context): Expr {
    if (this.token.kind === "operator") {
      const { text } = this.token;
      if (text === "!") {
        this.advance();
        return { kind: "not", operand: this.unary(context) };
      }
      if (text === "-" || text === "+") {
        this.advance();
        const operand = this.unary(context);
        if (operand.kind === "number")
          return { kind: "number", value: text === "-" ? 0 - operand.value : operand.value };
        return { kind: "sign", negative: text === "-", operand };
      }
    }
    return this.#power(context);
  }

  #power(context: Context): Expr {
    const left = this.#postfix(context);
    if (!this.acceptOperator("^")) return left;
    return { kind: "arithmetic", operator: "^", left, right: this.unary(context) };
  }

  #postfix(context: Context): Expr {
    const operand = this.operand(context);
    if (!isTarget(operand) || this.token.kind !== "operator") return operand;
    const { text } = this.token;
    if (text === "++" || text === "--") {
      this.advance();
      return { kind: "increment", target: operand, prefix: false, by: text === "++" ? 1 : -1 };
    }
    if (!Object.hasOwn(ASSIGNMENTS, text)) return operand;
    this.advance();
    this.skipNewlines();
    const value = this.expression(context);
    return { kind: "assign", operator: ASSIGNMENTS[text], target: operand, value };
  }

  /** What binds closest: constants, variables, fields, calls, parentheses. */
  protected operand(context: Context): Expr {
    const { kind, text, number, at } = this.token;
    switch (kind) {
      case "number":
        this.advance();
        return { kind: "number", value: number };
      case "string":
        this.advance();
        return { kind: "string", value: text };
      case "name":
        this.advance();
        return this.#subscripts(this.variable(text));
      case "function-name": {
        const token = this.token;
        this.advance();
        const args = this.#arguments();
        for (const [index, arg] of args.entries()) {
          if (arg.kind === "variable") this.#constraints.push({ callee: text, index, variable: arg.variable, token });
        }
        this.#calls.push({ name: text, count: args.length, token });
        return { kind: "call", name: text, args, at };
      }
      case "builtin":
        return this.#builtin();
      case "keyword":
        if (text === "getline") return this.#getline();
        return this.unexpected();
      case "operator":
        return this.#operatorOperand(context);
      default:
        return this.unexpected();
    }
  }

  #operatorOperand(context: Context): Expr {
    const { text, at } = this.token;
    switch (text) {
      case "/":
      case "/=": {
        const source = this.#lexer.regex(at);
        this.#peeked = undefined;
        this.advance();
        return { kind: "regex", source };
      }
      case "$": {
        this.advance();
        if (this.isOperator("-") || this.isOperator("+")) return { kind: "field", index: this.unary(context) };
        return { kind: "field", index: this.operand(context) };
      }
      case "++":
      case "--": {
        this.advance();
        const target = this.operand(context);
        if (!isTarget(target)) return this.unexpected();
        return { kind: "increment", target, prefix: true, by: text === "++" ? 1 : -1 };
      }
      case "(":
        return this.#parenthesized();
      case "!":
        return this.unary(context);
      case "@": {
        this.advance();
        const name = this.token;
        if (name.kind !== "function-name") {
          this.fail("only an indirect call, @name(...), may follow @ here");
        }
        this.advance();
        return { kind: "indirect", name: this.variableNamed(name.text), args: this.#arguments(), at };
      }
      default:
        return this.unexpected();
    }
  }

  #parenthesized(): Expr {
    this.advance();
    this.skipNewlines();
    const items = this.expressionList();
    this.skipNewlines();
    this.expectOperator(")");
    const [only] = items;
    if (items.length === 1 && only !== undefined) return only;
    if (this.isKeyword("in")) {
      this.advance();
      return { kind: "in", keys: items, array: this.arrayOperand() };
    }
    return { kind: "list", items };
  }

  #arguments(): Expr[] {
    this.expectOperator("(");
    this.skipNewlines();
    if (this.acceptOperator(")")) return [];
    const args = this.expressionList();
    this.skipNewlines();
    this.expectOperator(")");
    return args;
  }

  #builtin(): Expr {
    const { text: name, at } = this.token;
    const token = this.token;
    this.advance();
    const args = name === "length" && !this.isOperator("(") ? [] : this.#arguments();
    const signature = BUILTINS.get(name);
    if (signature === undefined) return this.unexpected();
    if (args.length < signature.least || args.length > signature.most) {
      throw syntaxError(
        this.#lexer.source,
        token.at,
        name,
        `${name} takes ${countText(signature.least, signature.most)}`,
      );
    }
    for (const index of signature.arrays ?? []) {
      const arg = args[index];
      if (arg === undefined) continue;
      if (arg.kind !== "variable" && arg.kind !== "element") {
        if (name.startsWith("asort") && index === 1 && arg.kind === "string") continue;
        throw syntaxError(this.#lexer.source, token.at, name, `argument ${index + 1} of ${name} must be an array`);
      }
      this.markArray(arg);
    }
    return { kind: "builtin", name, args, at };
  }

  #getline(): Expr {
    this.advance();
    const target = this.#getlineTarget();
    const into = target === undefined ? {} : { target };
    if (!this.acceptOperator("<")) return { kind: "getline", from: "main", ...into };
    return { kind: "getline", from: "file", source: this.operand({}), ...into };
  }

  #getlineTarget(): Target | undefined {
    if (this.token.kind !== "name" && !this.isOperator("$")) return undefined;
    const target = this.operand({});
    return isTarget(target) ? target : undefined;
  }

  #subscripts(variable: VariableNode): Expr {
    let node: VariableNode | Extract<Expr, { kind: "element" }> = variable;
    while (this.isOperator("[")) {
      if (node.kind === "variable") this.markArray(node);
      this.advance();
      const keys = this.expressionList();
      this.expectOperator("]");
      node = { kind: "element", array: node, keys };
    }
    return node;
  }

  /** The array after `in`. */
  protected arrayOperand(): ArrayNode {
    const parenthesis = this.acceptOperator("(");
    if (this.token.kind !== "name") return this.unexpected();
    const node = this.operand({});
    if (parenthesis) this.expectOperator(")");
    if (node.kind !== "variable" && node.kind !== "element") return this.unexpected();
    this.markArray(node);
    return node;
  }

  protected variable(name: string): VariableNode {
    return { kind: "variable", variable: this.variableNamed(name) };
  }

  protected variableNamed(name: string): Variable {
    const local = this.#locals?.get(name);
    if (local) return local;
    let global = this.globals.get(name);
    if (!global) {
      global = { name, scope: isSpecial(name) ? "special" : "global", slot: this.globals.size, array: false };
      this.globals.set(name, global);
    }
    return global;
  }

  protected markArray(node: ArrayNode): void {
    if (node.kind === "variable") node.variable.array = true;
  }

  protected enterFunction(names: readonly string[]): Variable[] {
    const variables = names.map((name, slot): Variable => ({ name, scope: "local", slot, array: false }));
    this.#locals = new Map(variables.map((variable) => [variable.name, variable]));
    return variables;
  }

  protected leaveFunction(): void {
    this.#locals = undefined;
  }

  protected get inFunction(): boolean {
    return this.#locals !== undefined;
  }

  /** A variable that is passed where a function wants an array is one; to be called when all is parsed. */
  protected settleArrays(functions: ReadonlyMap<string, FunctionNode>): void {
    for (const { name, count, token } of this.#calls) {
      const callee = functions.get(name);
      // A function that is missing is an error when it is called, as in gawk.
      if (callee && count > callee.parameters.length) {
        throw syntaxError(this.#lexer.source, token.at, name, `${name} takes ${callee.parameters.length} arguments`);
      }
    }
    for (let changed = true; changed; ) {
      changed = false;
      for (const { callee, index, variable } of this.#constraints) {
        if (variable.array || !functions.get(callee)?.parameters[index]?.array) continue;
        variable.array = true;
        changed = true;
      }
    }
    for (const { name } of functions.values()) {
      if (this.globals.get(name)) this.fail(`${name} is a function and cannot be a variable`);
    }
  }

  protected peek(): Token {
    this.#peeked ??= this.#lexer.next();
    return this.#peeked;
  }

  protected advance(): void {
    this.token = this.#peeked ?? this.#lexer.next();
    this.#peeked = undefined;
  }

  protected isOperator(text: string): boolean {
    return this.token.kind === "operator" && this.token.text === text;
  }

  protected isKeyword(text: string): boolean {
    return this.token.kind === "keyword" && this.token.text === text;
  }

  protected acceptOperator(text: string): boolean {
    if (!this.isOperator(text)) return false;
    this.advance();
    return true;
  }

  protected expectOperator(text: string): void {
    if (!this.acceptOperator(text)) this.unexpected();
  }

  protected skipNewlines(): void {
    while (this.token.kind === "newline") this.advance();
  }

  protected skipSeparators(): void {
    while (this.token.kind === "newline" || this.isOperator(";")) this.advance();
  }

  protected unexpected(): never {
    const { kind, text, at } = this.token;
    const near = kind === "newline" || kind === "end" ? text : kind === "string" ? `"${text}"` : text;
    throw syntaxError(this.#lexer.source, at, near);
  }

  protected fail(help: string): never {
    throw syntaxError(this.#lexer.source, this.token.at, this.token.text, help);
  }
}

function isTarget(node: Expr): node is Target {
  return node.kind === "variable" || node.kind === "field" || node.kind === "element";
}

function countText(least: number, most: number): string {
  const of =
    most === Number.POSITIVE_INFINITY ? `${least} arguments or more` : `${most} argument${most === 1 ? "" : "s"}`;
  return least === most || most === Number.POSITIVE_INFINITY ? of : `${least} to ${of}`;
}
