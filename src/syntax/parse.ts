// Text to tree. Total: any text gives a tree and its diagnostics, in time linear in its length.
import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import { arithmetic } from "./arithmetic.ts";
import { command } from "./command.ts";
import { endHeredocs, heredocs } from "./heredoc.ts";
import { list } from "./list.ts";
import { type Grammar, type ParseOptions, State, skipNewlines } from "./state.ts";
import type { Script } from "./tree.ts";
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
  if (source.charCodeAt(0) === BYTE_ORDER_MARK) state.pos = 1;
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

const BYTE_ORDER_MARK = 0xfeff;
