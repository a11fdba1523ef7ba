// The statements and rules of awk. Expressions are in expression-parser.ts. Nothing is evaluated here.
import type { FunctionNode, Program, RangePattern, Rule, Stmt, SwitchCase } from "./ast.ts";
import { ExpressionParser } from "./expression-parser.ts";
import { PREDEFINED, PREDEFINED_ARRAYS } from "./names.ts";
import { AwkError } from "./value.ts";

/** Parses a program. Throws `AwkError` (exit 2) where it is none. */
export function parseProgram(source: string): Program {
  try {
    return new Parser(source).program();
  } catch (error) {
    if (error instanceof RangeError) throw new AwkError("the program is nested too deeply", undefined, 1);
    throw error;
  }
}

class Parser extends ExpressionParser {
  readonly #begin: Stmt[] = [];
  readonly #rules: Rule[] = [];
  readonly #end: Stmt[] = [];
  readonly #beginFile: Stmt[] = [];
  readonly #endFile: Stmt[] = [];
  readonly #functions = new Map<string, FunctionNode>();
  /** BEGIN or the like, while its action is parsed. */
  #special = "";
  #loops = 0;
  #switches = 0;

  constructor(source: string) {
    super(source);
    for (const name of PREDEFINED) this.variableNamed(name).array = PREDEFINED_ARRAYS.has(name);
  }

  program(): Program {
    for (;;) {
      this.skipSeparators();
      if (this.token.kind === "end") break;
      this.#item();
    }
    this.settleArrays(this.#functions);
    return {
      begin: this.#begin,
      rules: this.#rules,
      end: this.#end,
      beginFile: this.#beginFile,
      endFile: this.#endFile,
      functions: this.#functions,
      globals: this.globals,
      globalCount: this.globals.size,
    };
  }

  #item(): void {
    const special: Readonly<Record<string, Stmt[]>> = {
      BEGIN: this.#begin,
      END: this.#end,
      BEGINFILE: this.#beginFile,
      ENDFILE: this.#endFile,
    };
    if (this.token.kind === "keyword" && Object.hasOwn(special, this.token.text)) {
      const list = special[this.token.text];
      const name = this.token.text;
      this.advance();
      if (!this.isOperator("{")) this.fail(`${name} needs an action: ${name} { ... }`);
      this.#special = name;
      list?.push(this.#block());
      this.#special = "";
      return;
    }
    if (this.isKeyword("function")) {
      this.#function();
      return;
    }
    if (this.isOperator("@")) {
      this.fail("@include, @load and @namespace are not available here: give more programs with -f FILE");
    }
    let pattern: Rule["pattern"];
    if (!this.isOperator("{")) {
      const first = this.expression();
      if (this.acceptOperator(",")) {
        this.skipNewlines();
        const last = this.expression();
        const range: RangePattern = { kind: "range", first, last };
        pattern = range;
      } else pattern = first;
    }
    const body: Stmt = this.isOperator("{") ? this.#block() : PRINT_RECORD;
    this.#rules.push({ pattern, body });
  }

  #function(): void {
    this.advance();
    const name = this.token;
    if (name.kind !== "name" && name.kind !== "function-name") this.unexpected();
    if (this.#functions.has(name.text)) this.fail(`function ${name.text} is defined twice`);
    this.advance();
    this.expectOperator("(");
    const names: string[] = [];
    this.skipNewlines();
    while (!this.isOperator(")")) {
      if (this.token.kind !== "name") this.unexpected();
      names.push(this.token.text);
      this.advance();
      this.skipNewlines();
      if (!this.acceptOperator(",")) break;
      this.skipNewlines();
    }
    this.expectOperator(")");
    this.skipNewlines();
    const parameters = this.enterFunction(names);
    const node: FunctionNode = { name: name.text, parameters, frameSize: names.length, body: PRINT_RECORD };
    this.#functions.set(name.text, node);
    node.body = this.#block();
    this.leaveFunction();
  }

  #block(): Stmt {
    this.expectOperator("{");
    const body = this.#statementsUntilBrace();
    this.expectOperator("}");
    return { kind: "block", body };
  }

  #statementsUntilBrace(): Stmt[] {
    const body: Stmt[] = [];
    for (;;) {
      this.skipSeparators();
      if (this.isOperator("}")) return body;
      if (this.token.kind === "end") this.unexpected();
      body.push(this.#statement());
    }
  }

  #statement(): Stmt {
    if (this.isOperator("{")) return this.#block();
    if (this.isOperator(";")) {
      this.advance();
      return EMPTY;
    }
    if (this.token.kind === "keyword") {
      switch (this.token.text) {
        case "if":
          return this.#if();
        case "while":
          return this.#while();
        case "do":
          return this.#do();
        case "for":
          return this.#for();
        case "switch":
          return this.#switch();
        default:
      }
    }
    const statement = this.#simple();
    this.#endStatement();
    return statement;
  }

  #endStatement(): void {
    if (this.isOperator("}") || this.token.kind === "end") return;
    if (this.token.kind === "newline" || this.isOperator(";")) this.advance();
    else this.unexpected();
  }

  #simple(): Stmt {
    if (this.token.kind !== "keyword") return { kind: "expression", value: this.expression() };
    switch (this.token.text) {
      case "print":
      case "printf":
        return this.#print();
      case "next":
      case "nextfile": {
        const kind = this.token.text;
        const allowed = this.#special === "" || (kind === "nextfile" && this.#special === "BEGINFILE");
        if (!allowed) this.fail(`${kind} cannot be used in ${this.#special}: there is no record to leave`);
        this.advance();
        return { kind };
      }
      case "break":
      case "continue": {
        const kind = this.token.text;
        const inside = this.#loops > 0 || (kind === "break" && this.#switches > 0);
        if (!inside) this.fail(`${kind} is not inside a loop`);
        this.advance();
        return { kind };
      }
      case "exit":
        this.advance();
        return { kind: "exit", code: this.#atEnd() ? undefined : this.expression() };
      case "return":
        if (!this.inFunction) this.fail("return is not inside a function");
        this.advance();
        return { kind: "return", value: this.#atEnd() ? undefined : this.expression() };
      case "delete":
        return this.#delete();
      default:
        return { kind: "expression", value: this.expression() };
    }
  }

  #atEnd(): boolean {
    return this.token.kind === "newline" || this.token.kind === "end" || this.isOperator(";") || this.isOperator("}");
  }

  #print(): Stmt {
    const format = this.token.text === "printf";
    this.advance();
    let args = this.#atEnd() || this.#redirects() ? [] : this.expressionList({ noGreater: true });
    const [only] = args;
    if (args.length === 1 && only?.kind === "list") args = [...only.items];
    if (format && args.length === 0) this.fail("printf needs a format");
    if (!this.#redirects()) return { kind: "print", format, args, to: undefined };
    const mode = this.token.text;
    this.advance();
    if (mode !== ">" && mode !== ">>" && mode !== "|") {
      this.fail("|& (a two-way pipe) is not available here: print to a file, then read from a command");
    }
    const name = this.concatenation({ noGreater: true });
    return { kind: "print", format, args, to: { mode, name } };
  }

  #redirects(): boolean {
    return [">", ">>", "|", "|&"].some((text) => this.isOperator(text));
  }

  #delete(): Stmt {
    this.advance();
    const parenthesis = this.acceptOperator("(");
    const target = this.operand({});
    if (parenthesis) this.expectOperator(")");
    if (target.kind === "element") return { kind: "delete", array: target.array, keys: target.keys };
    if (target.kind !== "variable") this.unexpected();
    this.markArray(target);
    return { kind: "delete", array: target, keys: undefined };
  }

  #condition(): ReturnType<Parser["expression"]> {
    this.expectOperator("(");
    this.skipNewlines();
    const test = this.expression();
    this.skipNewlines();
    this.expectOperator(")");
    return test;
  }

  /** The statement that a condition or `else` rules over. */
  #body(): Stmt {
    this.skipNewlines();
    return this.#statement();
  }

  #loopBody(): Stmt {
    this.#loops += 1;
    const body = this.#body();
    this.#loops -= 1;
    return body;
  }

  #if(): Stmt {
    this.advance();
    const test = this.#condition();
    const yes = this.#body();
    this.skipSeparators();
    if (!this.isKeyword("else")) return { kind: "if", test, yes, no: undefined };
    this.advance();
    return { kind: "if", test, yes, no: this.#body() };
  }

  #while(): Stmt {
    this.advance();
    const test = this.#condition();
    if (this.isOperator(";")) {
      this.advance();
      return { kind: "loop", test, body: EMPTY, step: undefined, after: false };
    }
    return { kind: "loop", test, body: this.#loopBody(), step: undefined, after: false };
  }

  #do(): Stmt {
    this.advance();
    const body = this.#loopBody();
    this.skipSeparators();
    if (!this.isKeyword("while")) this.unexpected();
    this.advance();
    const test = this.#condition();
    this.#endStatement();
    return { kind: "loop", test, body, step: undefined, after: true };
  }

  #for(): Stmt {
    this.advance();
    this.expectOperator("(");
    if (this.token.kind === "name" && this.peek().kind === "keyword" && this.peek().text === "in") {
      const variable = this.variable(this.token.text);
      this.advance();
      this.advance();
      const array = this.arrayOperand();
      this.expectOperator(")");
      return { kind: "each", variable, array, body: this.#loopBody() };
    }
    const start = this.isOperator(";") ? undefined : this.#simple();
    this.expectOperator(";");
    this.skipNewlines();
    const test = this.isOperator(";") ? undefined : this.expression();
    this.expectOperator(";");
    this.skipNewlines();
    const step = this.isOperator(")") ? undefined : this.#simple();
    this.expectOperator(")");
    const empty = this.isOperator(";");
    if (empty) this.advance();
    const loop: Stmt = { kind: "loop", test, body: empty ? EMPTY : this.#loopBody(), step, after: false };
    return start === undefined ? loop : { kind: "block", body: [start, loop] };
  }

  #switch(): Stmt {
    this.advance();
    const value = this.#condition();
    this.skipNewlines();
    this.expectOperator("{");
    const cases: SwitchCase[] = [];
    this.#switches += 1;
    for (;;) {
      this.skipSeparators();
      if (this.acceptOperator("}")) break;
      const isCase = this.isKeyword("case");
      if (!isCase && !this.isKeyword("default")) this.unexpected();
      this.advance();
      const label = isCase ? this.unary({}) : undefined;
      this.expectOperator(":");
      const body: Stmt[] = [];
      for (;;) {
        this.skipSeparators();
        if (this.isKeyword("case") || this.isKeyword("default") || this.isOperator("}")) break;
        body.push(this.#statement());
      }
      cases.push({ value: label, body });
    }
    this.#switches -= 1;
    return { kind: "switch", value, cases };
  }
}

const EMPTY: Stmt = { kind: "block", body: [] };
const PRINT_RECORD: Stmt = { kind: "print", format: false, args: [], to: undefined };
