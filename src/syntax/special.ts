// The parameters whose name is one character.
import { AT, BANG, DOLLAR, HASH, isDigit, MINUS, QUESTION, STAR } from "./characters.ts";

/** `$@ $* $# $? $$ $! $-`; the digits are names of their own. */
export function isSpecial(code: number): boolean {
  return (
    code === AT ||
    code === STAR ||
    code === HASH ||
    code === QUESTION ||
    code === DOLLAR ||
    code === BANG ||
    code === MINUS ||
    isDigit(code)
  );
}
