// Tokens of an arithmetic expression. Whether `++` is one operator or two signs depends on its neighbours, as in bash.
import { ExpansionError } from "../environment.ts";
import { fromDecimal, type Integer, wrap } from "./integer.ts";

export type Token =
  | { readonly kind: "number"; readonly start: number; readonly value: Integer }
  | { readonly kind: "name"; readonly start: number; readonly name: string; readonly subscript?: string }
  | { readonly kind: "operator"; readonly start: number; readonly text: string }
  | { readonly kind: "end"; readonly start: number; readonly text: "" };

const OPERATOR = /<<=|>>=|\*\*|<<|>>|<=|>=|==|!=|&&|\|\||\+\+|--|[-+*/%&|^]=|[-=><+*/%!()&|^~?:,]/y;
const SPACE = /[ \t\n\r]*/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER = /[0-9][A-Za-z0-9_@#]*/y;

/** Reads one token after another; `last` is where the newest one that is not the end began. */
export class Lexer {
  readonly text: string;
  last = 0;
  #at = 0;
  #previous: Token | undefined;

  constructor(text: string) {
    this.text = text;
  }

  next(): Token {
    const token = this.#read();
    this.#previous = token;
    return token;
  }

  /** An error in bash's words: the expression, the message, and the text from `start` on. */
  error(message: string, start: number = this.last): ExpansionError {
    return arithmeticError(this.text, message, this.text.slice(start));
  }

  #read(): Token {
    const { text } = this;
    this.#at += match(SPACE, text, this.#at).length;
    const start = this.#at;
    if (start >= text.length) return { kind: "end", start, text: "" };
    this.last = start;
    const name = match(NAME, text, start);
    if (name) return this.#name(start, name);
    const digits = match(NUMBER, text, start);
    if (digits) {
      this.#at = start + digits.length;
      return { kind: "number", start, value: parseNumber(digits, (message) => this.error(message)) };
    }
    return this.#operator(start);
  }

  #name(start: number, name: string): Token {
    const open = start + name.length;
    this.#at = open;
    if (this.text[open] !== "[") return { kind: "name", start, name };
    const close = closingBracket(this.text, open);
    if (close < 0) throw this.error("bad array subscript");
    this.#at = close + 1;
    return { kind: "name", start, name, subscript: this.text.slice(open + 1, close) };
  }

  #operator(start: number): Token {
    const operator = match(OPERATOR, this.text, start);
    if (!operator) throw this.error(this.#afterOperand() ? "syntax error: invalid arithmetic operator" : EXPECTED);
    this.#at = start + operator.length;
    const twice = operator === "++" || operator === "--";
    if (twice && this.#previous?.kind !== "name" && !this.#nameFollows()) {
      this.#at = start + 1;
      return { kind: "operator", start, text: operator.slice(1) };
    }
    return { kind: "operator", start, text: operator };
  }

  #afterOperand(): boolean {
    return this.#previous?.kind === "name" || this.#previous?.kind === "number";
  }

  #nameFollows(): boolean {
    const at = this.#at + match(SPACE, this.text, this.#at).length;
    return match(NAME, this.text, at) !== "";
  }
}

export const EXPECTED = "syntax error: operand expected";

export function arithmeticError(expression: string, message: string, token: string): ExpansionError {
  return new ExpansionError(`${expression.trimStart()}: ${message} (error token is "${token}")`);
}

/** Index of the `]` that closes the `[` at `open`, or -1. */
function closingBracket(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const char = text[at];
    if (char === "\\") at += 1;
    else if (char === "[") depth += 1;
    else if (char === "]") {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

/** `12`, `017`, `0x1f`, `base#digits` with bases 2 to 64. */
function parseNumber(digits: string, error: (message: string) => ExpansionError): Integer {
  if (/^(?:0|[1-9][0-9]*)$/.test(digits)) return fromDecimal(digits);
  const hash = digits.indexOf("#");
  if (hash >= 0) {
    const base = Number(digits.slice(0, hash));
    if (digits.startsWith("0")) throw error("invalid number");
    if (!(base >= 2 && base <= 64) || !/^[0-9]+#/.test(digits)) throw error("invalid arithmetic base");
    if (hash === digits.length - 1) throw error("invalid integer constant");
    return parseDigits(digits.slice(hash + 1), base, error);
  }
  if (/^0[xX]/.test(digits)) return parseDigits(digits.slice(2), 16, error);
  if (digits.startsWith("0")) return parseDigits(digits.slice(1), 8, error);
  return parseDigits(digits, 10, error);
}

function parseDigits(digits: string, base: number, error: (message: string) => ExpansionError): Integer {
  let value = 0n;
  for (const digit of digits) {
    const worth = digitValue(digit, base);
    if (worth >= base) throw error(digit === "#" ? "invalid number" : "value too great for base");
    value = BigInt.asIntN(64, value * BigInt(base) + BigInt(worth));
  }
  return wrap(value);
}

/** Up to base 36 letters of both cases mean the same; beyond, lower case comes first, then upper, `@` and `_`. */
function digitValue(digit: string, base: number): number {
  if (digit >= "0" && digit <= "9") return digit.charCodeAt(0) - 48;
  if (digit >= "a" && digit <= "z") return digit.charCodeAt(0) - 87;
  if (digit >= "A" && digit <= "Z") return digit.charCodeAt(0) - (base <= 36 ? 55 : 29);
  return digit === "@" ? 62 : digit === "_" ? 63 : Number.POSITIVE_INFINITY;
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}
