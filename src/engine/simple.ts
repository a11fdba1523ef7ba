// Simple commands: expands words, applies assignments and redirections, and hands argv to `invoke`.

import { encode } from "../bytes/text.ts";
import type { Variable } from "../expand/index.ts";
import { expandWord, expandWords } from "../expand/index.ts";
import type { SimpleCommand, Word } from "../syntax/tree.ts";
import { assign } from "./assignment.ts";
import { declareWords, isDeclaration } from "./builtins/declare.ts";
import type { Interpreter } from "./interpreter.ts";
import { invoke } from "./invoke.ts";
import { quoteForTrace } from "./quoting.ts";
import { redirectForGood, withRedirections } from "./redirect.ts";

export async function runSimple(shell: Interpreter, node: SimpleCommand): Promise<number> {
  const { words, assignments, redirections } = node;
  const first = words[0];
  if (first === undefined) return await assignOnly(shell, node);
  if (first.literal !== undefined && isDeclaration(first.literal) && !shell.state.functions.has(first.literal)) {
    const name = first.literal;
    return await redirecting(shell, node, async () => {
      await trace(
        shell,
        words.map((word) => shell.source.slice(word.span.start, word.span.end)),
      );
      return await declareWords(shell, name, words.slice(1));
    });
  }
  const argv = await argvOf(shell, words);
  const [name] = argv;
  if (name === undefined) return await assignOnly(shell, { ...node, words: [] });
  if (name === "exec" && argv.length === 1 && redirections.length > 0)
    return await redirectForGood(shell, redirections);
  if (assignments.length === 0 && redirections.length === 0) {
    if (shell.state.options.xtrace) await trace(shell, argv.map(quoteForTrace));
    return await invoke(shell, argv);
  }
  return await redirecting(shell, node, async () => {
    const hidden = await assignTemporarily(shell, node);
    if (shell.state.options.xtrace) await trace(shell, argv.map(quoteForTrace));
    try {
      return await invoke(shell, argv);
    } finally {
      restore(shell, hidden);
    }
  });
}

async function argvOf(shell: Interpreter, words: readonly Word[]): Promise<readonly string[]> {
  const expanded = expandWords(words, shell.environment);
  return expanded instanceof Promise ? await expanded : expanded;
}

/** `x=1 y=2`, or a redirection alone: the status is that of the last substitution. */
async function assignOnly(shell: Interpreter, node: SimpleCommand): Promise<number> {
  return await redirecting(shell, node, async () => {
    const { state } = shell;
    const before = state.status;
    state.status = 0;
    try {
      for (const assignment of node.assignments) {
        await assign(shell, assignment);
        if (state.options.xtrace) {
          const { start, end } = assignment.span;
          await trace(shell, [shell.source.slice(start, end)]);
        }
      }
    } catch (error) {
      state.status = before;
      throw error;
    }
    // A substitution among the words of a command without a name counts too (POSIX 2.9.1).
    for (const word of node.words) await expandWord(word, shell.environment);
    return state.status;
  });
}

async function redirecting(shell: Interpreter, node: SimpleCommand, run: () => Promise<number>): Promise<number> {
  return node.redirections.length === 0 ? await run() : await withRedirections(shell, node.redirections, run);
}

/** `X=1 command`: exported while it runs. */
async function assignTemporarily(
  shell: Interpreter,
  { assignments }: SimpleCommand,
): Promise<Map<string, Variable | undefined>> {
  const hidden = new Map<string, Variable | undefined>();
  const { variables } = shell.state;
  try {
    for (const assignment of assignments) {
      const old = variables.get(assignment.name);
      if (!hidden.has(assignment.name)) hidden.set(assignment.name, old);
      if (old && !old.readonly) variables.set(assignment.name, { ...old, value: copyOf(old) });
      await assign(shell, assignment);
      const now = variables.get(assignment.name);
      if (now) now.exported = true;
    }
  } catch (error) {
    restore(shell, hidden);
    throw error;
  }
  return hidden;
}

function copyOf({ value }: Variable): Variable["value"] {
  return typeof value === "object" ? value.copy() : value;
}

function restore(shell: Interpreter, hidden: ReadonlyMap<string, Variable | undefined>): void {
  for (const [name, variable] of hidden) {
    if (variable) shell.state.variables.set(name, variable);
    else shell.state.variables.delete(name);
  }
}

/** `set -x` */
async function trace(shell: Interpreter, words: readonly string[]): Promise<void> {
  if (!shell.state.options.xtrace) return;
  const prefix = shell.state.scalar("PS4") ?? "+ ";
  await shell.stderr.write(encode(`${prefix}${words.join(" ")}\n`));
}
