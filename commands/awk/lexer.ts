// The tokens of awk. Whether a slash divides or begins a regular expression is for the parser to say.
import type { Position } from "./ast.ts";
import { joinBytes, stringEscape } from "./escape.ts";
import { BUILTINS } from "./names.ts";
import { AwkError } from "./value.ts";

export type TokenKind =
  | "number"
  | "string"
  | "name"
  | "function-name"
  | "builtin"
  | "keyword"
  | "operator"
  | "newline"
  | "end";

export interface Token {
  readonly kind: TokenKind;
  /** As written; the value for strings. */
  readonly text: string;
  readonly number: number;
  readonly at: Position;
}

const KEYWORDS = new Set([
  "BEGIN",
  "END",
  "BEGINFILE",
  "ENDFILE",
  "function",
  "func",
  "if",
  "else",
  "while",
  "for",
  "do",
  "break",
  "continue",
  "next",
  "nextfile",
  "exit",
  "return",
  "delete",
  "in",
  "getline",
  "print",
  "printf",
  "switch",
  "case",
  "default",
]);

const OPERATORS = [
  "**=",
  "|&",
  "&&",
  "||",
  "++",
  "--",
  "+=",
  "-=",
  "*=",
  "/=",
  "%=",
  "^=",
  "**",
  "==",
  "<=",
  ">=",
  "!=",
  "!~",
  ">>",
  "{",
  "}",
  "(",
  ")",
  "[",
  "]",
  ";",
  ",",
  "+",
  "-",
  "*",
  "/",
  "%",
  "^",
  "!",
  ">",
  "<",
  "|",
  "?",
  ":",
  "~",
  "$",
  "=",
  "@",
];

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER = /0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y;

export class Lexer {
  readonly source: string;
  #at = 0;
  #line = 1;

  constructor(source: string) {
    this.source = source;
  }

  /** The next token. Comments, blanks and continued lines are passed over. */
  next(): Token {
    this.#skipBlanks();
    const { source } = this;
    const at = this.#position();
    if (this.#at >= source.length) return token("end", "end of program", at);
    const char = source[this.#at] ?? "";
    if (char === "\n") {
      this.#at += 1;
      this.#line += 1;
      return token("newline", "newline", at);
    }
    NAME.lastIndex = this.#at;
    const name = NAME.exec(source)?.[0];
    if (name !== undefined) return this.#word(name, at);
    if (char === '"') return this.#string(at);
    NUMBER.lastIndex = this.#at;
    const number = NUMBER.exec(source)?.[0];
    if (number !== undefined) {
      this.#at += number.length;
      return { kind: "number", text: number, number: constant(number), at };
    }
    const operator = OPERATORS.find((text) => source.startsWith(text, this.#at));
    if (operator === undefined) throw syntaxError(source, at, char);
    this.#at += operator.length;
    return token("operator", OPERATOR_ALIASES[operator] ?? operator, at);
  }

  /** The source of a regular expression whose opening slash was at `start`. */
  regex(start: Position): string {
    const { source } = this;
    let text = "";
    let bracket = false;
    let at = start.offset + 1;
    for (;;) {
      const char = source[at];
      if (char === undefined || char === "\n") {
        throw new AwkError(
          `line ${start.line}: unterminated regular expression`,
          "close it with /, and write \\/ for a slash in it",
          1,
        );
      }
      at += 1;
      if (char === "\\") {
        const next = source[at] ?? "";
        at += 1;
        if (next === "\n") this.#line += 1;
        else text += next === "/" ? "/" : `\\${next}`;
        continue;
      }
      if (char === "[" && !bracket) {
        bracket = true;
        text += char;
        // A bracket or a caret at the start of a set does not end it.
        for (const first of ["^", "]"]) {
          if (source[at] === first) {
            text += first;
            at += 1;
          }
        }
        continue;
      }
      if (char === "[" && bracket && source[at] === ":") {
        const end = source.indexOf(":]", at);
        if (end > 0) {
          text += source.slice(at - 1, end + 2);
          at = end + 2;
          continue;
        }
      }
      if (char === "]") bracket = false;
      if (char === "/" && !(bracket && closesLater(source, at))) break;
      text += char;
    }
    this.#at = at;
    return text;
  }

  #word(name: string, at: Position): Token {
    this.#at += name.length;
    if (KEYWORDS.has(name)) return token("keyword", name === "func" ? "function" : name, at);
    if (BUILTINS.has(name)) return token("builtin", name, at);
    return token(this.source[this.#at] === "(" ? "function-name" : "name", name, at);
  }

  #string(at: Position): Token {
    const { source } = this;
    let text = "";
    this.#at += 1;
    for (;;) {
      const char = source[this.#at];
      if (char === undefined || char === "\n")
        throw new AwkError(`line ${at.line}: unterminated string`, 'close it with "', 1);
      this.#at += 1;
      if (char === '"') return { kind: "string", text: joinBytes(text), number: 0, at };
      if (char !== "\\") {
        text += char;
        continue;
      }
      const read = stringEscape(source, this.#at);
      if (source[this.#at] === "\n") this.#line += 1;
      text += read.text;
      this.#at = read.next;
    }
  }

  #skipBlanks(): void {
    const { source } = this;
    for (;;) {
      const char = source[this.#at];
      if (char === " " || char === "\t" || char === "\r" || char === "\u00a0") this.#at += 1;
      else if (char === "\\" && /^\\\r?\n/.test(source.slice(this.#at, this.#at + 3))) {
        this.#at += source[this.#at + 1] === "\r" ? 3 : 2;
        this.#line += 1;
      } else if (char === "#") {
        const end = source.indexOf("\n", this.#at);
        this.#at = end < 0 ? source.length : end;
      } else return;
    }
  }

  #position(): Position {
    return { line: this.#line, offset: this.#at };
  }
}

/** A constant of a program may be octal or hexadecimal (gawk); input may not. */
function constant(text: string): number {
  return /^0[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Number(text);
}

const OPERATOR_ALIASES: Readonly<Record<string, string>> = { "**": "^", "**=": "^=" };

function token(kind: TokenKind, text: string, at: Position): Token {
  return { kind, text, number: 0, at };
}

/** A set whose `]` comes on this line before the next slash was closed: then the slash belongs to the set. */
function closesLater(source: string, at: number): boolean {
  const rest = source.slice(at);
  const close = rest.search(/[\]\n]/);
  return close >= 0 && rest[close] === "]";
}

export function syntaxError(source: string, at: Position, near: string, help?: string): AwkError {
  const start = source.lastIndexOf("\n", at.offset - 1) + 1;
  const found = source.indexOf("\n", at.offset);
  const line = source.slice(start, found < 0 ? source.length : found);
  const column = Math.min(at.offset, source.length) - start;
  // Long programs: what stands around the place is enough.
  const from = Math.max(0, column - 60);
  const shown = line.slice(from, from + 100);
  return new AwkError(
    `line ${at.line}: syntax error at or near ${near}\n  ${shown}\n  ${" ".repeat(column - from)}^`,
    help,
    1,
  );
}
