// One stage of a pipeline: simple commands here, the others by their reserved word.
import { alias, followsBlankAlias } from "./alias.ts";
import { assignment, declarationWord, isDeclaration } from "./assignment.ts";
import { caseCommand } from "./case.ts";
import { classOf, GREATER, isDigit, LESS, META, OPEN_BRACE, OPEN_PAREN, RETURN } from "./characters.ts";
import { arithmeticOrSubshell, forCommand, group, ifCommand, selectCommand, whileCommand } from "./compound.ts";
import { conditionalCommand } from "./conditional.ts";
import { coprocess, functionKeyword, functionParentheses } from "./function.ts";
import { keywordAt } from "./keyword.ts";
import { redirection } from "./redirection.ts";
import { enter, fail, leave, peek, type State, skipBlanks } from "./state.ts";
import type { Assignment, Command, Redirection, Word } from "./tree.ts";
import { unexpected } from "./unexpected.ts";
import { word } from "./word.ts";
import { COMMAND_WORD } from "./word-flags.ts";

/** Parses the command at the position; undefined after an error. */
export function command(state: State): Command | undefined {
  const start = state.pos;
  if (!enter(state, start)) return undefined;
  const result = dispatch(state);
  leave(state);
  return result;
}

function dispatch(state: State): Command | undefined {
  if (peek(state) === OPEN_PAREN) return arithmeticOrSubshell(state);
  const keyword = keywordAt(state);
  switch (keyword) {
    case "":
    case "time":
      return simpleCommand(state);
    case "{":
      return group(state);
    case "if":
      return ifCommand(state);
    case "while":
    case "until":
      return whileCommand(state, keyword);
    case "for":
      return forCommand(state);
    case "select":
      return selectCommand(state);
    case "case":
      return caseCommand(state);
    case "[[":
      return conditionalCommand(state);
    case "function":
      return functionKeyword(state);
    case "coproc":
      return coprocess(state);
    default:
      unexpected(state);
      return undefined;
  }
}

function simpleCommand(state: State): Command | undefined {
  const start = state.pos;
  const assignments: Assignment[] = [];
  const words: Word[] = [];
  const redirections: Redirection[] = [];
  let declares = false;
  let end = start;
  for (;;) {
    skipBlanks(state);
    if (state.pos >= state.end) break;
    const code = state.source.charCodeAt(state.pos);
    if (classOf(code) & META || isDigit(code) || code === OPEN_BRACE) {
      const found = redirection(state);
      if (found) {
        redirections.push(found);
        end = state.pos;
        continue;
      }
      if (code === OPEN_PAREN) {
        const name = words[0];
        if (name && words.length === 1 && assignments.length === 0 && redirections.length === 0) {
          const definition = functionParentheses(state, start, name);
          if (definition) return definition;
        }
        fail(state, "syntax.unexpected-token", "unexpected `(`", state.pos, state.pos + 1);
        break;
      }
      if (classOf(code) & META && !(code === LESS || code === GREATER) && code !== RETURN) break;
    }
    if (words.length === 0) {
      const found = assignment(state);
      if (found) {
        assignments.push(found);
        end = state.pos;
        continue;
      }
      if (state.options.aliases && alias(state)) {
        if (assignments.length === 0 && redirections.length === 0) return dispatchAgain(state);
        continue;
      }
    } else if (state.options.aliases && followsBlankAlias(state) && alias(state)) continue;
    const at = state.pos;
    const next = (declares && declarationWord(state)) || word(state, COMMAND_WORD);
    if (state.pos === at && !state.failed) break;
    words.push(next);
    if (words.length === 1) declares = isDeclaration(next);
    end = state.pos;
  }
  if (end === start && !state.failed) {
    unexpected(state);
    return undefined;
  }
  if (state.failed) end = state.pos;
  const span = { start: start + state.base, end: end + state.base };
  return { kind: "simple", span, redirections, assignments, words };
}

/** An alias may stand for a reserved word or a whole compound command. */
function dispatchAgain(state: State): Command | undefined {
  skipBlanks(state);
  return dispatch(state);
}
