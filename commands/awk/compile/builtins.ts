// The builtin functions that answer at once. Those that wait are in waiting.ts.
import { AwkArray } from "../array.ts";
import type { BuiltinNode, Expr } from "../ast.ts";
import { bitwise } from "../bits.ts";
import { characterCount } from "../format.ts";
import { formatMoment, makeTime } from "../time.ts";
import { AwkError, NumericText, type Value } from "../value.ts";
import type { Compiler } from "./compiler.ts";
import { compileFormat } from "./formats.ts";
import { compileSort } from "./sort.ts";
import { compileGensub, compileMatchFunction, compileSplit, compileSubstitute } from "./text-functions.ts";

export function compileBuiltin(compiler: Compiler, node: BuiltinNode): () => Value {
  const { machine } = compiler;
  const { name, args } = node;
  const number = (index: number): (() => number) => compiler.number(args[index] ?? ZERO);
  const text = (index: number): (() => string) => compiler.text(args[index] ?? ZERO);
  switch (name) {
    case "length":
      return length(compiler, args[0]);
    case "substr":
      return substr(text(0), number(1), args.length > 2 ? number(2) : undefined);
    case "index": {
      const within = text(0);
      const wanted = text(1);
      return () => {
        let whole = within();
        let part = wanted();
        if (machine.regexes.ignoreCase) {
          whole = whole.toLowerCase();
          part = part.toLowerCase();
        }
        const found = whole.indexOf(part);
        return found < 0 ? 0 : characterCount(whole.slice(0, found)) + 1;
      };
    }
    case "tolower": {
      const operand = text(0);
      return () => operand().toLowerCase();
    }
    case "toupper": {
      const operand = text(0);
      return () => upper(operand());
    }
    case "sprintf":
      return compileFormat(compiler, args[0] ?? ZERO, args.slice(1));
    case "split":
    case "patsplit":
      return compileSplit(compiler, node);
    case "sub":
    case "gsub":
      return compileSubstitute(compiler, node);
    case "gensub":
      return compileGensub(compiler, node);
    case "match":
      return compileMatchFunction(compiler, node);
    case "asort":
    case "asorti":
      return compileSort(compiler, node);
    case "int": {
      const operand = number(0);
      return () => Math.trunc(operand());
    }
    case "sin":
    case "cos":
    case "exp":
    case "log":
    case "sqrt": {
      const compute = Math[name];
      const operand = number(0);
      return () => compute(operand());
    }
    case "atan2": {
      const y = number(0);
      const x = number(1);
      return () => {
        const first = y();
        return Math.atan2(first, x());
      };
    }
    case "rand":
      return () => machine.random.next();
    case "srand": {
      const seed = args[0] && compiler.number(args[0]);
      return () => machine.random.seed(seed ? seed() : Math.floor(Date.now() / 1000));
    }
    case "systime":
      return () => Math.floor(Date.now() / 1000);
    case "mktime": {
      const operand = text(0);
      const utc = args[1] && compiler.truth(args[1]);
      return () => makeTime(operand(), utc?.() ? "UTC" : machine.ctx.env.TZ);
    }
    case "strftime":
      return strftime(compiler, args);
    case "and":
    case "or":
    case "xor":
    case "lshift":
    case "rshift":
    case "compl": {
      const operands = args.map((_, index) => number(index));
      return () =>
        bitwise(
          name,
          operands.map((operand) => operand()),
        );
    }
    case "strtonum": {
      const operand = compiler.value(args[0] ?? ZERO);
      return () => {
        const value = operand();
        return strtonum(machine.number(value), value);
      };
    }
    case "mkbool": {
      const operand = compiler.truth(args[0] ?? ZERO);
      return () => (operand() ? 1 : 0);
    }
    case "isarray": {
      const look = looking(compiler, args[0] ?? ZERO);
      return () => (look() instanceof AwkArray ? 1 : 0);
    }
    case "typeof": {
      const [operand = ZERO] = args;
      if (operand.kind === "regex") return () => "regexp";
      const look = looking(compiler, operand);
      if (operand.kind === "field") {
        const index = compiler.number(operand.index);
        return () => (machine.row.has(index()) ? typeName(look()) : "unassigned");
      }
      return () => typeName(look());
    }
    default:
      throw new AwkError(`function \`${name}' cannot be used here`);
  }
}

const ZERO: Expr = { kind: "number", value: 0 };

function length(compiler: Compiler, operand: Expr | undefined): () => number {
  const { machine } = compiler;
  if (
    operand === undefined ||
    (operand.kind === "field" && operand.index.kind === "number" && operand.index.value === 0)
  ) {
    const { row } = machine;
    return () => {
      const size = row.length;
      return size < 0 ? characterCount(row.text()) : size;
    };
  }
  if (operand.kind === "variable" || operand.kind === "element") {
    const look = looking(compiler, operand);
    return () => {
      const value = look();
      return value instanceof AwkArray ? value.size : characterCount(machine.text(value));
    };
  }
  const text = compiler.text(operand);
  return () => characterCount(text());
}

/** The value of a node, which may be an array. */
function looking(compiler: Compiler, node: Expr): () => Value {
  if (node.kind !== "variable") return compiler.value(node);
  const { variable } = node;
  if (variable.scope === "global" && variable.array) return compiler.array(node);
  return compiler.value(node);
}

function typeName(value: Value): string {
  if (value instanceof AwkArray) return "array";
  if (typeof value === "number") return "number";
  if (value instanceof NumericText) return "strnum";
  return value === undefined ? "untyped" : "string";
}

/** gawk cuts fractions off and begins at 1 where less is asked for, without taking from the length as POSIX would. */
function substr(text: () => string, start: () => number, count: (() => number) | undefined): () => string {
  return () => {
    const whole = text();
    const from = Math.max(Math.trunc(start()), 1);
    const size = count ? Math.trunc(count()) : Number.POSITIVE_INFINITY;
    const to = from + size;
    if (!(to > from)) return "";
    if (!ASTRAL.test(whole)) return whole.substring(from - 1, Math.min(to - 1, whole.length));
    return [...whole].slice(from - 1, Math.min(to - 1, whole.length)).join("");
  };
}

const ASTRAL = /[\ud800-\udbff]/;

/** One character stays one: ß has no upper case of its own. */
function upper(text: string): string {
  const changed = text.toUpperCase();
  if (changed.length === text.length) return changed;
  return [...text].map((char) => (char.toUpperCase().length === char.length ? char.toUpperCase() : char)).join("");
}

/** Decimal, octal with a leading 0, hexadecimal with 0x (gawk). */
function strtonum(number: number, value: Value): number {
  if (typeof value === "number" || value === undefined || value instanceof AwkArray) return number;
  const text = typeof value === "string" ? value : value.text;
  const hex = /^\s*([-+]?)0[xX]([0-9a-fA-F]+)/.exec(text);
  if (hex) return (hex[1] === "-" ? -1 : 1) * Number.parseInt(hex[2] ?? "0", 16);
  const octal = /^\s*([-+]?)0([0-7]+)(?![0-9.eE])/.exec(text);
  if (octal) return (octal[1] === "-" ? -1 : 1) * Number.parseInt(octal[2] ?? "0", 8);
  return number;
}

function strftime(compiler: Compiler, args: readonly Expr[]): () => string {
  const { machine } = compiler;
  const format = args[0] && compiler.text(args[0]);
  const seconds = args[1] && compiler.number(args[1]);
  const utc = args[2] && compiler.truth(args[2]);
  return () => {
    const text = format ? format() : "%a %b %e %H:%M:%S %Z %Y";
    const moment = seconds ? Math.trunc(seconds()) * 1000 : Date.now();
    return formatMoment(text, moment, utc?.() ? "UTC" : machine.ctx.env.TZ);
  };
}
