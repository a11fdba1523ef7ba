// Simple commands: expands words, applies assignments and redirections, and hands argv to `invoke`.

import type { Variable } from "../expand/index.ts";
import { expandWords } from "../expand/index.ts";
import type { Assignment, SimpleCommand, Word } from "../syntax/tree.ts";
import { assign } from "./assignment.ts";
import { declareWords, isDeclaration } from "./builtins/declare.ts";
import type { Interpreter } from "./interpreter.ts";
import { invoke } from "./invoke.ts";
import { quoteForTrace } from "./quoting.ts";
import { redirectForGood, withRedirections } from "./redirect.ts";
import { trace } from "./trace.ts";
import { runTrap } from "./trap.ts";

export async function runSimple(shell: Interpreter, node: SimpleCommand): Promise<number> {
  const { words, assignments, redirections } = node;
  const first = words[0];
  const substituted = shell.substitutions;
  if (shell.state.traps.has("DEBUG")) await runTrap(shell, "DEBUG");
  if (first === undefined) return await assignOnly(shell, node, substituted);
  if (first.literal !== undefined && isDeclaration(first.literal) && !shell.state.functions.has(first.literal)) {
    const name = first.literal;
    return await redirecting(shell, node, async () => {
      await assignAll(shell, node.assignments);
      const text = words.map((word) => shell.source.slice(word.span.start, word.span.end)).join(" ");
      if (shell.state.options.xtrace) await trace(shell, text);
      return await declareWords(shell, name, words.slice(1));
    });
  }
  const argv = await argvOf(shell, words);
  const [name] = argv;
  if (name === undefined) return await assignOnly(shell, node, substituted);
  if (name === "exec" && argv.length === 1 && redirections.length > 0)
    return await redirectForGood(shell, redirections);
  if (assignments.length === 0 && redirections.length === 0) {
    if (shell.state.options.xtrace) await trace(shell, argv.map(quoteForTrace).join(" "));
    return await invoke(shell, argv);
  }
  return await redirecting(shell, node, async () => {
    const hidden = await assignTemporarily(shell, node);
    if (shell.state.options.xtrace) await trace(shell, argv.map(quoteForTrace).join(" "));
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

/** `x=1 y=2`, or a redirection alone: the status is that of the last substitution (POSIX 2.9.1), else 0. */
async function assignOnly(shell: Interpreter, node: SimpleCommand, substituted: number): Promise<number> {
  return await redirecting(shell, node, async () => {
    const { state } = shell;
    await assignAll(shell, node.assignments);
    state.lastArgument = "";
    return shell.substitutions === substituted ? 0 : state.status;
  });
}

async function assignAll(shell: Interpreter, assignments: readonly Assignment[]): Promise<void> {
  for (const assignment of assignments) {
    const value = await assign(shell, assignment);
    if (shell.state.options.xtrace) await trace(shell, traced(shell, assignment, value));
  }
}

/** As `set -x` shows an assignment: its value where it is one text, else as it was written. */
function traced(shell: Interpreter, assignment: Assignment, value: string | undefined): string {
  const { start, end } = assignment.span;
  if (value === undefined) return shell.source.slice(start, end);
  const { subscript, name, append } = assignment;
  const key = subscript ? `[${shell.source.slice(subscript.span.start, subscript.span.end)}]` : "";
  return `${name}${key}${append ? "+" : ""}=${value === "" ? "" : quoteForTrace(value)}`;
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
      if (shell.state.resolve(assignment.name).variable?.readonly) {
        // bash says so and runs the command all the same.
        await shell.diagnose(undefined, `${assignment.name}: readonly variable`);
        continue;
      }
      const old = variables.get(assignment.name);
      if (!hidden.has(assignment.name)) hidden.set(assignment.name, old);
      if (old) variables.set(assignment.name, { ...old, value: copyOf(old) });
      const value = await assign(shell, assignment);
      if (shell.state.options.xtrace) await trace(shell, traced(shell, assignment, value));
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
