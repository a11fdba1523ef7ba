/**
 * GNU's basic and extended regular expressions (regex(7), the grep manual's chapter 3) into the tree.
 * The rules of what is special where are those of GNU grep 3.8.
 */
import { type AssertKind, alternate, concat, EMPTY, type Node, type Parsed } from "./ast.ts";
import { parseBracket } from "./bracket.ts";
import { ANY, type CharSet, negate, single, without } from "./charset.ts";
import { posixClass } from "./classes.ts";
import { PatternError } from "./pattern.ts";
import { foldSet } from "./unicode.ts";

/** RE_DUP_MAX of the C library. */
const REPEAT_MAX = 32767;

export interface PosixOptions {
  extended: boolean;
  ignoreCase: boolean;
  multiLine: boolean;
  /** `.` and negated brackets match a newline. */
  dotAll: boolean;
}

export function parsePosix(source: string, options: PosixOptions): Parsed {
  const parser = new PosixParser(source, options);
  const node = parser.alternation(0);
  return { node, groups: parser.groups, names: {} };
}

const ESCAPES: Record<string, AssertKind> = {
  b: "wordBoundary",
  B: "notWordBoundary",
  "<": "wordStart",
  ">": "wordEnd",
  "`": "textStart",
  "'": "textEnd",
};

class PosixParser {
  groups = 0;
  private at = 0;
  private readonly closed = new Set<number>();
  private readonly source: string;
  private readonly options: PosixOptions;

  constructor(source: string, options: PosixOptions) {
    this.source = source;
    this.options = options;
  }

  alternation(depth: number): Node {
    const branches = [this.branch(depth)];
    while (this.operator("|")) branches.push(this.branch(depth));
    return alternate(branches);
  }

  private branch(depth: number): Node {
    const parts: Node[] = [];
    // In a BRE a `*` is an ordinary character where there is nothing to repeat: at the start, after \( \| and ^.
    let fresh = true;
    while (this.at < this.source.length && !this.peek("|") && !(this.peek(")") && depth > 0)) {
      if (!this.options.extended && this.peek(")")) throw this.error("unmatched \\)", this.at);
      const start = this.at;
      const atom = this.atom(depth, start, parts.length === 0);
      const anchor = atom.kind === "assert" && (atom.what === "lineStart" || atom.what === "textStart");
      fresh = fresh && anchor && !this.options.extended && this.source[start] === "^";
      parts.push(fresh ? atom : this.repeats(atom));
    }
    return concat(parts);
  }

  private atom(depth: number, start: number, first: boolean): Node {
    const { source, options } = this;
    if (this.operator("(")) return this.group(depth, start);
    const char = String.fromCodePoint(source.codePointAt(start) ?? 0);
    if (options.extended && "*+?".includes(char)) return EMPTY;
    if (options.extended && char === "{" && this.interval(false) !== undefined) {
      this.at = start;
      return EMPTY;
    }
    this.at += char.length;
    switch (char) {
      case "[": {
        const { set, next } = parseBracket(source, start, options);
        this.at = next;
        return this.set(set, false);
      }
      case ".":
        return this.set(options.dotAll ? ANY : without(ANY, 10), false);
      case "^":
        if (options.extended || first) return { kind: "assert", what: options.multiLine ? "lineStart" : "textStart" };
        return this.set(single(0x5e));
      case "$":
        if (options.extended || this.endsBranch(depth)) {
          return { kind: "assert", what: options.multiLine ? "lineEnd" : "textEnd" };
        }
        return this.set(single(0x24));
      case "\\":
        return this.escape(start);
      default:
        return this.set(single(char.codePointAt(0) ?? 0));
    }
  }

  private endsBranch(depth: number): boolean {
    return this.at >= this.source.length || this.peek("|") || (depth > 0 && this.peek(")"));
  }

  private group(depth: number, start: number): Node {
    this.groups += 1;
    const index = this.groups;
    if (depth > 1000) throw this.error("groups are nested too deeply", start);
    const node = this.alternation(depth + 1);
    if (!this.operator(")")) throw this.error(`unmatched ${this.spelled("(")}`, start);
    this.closed.add(index);
    return { kind: "group", node, index };
  }

  private escape(start: number): Node {
    const char = this.source.slice(this.at, this.at + 1);
    if (char === "") throw this.error("trailing backslash", start);
    this.at += 1;
    const what = ESCAPES[char];
    if (what !== undefined) return { kind: "assert", what };
    if (char === "w" || char === "W") return this.set(this.maybeNegated(posixClass("word"), char === "W"), false);
    if (char === "s" || char === "S") return this.set(this.maybeNegated(posixClass("space"), char === "S"), false);
    if (char >= "1" && char <= "9") {
      const group = Number(char);
      if (!this.closed.has(group)) throw this.error(`invalid back-reference \\${char}`, start);
      return { kind: "backreference", group, ignoreCase: this.options.ignoreCase };
    }
    if (!this.options.extended && char === "{") {
      // GNU takes an interval with nothing before it for ordinary characters.
      return this.set(single(0x7b));
    }
    this.at -= 1;
    const code = this.source.codePointAt(this.at) ?? 0;
    this.at += code > 0xffff ? 2 : 1;
    return this.set(single(code));
  }

  private maybeNegated(set: CharSet | undefined, negated: boolean): CharSet {
    const base = set ?? ANY;
    return negated ? negate(base) : base;
  }

  private set(set: CharSet, fold = true): Node {
    return { kind: "set", set: fold && this.options.ignoreCase ? foldSet(set, "gnu") : set };
  }

  private repeats(atom: Node): Node {
    let node = atom;
    for (;;) {
      if (this.peekChar("*")) {
        this.at += 1;
        node = { kind: "repeat", node, min: 0, max: Number.POSITIVE_INFINITY, mode: "greedy" };
      } else if (this.operator("+")) {
        node = { kind: "repeat", node, min: 1, max: Number.POSITIVE_INFINITY, mode: "greedy" };
      } else if (this.operator("?")) {
        node = { kind: "repeat", node, min: 0, max: 1, mode: "greedy" };
      } else if (this.peek("{")) {
        const bounds = this.interval(true);
        if (bounds === undefined) return node;
        node = { kind: "repeat", node, ...bounds, mode: "greedy" };
      } else return node;
    }
  }

  /** Reads `{m,n}`; undefined (nothing read) where GNU takes the brace of an ERE as an ordinary character. */
  private interval(strict: boolean): { min: number; max: number } | undefined {
    const start = this.at;
    const { extended } = this.options;
    const pattern = extended ? /\{(\d*)(,?)(\d*)\}/y : /\\\{(\d*)(,?)(\d*)\\\}/y;
    pattern.lastIndex = start;
    const found = pattern.exec(this.source);
    const [whole = "", low = "", comma = "", high = ""] = found ?? [];
    if (found === null || (low === "" && comma === "")) {
      if (extended && !(strict && /\{\d*,?\d*,/y.test(this.source.slice(start)) && this.closesLater(start))) {
        return undefined;
      }
      throw this.error(this.closesLater(start) ? "invalid content of \\{\\}" : `unmatched ${this.spelled("{")}`, start);
    }
    const min = low === "" ? 0 : Number(low);
    const max = comma === "" ? min : high === "" ? Number.POSITIVE_INFINITY : Number(high);
    if (min > max) throw this.error("invalid content of \\{\\}: the numbers are in the wrong order", start);
    if (min > REPEAT_MAX || (max > REPEAT_MAX && max !== Number.POSITIVE_INFINITY)) {
      throw this.error(`a repeat count is over ${REPEAT_MAX}`, start);
    }
    this.at = start + whole.length;
    return { min, max };
  }

  private closesLater(start: number): boolean {
    return (
      /^\\?\{[\d,]*\\?\}/.test(this.source.slice(start)) || (!this.options.extended && this.source.includes("\\}"))
    );
  }

  /** Is the operator `op` next (`\op` in a BRE, `op` in an ERE)? */
  private peek(op: string): boolean {
    return this.source.startsWith(this.spelled(op), this.at);
  }

  private peekChar(char: string): boolean {
    return this.source.charAt(this.at) === char;
  }

  private operator(op: string): boolean {
    if (!this.peek(op)) return false;
    this.at += this.spelled(op).length;
    return true;
  }

  private spelled(op: string): string {
    return this.options.extended ? op : `\\${op}`;
  }

  private error(message: string, offset: number): PatternError {
    return new PatternError(`${message} in the pattern`, offset);
  }
}
