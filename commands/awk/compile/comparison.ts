// Comparisons: as numbers where both sides look like numbers, as text otherwise (POSIX awk, "Expressions in awk").
import type { CompareOperator, Expr } from "../ast.ts";
import type { Machine } from "../machine.ts";
import type { RegexCache } from "../regex.ts";
import { NumericText, type Value } from "../value.ts";
import { type Compiler, kindOf } from "./compiler.ts";
import { fieldIndex } from "./variables.ts";

export function compare(compiler: Compiler, operator: CompareOperator, left: Expr, right: Expr): () => boolean {
  const { machine } = compiler;
  const leftKind = kindOf(left);
  const rightKind = kindOf(right);
  if (leftKind === "text" || rightKind === "text") {
    const a = compiler.text(left);
    const b = compiler.text(right);
    const { regexes } = machine;
    if (operator === "==") return () => sameText(regexes, a(), b());
    if (operator === "!=") return () => !sameText(regexes, a(), b());
    return ordered(operator, () => {
      const left = a();
      return machine.compareText(left, b());
    });
  }
  if (leftKind === "number" && rightKind === "number")
    return numeric(operator, compiler.number(left), compiler.number(right));
  if (left.kind === "field" && rightKind === "number") {
    const index = fieldIndex(compiler, left.index);
    const number = compiler.number(right);
    const { row } = machine;
    const test = numericTest(operator);
    return () => {
      const a = row.fieldComparable(index());
      const b = number();
      if (typeof a === "number") return test(a, b);
      return test(machine.compareText(a, machine.text(b)), 0);
    };
  }
  const a = compiler.value(left);
  const b = compiler.value(right);
  const test = numericTest(operator);
  return () => {
    const x = a();
    const y = b();
    if (typeof x === "number" && typeof y === "number") return test(x, y);
    return compareValues(machine, x, y, test);
  };
}

/** Both look like numbers: as numbers. Else as text. */
function compareValues(machine: Machine, a: Value, b: Value, test: (a: number, b: number) => boolean): boolean {
  if (isNumeric(a) && isNumeric(b)) return test(machine.number(a), machine.number(b));
  return test(machine.compareText(machine.text(a), machine.text(b)), 0);
}

function sameText(regexes: RegexCache, a: string, b: string): boolean {
  return a === b || (regexes.ignoreCase && a.toLowerCase() === b.toLowerCase());
}

function isNumeric(value: Value): boolean {
  return typeof value === "number" || value === undefined || value instanceof NumericText;
}

/** Used by switch: equal as `==` has it. */
export function equalValues(machine: Machine, a: Value, b: Value): boolean {
  return compareValues(machine, a, b, (x, y) => x === y);
}

function ordered(operator: CompareOperator, order: () => number): () => boolean {
  return numeric(operator, order, () => 0);
}

function numeric(operator: CompareOperator, a: () => number, b: () => number): () => boolean {
  switch (operator) {
    case "<":
      return () => a() < b();
    case "<=":
      return () => a() <= b();
    case "==":
      return () => a() === b();
    case "!=":
      return () => a() !== b();
    case ">":
      return () => a() > b();
    case ">=":
      return () => a() >= b();
  }
}

function numericTest(operator: CompareOperator): (a: number, b: number) => boolean {
  switch (operator) {
    case "<":
      return (a, b) => a < b;
    case "<=":
      return (a, b) => a <= b;
    case "==":
      return (a, b) => a === b;
    case "!=":
      return (a, b) => a !== b;
    case ">":
      return (a, b) => a > b;
    case ">=":
      return (a, b) => a >= b;
  }
}
