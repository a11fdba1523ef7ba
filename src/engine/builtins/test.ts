// test and `[`: parsed by the number of arguments where POSIX says so, else by precedence.
import { CommandError } from "../../command/command.ts";
import type { Interpreter } from "../interpreter.ts";
import { compareFiles, compareNumbers, compareText, NUMERIC, UNARY, unary } from "../primary.ts";
import type { Builtin } from "./builtin.ts";

export const test: Builtin = {
  name: "test",
  summary: "Check files, strings and numbers",
  usage: "test [expression]",
  effects: { reads: ["tree:/"], writes: [] },
  run: (shell, args) => verdict(shell, args),
};

export const bracket: Builtin = {
  ...test,
  name: "[",
  usage: "[ [expression] ]",
  run(shell, args) {
    if (args.at(-1) !== "]") throw new CommandError("missing `]'", { exitCode: 2 });
    return verdict(shell, args.slice(0, -1));
  },
};

function verdict(shell: Interpreter, args: readonly string[]): number {
  return new Expression(shell, args).value() ? 0 : 1;
}

const BINARY = new Set(["=", "==", "!=", "<", ">", "-nt", "-ot", "-ef", "=~", ...NUMERIC]);

class Expression {
  readonly #shell: Interpreter;
  readonly #args: readonly string[];
  #at = 0;

  constructor(shell: Interpreter, args: readonly string[]) {
    this.#shell = shell;
    this.#args = args;
  }

  value(): boolean {
    return this.#counted(this.#args) ?? this.#whole();
  }

  /** POSIX: up to four arguments mean one thing each. Undefined: go by precedence. */
  #counted(args: readonly string[]): boolean | undefined {
    const [first = "", second = "", third = "", fourth = ""] = args;
    switch (args.length) {
      case 0:
        return false;
      case 1:
        return first !== "";
      case 2:
        if (first === "!") return second === "";
        if (UNARY.has(first)) return unary(this.#shell, first, second);
        throw new CommandError(`${first}: unary operator expected`, { exitCode: 2 });
      case 3:
        if (BINARY.has(second)) return this.#binary(first, second, third);
        if (second === "-a") return first !== "" && third !== "";
        if (second === "-o") return first !== "" || third !== "";
        if (first === "!") return !this.#counted([second, third]);
        if (first === "(" && third === ")") return second !== "";
        throw new CommandError(`${second}: binary operator expected`, { exitCode: 2 });
      case 4:
        if (first === "!") return !this.#counted([second, third, fourth]);
        if (first === "(" && fourth === ")") return this.#counted([second, third]);
        return undefined;
      default:
        return undefined;
    }
  }

  #whole(): boolean {
    const value = this.#or();
    const extra = this.#args[this.#at];
    if (extra !== undefined)
      throw new CommandError("too many arguments", { exitCode: 2, help: "Quote words that hold spaces" });
    return value;
  }

  #or(): boolean {
    let value = this.#and();
    while (this.#args[this.#at] === "-o") {
      this.#at += 1;
      const right = this.#and();
      value = value || right;
    }
    return value;
  }

  #and(): boolean {
    let value = this.#not();
    while (this.#args[this.#at] === "-a") {
      this.#at += 1;
      const right = this.#not();
      value = value && right;
    }
    return value;
  }

  #not(): boolean {
    if (this.#args[this.#at] === "!" && this.#at + 1 < this.#args.length) {
      this.#at += 1;
      return !this.#not();
    }
    return this.#primary();
  }

  #primary(): boolean {
    const word = this.#next();
    const operator = this.#args[this.#at];
    if (operator !== undefined && BINARY.has(operator) && this.#at + 1 < this.#args.length) {
      this.#at += 1;
      return this.#binary(word, operator, this.#next());
    }
    if (word === "(") {
      const value = this.#or();
      if (this.#next() !== ")") throw new CommandError("`)' expected", { exitCode: 2 });
      return value;
    }
    if (UNARY.has(word) && this.#at < this.#args.length) return unary(this.#shell, word, this.#next());
    return word !== "";
  }

  #next(): string {
    const word = this.#args[this.#at];
    if (word === undefined) throw new CommandError("argument expected", { exitCode: 2 });
    this.#at += 1;
    return word;
  }

  #binary(left: string, operator: string, right: string): boolean {
    switch (operator) {
      case "=":
      case "==":
        return left === right;
      case "!=":
        return left !== right;
      case "<":
        return compareText(left, right) < 0;
      case ">":
        return compareText(left, right) > 0;
      case "=~":
        throw new CommandError("=~: binary operator expected", { exitCode: 2, help: "Use [[ text =~ regex ]]" });
      default:
        if (NUMERIC.has(operator)) return compareNumbers(operator, integer(left), integer(right)) ?? false;
        return compareFiles(this.#shell, operator, left, right) ?? false;
    }
  }
}

function integer(text: string): bigint {
  const digits = text.trim();
  if (!/^[+-]?\d+$/.test(digits)) throw new CommandError(`${text}: integer expression expected`, { exitCode: 2 });
  const value = BigInt(digits.replace(/^\+/, ""));
  if (BigInt.asIntN(64, value) !== value) {
    throw new CommandError(`${text}: integer expression expected`, { exitCode: 2 });
  }
  return value;
}
