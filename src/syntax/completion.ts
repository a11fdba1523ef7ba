// Where in a line the cursor stands, for completion. What the candidates are, is for others to say.
import { parseText } from "./parse.ts";
import type { SimpleCommand, Word } from "./tree.ts";
import { visit } from "./visit.ts";

export interface CompletionContext {
  readonly kind: "command" | "argument" | "redirection" | "variable";
  /** What has been typed of the word, its quotes removed. */
  readonly prefix: string;
  /** Words of the same command before it; the command's name first. */
  readonly argv: readonly string[];
  /** Where the word, or the variable's name, begins. */
  readonly start: number;
}

/** Looks only at the text before the cursor, and that may be as unfinished as it likes. */
export function completionContext(source: string, cursor: number): CompletionContext {
  const text = source.slice(0, cursor);
  const command = commandAtEnd(text);
  if (!command) return atVariable(text) ?? { kind: "command", prefix: "", argv: [], start: text.length };
  const current = wordAtEnd(command, text);
  const argv = command.words.filter((word) => word !== current?.word).map((word) => textOf(word, text));
  const variable = atVariable(text);
  if (variable && (!current || expandsAtEnd(current.word, text))) return { ...variable, argv };
  if (current) {
    const kind = current.redirected ? "redirection" : argv.length === 0 ? "command" : "argument";
    return { kind, prefix: textOf(current.word, text), argv, start: current.word.span.start };
  }
  return { kind: argv.length === 0 ? "command" : "argument", prefix: "", argv, start: text.length };
}

/** The innermost simple command that is still being typed. */
function commandAtEnd(text: string): SimpleCommand | undefined {
  let found: SimpleCommand | undefined;
  visit(parseText(text).script, {
    command(node) {
      if (node.kind === "simple" && /^[ \t\u00a0]*$/.test(text.slice(node.span.end))) found = node;
    },
  });
  return found;
}

function wordAtEnd(command: SimpleCommand, text: string): { word: Word; redirected: boolean } | undefined {
  const target = command.redirections.at(-1)?.target;
  if (target?.span.end === text.length) return { word: target, redirected: true };
  const word = command.words.at(-1);
  if (word?.span.end === text.length) return { word, redirected: false };
  const value = command.assignments.at(-1)?.value;
  if (command.words.length > 0 || !value || "elements" in value || value.span.end !== text.length) return undefined;
  return { word: value, redirected: true };
}

const VARIABLE = /\$\{?(?:[A-Za-z_][A-Za-z_0-9]*)?$/;

function atVariable(text: string): CompletionContext | undefined {
  const found = VARIABLE.exec(text)?.[0];
  if (found === undefined) return undefined;
  const prefix = found.replace(/^\$\{?/, "");
  return { kind: "variable", prefix, argv: [], start: text.length - prefix.length };
}

/** The dollar at the end is live: not within single quotes, not escaped. */
function expandsAtEnd(word: Word, text: string): boolean {
  let live = false;
  visit(word, {
    part(node) {
      if (node.span.end !== text.length) return;
      live =
        node.kind === "parameter" ||
        (node.kind === "literal" && node.value.endsWith("$")) ||
        node.kind === "double-quoted";
    },
  });
  return live;
}

function textOf(word: Word, text: string): string {
  return word.literal ?? text.slice(word.span.start, word.span.end);
}
