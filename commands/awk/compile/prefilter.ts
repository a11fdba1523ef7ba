// Programs that look only at records that match one pattern: the others need not become records at all. Decided before the
// program runs; anything that could tell the difference (NR, the last record in END) forbids it.
import type { Expr, Program, Stmt } from "../ast.ts";
import { expressionsOf, operands, statementsOf } from "../suspension.ts";

/** The source of the pattern, where the program is `/pattern/ { ... }` and nothing else sees records. */
export function onlyPattern(program: Program): string | undefined {
  const [rule, another] = program.rules;
  if (!rule || another || rule.pattern === undefined || rule.pattern.kind === "range") return undefined;
  if (program.beginFile.length + program.endFile.length > 0 || program.functions.size > 0) return undefined;
  const source = patternOf(rule.pattern);
  if (source === undefined) return undefined;
  const everywhere = [...program.begin, rule.body, ...program.end];
  if (everywhere.some((node) => someExpression(node, countsRecords))) return undefined;
  return program.end.some((node) => someStatement(node, printsRecord) || someExpression(node, seesRecord))
    ? undefined
    : source;
}

function patternOf(node: Expr): string | undefined {
  if (node.kind === "regex") return node.source;
  if (node.kind === "logical" && node.operator === "&&") return patternOf(node.left);
  if (node.kind !== "match" || node.negated || node.right.kind !== "regex") return undefined;
  const { left } = node;
  return left.kind === "field" && left.index.kind === "number" && left.index.value === 0
    ? node.right.source
    : undefined;
}

function countsRecords(node: Expr): boolean {
  if (node.kind === "getline" && node.from === "main") return true;
  return node.kind === "variable" && ["NR", "FNR", "RS", "RT", "IGNORECASE"].includes(node.variable.name);
}

function seesRecord(node: Expr): boolean {
  switch (node.kind) {
    case "field":
    case "regex":
    case "getline":
      return true;
    case "variable":
      return node.variable.name === "NF";
    case "builtin":
      return (
        (node.name === "length" && node.args.length === 0) ||
        (node.name === "gensub" && node.args.length < 4) ||
        (node.name.endsWith("sub") && node.args.length < 3)
      );
    default:
      return false;
  }
}

function printsRecord(node: Stmt): boolean {
  return node.kind === "print" && node.args.length === 0;
}

function someStatement(node: Stmt, test: (node: Stmt) => boolean): boolean {
  return test(node) || statementsOf(node).some((each) => someStatement(each, test));
}

function someExpression(node: Stmt, test: (node: Expr) => boolean): boolean {
  const inside = (expression: Expr): boolean => test(expression) || operands(expression).some(inside);
  return expressionsOf(node).some(inside) || statementsOf(node).some((each) => someExpression(each, test));
}
