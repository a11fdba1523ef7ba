// Tests against regular expressions: over the bytes of the input where it is the record or a field that is tested.
import type { Expr } from "../ast.ts";
import type { Regex } from "../regex.ts";
import type { Compiler } from "./compiler.ts";
import { fieldIndex } from "./variables.ts";

/** The regular expression that an operand means: a literal, or the text of a value. */
export function compileRegex(compiler: Compiler, node: Expr): () => Regex {
  const { regexes } = compiler.machine;
  if (node.kind === "regex" || node.kind === "string") {
    const source = node.kind === "regex" ? node.source : node.value;
    let regex = regexes.get(source);
    let { version } = regexes;
    return () => {
      if (version !== regexes.version) {
        regex = regexes.get(source);
        ({ version } = regexes);
      }
      return regex;
    };
  }
  const text = compiler.text(node);
  return () => regexes.get(text());
}

export function compileMatch(compiler: Compiler, node: Extract<Expr, { kind: "match" | "regex" }>): () => boolean {
  if (node.kind === "regex") return recordMatch(compiler, compileRegex(compiler, node));
  const regex = compileRegex(compiler, node.right);
  const test = operandMatch(compiler, node.left, regex);
  return node.negated ? () => !test() : test;
}

function recordMatch(compiler: Compiler, regex: () => Regex): () => boolean {
  const { row } = compiler.machine;
  return () => {
    const pattern = regex();
    if (pattern.script) return pattern.test(row.text());
    row.settle();
    return pattern.testBytes(row.block.bytes, row.start, row.end);
  };
}

function operandMatch(compiler: Compiler, left: Expr, regex: () => Regex): () => boolean {
  const { row } = compiler.machine;
  if (left.kind !== "field") {
    const text = compiler.text(left);
    return () => {
      const operand = text();
      return regex().test(operand);
    };
  }
  if (left.index.kind === "number" && left.index.value === 0) return recordMatch(compiler, regex);
  const index = fieldIndex(compiler, left.index);
  return () => {
    const at = index();
    if (at === 0 || !row.has(at) || row.valued) return regex().test(row.fieldText(at));
    return regex().testBytes(row.block.bytes, row.starts[at] ?? 0, row.ends[at] ?? 0);
  };
}
