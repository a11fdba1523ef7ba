// `[[ expression ]]` and `(( expression ))`.

import { encode } from "../bytes/text.ts";
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
import type { ArithmeticCommand, Condition, ConditionalCommand, Word } from "../syntax/tree.ts";
import type { Interpreter } from "./interpreter.ts";
import { compareFiles, compareNumbers, compareText, NUMERIC, unary } from "./primary.ts";
import { newVariable } from "./state.ts";

export async function runArithmeticCommand(shell: Interpreter, node: ArithmeticCommand): Promise<number> {
  try {
    return (await expandArithmetic(node.expression, shell.environment)) === 0n ? 1 : 0;
  } catch (error) {
    if (!(error instanceof ExpansionError) || error.fatal) throw error;
    await shell.diagnose("((", error.message, error.help);
    return 1;
  }
}

export async function runConditional(shell: Interpreter, node: ConditionalCommand): Promise<number> {
  if (shell.state.options.xtrace) {
    const { start, end } = node.span;
    await shell.stderr.write(encode(`${shell.state.scalar("PS4") ?? "+ "}${shell.source.slice(start, end)}\n`));
  }
  try {
    return (await holds(shell, node.expression)) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    await shell.diagnose("[[", error.message, error.help);
    return 2;
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
      return (await expandWord(condition.word, shell.environment)) !== "";
    case "unary":
      return unary(shell, condition.operator, await expandWord(condition.operand, shell.environment));
    case "binary":
      return await binary(shell, condition.operator, condition.left, condition.right);
  }
}

async function binary(shell: Interpreter, operator: string, leftWord: Word, rightWord: Word): Promise<boolean> {
  const { environment } = shell;
  const left = await expandWord(leftWord, environment);
  const ignoreCase = shell.state.options.nocasematch;
  if (operator === "=" || operator === "==" || operator === "!=") {
    const glob = compileGlob(await expandPattern(rightWord, environment), { extglob: true, ignoreCase });
    return glob.test(left) === (operator !== "!=");
  }
  if (operator === "=~") return matches(shell, left, await expandRegex(rightWord, environment));
  const right = await expandWord(rightWord, environment);
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
