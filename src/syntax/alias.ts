// Aliases: the first word of a command replaced as text while parsing, as POSIX 2.3.1 has it. None are expanded
// inside backticks, arithmetic, brace lists and heredocs.
import { classOf, META, QUOTING, SPACE, TAB } from "./characters.ts";
import { fail, type State } from "./state.ts";

/** More expansions in one text than this are an error, so that aliases cannot make a parse long. */
const MAXIMUM_EXPANSIONS = 500;

/** Replaces the word at the position if it is an alias; the position then stands at its value. */
export function alias(state: State): boolean {
  const { aliases } = state.options;
  if (!aliases || state.frozen > 0) return false;
  const { source, pos, end } = state;
  let at = pos;
  while (at < end && !(classOf(source.charCodeAt(at)) & (META | QUOTING))) at++;
  if (at === pos || (at < end && classOf(source.charCodeAt(at)) & QUOTING)) return false;
  const name = source.slice(pos, at);
  const value = aliases.get(name);
  state.activeAliases = state.activeAliases.filter((active) => active.end > pos);
  if (value === undefined || state.activeAliases.some((active) => active.name === name)) return false;
  if (++state.aliasCount > MAXIMUM_EXPANSIONS) {
    fail(state, "syntax.too-many-aliases", `more than ${MAXIMUM_EXPANSIONS} aliases in one text`, pos, at);
    return false;
  }
  splice(state, pos, at, value);
  state.activeAliases.push({ name, start: pos, end: pos + value.length });
  return true;
}

/** The last alias ended in a blank right before the position, or its value begins here: the word is looked up too. */
export function followsBlankAlias(state: State): boolean {
  const last = state.activeAliases.at(-1);
  if (last?.start === state.pos) return true;
  if (!last || last.end > state.pos) return false;
  const code = state.source.charCodeAt(last.end - 1);
  return (code === SPACE || code === TAB) && state.source.slice(last.end, state.pos).trim() === "";
}

function splice(state: State, from: number, to: number, value: string): void {
  const change = value.length - (to - from);
  state.source = state.source.slice(0, from) + value + state.source.slice(to);
  state.end += change;
  state.braces = undefined;
  for (const active of state.activeAliases) active.end += change;
}
