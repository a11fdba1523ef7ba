// Lists, and-or lists and pipelines: what joins commands.
import { AMPERSAND, CLOSE_PAREN, NEWLINE, PIPE, SEMICOLON } from "./characters.ts";
import { isCloser, keywordAt } from "./keyword.ts";
import { fail, failAtEnd, isTokenEnd, newline, peek, type State, skipBlanks, skipNewlines } from "./state.ts";
import type { AndOr, Command, List, ListItem, Pipeline } from "./tree.ts";

/** Parses commands up to the end or to something that only an outer construct can take. */
export function list(state: State): List {
  skipNewlines(state);
  const start = state.pos;
  const items: ListItem[] = [];
  let listEnd = start;
  while (state.pos < state.end && !endsList(state)) {
    const itemStart = state.pos;
    const body = andOr(state);
    if (!body) break;
    let itemEnd = state.failed ? state.pos : body.span.end - state.base;
    skipBlanks(state);
    const code = peek(state);
    const background = code === AMPERSAND;
    if (background) {
      state.pos++;
      itemEnd = state.pos;
    }
    items.push({ span: { start: itemStart + state.base, end: itemEnd + state.base }, body, background });
    listEnd = itemEnd;
    if (code === SEMICOLON && peek(state, 1) !== SEMICOLON && peek(state, 1) !== AMPERSAND) state.pos++;
    else if (code === NEWLINE) newline(state);
    else if (!background) break;
    skipNewlines(state);
  }
  return { kind: "list", span: { start: start + state.base, end: listEnd + state.base }, items };
}

function endsList(state: State): boolean {
  const code = peek(state);
  if (code === CLOSE_PAREN || code === SEMICOLON) return true;
  return isCloser(keywordAt(state));
}

function andOr(state: State): AndOr | undefined {
  const start = state.pos;
  const first = pipeline(state);
  if (!first) return undefined;
  const rest: { operator: "&&" | "||"; pipeline: Pipeline }[] = [];
  let end = first.span.end;
  for (;;) {
    skipBlanks(state);
    const code = peek(state);
    if ((code !== AMPERSAND && code !== PIPE) || peek(state, 1) !== code) break;
    const operator = code === PIPE ? "||" : "&&";
    const at = state.pos;
    state.pos += 2;
    skipNewlines(state);
    if (state.pos >= state.end) {
      failAtEnd(state, "syntax.missing-command", `nothing after \`${operator}\``, at, at + 2);
      break;
    }
    const next = pipeline(state);
    if (!next) break;
    rest.push({ operator, pipeline: next });
    end = next.span.end;
  }
  return { kind: "and-or", span: { start: start + state.base, end }, first, rest };
}

function pipeline(state: State): Pipeline | undefined {
  const start = state.pos;
  let negated = false;
  let timed: Pipeline["timed"];
  let keyword = keywordAt(state);
  let end = start;
  while (keyword === "!" || (keyword === "time" && !isTimeFlag(state))) {
    if (keyword === "!") {
      negated = !negated;
      state.pos++;
    } else {
      state.pos += 4;
      timed = takePosixFlag(state) ? "time -p" : (timed ?? "time");
    }
    end = state.pos;
    skipBlanks(state);
    keyword = keywordAt(state);
  }
  const stages: Command[] = [];
  const joins: ("|" | "|&")[] = [];
  const bare = (negated || timed !== undefined || end > start) && endsPipeline(state);
  if (!bare) {
    const first = state.grammar.command(state);
    if (!first) return undefined;
    stages.push(first);
    end = first.span.end - state.base;
    moreStages(state, stages, joins);
    end = (stages.at(-1)?.span.end ?? end + state.base) - state.base;
  }
  const span = { start: start + state.base, end: end + state.base };
  return timed === undefined
    ? { kind: "pipeline", span, negated, stages, joins }
    : { kind: "pipeline", span, negated, timed, stages, joins };
}

function moreStages(state: State, stages: Command[], joins: ("|" | "|&")[]): void {
  for (;;) {
    skipBlanks(state);
    if (peek(state) !== PIPE || peek(state, 1) === PIPE) return;
    const at = state.pos;
    const both = peek(state, 1) === AMPERSAND;
    state.pos += both ? 2 : 1;
    skipNewlines(state);
    const code = peek(state);
    if (state.pos >= state.end) {
      failAtEnd(state, "syntax.missing-command", "nothing after `|`", at, at + 1);
      return;
    }
    if (code === PIPE || code === SEMICOLON || (code === AMPERSAND && peek(state, 1) !== 62) || code === CLOSE_PAREN) {
      fail(state, "syntax.empty-stage", "empty stage: no command after `|`", at, at + 1);
      return;
    }
    if (keywordAt(state) === "!") {
      fail(state, "syntax.unexpected-token", "`!` belongs before the whole pipeline", state.pos, state.pos + 1);
      return;
    }
    const next = state.grammar.command(state);
    if (!next) return;
    joins.push(both ? "|&" : "|");
    stages.push(next);
  }
}

/** Nothing follows a bare `!` or `time`. */
function endsPipeline(state: State): boolean {
  const code = peek(state);
  return code < 0 || code === NEWLINE || code === SEMICOLON;
}

/** `time` is a plain command where its argument is an option other than `-p`. */
function isTimeFlag(state: State): boolean {
  const { source, pos } = state;
  const rest = source.slice(pos + 4, pos + 8);
  return /^[ \t]+-/.test(rest) && !/^[ \t]+-p/.test(rest) && !/^[ \t]+--/.test(rest);
}

/** Takes `-p` and `--` after `time`; true for `-p`. */
function takePosixFlag(state: State): boolean {
  const posix = takeOption(state, "-p");
  takeOption(state, "--");
  return posix;
}

function takeOption(state: State, option: string): boolean {
  skipBlanks(state);
  const after = state.pos + option.length;
  if (after > state.end || !state.source.startsWith(option, state.pos) || !isTokenEnd(state, after)) return false;
  state.pos = after;
  return true;
}
