// Function definitions, in both forms, and coprocesses.
import { CLOSE_PAREN, isNamePart, isNameStart, OPEN_BRACE, OPEN_PAREN } from "./characters.ts";
import { keywordAt } from "./keyword.ts";
import { redirections } from "./redirection.ts";
import { fail, failAtEnd, isTokenEnd, peek, type State, skipBlanks, skipNewlines, spanFrom } from "./state.ts";
import type { Command, Coprocess, FunctionDefinition, Word } from "./tree.ts";
import { word } from "./word.ts";
import { COMMAND_WORD } from "./word-flags.ts";

/** `name () body`, with the position on the parenthesis; undefined, unmoved, where it is none. */
export function functionParentheses(state: State, start: number, name: Word): FunctionDefinition | undefined {
  const open = state.pos;
  state.pos++;
  skipBlanks(state);
  if (peek(state) !== CLOSE_PAREN || name.literal === undefined) {
    state.pos = open;
    return undefined;
  }
  state.pos++;
  return definition(state, start, name.literal);
}

/** `function name [()] body`. */
export function functionKeyword(state: State): FunctionDefinition {
  const start = state.pos;
  state.pos += "function".length;
  skipBlanks(state);
  const at = state.pos;
  const name = word(state, COMMAND_WORD);
  if (state.pos === at) fail(state, "syntax.bad-name", "`function` needs a name", start, start + 8);
  const text = name.literal ?? state.source.slice(at, state.pos);
  skipBlanks(state);
  if (peek(state) === OPEN_PAREN) {
    const open = state.pos;
    state.pos++;
    skipBlanks(state);
    if (peek(state) === CLOSE_PAREN) state.pos++;
    else state.pos = open;
  }
  return definition(state, start, text);
}

const BODY_KEYWORDS = new Set(["{", "if", "for", "while", "until", "case", "select", "[["]);

function definition(state: State, start: number, name: string): FunctionDefinition {
  skipNewlines(state);
  const at = state.pos;
  if (at >= state.end) {
    failAtEnd(state, "syntax.missing-body", `function \`${name}\` has no body`, start, at);
  } else if (peek(state) !== OPEN_PAREN && !BODY_KEYWORDS.has(keywordAt(state))) {
    fail(state, "syntax.missing-body", `the body of function \`${name}\` must be in braces`, at, at + 1);
  }
  const body = state.failed ? undefined : state.grammar.command(state);
  return {
    kind: "function",
    span: spanFrom(state, start),
    redirections: [],
    name,
    body: body ?? emptyCommand(state),
  };
}

/** `coproc [NAME] command`; the name is taken only before a compound command. */
export function coprocess(state: State): Coprocess {
  const start = state.pos;
  state.pos += "coproc".length;
  skipBlanks(state);
  const name = coprocessName(state);
  const body = state.grammar.command(state) ?? emptyCommand(state);
  const tail = state.failed ? [] : redirections(state);
  const span = { start: start + state.base, end: Math.max(body.span.end, tail.at(-1)?.span.end ?? 0) };
  const base = { kind: "coprocess", span, redirections: tail, body } as const;
  return name === undefined ? base : { ...base, name };
}

function coprocessName(state: State): string | undefined {
  const { source, pos, end } = state;
  if (!isNameStart(peek(state)) || keywordAt(state) !== "") return undefined;
  let at = pos;
  while (at < end && isNamePart(source.charCodeAt(at))) at++;
  if (!isTokenEnd(state, at)) return undefined;
  state.pos = at;
  skipBlanks(state);
  const next = peek(state);
  if (next === OPEN_PAREN || (next === OPEN_BRACE && keywordAt(state) === "{") || BODY_KEYWORDS.has(keywordAt(state))) {
    return source.slice(pos, at);
  }
  state.pos = pos;
  return undefined;
}

/** Stands for a body that could not be parsed. */
export function emptyCommand(state: State): Command {
  const span = spanFrom(state, state.pos);
  return { kind: "simple", span, redirections: [], assignments: [], words: [] };
}
