// `case word in pattern) list ;; esac`.
import { AMPERSAND, CLOSE_PAREN, OPEN_PAREN, PIPE, SEMICOLON } from "./characters.ts";
import { compoundTail } from "./compound.ts";
import { keywordAt } from "./keyword.ts";
import { list } from "./list.ts";
import { fail, failAtEnd, isTokenEnd, peek, type State, skipBlanks, skipNewlines } from "./state.ts";
import type { Case, CaseItem, Word } from "./tree.ts";
import { unexpected } from "./unexpected.ts";
import { word } from "./word.ts";
import { PLAIN_WORD } from "./word-flags.ts";

export function caseCommand(state: State): Case {
  const start = state.pos;
  state.pos += 4;
  skipBlanks(state);
  const subjectStart = state.pos;
  const subject = word(state, PLAIN_WORD);
  if (state.pos === subjectStart) {
    if (state.pos >= state.end) failAtEnd(state, "syntax.missing-keyword", "`case` without `esac`", start, start + 4);
    else unexpected(state);
  }
  skipNewlines(state);
  const at = state.pos;
  if (state.source.startsWith("in", at) && at + 2 <= state.end && isTokenEnd(state, at + 2)) state.pos += 2;
  else if (at >= state.end) failAtEnd(state, "syntax.missing-keyword", "`case` without `in`", start, start + 4);
  else fail(state, "syntax.missing-keyword", "`case` needs `in` after its word", at, at + 1);
  const items: CaseItem[] = [];
  for (;;) {
    skipNewlines(state);
    if (state.pos >= state.end) {
      failAtEnd(state, "syntax.missing-keyword", "`case` without `esac`", start, start + 4);
      break;
    }
    if (keywordAt(state) === "esac") {
      state.pos += 4;
      break;
    }
    items.push(caseItem(state));
  }
  const { span, redirections } = compoundTail(state, start);
  return { kind: "case", span, redirections, word: subject, items };
}

function caseItem(state: State): CaseItem {
  const start = state.pos;
  if (peek(state) === OPEN_PAREN) state.pos++;
  const patterns: Word[] = [];
  for (;;) {
    skipBlanks(state);
    const at = state.pos;
    patterns.push(word(state, PLAIN_WORD));
    if (state.pos === at) {
      unexpected(state);
      break;
    }
    skipBlanks(state);
    if (peek(state) !== PIPE) break;
    state.pos++;
  }
  if (peek(state) === CLOSE_PAREN) state.pos++;
  else if (state.pos >= state.end)
    failAtEnd(state, "syntax.unexpected-token", "a pattern of `case` needs `)`", start, state.pos);
  else fail(state, "syntax.unexpected-token", "a pattern of `case` needs `)`", state.pos, state.pos + 1);
  const closed = state.pos;
  const body = list(state);
  skipNewlines(state);
  const terminator = takeTerminator(state);
  const open = terminator === undefined && !state.failed;
  const end = open ? Math.max(body.span.end, closed + state.base) : state.pos + state.base;
  if (open && state.pos < state.end && keywordAt(state) !== "esac") unexpected(state);
  return { span: { start: start + state.base, end }, patterns, body, terminator: terminator ?? ";;" };
}

function takeTerminator(state: State): CaseItem["terminator"] | undefined {
  if (peek(state) !== SEMICOLON) return undefined;
  if (peek(state, 1) === AMPERSAND) {
    state.pos += 2;
    return ";&";
  }
  if (peek(state, 1) !== SEMICOLON) return undefined;
  if (peek(state, 2) === AMPERSAND) {
    state.pos += 3;
    return ";;&";
  }
  state.pos += 2;
  return ";;";
}
