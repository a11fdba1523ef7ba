// Text to tree. Total: any text gives a tree and its diagnostics, in time linear in its length.
import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import { arithmetic } from "./arithmetic.ts";
import { command } from "./command.ts";
import { endHeredocs, heredocs } from "./heredoc.ts";
import { list } from "./list.ts";
import { type Grammar, type ParseOptions, State, skipNewlines } from "./state.ts";
import type { List, Script } from "./tree.ts";
import { unexpected } from "./unexpected.ts";
import { word } from "./word.ts";

export interface Parsed {
  readonly script: Script;
  /** Empty when the text is right. */
  readonly diagnostics: readonly Diagnostic[];
  /** The text ends within something that is open: more lines may make it right. */
  readonly incomplete: boolean;
}

const GRAMMAR: Grammar = { list, command, word, arithmetic, heredocs };

/** Parses without advice on errors; `index.ts` exports the one that adds it. */
export function parseText(source: string, options: ParseOptions = {}): Parsed {
  const state = new State(source, GRAMMAR, options);
  try {
    return run(state);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return outOfStack(source);
  }
}

function run(state: State): Parsed {
  if (state.source.charCodeAt(0) === BYTE_ORDER_MARK) state.pos = 1;
  const body = list(state);
  skipNewlines(state);
  if (state.pos < state.end && !state.failed) unexpected(state);
  if (state.pending.length > 0) endHeredocs(state);
  const script: Script = {
    kind: "script",
    span: { start: 0, end: state.source.length },
    source: state.source,
    body,
  };
  return { script, diagnostics: state.diagnostics, incomplete: state.incomplete };
}

/** The depth limit keeps within a fresh stack; a caller deep in its own may have little of it left. */
function outOfStack(source: string): Parsed {
  const span = { start: 0, end: source.length };
  const body: List = { kind: "list", span: { start: 0, end: 0 }, items: [] };
  const diagnostics = [{ code: "syntax.too-deep", message: "nested too deep for the stack that is left", span }];
  return { script: { kind: "script", span, source, body }, diagnostics, incomplete: false };
}

const BYTE_ORDER_MARK = 0xfeff;
