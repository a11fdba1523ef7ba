// `~`, `~user`, `~+`, `~-` where a word or a value begins (POSIX 2.6.1). Whose home it is, is for expansion to say.
import { COLON, classOf, isNamePart, META, MINUS, PLUS, SLASH } from "./characters.ts";
import { type State, spanFrom } from "./state.ts";
import type { Tilde } from "./tree.ts";

/** Parses the tilde at the position, or leaves it: quoted or followed by something else it is plain. */
export function tilde(state: State, stops: number, value: boolean, before: () => void): Tilde | undefined {
  const { source, pos, end } = state;
  let at = pos + 1;
  while (at < end && isUserCharacter(source.charCodeAt(at))) at++;
  if (at < end) {
    const code = source.charCodeAt(at);
    const classes = classOf(code);
    if (!(classes & (stops | SLASH | META)) && !(value && code === COLON)) return undefined;
  }
  before();
  state.pos = at;
  return { kind: "tilde", span: spanFrom(state, pos), user: source.slice(pos + 1, at) };
}

function isUserCharacter(code: number): boolean {
  return isNamePart(code) || code === PLUS || code === MINUS || code === 46 || (code > 127 && classOf(code) === 0);
}
