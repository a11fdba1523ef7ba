// Parses find's command line into operands, options and one bindable expression (GNU findutils manual, "Operators").
import { nearest } from "../../src/plugin.ts";
import { ACTIONS } from "./actions.ts";
import { ALWAYS, and, not, or, sequence } from "./combine.ts";
import { execPredicate } from "./exec.ts";
import { type FindEffect, type FindOptions, type Primary, usageError } from "./predicate.ts";
import { TESTS } from "./tests.ts";
import type { Bind } from "./visit.ts";

export interface Parsed {
  readonly paths: readonly string[];
  readonly options: Readonly<FindOptions>;
  readonly effects: readonly FindEffect[];
  readonly expression: Bind;
}

export function parseFind(argv: readonly string[]): Parsed {
  return new Parser(argv).parse();
}

const PRINT: Bind = (run) => (visit) => {
  run.out.text(`${visit.path}\n`);
  return true;
};

class Parser {
  readonly #argv: readonly string[];
  readonly #options: FindOptions = {
    follow: "P",
    maxDepth: Number.POSITIVE_INFINITY,
    minDepth: 0,
    depthFirst: false,
    oneFileSystem: false,
    regexType: "findutils-default",
    dayStart: false,
  };
  readonly #effects: FindEffect[] = [];
  #at = 0;
  #hasAction = false;
  #pruneSeen = false;
  #depthAsked = false;

  constructor(argv: readonly string[]) {
    this.#argv = argv;
  }

  parse(): Parsed {
    this.#leadingOptions();
    const paths: string[] = [];
    for (let word = this.#peek(); word !== undefined && !startsExpression(word); word = this.#peek()) {
      paths.push(word);
      this.#at += 1;
    }
    let expression = ALWAYS;
    if (this.#peek() !== undefined) {
      expression = this.#list();
      const left = this.#peek();
      if (left === ")") throw usageError("invalid expression; you have too many ')'");
      if (left !== undefined) throw usageError(`paths must precede expression: \`${left}'`);
    }
    if (!this.#hasAction) expression = and(expression, PRINT);
    if (this.#effects.some((effect) => effect.kind === "delete")) {
      if (this.#pruneSeen && !this.#depthAsked) {
        throw usageError(
          "The -delete action automatically turns on -depth, but -prune does nothing when -depth is in effect.  " +
            "If you want to carry on anyway, just explicitly use the -depth option.",
        );
      }
      this.#options.depthFirst = true;
    }
    return { paths: paths.length > 0 ? paths : ["."], options: this.#options, effects: this.#effects, expression };
  }

  #peek(): string | undefined {
    return this.#argv[this.#at];
  }

  #leadingOptions(): void {
    for (; ; this.#at += 1) {
      const word = this.#peek();
      if (word === "-H" || word === "-L" || word === "-P")
        this.#options.follow = word === "-H" ? "H" : word === "-L" ? "L" : "P";
      else if (word === "-D") this.#at += 1;
      else if (word === "--") {
        this.#at += 1;
        return;
      } else if (word === undefined || !/^-O\d?$/.test(word)) return;
    }
  }

  /** `a , b`: both, the value of the second. */
  #list(): Bind {
    let left = this.#or();
    while (this.#peek() === ",") {
      this.#at += 1;
      left = sequence(
        left,
        this.#operand(",", () => this.#or()),
      );
    }
    return left;
  }

  #or(): Bind {
    let left = this.#and();
    for (let word = this.#peek(); word === "-o" || word === "-or"; word = this.#peek()) {
      this.#at += 1;
      left = or(
        left,
        this.#operand(word, () => this.#and()),
      );
    }
    return left;
  }

  #and(): Bind {
    let left = this.#not();
    for (;;) {
      const word = this.#peek();
      if (word === "-a" || word === "-and") {
        this.#at += 1;
        left = and(
          left,
          this.#operand(word, () => this.#not()),
        );
      } else if (word === undefined || word === ")" || word === "," || word === "-o" || word === "-or") {
        return left;
      } else {
        left = and(left, this.#not());
      }
    }
  }

  #operand(operator: string, parse: () => Bind): Bind {
    const word = this.#peek();
    if (word === undefined || word === ")") throw usageError(`expected an expression after '${operator}'`);
    return parse();
  }

  #not(): Bind {
    const word = this.#peek();
    if (word === "!" || word === "-not") {
      this.#at += 1;
      return not(this.#operand(word, () => this.#not()));
    }
    if (word === "(") return this.#group();
    if (word === ")") throw usageError("invalid expression; you have too many ')'");
    if (word === undefined) throw usageError("an expression is missing");
    if (/^(,|-o|-or|-a|-and)$/.test(word)) {
      throw usageError(`invalid expression; you have used a binary operator '${word}' with nothing before it.`);
    }
    return this.#primary(word);
  }

  #group(): Bind {
    this.#at += 1;
    if (this.#peek() === ")") throw usageError("invalid expression; empty parentheses are not allowed.");
    const missing = "invalid expression; I was expecting to find a ')' somewhere but did not see one.";
    if (this.#peek() === undefined) throw usageError(missing);
    const inner = this.#list();
    if (this.#peek() !== ")") throw usageError(missing);
    this.#at += 1;
    return inner;
  }

  #primary(word: string): Bind {
    if (!word.startsWith("-") || word === "-") {
      const quoted = /^-i?(name|path|wholename)$/.test(this.#argv[this.#at - 2] ?? "");
      const help = quoted
        ? `Quote the pattern after ${this.#argv[this.#at - 2]}: the shell has expanded it`
        : undefined;
      throw usageError(`paths must precede expression: \`${word}'`, help);
    }
    this.#at += 1;
    if (this.#option(word)) return ALWAYS;
    const primary = this.#make(word);
    if (primary.action) this.#hasAction = true;
    if (primary.effect) this.#effects.push(primary.effect);
    if (word === "-prune") this.#pruneSeen = true;
    return primary.bind;
  }

  #make(word: string): Primary {
    const exec = /^-(exec|ok)(dir)?$/.test(word) ? execPredicate(word, this.#argv, this.#at) : undefined;
    if (exec) {
      this.#at = exec.next;
      return exec.primary;
    }
    const predicate =
      TESTS[word] ?? ACTIONS[word] ?? (/^-newer[aBcm][aBcmt]$/.test(word) ? TESTS["-newerXY"] : undefined);
    if (!predicate || word === "-newerXY") throw usageError(`unknown predicate \`${word}'`, suggestion(word));
    const values = this.#argv.slice(this.#at, this.#at + predicate.arity);
    if (values.length < predicate.arity) throw usageError(`missing argument to \`${word}'`);
    this.#at += predicate.arity;
    return predicate.make(values, this.#options, word);
  }

  /** Options are always true as expressions. */
  #option(word: string): boolean {
    switch (word) {
      case "-depth":
      case "-d":
        this.#options.depthFirst = true;
        this.#depthAsked = true;
        return true;
      case "-follow":
        this.#options.follow = "L";
        return true;
      case "-xdev":
      case "-mount":
        this.#options.oneFileSystem = true;
        return true;
      case "-daystart":
        this.#options.dayStart = true;
        return true;
      case "-noleaf":
      case "-warn":
      case "-nowarn":
      case "-ignore_readdir_race":
      case "-noignore_readdir_race":
        return true;
      case "-maxdepth":
        this.#options.maxDepth = this.#level(word);
        return true;
      case "-mindepth":
        this.#options.minDepth = this.#level(word);
        return true;
      case "-regextype":
        this.#options.regexType = this.#value(word);
        return true;
      default:
        return false;
    }
  }

  #level(word: string): number {
    const value = this.#value(word);
    if (/^\d+$/.test(value)) return Number(value);
    throw usageError(`Expected a positive decimal integer argument to ${word}, but got '${value}'`);
  }

  #value(word: string): string {
    const value = this.#peek();
    if (value === undefined) throw usageError(`missing argument to \`${word}'`);
    this.#at += 1;
    return value;
  }
}

function startsExpression(word: string): boolean {
  return (word.startsWith("-") && word !== "-") || word === "(" || word === "!";
}

function suggestion(word: string): string | undefined {
  const [near] = nearest(word, [...Object.keys(TESTS), ...Object.keys(ACTIONS), "-maxdepth", "-mindepth", "-exec"], 1);
  return near === undefined ? undefined : `Did you mean ${near}?`;
}
