// The conditions of `csv filter`: COLUMN OP VALUE, joined by `and` and `or`. Numbers compare as numbers.
import { compileText, PatternError, UsageError } from "../../src/plugin.ts";
import { columnOf } from "./table.ts";

export type Condition = (row: readonly string[]) => boolean;

type Compare = (field: string, value: string) => boolean;

const COMPARE: Readonly<Record<string, Compare>> = {
  "=": (a, b) => order(a, b) === 0,
  "==": (a, b) => order(a, b) === 0,
  "!=": (a, b) => order(a, b) !== 0,
  "<": (a, b) => a !== "" && order(a, b) < 0,
  "<=": (a, b) => a !== "" && order(a, b) <= 0,
  ">": (a, b) => a !== "" && order(a, b) > 0,
  ">=": (a, b) => a !== "" && order(a, b) >= 0,
};

/** `and` binds before `or`. */
export function parseCondition(text: string, header: readonly string[]): Condition {
  const tokens = tokensOf(text);
  const any: Condition[] = [];
  let all: Condition[] = [];
  for (let at = 0; ; ) {
    const [column, operator, value, joint] = tokens.slice(at, at + 4);
    if (!column || !operator || !value) {
      throw new UsageError(`invalid condition '${text}'`, {
        help: "For example: csv filter 'age >= 30 and city = Paris'",
      });
    }
    all.push(single(columnOf(column.text, header), operator.text, value.text, text));
    at += 4;
    if (joint && /^and$/i.test(joint.text) && !joint.quoted) continue;
    const row = all;
    any.push((fields) => row.every((condition) => condition(fields)));
    if (!joint) return (fields) => any.some((condition) => condition(fields));
    if (!/^or$/i.test(joint.text) || joint.quoted) {
      throw new UsageError(`'${joint.text}' stands where and or or is expected in '${text}'`);
    }
    all = [];
  }
}

function single(column: number, operator: string, value: string, text: string): Condition {
  const compare = COMPARE[operator];
  if (compare) return (row) => compare(row[column] ?? "", value);
  if (operator !== "~" && operator !== "!~") {
    throw new UsageError(`unknown operator '${operator}' in '${text}'`, { help: "Operators: = != < <= > >= ~ !~" });
  }
  try {
    const pattern = compileText(value, { syntax: "perl" });
    return (row) => pattern.test(row[column] ?? "") === (operator === "~");
  } catch (error) {
    if (error instanceof PatternError) throw new UsageError(error.message);
    throw error;
  }
}

/** Negative, zero or positive; by number where both are numbers. */
export function order(a: string, b: string): number {
  const [x, y] = [numberOf(a), numberOf(b)];
  if (x !== undefined && y !== undefined) return x - y;
  return a < b ? -1 : a > b ? 1 : 0;
}

export function numberOf(field: string): number | undefined {
  const text = field.trim();
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : undefined;
}

interface Token {
  readonly text: string;
  readonly quoted: boolean;
}

function tokensOf(text: string): Token[] {
  const found = text.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(==|!=|<=|>=|!~|[=<>~])|([^\s=<>!~'"]+)/gs);
  return [...found].map(([whole, double, one]) => {
    if (double !== undefined) return { text: double.replace(/\\(["\\])/g, "$1"), quoted: true };
    return { text: one ?? whole, quoted: one !== undefined };
  });
}
