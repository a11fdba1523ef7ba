// An arithmetic expression to a function that evaluates it. The grammar is C's without types; precedence is the table's.
import type { Integer } from "./integer.ts";
import * as int from "./integer.ts";
import { EXPECTED, Lexer, type Token } from "./lex.ts";
import { type Place, read, type Scope, write } from "./variables.ts";

export type Evaluate = (scope: Scope) => Integer;

/** Left-associative operators with their precedence, the loosest first; the others are apart. */
const OPERATORS: Readonly<Record<string, { readonly level: number; readonly apply: int.Binary }>> = {
  "|": { level: 1, apply: int.or },
  "^": { level: 2, apply: int.xor },
  "&": { level: 3, apply: int.and },
  // Numbers and bigints never mean the same value, so that strict equality is right.
  "==": { level: 4, apply: (a, b) => (a === b ? 1 : 0) },
  "!=": { level: 4, apply: (a, b) => (a === b ? 0 : 1) },
  "<": { level: 5, apply: (a, b) => (a < b ? 1 : 0) },
  ">": { level: 5, apply: (a, b) => (a > b ? 1 : 0) },
  "<=": { level: 5, apply: (a, b) => (a <= b ? 1 : 0) },
  ">=": { level: 5, apply: (a, b) => (a >= b ? 1 : 0) },
  "<<": { level: 6, apply: int.shiftLeft },
  ">>": { level: 6, apply: int.shiftRight },
  "+": { level: 7, apply: int.add },
  "-": { level: 7, apply: int.subtract },
  "*": { level: 8, apply: int.multiply },
  "/": { level: 8, apply: int.divide },
  "%": { level: 8, apply: int.remainder },
};

const ASSIGNMENTS: Readonly<Record<string, int.Binary>> = {
  "+=": int.add,
  "-=": int.subtract,
  "*=": int.multiply,
  "/=": int.divide,
  "%=": int.remainder,
  "<<=": int.shiftLeft,
  ">>=": int.shiftRight,
  "&=": int.and,
  "|=": int.or,
  "^=": int.xor,
};

/** Parentheses and operators that nest deeper than this are refused rather than overflow the stack. */
const MAX_NESTING = 300;

/** Parses the whole text; an empty one is 0. Throws bash's messages. */
export function compile(text: string): Evaluate {
  const parser = new Parser(text);
  return parser.whole();
}

class Parser {
  readonly #lexer: Lexer;
  #token: Token;
  #nesting = 0;

  constructor(text: string) {
    this.#lexer = new Lexer(text);
    this.#token = this.#lexer.next();
  }

  whole(): Evaluate {
    if (this.#token.kind === "end") return () => 0;
    const value = this.#comma();
    if (!this.#ended()) throw this.#lexer.error("syntax error in expression");
    return value;
  }

  #comma(): Evaluate {
    let left = this.#assignment();
    while (this.#accept(",")) {
      const before = left;
      const after = this.#assignment();
      left = (scope) => {
        before(scope);
        return after(scope);
      };
    }
    return left;
  }

  #assignment(): Evaluate {
    this.#nest();
    const first = this.#token;
    const left = this.#conditional();
    const operator = this.#operator();
    if (operator === "=" || (operator !== undefined && Object.hasOwn(ASSIGNMENTS, operator))) {
      const place = places.get(left);
      if (place === undefined || first.kind !== "name") {
        throw this.#lexer.error("attempted assignment to non-variable");
      }
      this.#advance();
      const { start } = this.#token;
      const right = this.#assignment();
      this.#nesting -= 1;
      return this.#assign(place, ASSIGNMENTS[operator], operator, right, start);
    }
    this.#nesting -= 1;
    return left;
  }

  #assign(place: Place, combine: int.Binary | undefined, operator: string, right: Evaluate, start: number): Evaluate {
    if (combine === undefined) return (scope) => write(place, right(scope), scope);
    const checked = this.#checked(operator.slice(0, -1), combine, start);
    return (scope) => {
      const old = read(place, scope);
      return write(place, checked(old, right(scope)), scope);
    };
  }

  #conditional(): Evaluate {
    const condition = this.#or();
    if (!this.#accept("?")) return condition;
    if (this.#token.kind === "end" || this.#operator() === ":") throw this.#lexer.error("expression expected");
    const yes = this.#comma();
    if (!this.#accept(":")) throw this.#lexer.error("`:' expected for conditional expression");
    if (this.#ended()) throw this.#lexer.error("expression expected");
    const no = this.#conditional();
    return (scope) => (int.isZero(condition(scope)) ? no(scope) : yes(scope));
  }

  #or(): Evaluate {
    let left = this.#and();
    while (this.#accept("||")) {
      const a = left;
      const b = this.#and();
      left = (scope) => (int.isZero(a(scope)) && int.isZero(b(scope)) ? 0 : 1);
    }
    return left;
  }

  #and(): Evaluate {
    let left = this.#binary(0);
    while (this.#accept("&&")) {
      const a = left;
      const b = this.#binary(0);
      left = (scope) => (int.isZero(a(scope)) || int.isZero(b(scope)) ? 0 : 1);
    }
    return left;
  }

  #binary(loosest: number): Evaluate {
    let left = this.#power();
    for (let operator = this.#operator(); operator !== undefined; operator = this.#operator()) {
      const known = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
      if (known === undefined || known.level < loosest) break;
      this.#advance();
      const a = left;
      const { start } = this.#token;
      const b = this.#binary(known.level + 1);
      const apply = this.#checked(operator, known.apply, start);
      left = (scope) => apply(a(scope), b(scope));
    }
    return left;
  }

  /** Division refuses 0; the error's token is the divisor and all that follows. */
  #checked(operator: string, apply: int.Binary, start: number): int.Binary {
    if (operator !== "/" && operator !== "%") return apply;
    const error = this.#lexer.error.bind(this.#lexer);
    return (a, b) => {
      if (int.isZero(b)) throw error("division by 0", start);
      return apply(a, b);
    };
  }

  /** Right-associative, and looser than unary operators: `-2**2` is 4. */
  #power(): Evaluate {
    const base = this.#unary();
    if (!this.#accept("**")) return base;
    this.#nest();
    const exponent = this.#power();
    this.#nesting -= 1;
    const start = this.#lexer.last;
    return (scope) => {
      const value = base(scope);
      const times = exponent(scope);
      if (times < 0) throw this.#lexer.error("exponent less than 0", start);
      return int.power(value, times);
    };
  }

  #unary(): Evaluate {
    const operator = this.#operator();
    if (operator === "++" || operator === "--") return this.#step(operator);
    if (operator !== "!" && operator !== "~" && operator !== "-" && operator !== "+") return this.#postfix();
    this.#nest();
    this.#advance();
    const operand = this.#unary();
    this.#nesting -= 1;
    if (operator === "!") return (scope) => (int.isZero(operand(scope)) ? 1 : 0);
    if (operator === "~") return (scope) => int.complement(operand(scope));
    if (operator === "-") return (scope) => int.negate(operand(scope));
    return (scope) => operand(scope);
  }

  #step(operator: "++" | "--"): Evaluate {
    this.#advance();
    if (this.#token.kind !== "name")
      throw this.#lexer.error("identifier expected after pre-increment or pre-decrement");
    const place = this.#place(this.#token);
    this.#advance();
    const by = operator === "++" ? 1 : -1;
    return (scope) => write(place, int.add(read(place, scope), by), scope);
  }

  #postfix(): Evaluate {
    const token = this.#token;
    if (token.kind === "number") {
      const { value } = token;
      this.#advance();
      return () => value;
    }
    if (token.kind === "name") return this.#variable(token);
    if (!this.#accept("(")) throw this.#lexer.error(EXPECTED);
    const inner = this.#comma();
    if (!this.#accept(")")) throw this.#lexer.error("missing `)'");
    return (scope) => inner(scope);
  }

  #variable(token: Token & { kind: "name" }): Evaluate {
    const place = this.#place(token);
    this.#advance();
    const operator = this.#operator();
    if (operator !== "++" && operator !== "--") {
      const value: Evaluate = (scope) => read(place, scope);
      places.set(value, place);
      return value;
    }
    this.#advance();
    const by = operator === "++" ? 1 : -1;
    return (scope) => {
      const old = read(place, scope);
      write(place, int.add(old, by), scope);
      return old;
    };
  }

  #place(token: Token & { kind: "name" }): Place {
    return token.subscript === undefined
      ? { name: token.name, expression: this.#lexer.text }
      : { name: token.name, subscript: token.subscript, expression: this.#lexer.text };
  }

  #nest(): void {
    this.#nesting += 1;
    if (this.#nesting > MAX_NESTING) throw this.#lexer.error("expression recursion level exceeded");
  }

  #ended(): boolean {
    return this.#token.kind === "end";
  }

  #operator(): string | undefined {
    return this.#token.kind === "operator" ? this.#token.text : undefined;
  }

  #accept(operator: string): boolean {
    if (this.#operator() !== operator) return false;
    this.#advance();
    return true;
  }

  #advance(): void {
    this.#token = this.#lexer.next();
  }
}

/** Which evaluators are plain variables, and so may stand before `=`. */
const places = new WeakMap<Evaluate, Place>();
