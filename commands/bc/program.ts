// The language of bc: text to closures over a machine. Statements wait, so that a loop can be cancelled.
import * as math from "./math.ts";
import {
  add,
  compare,
  divide,
  multiply,
  type Num,
  negate,
  ONE,
  parse,
  power,
  remainder,
  rescale,
  show,
  squareRoot,
  subtract,
  tens,
  ZERO,
} from "./number.ts";

export class BcError extends Error {}

export interface Machine {
  readonly variables: Map<string, Num>;
  readonly functions: Map<string, Definition>;
  scale: number;
  ibase: number;
  obase: number;
  last: Num;
  readonly mathLibrary: boolean;
  depth: number;
  print(text: string): void;
  pause(): Promise<void> | undefined;
}

interface Definition {
  readonly parameters: readonly string[];
  readonly locals: readonly string[];
  readonly body: Statement;
}

export type Flow = undefined | "break" | "continue" | "quit" | { readonly value: Num };
export type Statement = (machine: Machine) => Promise<Flow>;
type Expression = (machine: Machine) => Promise<Num>;

const TOKEN =
  /\s*(?:\/\*[\s\S]*?\*\/|#[^\n]*|\\\n|[ \t\r])*(?:(\n|;)|("[^"]*")|([0-9A-Z]*\.?[0-9A-Z]+|[0-9A-Z]+\.)|([a-z][a-z0-9_]*)|(\+\+|--|&&|\|\||[-+*/%^]=|[<>=!]=|[-+*/%^=<>!(){}[\],.]))/y;

/** The most digits of a function's value, and the most that e is raised to: a series cannot be cancelled. */
const DEAREST = 2000;

/** Calls within calls. */
const DEEPEST = 1000;

interface Token {
  readonly kind: "end" | "newline" | "string" | "number" | "name" | "sign";
  readonly text: string;
}

function tokens(source: string): Token[] {
  const found: Token[] = [];
  const text = source
    .replace(/\/\*[\s\S]*?\*\//g, " ")
    .replace(/#[^\n]*/g, "")
    .replace(/\\\n/g, "");
  for (let at = 0; at < text.length; ) {
    const blank = /[ \t\r]*/y;
    blank.lastIndex = at;
    at += blank.exec(text)?.[0].length ?? 0;
    if (at >= text.length) break;
    if (text[at] === "\n" || text[at] === ";") {
      found.push({ kind: "newline", text: text[at] ?? "" });
      at += 1;
      continue;
    }
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match) throw new BcError(`illegal character: ${text[at]}`);
    at = TOKEN.lastIndex;
    const [, , string, number, name, sign] = match;
    if (string !== undefined) found.push({ kind: "string", text: string.slice(1, -1) });
    else if (number !== undefined) found.push({ kind: "number", text: number });
    else if (name !== undefined) found.push({ kind: "name", text: name });
    else if (sign !== undefined) found.push({ kind: "sign", text: sign });
  }
  found.push({ kind: "end", text: "" });
  return found;
}

/** Top-level statements one by one, so that what stands before an error is run. */
export function* statements(source: string): Iterable<Statement> {
  const parser = new Parser(tokens(source));
  for (let next = parser.top(); next; next = parser.top()) yield next;
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(all: readonly Token[]) {
    this.#tokens = all;
  }

  top(): Statement | undefined {
    while (this.#token().kind === "newline") this.#at += 1;
    if (this.#token().kind === "end") return undefined;
    if (this.#isName("define")) return this.#define();
    const statement = this.#statement();
    if (!["newline", "end"].includes(this.#token().kind)) throw new BcError("syntax error");
    return statement;
  }

  #token(ahead = 0): Token {
    return this.#tokens[this.#at + ahead] ?? { kind: "end", text: "" };
  }

  #is(sign: string): boolean {
    return this.#token().kind === "sign" && this.#token().text === sign;
  }

  #isName(name: string): boolean {
    return this.#token().kind === "name" && this.#token().text === name;
  }

  #take(sign: string): boolean {
    if (!this.#is(sign)) return false;
    this.#at += 1;
    return true;
  }

  #need(sign: string): void {
    if (!this.#take(sign)) throw new BcError("syntax error");
  }

  #lines(): void {
    while (this.#token().kind === "newline") this.#at += 1;
  }

  #name(): string {
    const { kind, text } = this.#token();
    if (kind !== "name") throw new BcError("syntax error");
    this.#at += 1;
    return text;
  }

  #names(): string[] {
    const names: string[] = [];
    while (this.#token().kind === "name") {
      names.push(this.#name());
      if (this.#take("[")) this.#need("]");
      if (!this.#take(",")) break;
    }
    return names;
  }

  #define(): Statement {
    this.#at += 1;
    if (this.#isName("void")) this.#at += 1;
    const name = this.#name();
    this.#need("(");
    const parameters = this.#names();
    this.#need(")");
    this.#lines();
    this.#need("{");
    this.#lines();
    let locals: string[] = [];
    if (this.#isName("auto")) {
      this.#at += 1;
      locals = this.#names();
    }
    const body = this.#block();
    return async ({ functions }) => {
      functions.set(name, { parameters, locals, body });
      return undefined;
    };
  }

  /** After the opening brace. */
  #block(): Statement {
    const list: Statement[] = [];
    for (this.#lines(); !this.#take("}"); this.#lines()) {
      if (this.#token().kind === "end") throw new BcError("syntax error");
      list.push(this.#statement());
    }
    return async (machine) => {
      for (const statement of list) {
        const flow = await statement(machine);
        if (flow !== undefined) return flow;
      }
      return undefined;
    };
  }

  #statement(): Statement {
    const token = this.#token();
    if (this.#take("{")) return this.#block();
    if (token.kind === "string") {
      this.#at += 1;
      return async (machine) => {
        machine.print(token.text);
        return undefined;
      };
    }
    if (token.kind === "name") {
      const keyword = this.#keyword(token.text);
      if (keyword) return keyword;
    }
    const assigns = this.#isAssignment();
    const value = this.#expression();
    return async (machine) => {
      const rest = machine.pause();
      if (rest) await rest;
      const result = await value(machine);
      if (assigns) return undefined;
      machine.last = result;
      machine.print(`${wrapped(show(result, machine.obase))}\n`);
      return undefined;
    };
  }

  /** A statement that is an assignment prints nothing; in parentheses it does. */
  #isAssignment(): boolean {
    if (this.#token().kind !== "name") return false;
    let at = 1;
    if (this.#token(at).text === "[") {
      for (let depth = 0; this.#token(at).kind !== "end"; at += 1) {
        if (this.#token(at).text === "[") depth += 1;
        else if (this.#token(at).text === "]") {
          depth -= 1;
          if (depth === 0) break;
        }
      }
      at += 1;
    }
    return this.#token(at).kind === "sign" && /^[-+*/%^]?=$/.test(this.#token(at).text);
  }

  #keyword(word: string): Statement | undefined {
    switch (word) {
      case "quit":
      case "halt":
        this.#at += 1;
        return async () => "quit";
      case "break":
      case "continue":
        this.#at += 1;
        return async () => word;
      case "return": {
        this.#at += 1;
        const ends = ["newline", "end"].includes(this.#token().kind) || this.#is("}");
        const value = ends ? async () => ZERO : this.#expression();
        return async (machine) => ({ value: await value(machine) });
      }
      case "print":
        this.#at += 1;
        return this.#print();
      case "if":
        this.#at += 1;
        return this.#if();
      case "while": {
        this.#at += 1;
        this.#need("(");
        const test = this.#expression();
        this.#need(")");
        return loop(test, undefined, this.#body());
      }
      case "for":
        this.#at += 1;
        return this.#for();
      default:
        return undefined;
    }
  }

  #body(): Statement {
    this.#lines();
    return this.#statement();
  }

  #if(): Statement {
    this.#need("(");
    const test = this.#expression();
    this.#need(")");
    const yes = this.#body();
    const here = this.#at;
    this.#lines();
    let no: Statement | undefined;
    if (this.#isName("else")) {
      this.#at += 1;
      no = this.#body();
    } else this.#at = here;
    return async (machine) => ((await test(machine)).digits !== 0n ? yes(machine) : no?.(machine));
  }

  #for(): Statement {
    this.#need("(");
    const part = (end: () => void): Expression | undefined => {
      const value = this.#token().kind === "newline" || this.#is(")") ? undefined : this.#expression();
      end();
      return value;
    };
    const semicolon = (): void => {
      if (this.#token().text !== ";") throw new BcError("syntax error");
      this.#at += 1;
    };
    const first = part(semicolon);
    const test = part(semicolon) ?? (async () => ONE);
    const step = part(() => this.#need(")"));
    const run = loop(test, step, this.#body());
    return async (machine) => {
      await first?.(machine);
      return run(machine);
    };
  }

  #print(): Statement {
    const parts: ((machine: Machine) => Promise<string>)[] = [];
    do {
      const { kind, text } = this.#token();
      if (kind === "string") {
        this.#at += 1;
        const plain = text.replace(/\\([abfnqrt\\e])/g, (_, letter: string) => ESCAPES[letter] ?? letter);
        parts.push(async () => plain);
      } else {
        const value = this.#expression();
        parts.push(async (machine) => {
          machine.last = await value(machine);
          return show(machine.last, machine.obase);
        });
      }
    } while (this.#take(","));
    return async (machine) => {
      for (const part of parts) machine.print(await part(machine));
      return undefined;
    };
  }

  #expression(): Expression {
    let left = this.#and();
    while (this.#take("||")) {
      const [a, b] = [left, this.#and()];
      left = async (m) => truth((await a(m)).digits !== 0n || (await b(m)).digits !== 0n);
    }
    return left;
  }

  #and(): Expression {
    let left = this.#not();
    while (this.#take("&&")) {
      const [a, b] = [left, this.#not()];
      left = async (m) => truth((await a(m)).digits !== 0n && (await b(m)).digits !== 0n);
    }
    return left;
  }

  #not(): Expression {
    if (!this.#take("!")) return this.#relation();
    const value = this.#not();
    return async (m) => truth((await value(m)).digits === 0n);
  }

  #relation(): Expression {
    let left = this.#assignment();
    for (;;) {
      const { kind, text } = this.#token();
      const test = kind === "sign" ? RELATIONS[text] : undefined;
      if (!test) return left;
      this.#at += 1;
      const [a, b] = [left, this.#assignment()];
      left = async (m) => truth(test(compare(await a(m), await b(m))));
    }
  }

  #assignment(): Expression {
    if (!this.#isAssignment()) return this.#sum();
    const place = this.#place();
    const { text } = this.#token();
    this.#at += 1;
    const value = this.#assignment();
    return async (m) => {
      const given = await value(m);
      const key = await place(m);
      const result = text === "=" ? given : operate(text.charAt(0), read(m, key), given, m);
      return write(m, key, result);
    };
  }

  #place(): (machine: Machine) => Promise<string> {
    const name = this.#name();
    if (!this.#take("[")) return async () => name;
    const index = this.#expression();
    this.#need("]");
    return async (m) => `${name}[${rescale(await index(m), 0).digits}]`;
  }

  #sum(): Expression {
    return this.#binary(["+", "-"], () => this.#product());
  }

  #product(): Expression {
    return this.#binary(["*", "/", "%"], () => this.#power());
  }

  #binary(signs: readonly string[], operand: () => Expression): Expression {
    let left = operand();
    for (;;) {
      const { kind, text } = this.#token();
      if (kind !== "sign" || !signs.includes(text)) return left;
      this.#at += 1;
      const [a, b] = [left, operand()];
      left = async (m) => operate(text, await a(m), await b(m), m);
    }
  }

  #power(): Expression {
    // A sign binds tighter than ^ in bc.
    const base = this.#unary();
    if (!this.#take("^")) return base;
    const exponent = this.#power();
    return async (m) => operate("^", await base(m), await exponent(m), m);
  }

  #unary(): Expression {
    if (this.#take("-")) {
      const value = this.#unary();
      return async (m) => negate(await value(m));
    }
    if (this.#take("+")) return this.#unary();
    for (const [sign, step] of STEPS) {
      if (!this.#take(sign)) continue;
      const place = this.#place();
      return async (m) => {
        const key = await place(m);
        return write(m, key, add(read(m, key), step));
      };
    }
    return this.#primary();
  }

  #primary(): Expression {
    const { kind, text } = this.#token();
    if (kind === "number") {
      this.#at += 1;
      return async (m) => parse(text, m.ibase);
    }
    if (this.#take("(")) {
      const value = this.#expression();
      this.#need(")");
      return value;
    }
    if (this.#take(".")) return async (m) => m.last;
    if (kind !== "name") throw new BcError("syntax error");
    if (this.#token(1).text === "(" && this.#token(1).kind === "sign") return this.#call();
    const place = this.#place();
    for (const [sign, step] of STEPS) {
      if (!this.#take(sign)) continue;
      return async (m) => {
        const key = await place(m);
        const before = read(m, key);
        write(m, key, add(before, step));
        return before;
      };
    }
    return async (m) => read(m, await place(m));
  }

  #call(): Expression {
    const name = this.#name();
    this.#need("(");
    const given: Expression[] = [];
    while (!this.#take(")")) {
      given.push(this.#expression());
      if (!this.#is(")")) this.#need(",");
    }
    return async (m) => {
      const values: Num[] = [];
      for (const each of given) values.push(await each(m));
      return call(name, values, m);
    };
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  q: '"',
  r: "\r",
  t: "\t",
  e: "\\",
};

const STEPS: readonly (readonly [string, Num])[] = [
  ["++", ONE],
  ["--", negate(ONE)],
];

const RELATIONS: Readonly<Record<string, (order: number) => boolean>> = {
  "<": (order) => order < 0,
  ">": (order) => order > 0,
  "<=": (order) => order <= 0,
  ">=": (order) => order >= 0,
  "==": (order) => order === 0,
  "!=": (order) => order !== 0,
};

function truth(value: boolean): Num {
  return value ? ONE : ZERO;
}

function loop(test: Expression, step: Expression | undefined, body: Statement): Statement {
  return async (machine) => {
    while ((await test(machine)).digits !== 0n) {
      const rest = machine.pause();
      if (rest) await rest;
      const flow = await body(machine);
      if (flow === "break") return undefined;
      if (flow !== undefined && flow !== "continue") return flow;
      await step?.(machine);
    }
    return undefined;
  };
}

/** Bits of a power; more would take the machine for minutes. */
const LARGEST = 4_000_000;

function operate(sign: string, a: Num, b: Num, { scale }: Machine): Num {
  if (sign === "+") return add(a, b);
  if (sign === "-") return subtract(a, b);
  if (sign === "*") return multiply(a, b, scale);
  if (sign === "^") {
    if (b.digits % tens(b.scale) !== 0n) throw new BcError("Runtime warning: non-zero scale in exponent");
    const exponent = rescale(b, 0).digits;
    if (Number(exponent) * a.digits.toString(2).length > LARGEST) throw new BcError("exponent too large in raise");
    return power(a, exponent, scale);
  }
  if (b.digits === 0n) throw new BcError(sign === "%" ? "Modulo by zero" : "Divide by zero");
  return sign === "/" ? divide(a, b, scale) : remainder(a, b, scale);
}

function read(machine: Machine, key: string): Num {
  if (key === "scale" || key === "ibase" || key === "obase") return { digits: BigInt(machine[key]), scale: 0 };
  return key === "last" ? machine.last : (machine.variables.get(key) ?? ZERO);
}

function write(machine: Machine, key: string, value: Num): Num {
  const whole = Number(rescale(value, 0).digits);
  if (key === "scale") machine.scale = Math.min(10_000, Math.max(0, whole));
  else if (key === "ibase") machine.ibase = Math.min(36, Math.max(2, whole));
  else if (key === "obase") machine.obase = Math.min(1_000_000, Math.max(2, whole));
  else if (key === "last") machine.last = value;
  else machine.variables.set(key, value);
  return value;
}

async function call(name: string, values: readonly Num[], machine: Machine): Promise<Num> {
  const [x = ZERO] = values;
  const { scale } = machine;
  const defined = machine.functions.get(name);
  if (defined) return callDefined(name, defined, values, machine);
  if (name === "sqrt") {
    if (x.digits < 0n) throw new BcError("Square root of a negative number");
    return squareRoot(x, scale);
  }
  if (name === "scale") return { digits: BigInt(x.scale), scale: 0 };
  if (name === "length") {
    const text = (x.digits < 0n ? -x.digits : x.digits).toString();
    return { digits: BigInt(Math.max(text.length, x.scale)), scale: 0 };
  }
  if (machine.mathLibrary) {
    if (scale > DEAREST || (name === "e" && Number(rescale(x, 0).digits) > DEAREST)) {
      throw new BcError(`${name}: more than ${DEAREST} digits would take too long`);
    }
    if (name === "e") return math.exponential(x, scale);
    if (name === "l") return math.logarithm(x, scale);
    if (name === "s") return math.sine(x, scale);
    if (name === "c") return math.cosine(x, scale);
    if (name === "a") return math.arctangent(x, scale);
  }
  throw new BcError(`Function ${name} not defined.`);
}

async function callDefined(
  name: string,
  { parameters, locals, body }: Definition,
  values: readonly Num[],
  machine: Machine,
): Promise<Num> {
  if (values.length !== parameters.length) throw new BcError("Parameter number mismatch");
  if (machine.depth >= DEEPEST) throw new BcError(`Function ${name} calls itself too deeply`);
  const names = [...parameters, ...locals];
  const saved = names.map((each) => machine.variables.get(each));
  for (const [at, each] of names.entries()) machine.variables.set(each, values[at] ?? ZERO);
  machine.depth += 1;
  try {
    const flow = await body(machine);
    if (flow === "quit") throw new BcError("quit");
    return typeof flow === "object" ? flow.value : ZERO;
  } finally {
    machine.depth -= 1;
    for (const [at, each] of names.entries()) {
      const before = saved[at];
      if (before) machine.variables.set(each, before);
      else machine.variables.delete(each);
    }
  }
}

/** Lines of numbers have no more than 69 characters, with a backslash at the end. */
function wrapped(text: string): string {
  if (text.length < 70) return text;
  return text.replace(/.{68}(?=..)/g, "$&\\\n");
}
