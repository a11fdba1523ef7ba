// The error for a token that cannot stand where it does.
import { fail, failAtEnd, type State } from "./state.ts";

const TOKEN = /;;&|;;|;&|&&|\|\||\|&|&>|<<|>>|[;&|()<>\n]|[^\s;&|()<>]+/y;
const STAGE = /^[|&]/;

/** Fails for the token at the position. */
export function unexpected(state: State): void {
  const { source, pos, end } = state;
  if (pos >= end) {
    failAtEnd(state, "syntax.missing-command", "a command is missing at the end", Math.max(0, pos - 1), pos);
    return;
  }
  TOKEN.lastIndex = pos;
  const token = (TOKEN.exec(source)?.[0] ?? source.charAt(pos)).slice(0, 40);
  const to = Math.min(end, pos + token.length);
  if (token === "\n") fail(state, "syntax.unexpected-token", "unexpected end of line", pos, to);
  else if (STAGE.test(token) && token !== "&") {
    fail(state, "syntax.empty-stage", `empty stage: no command before \`${token}\``, pos, to);
  } else if (token === ";;" || token === ";&" || token === ";;&") {
    fail(state, "syntax.unexpected-token", `\`${token}\` belongs in a \`case\``, pos, to);
  } else fail(state, "syntax.unexpected-token", `unexpected \`${token}\``, pos, to);
}
