// expr: evaluates one expression given as words. Integers are exact at any size; strings are compared by bytes.
import {
  CommandError,
  compareBytes,
  compileText,
  defineCommand,
  encode,
  PatternError,
  PURE,
  type TextPattern,
  UsageError,
} from "../src/plugin.ts";

export const expr = defineCommand({
  name: "expr",
  summary: "Evaluate an expression",
  description:
    "Operators, weakest first: |  &  < <= = == != >= >  + -  * / %  STRING : REGEX, and ( ). Functions: match STRING REGEX,\n" +
    "substr STRING POS LENGTH, index STRING CHARS, length STRING; + TOKEN takes a token as a string. REGEX is a basic one,\n" +
    "tied to the start. Exit status: 0, 1 when the result is empty or 0, 2 for an invalid expression.",
  raw: true,
  usage: "EXPRESSION",
  examples: [
    { does: "arithmetic", run: "expr 2 + 3 '*' 4", prints: "14\n" },
    {
      does: "the part of a string that a group matches",
      run: "expr report.txt : '\\(.*\\)\\.txt'",
      prints: "report\n",
    },
    { does: "a length in characters", run: "expr length héllo", prints: "5\n" },
    { does: "a comparison that does not hold", run: "expr 3 '>' 5", prints: "0\n", exit: 1 },
  ],
  effects: () => PURE,
  async run(argv, io) {
    const words = argv[0] === "--" ? argv.slice(1) : argv;
    if (words.length === 0) throw new UsageError("missing operand");
    const value = new Expression(words).evaluate();
    await io.stdout.write(encode(`${value}\n`));
    return isNull(value) ? 1 : 0;
  },
});

/** Numbers are texts that look so: `expr 00` prints 00. */
type Value = string;

class Expression {
  readonly #words: readonly string[];
  #at = 0;
  /** What is not needed (`1 | 1 / 0`) is parsed and not computed. */
  #skipping = 0;

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  evaluate(): Value {
    const value = this.#or();
    const rest = this.#words[this.#at];
    if (rest !== undefined) throw invalid(`syntax error: unexpected argument '${rest}'`);
    return value;
  }

  #or(): Value {
    let left = this.#and();
    while (this.#accept("|")) {
      const right = this.#unless(!isNull(left), () => this.#and());
      if (isNull(left)) left = isNull(right) ? "0" : right;
    }
    return left;
  }

  #and(): Value {
    let left = this.#comparison();
    while (this.#accept("&")) {
      const right = this.#unless(isNull(left), () => this.#comparison());
      if (isNull(left) || isNull(right)) left = "0";
    }
    return left;
  }

  #comparison(): Value {
    let left = this.#sum();
    for (;;) {
      const operator = ["<=", "<", "==", "=", "!=", ">=", ">"].find((each) => this.#accept(each));
      if (operator === undefined) return left;
      const order = compare(left, this.#sum());
      const holds =
        operator === "<"
          ? order < 0
          : operator === "<="
            ? order <= 0
            : operator === ">"
              ? order > 0
              : operator === ">="
                ? order >= 0
                : (order === 0) === (operator !== "!=");
      left = holds ? "1" : "0";
    }
  }

  #sum(): Value {
    let left = this.#product();
    for (;;) {
      const operator = ["+", "-"].find((each) => this.#accept(each));
      if (operator === undefined) return left;
      left = this.#arithmetic(operator, left, this.#product());
    }
  }

  #product(): Value {
    let left = this.#match();
    for (;;) {
      const operator = ["*", "/", "%"].find((each) => this.#accept(each));
      if (operator === undefined) return left;
      left = this.#arithmetic(operator, left, this.#match());
    }
  }

  #arithmetic(operator: string, left: Value, right: Value): Value {
    if (this.#skipping > 0) return "0";
    if (!isInteger(left) || !isInteger(right)) throw invalid("non-integer argument");
    const [a, b] = [BigInt(left), BigInt(right)];
    if (operator === "+") return String(a + b);
    if (operator === "-") return String(a - b);
    if (operator === "*") return String(a * b);
    if (b === 0n) throw invalid("division by zero");
    return String(operator === "/" ? a / b : a % b);
  }

  #match(): Value {
    let left = this.#primary();
    while (this.#accept(":")) left = this.#matched(left, this.#primary());
    return left;
  }

  #primary(): Value {
    if (this.#accept("+")) return this.#word();
    if (this.#accept("match")) {
      const text = this.#primary();
      return this.#matched(text, this.#primary());
    }
    if (this.#accept("length")) return String(characters(this.#primary()).length);
    if (this.#accept("index")) {
      const text = this.#primary();
      const wanted = new Set(characters(this.#primary()));
      return String(characters(text).findIndex((char) => wanted.has(char)) + 1);
    }
    if (this.#accept("substr")) {
      const text = characters(this.#primary());
      const [position, length] = [this.#primary(), this.#primary()];
      if (!isInteger(position) || !isInteger(length)) return "";
      const [from, size] = [Number(position), Number(length)];
      return from < 1 || size < 1 ? "" : text.slice(from - 1, from - 1 + size).join("");
    }
    if (this.#accept("(")) {
      const value = this.#or();
      if (this.#accept(")")) return value;
      const next = this.#words[this.#at];
      throw invalid(
        next === undefined
          ? `syntax error: expecting ')' after '${this.#words[this.#at - 1]}'`
          : `syntax error: expecting ')' instead of '${next}'`,
      );
    }
    if (this.#words[this.#at] === ")") throw invalid("syntax error: unexpected ')'");
    return this.#word();
  }

  #matched(text: Value, source: Value): Value {
    if (this.#skipping > 0) return "0";
    const grouped = /(?:^|[^\\])(?:\\\\)*\\\(/.test(source);
    const found = anchored(source).exec(text);
    if (found?.start !== 0) return grouped ? "" : "0";
    return grouped ? (found.groups[1] ?? "") : String(characters(text.slice(0, found.end)).length);
  }

  #word(): Value {
    const word = this.#words[this.#at];
    if (word === undefined) {
      throw invalid(`syntax error: missing argument after '${this.#words[this.#at - 1] ?? ""}'`);
    }
    this.#at += 1;
    return word;
  }

  #accept(word: string): boolean {
    if (this.#words[this.#at] !== word) return false;
    this.#at += 1;
    return true;
  }

  #unless(known: boolean, parse: () => Value): Value {
    this.#skipping += known ? 1 : 0;
    const value = parse();
    this.#skipping -= known ? 1 : 0;
    return value;
  }
}

/** The pattern matches at the start only. A leading star is a plain one there, as after \(. */
function anchored(source: string): TextPattern {
  try {
    const plain = source.startsWith("^") ? source.slice(1) : source;
    return compileText(`^${plain}`, { syntax: "basic" });
  } catch (error) {
    if (error instanceof PatternError) throw invalid(error.message, error.help);
    throw error;
  }
}

function isInteger(text: Value): boolean {
  return /^-?\d+$/.test(text);
}

/** Empty, or a number that is zero. */
function isNull(value: Value): boolean {
  return value === "" || /^-?0+$/.test(value);
}

function compare(left: Value, right: Value): number {
  if (!isInteger(left) || !isInteger(right)) return compareBytes(left, right);
  const [a, b] = [BigInt(left), BigInt(right)];
  return a < b ? -1 : a > b ? 1 : 0;
}

function characters(text: string): string[] {
  return Array.from(text);
}

function invalid(message: string, help?: string): CommandError {
  return new CommandError(message, { exitCode: 2, ...(help === undefined ? {} : { help }) });
}
