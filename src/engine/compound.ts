// Which compound command is which, and those that choose: if and case. Loops and conditions have files of their own.
import { expandPattern, expandWord } from "../expand/index.ts";
import { compileGlob } from "../pattern/index.ts";
import type { Case, Command, If } from "../syntax/tree.ts";
import { runArithmeticCommand, runConditional } from "./conditional.ts";
import type { Interpreter } from "./interpreter.ts";
import { headed, runArithmeticFor, runFor, runSelect, runWhile } from "./loops.ts";

export async function runCompound(shell: Interpreter, node: Exclude<Command, { kind: "simple" }>): Promise<number> {
  switch (node.kind) {
    case "group":
      return await shell.list(node.body);
    case "subshell":
      return await shell.subshellList(node.body);
    case "if":
      return await runIf(shell, node);
    case "for":
      return await runFor(shell, node);
    case "arithmetic-for":
      return await runArithmeticFor(shell, node);
    case "while":
      return await runWhile(shell, node);
    case "case":
      return await runCase(shell, node);
    case "select":
      return await runSelect(shell, node);
    case "arithmetic-command":
      return await runArithmeticCommand(shell, node);
    case "conditional":
      return await runConditional(shell, node);
    case "function":
      shell.state.functions.set(node.name, { definition: node, source: shell.source, file: shell.file });
      return 0;
    case "coprocess":
      await shell.diagnose(undefined, "coproc: not supported", "Use a pipeline or a temporary file");
      return 2;
  }
}

async function runIf(shell: Interpreter, node: If): Promise<number> {
  for (const { condition, body } of node.clauses) {
    if ((await shell.conditionally(() => shell.list(condition))) === 0) return await shell.list(body);
  }
  return node.otherwise ? await shell.list(node.otherwise) : 0;
}

async function runCase(shell: Interpreter, node: Case): Promise<number> {
  const { start, end } = node.word.span;
  await headed(shell, () => `case ${shell.source.slice(start, end)} in`);
  const subject = await expandWord(node.word, shell.environment);
  const { nocasematch, extglob } = shell.state.options;
  let status = 0;
  let through = false;
  for (const { patterns, body, terminator } of node.items) {
    let hit = through;
    for (const pattern of patterns) {
      if (hit) break;
      const literal = pattern.literal;
      hit =
        literal !== undefined && !nocasematch
          ? literal === subject
          : compileGlob(await expandPattern(pattern, shell.environment), { extglob, ignoreCase: nocasematch }).test(
              subject,
            );
    }
    if (!hit) continue;
    status = await shell.list(body);
    if (terminator === ";;") return status;
    through = terminator === ";&";
  }
  return status;
}
