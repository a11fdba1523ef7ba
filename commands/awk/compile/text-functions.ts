// split, patsplit, sub, gsub, gensub and match: the functions that take regular expressions.
import { type AwkArray, ownCopy } from "../array.ts";
import type { BuiltinNode, Expr, Target } from "../ast.ts";
import { type Separator, separatorOf, splitByContent, splitText } from "../fields.ts";
import { characterCount } from "../format.ts";
import type { Regex, RegexMatch } from "../regex.ts";
import { AwkError, inputValue, type Value } from "../value.ts";
import type { Compiler } from "./compiler.ts";
import { compileRegex } from "./matching.ts";
import { place } from "./variables.ts";

export function compileSplit(compiler: Compiler, node: BuiltinNode): () => number {
  const { machine } = compiler;
  const [subject, target, by, between] = node.args;
  if (!subject || !target) throw new AwkError("split needs a text and an array");
  const text = compiler.text(subject);
  const array = arrayArgument(compiler, target);
  const seps = between && arrayArgument(compiler, between);
  const content = node.name === "patsplit";
  const separator = content ? undefined : separatorArgument(compiler, by);
  const pattern = content ? compileRegex(compiler, by ?? { kind: "variable", variable: FPAT }) : undefined;
  return () => {
    const whole = text();
    const result = pattern ? splitByContent(whole, pattern()) : separator ? splitText(whole, separator()) : undefined;
    const into = array();
    into.clear();
    const { pieces = [], separators = [] } = result ?? {};
    for (let i = 0; i < pieces.length; i += 1) into.set(i + 1, inputValue(owned(pieces[i] ?? "")));
    if (seps) {
      const kept = seps();
      kept.clear();
      for (const [index, separatorText] of separators.entries()) {
        const outside = index === 0 || index === separators.length - 1;
        const wanted = content ? true : !outside || separatorText !== "";
        if (wanted) kept.set(index, separatorText);
      }
    }
    machine.fuel -= pieces.length >> 4;
    return pieces.length;
  };
}

const FPAT = { name: "FPAT", scope: "special", slot: 0, array: false } as const;

function owned(text: string): string {
  return text.length > 12 ? ownCopy(text) : text;
}

function arrayArgument(compiler: Compiler, node: Expr): () => AwkArray {
  if (node.kind !== "variable" && node.kind !== "element") throw new AwkError("this argument must be an array");
  return compiler.array(node);
}

function separatorArgument(compiler: Compiler, node: Expr | undefined): () => Separator {
  const { machine } = compiler;
  if (node?.kind === "regex") {
    const regex = compileRegex(compiler, node);
    return () => ({ kind: "pattern", regex: regex() });
  }
  if (node === undefined) return () => separatorOf(machine, machine.text(machine.specials.get("FS")));
  const text = compiler.text(node);
  let last = "";
  let known: Separator | undefined;
  let { version } = machine.regexes;
  return () => {
    const now = text();
    if (known === undefined || now !== last || version !== machine.regexes.version) {
      known = separatorOf(machine, now);
      last = now;
      ({ version } = machine.regexes);
    }
    return known;
  };
}

export function compileMatchFunction(compiler: Compiler, node: BuiltinNode): () => number {
  const { machine } = compiler;
  const [subject, pattern, target] = node.args;
  if (!subject || !pattern) throw new AwkError("match needs a text and a regular expression");
  const text = compiler.text(subject);
  const regex = compileRegex(compiler, pattern);
  const array = target && arrayArgument(compiler, target);
  return () => {
    const whole = text();
    const match = regex().exec(whole);
    const start = match ? characterCount(whole.slice(0, match.start)) + 1 : 0;
    const length = match ? characterCount(whole.slice(match.start, match.end)) : -1;
    compiler.setMatch(start, length);
    if (array) groups(array(), whole, match, machine.subsep);
    return start;
  };
}

/** `m[0]` is the match, `m[1]` its first group; `m[1, "start"]` and `m[1, "length"]` say where. */
function groups(array: AwkArray, whole: string, match: RegexMatch | undefined, subsep: string): void {
  array.clear();
  if (!match) return;
  for (const [index, text] of match.groups.entries()) {
    if (text === undefined) continue;
    array.set(index, inputValue(owned(text)));
    const at = groupStart(whole, match, index);
    array.set(`${index}${subsep}start`, characterCount(whole.slice(0, at)) + 1);
    array.set(`${index}${subsep}length`, characterCount(text));
  }
}

/** The engine gives texts of groups, not places: the first place in the match where the text of the group stands. */
function groupStart(whole: string, match: RegexMatch, index: number): number {
  return index === 0 ? match.start : Math.max(match.start, whole.indexOf(match.groups[index] ?? "", match.start));
}

export function compileSubstitute(compiler: Compiler, node: BuiltinNode): () => number {
  const [pattern, replacement, target = RECORD] = node.args;
  if (!pattern || !replacement) throw new AwkError(`${node.name} needs a regular expression and a replacement`);
  const regex = compileRegex(compiler, pattern);
  const value = compiler.text(replacement);
  const parts = new Replacements(false);
  const all = node.name === "gsub";
  const subject = compiler.text(target);
  const assign = isTarget(target) ? place(compiler, target).set : undefined;
  return () => {
    const by = regex();
    const replaced = value();
    const whole = subject();
    const result = substitute(by, parts.of(replaced), whole, all ? 0 : 1);
    if (result.count > 0) assign?.(result.text);
    return result.count;
  };
}

export function compileGensub(compiler: Compiler, node: BuiltinNode): () => Value {
  const { machine } = compiler;
  const [pattern, replacement, how, target = RECORD] = node.args;
  if (!pattern || !replacement || !how)
    throw new AwkError("gensub needs a regular expression, a replacement and g or a number");
  const regex = compileRegex(compiler, pattern);
  const value = compiler.text(replacement);
  const which = compiler.value(how);
  const subject = compiler.text(target);
  const parts = new Replacements(true);
  return () => {
    const by = regex();
    const replaced = value();
    const given = which();
    const whole = subject();
    const all = /^[gG]/.test(machine.text(given));
    const nth = all ? 0 : Math.max(1, Math.trunc(machine.number(given)));
    return substitute(by, parts.of(replaced), whole, nth).text;
  };
}

const RECORD: Expr = { kind: "field", index: { kind: "number", value: 0 } };

function isTarget(node: Expr): node is Target {
  return node.kind === "variable" || node.kind === "field" || node.kind === "element";
}

/** A replacement in pieces: text, or the number of a group (0 is the match). */
type Replacement = readonly (string | number)[];

/** Takes replacements apart, and remembers the last one. */
class Replacements {
  readonly #numbered: boolean;
  #source: string | undefined;
  #pieces: Replacement = [];

  constructor(numbered: boolean) {
    this.#numbered = numbered;
  }

  of(source: string): Replacement {
    if (source !== this.#source) {
      this.#source = source;
      this.#pieces = this.#numbered ? numberedPieces(source) : plainPieces(source);
    }
    return this.#pieces;
  }
}

/** sub and gsub: `&` is the match, `\&` an ampersand, `\\&` a backslash and the match (POSIX awk). */
function plainPieces(source: string): Replacement {
  if (!source.includes("&") && !source.includes("\\")) return [source];
  const pieces: (string | number)[] = [];
  let plain = "";
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at] ?? "";
    if (char === "\\" && source[at + 1] === "&") {
      plain += "&";
      at += 1;
    } else if (char === "\\" && source[at + 1] === "\\" && source[at + 2] === "&") {
      plain += "\\";
      at += 1;
    } else if (char === "&") {
      pieces.push(plain, 0);
      plain = "";
    } else plain += char;
  }
  pieces.push(plain);
  return pieces;
}

/** gensub: `\0` and `&` are the match, `\1` to `\9` its groups. */
function numberedPieces(source: string): Replacement {
  const pieces: (string | number)[] = [];
  let plain = "";
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at] ?? "";
    if (char === "\\") {
      const next = source[at + 1];
      at += 1;
      if (next !== undefined && next >= "0" && next <= "9") {
        pieces.push(plain, Number(next));
        plain = "";
      } else if (next === "&" || next === "\\") plain += next;
      else plain += `\\${next ?? ""}`;
    } else if (char === "&") {
      pieces.push(plain, 0);
      plain = "";
    } else plain += char;
  }
  pieces.push(plain);
  return pieces;
}

/** Replaces all matches (`nth` 0) or the nth. */
function substitute(
  regex: Regex,
  replacement: Replacement,
  whole: string,
  nth: number,
): { text: string; count: number } {
  let text = "";
  let copied = 0;
  let count = 0;
  let found = 0;
  let from = 0;
  let lastEnd = -1;
  while (from <= whole.length) {
    const match = regex.exec(whole, from);
    if (match === undefined) break;
    const empty = match.end === match.start;
    // An empty match right after another is none.
    if (empty && match.start === lastEnd) {
      from = step(whole, match.start);
      continue;
    }
    found += 1;
    lastEnd = match.end;
    if (nth === 0 || found === nth) {
      text += whole.slice(copied, match.start) + filled(replacement, match);
      copied = match.end;
      count += 1;
      if (nth > 0) break;
    }
    from = empty ? step(whole, match.end) : match.end;
  }
  return { text: count === 0 ? whole : text + whole.slice(copied), count };
}

function step(whole: string, at: number): number {
  return at + ((whole.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}

function filled(replacement: Replacement, match: RegexMatch): string {
  let text = "";
  for (const piece of replacement) text += typeof piece === "string" ? piece : (match.groups[piece] ?? "");
  return text;
}
