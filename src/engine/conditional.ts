// `[[ expression ]]` and `(( expression ))`.

import {
  ExpansionError,
  evaluateArithmetic,
  expandArithmetic,
  expandPattern,
  expandRegex,
  expandWord,
  IndexedArray,
} from "../expand/index.ts";
import { compileGlob, compileText, PatternError } from "../pattern/index.ts";
import type { Arithmetic, ArithmeticCommand, Condition, ConditionalCommand, Word } from "../syntax/tree.ts";
import type { Interpreter } from "./interpreter.ts";
import { compareFiles, compareNumbers, compareText, NUMERIC, unary } from "./primary.ts";
import { quoteForTrace } from "./quoting.ts";
import { newVariable } from "./state.ts";
import { trace } from "./trace.ts";
import { runTrap } from "./trap.ts";

export async function runArithmeticCommand(shell: Interpreter, node: ArithmeticCommand): Promise<number> {
  if (shell.state.traps.has("DEBUG")) await runTrap(shell, "DEBUG");
  const value = await runArithmetic(shell, node.expression, "((");
  return value === undefined || value === 0n ? 1 : 0;
}

/** The value of an expression in double parentheses; undefined after a diagnostic. */
export async function runArithmetic(
  shell: Interpreter,
  expression: Arithmetic,
  name: string,
): Promise<bigint | undefined> {
  if (shell.state.options.xtrace) {
    const { start, end } = expression.span;
    await trace(shell, `(( ${shell.source.slice(start, end)} ))`);
  }
  try {
    return await expandArithmetic(expression, shell.environment);
  } catch (error) {
    if (!(error instanceof ExpansionError) || error.fatal) throw error;
    await shell.diagnose(name, error.message, error.help);
    return undefined;
  }
}

export async function runConditional(shell: Interpreter, node: ConditionalCommand): Promise<number> {
  if (shell.state.traps.has("DEBUG")) await runTrap(shell, "DEBUG");
  try {
    return (await holds(shell, node.expression)) ? 0 : 1;
  } catch (error) {
    const numeric = error instanceof ExpansionError && !error.fatal;
    if (!numeric && !(error instanceof PatternError)) throw error;
    await shell.diagnose("[[", error.message, error.help);
    return numeric ? 1 : 2;
  }
}

async function holds(shell: Interpreter, condition: Condition): Promise<boolean> {
  switch (condition.kind) {
    case "and":
      return (await holds(shell, condition.left)) && (await holds(shell, condition.right));
    case "or":
      return (await holds(shell, condition.left)) || (await holds(shell, condition.right));
    case "not":
      return !(await holds(shell, condition.operand));
    case "parenthesised":
      return await holds(shell, condition.operand);
    case "word":
      return await unaryHolds(shell, "-n", condition.word);
    case "unary":
      return await unaryHolds(shell, condition.operator, condition.operand);
    case "binary":
      return await binary(shell, condition.operator, condition.left, condition.right);
  }
}

async function unaryHolds(shell: Interpreter, operator: string, word: Word): Promise<boolean> {
  const operand = await expandWord(word, shell.environment);
  if (shell.state.options.xtrace) await trace(shell, `[[ ${operator} ${quoteForTrace(operand)} ]]`);
  return unary(shell, operator, operand);
}

async function binary(shell: Interpreter, operator: string, leftWord: Word, rightWord: Word): Promise<boolean> {
  const { environment } = shell;
  const left = await expandWord(leftWord, environment);
  const tracing = async (right: string): Promise<void> => {
    if (shell.state.options.xtrace) await trace(shell, `[[ ${quoteForTrace(left)} ${operator} ${right} ]]`);
  };
  const ignoreCase = shell.state.options.nocasematch;
  if (operator === "=" || operator === "==" || operator === "!=") {
    const pattern = await expandPattern(rightWord, environment);
    await tracing(pattern);
    return compileGlob(pattern, { extglob: true, ignoreCase }).test(left) === (operator !== "!=");
  }
  if (operator === "=~") {
    const pattern = await expandRegex(rightWord, environment);
    await tracing(pattern);
    return matches(shell, left, pattern);
  }
  const right = await expandWord(rightWord, environment);
  await tracing(quoteForTrace(right));
  if (NUMERIC.has(operator)) {
    const numbers = [left, right].map((text) => evaluateArithmetic(text === "" ? "0" : text, environment));
    return compareNumbers(operator, numbers[0] ?? 0n, numbers[1] ?? 0n) ?? false;
  }
  if (operator === "<") return compareText(left, right) < 0;
  if (operator === ">") return compareText(left, right) > 0;
  return compareFiles(shell, operator, left, right) ?? false;
}

/** `=~`: sets BASH_REMATCH to the match and its groups. */
function matches(shell: Interpreter, text: string, source: string): boolean {
  const pattern = compileText(source, { syntax: "extended", ignoreCase: shell.state.options.nocasematch });
  const match = pattern.exec(text);
  const groups = match ? match.groups.map((group) => group ?? "") : [];
  shell.state.variables.set("BASH_REMATCH", newVariable(new IndexedArray(groups)));
  return match !== undefined;
}
