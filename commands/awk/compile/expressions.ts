// Expressions as closures, one for each thing that may be wanted of them: the value, the number, the text, the truth.
import { AwkArray } from "../array.ts";
import type { ArithmeticOperator, Expr } from "../ast.ts";
import { AwkError, isTrue, type Value } from "../value.ts";
import { compileBuiltin } from "./builtins.ts";
import { compileCall } from "./calls.ts";
import { compare } from "./comparison.ts";
import { type Compiler, kindOf } from "./compiler.ts";
import { compileMatch } from "./matching.ts";
import { fieldIndex, place, readVariable } from "./variables.ts";

export function compileValue(compiler: Compiler, node: Expr): () => Value {
  const { machine } = compiler;
  switch (node.kind) {
    case "number":
    case "string": {
      const { value } = node;
      return () => value;
    }
    case "variable":
      return readVariable(machine, node.variable);
    case "field": {
      const index = fieldIndex(compiler, node.index);
      const { row } = machine;
      return () => row.field(index());
    }
    case "element": {
      const cell = compiler.cell(node);
      return () => cell().value;
    }
    case "assign":
      if (node.operator === undefined) {
        const value = compiler.value(node.value);
        const { set } = place(compiler, node.target);
        return () => {
          const assigned = value();
          if (assigned instanceof AwkArray) throw new AwkError("attempt to use an array in a scalar context");
          set(assigned);
          return assigned;
        };
      }
      return compiler.number(node);
    case "conditional": {
      const test = compiler.truth(node.test);
      const yes = compiler.value(node.yes);
      const no = compiler.value(node.no);
      return () => (test() ? yes() : no());
    }
    case "call":
      return compileCall(compiler, node);
    case "builtin":
      return compileBuiltin(compiler, node);
    case "list":
      throw new AwkError("a list in parentheses is for print, printf and in alone");
    case "getline":
    case "indirect":
      throw new AwkError("this expression cannot wait here");
    default:
      return kindOf(node) === "text" ? compiler.text(node) : compiler.number(node);
  }
}

export function compileNumber(compiler: Compiler, node: Expr): () => number {
  const { machine } = compiler;
  switch (node.kind) {
    case "number": {
      const { value } = node;
      return () => value;
    }
    case "field": {
      const index = fieldIndex(compiler, node.index);
      const { row } = machine;
      return () => row.fieldNumber(index());
    }
    case "arithmetic":
      return arithmetic(node.operator, compiler.number(node.left), compiler.number(node.right));
    case "sign": {
      const operand = compiler.number(node.operand);
      return node.negative ? () => -operand() : operand;
    }
    case "increment": {
      const { by, prefix, target } = node;
      if (target.kind === "variable" && target.variable.scope === "global" && !target.variable.array) {
        const { globals } = machine;
        const { slot } = target.variable;
        return () => {
          const old = globals[slot];
          const before = typeof old === "number" ? old : machine.number(old);
          globals[slot] = before + by;
          return prefix ? before + by : before;
        };
      }
      if (target.kind === "element") {
        const cell = compiler.cell(target);
        return () => {
          const at = cell();
          const old = at.value;
          const before = typeof old === "number" ? old : machine.number(old);
          at.value = before + by;
          return prefix ? before + by : before;
        };
      }
      const { change } = place(compiler, target);
      return () => change((value) => value + by, !prefix);
    }
    case "assign": {
      const { operator, target } = node;
      const value = compiler.number(node.value);
      if (operator === undefined) {
        const whole = compiler.value(node);
        return () => machine.number(whole());
      }
      if (
        target.kind === "variable" &&
        target.variable.scope === "global" &&
        operator === "+" &&
        !target.variable.array
      ) {
        const { globals } = machine;
        const { slot } = target.variable;
        return () => {
          const right = value();
          const old = globals[slot];
          const sum = (typeof old === "number" ? old : machine.number(old)) + right;
          globals[slot] = sum;
          return sum;
        };
      }
      if (target.kind === "element" && operator === "+") {
        const cell = compiler.cell(target);
        return () => {
          const right = value();
          const at = cell();
          const old = at.value;
          const sum = (typeof old === "number" ? old : machine.number(old)) + right;
          at.value = sum;
          return sum;
        };
      }
      const { change } = place(compiler, target);
      let right = 0;
      let left = 0;
      const compute = arithmetic(
        operator,
        () => left,
        () => right,
      );
      return () => {
        const operand = value();
        return change((old) => {
          left = old;
          right = operand;
          return compute();
        }, false);
      };
    }
    case "compare":
    case "logical":
    case "not":
    case "in":
    case "match":
    case "regex": {
      const truth = compiler.truth(node);
      return () => (truth() ? 1 : 0);
    }
    case "conditional": {
      const test = compiler.truth(node.test);
      const yes = compiler.number(node.yes);
      const no = compiler.number(node.no);
      return () => (test() ? yes() : no());
    }
    default: {
      const value = compiler.value(node);
      return () => {
        const result = value();
        return typeof result === "number" ? result : machine.number(result);
      };
    }
  }
}

function arithmetic(operator: ArithmeticOperator, left: () => number, right: () => number): () => number {
  switch (operator) {
    case "+":
      return () => left() + right();
    case "-":
      return () => left() - right();
    case "*":
      return () => left() * right();
    case "/":
      return () => {
        const dividend = left();
        const divisor = right();
        if (divisor === 0) throw new AwkError("division by zero", "test the divisor first: d ? n / d : 0");
        return dividend / divisor;
      };
    case "%":
      return () => {
        const dividend = left();
        const divisor = right();
        if (divisor === 0) throw new AwkError("division by zero in %");
        return dividend % divisor;
      };
    case "^":
      return () => left() ** right();
  }
}

export function compileText(compiler: Compiler, node: Expr): () => string {
  const { machine } = compiler;
  switch (node.kind) {
    case "string": {
      const { value } = node;
      return () => value;
    }
    case "field": {
      const index = fieldIndex(compiler, node.index);
      const { row } = machine;
      return () => row.fieldText(index());
    }
    case "concat":
      return concat(node.parts.map((part) => compiler.text(part)));
    case "conditional": {
      const test = compiler.truth(node.test);
      const yes = compiler.text(node.yes);
      const no = compiler.text(node.no);
      return () => (test() ? yes() : no());
    }
    default: {
      if (kindOf(node) === "number") {
        const number = compiler.number(node);
        return () => machine.numberText(number(), machine.convfmt);
      }
      const value = compiler.value(node);
      return () => {
        const result = value();
        return typeof result === "string" ? result : machine.text(result);
      };
    }
  }
}

function concat(parts: readonly (() => string)[]): () => string {
  const [a, b, c] = parts;
  if (a && b && parts.length === 2) return () => a() + b();
  if (a && b && c && parts.length === 3) return () => a() + b() + c();
  return () => {
    let text = "";
    for (const part of parts) text += part();
    return text;
  };
}

export function compileTruth(compiler: Compiler, node: Expr): () => boolean {
  switch (node.kind) {
    case "logical": {
      const left = compiler.truth(node.left);
      const right = compiler.truth(node.right);
      return node.operator === "&&" ? () => left() && right() : () => left() || right();
    }
    case "not": {
      const operand = compiler.truth(node.operand);
      return () => !operand();
    }
    case "in": {
      const array = compiler.array(node.array);
      const key = compiler.key(node.keys);
      return () => {
        const at = key();
        return array().has(at);
      };
    }
    case "match":
    case "regex":
      return compileMatch(compiler, node);
    case "compare":
      return compare(compiler, node.operator, node.left, node.right);
    default: {
      if (kindOf(node) === "number") {
        const number = compiler.number(node);
        return () => number() !== 0;
      }
      const value = compiler.value(node);
      return () => isTrue(value());
    }
  }
}
