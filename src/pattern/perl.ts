/**
 * Perl-compatible expressions (PCRE2 as `grep -P` uses it: UTF-8, but \w \d \s \b are ASCII) into the tree.
 * Conditionals, recursion, callouts and verbs are refused.
 */
import { type AssertKind, alternate, concat, maxLength, type Node, type Parsed, type RepeatMode } from "./ast.ts";
import { ANY, type CharSet, fromPairs, negate, single, union, without } from "./charset.ts";
import { asciiClass, unicodeProperty } from "./classes.ts";
import { PatternError } from "./pattern.ts";
import { foldSet } from "./unicode.ts";

export interface PerlOptions {
  ignoreCase: boolean;
  multiLine: boolean;
  dotAll: boolean;
}

interface Flags extends PerlOptions {
  spaced: boolean;
}

const REPEAT_MAX = 65535;
const CONTROL: Record<string, number> = { a: 7, e: 27, f: 12, n: 10, r: 13, t: 9 };
const ASSERTS: Record<string, AssertKind> = {
  b: "wordBoundary",
  B: "notWordBoundary",
  A: "textStart",
  G: "textStart",
  z: "textEnd",
};
const HORIZONTAL = fromPairs([
  9, 9, 0x20, 0x20, 0xa0, 0xa0, 0x1680, 0x1680, 0x180e, 0x180e, 0x2000, 0x200a, 0x202f, 0x202f, 0x205f, 0x205f, 0x3000,
  0x3000,
]);
const VERTICAL = fromPairs([10, 13, 0x85, 0x85, 0x2028, 0x2029]);

export function parsePerl(source: string, options: PerlOptions): Parsed {
  const parser = new PerlParser(source, { ...options, spaced: false });
  const node = parser.alternation(0);
  parser.finish();
  return { node, groups: parser.groups, names: parser.names };
}

class PerlParser {
  groups = 0;
  names: Record<string, number> = {};
  private at = 0;
  private flags: Flags;
  private readonly references: { group: number | string; offset: number; node: { group: number } }[] = [];
  private readonly source: string;

  constructor(source: string, flags: Flags) {
    this.source = source;
    this.flags = flags;
  }

  finish(): void {
    if (this.at < this.source.length) throw this.error("unmatched )", this.at);
    for (const { group, offset, node } of this.references) {
      const index = typeof group === "number" ? group : this.names[group];
      if (index === undefined) throw this.error(`reference to the group "${group}" that does not exist`, offset);
      if (index > this.groups) throw this.error(`reference to group ${index} that does not exist`, offset);
      node.group = index;
    }
  }

  alternation(depth: number): Node {
    if (depth > 1000) throw this.error("groups are nested too deeply", this.at);
    const outer = this.flags;
    const branches = [this.branch(depth)];
    while (this.take("|")) branches.push(this.branch(depth));
    this.flags = outer;
    return alternate(branches);
  }

  private branch(depth: number): Node {
    const parts: Node[] = [];
    for (;;) {
      this.skipSpace();
      const char = this.source.charAt(this.at);
      if (char === "" || char === "|" || char === ")") return concat(parts);
      if (this.source.startsWith("\\Q", this.at)) {
        const end = this.source.indexOf("\\E", this.at + 2);
        const text = this.source.slice(this.at + 2, end < 0 ? undefined : end);
        this.at = end < 0 ? this.source.length : end + 2;
        const codes = [...text].map((each) => this.set(single(each.codePointAt(0) ?? 0)));
        const last = codes.pop();
        parts.push(...codes);
        if (last !== undefined) parts.push(this.repeat(last));
        continue;
      }
      if (this.source.startsWith("\\E", this.at)) {
        this.at += 2;
        continue;
      }
      const start = this.at;
      const atom = this.atom(depth);
      if (atom === undefined) continue;
      parts.push(atom.kind === "keep" ? atom : this.repeat(atom, start));
    }
  }

  private repeat(atom: Node, start = this.at): Node {
    let node = atom;
    for (let first = true; ; first = false) {
      this.skipSpace();
      const at = this.at;
      const bounds = this.bounds();
      if (bounds === undefined) return node;
      if (!first) throw this.error("a repeat follows a repeat with nothing between them", at);
      let mode: RepeatMode = "greedy";
      if (this.take("?")) mode = "lazy";
      else if (this.take("+")) mode = "possessive";
      if (bounds.min > bounds.max) throw this.error("the numbers of {} are in the wrong order", start);
      node = { kind: "repeat", node, ...bounds, mode };
    }
  }

  private bounds(): { min: number; max: number } | undefined {
    if (this.take("*")) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (this.take("+")) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (this.take("?")) return { min: 0, max: 1 };
    const found = this.match(/\{(\d+)(,?)(\d*)\}/y);
    if (found === undefined) return undefined;
    const [, low = "", comma = "", high = ""] = found;
    const min = Number(low);
    const max = comma === "" ? min : high === "" ? Number.POSITIVE_INFINITY : Number(high);
    if (min > REPEAT_MAX || (max > REPEAT_MAX && max !== Number.POSITIVE_INFINITY)) {
      throw this.error(`a repeat count is over ${REPEAT_MAX}`, this.at);
    }
    return { min, max };
  }

  private atom(depth: number): Node | undefined {
    const start = this.at;
    const code = this.source.codePointAt(start) ?? 0;
    const char = String.fromCodePoint(code);
    this.at += char.length;
    switch (char) {
      case "(":
        return this.group(depth, start);
      case "[":
        return this.bracket(start);
      case ".":
        return { kind: "set", set: this.flags.dotAll ? ANY : without(ANY, 10) };
      case "^":
        return { kind: "assert", what: this.flags.multiLine ? "lineStart" : "textStart" };
      case "$":
        return { kind: "assert", what: this.flags.multiLine ? "lineEnd" : "textEnd" };
      case "\\":
        return this.escape(start);
      case "*":
      case "+":
      case "?":
        throw this.error(`nothing to repeat before ${char}`, start);
      case "{":
        this.at = start;
        if (this.bounds() !== undefined) throw this.error("nothing to repeat before {", start);
        this.at = start + 1;
        return this.set(single(code));
      default:
        return this.set(single(code));
    }
  }

  private group(depth: number, start: number): Node | undefined {
    if (this.source.startsWith("*", this.at)) throw this.error("verbs (*...) are not supported", start);
    if (!this.take("?")) return this.capture(depth, start);
    if (this.take("#")) {
      const end = this.source.indexOf(")", this.at);
      if (end < 0) throw this.error("unmatched ( of a comment", start);
      this.at = end + 1;
      return undefined;
    }
    if (this.take(":")) return this.closed(this.alternation(depth + 1), start);
    if (this.take("|")) return this.closed(this.branchReset(depth + 1), start);
    if (this.take(">")) return { kind: "atomic", node: this.closed(this.alternation(depth + 1), start) };
    for (const [mark, behind, negative] of LOOKS) {
      if (!this.take(mark)) continue;
      const node = this.closed(this.alternation(depth + 1), start);
      if (behind && maxLength(node) === Number.POSITIVE_INFINITY) {
        throw new PatternError("a look-behind has no bounded length in the pattern", start, "use \\K instead");
      }
      return { kind: "look", node, behind, negative };
    }
    const name = this.match(/P?<([A-Za-z_]\w*)>|'([A-Za-z_]\w*)'/y);
    if (name !== undefined) return this.capture(depth, start, name[1] ?? name[2]);
    const back = this.match(/P=([A-Za-z_]\w*)\)/y);
    if (back?.[1] !== undefined) return this.reference(back[1], start);
    if (this.source.startsWith("(", this.at)) {
      throw new PatternError("conditional groups (?(...)...) are not supported", start, "write both cases with |");
    }
    const flags = this.match(/(\^?[imsxnJ]*)(?:-([imsxnJ]*))?([:)])/y);
    if (flags === undefined) throw this.error("unknown kind of group (?...)", start);
    const outer = this.flags;
    const [, on = "", off = "", end] = flags;
    this.flags = withFlags(on.startsWith("^") ? { ...outer, ...ALL_OFF } : outer, on, off);
    if (end === ")") return undefined;
    const node = this.closed(this.alternation(depth + 1), start);
    this.flags = outer;
    return node;
  }

  /** `(?|...)`: every branch numbers its groups from the same one on. */
  private branchReset(depth: number): Node {
    const outer = this.flags;
    const first = this.groups;
    let most = first;
    const branches: Node[] = [];
    do {
      this.groups = first;
      branches.push(this.branch(depth));
      most = Math.max(most, this.groups);
    } while (this.take("|"));
    this.groups = most;
    this.flags = outer;
    return alternate(branches);
  }

  private capture(depth: number, start: number, name?: string): Node {
    this.groups += 1;
    const index = this.groups;
    if (name !== undefined) {
      if (Object.hasOwn(this.names, name)) throw this.error(`two groups are named "${name}"`, start);
      this.names[name] = index;
    }
    return { kind: "group", node: this.closed(this.alternation(depth + 1), start), index };
  }

  private closed(node: Node, start: number): Node {
    if (!this.take(")")) throw this.error("unmatched (", start);
    return node;
  }

  private escape(start: number): Node {
    const char = this.source.charAt(this.at);
    if (char === "") throw this.error("trailing backslash", start);
    const known = classEscape(char);
    if (known !== undefined) {
      this.at += 1;
      return { kind: "set", set: known };
    }
    const what = ASSERTS[char];
    if (what !== undefined) {
      this.at += 1;
      return { kind: "assert", what };
    }
    switch (char) {
      case "K":
        this.at += 1;
        return { kind: "keep" };
      case "Z":
        this.at += 1;
        return alternate([END, { kind: "look", node: concat([NEWLINE, END]), behind: false, negative: false }]);
      case "R":
        this.at += 1;
        return { kind: "atomic", node: alternate([concat([CARRIAGE, NEWLINE]), { kind: "set", set: VERTICAL }]) };
      case "N":
        this.at += 1;
        return { kind: "set", set: without(ANY, 10) };
      case "X":
        throw this.error("\\X is not supported", start);
      case "p":
      case "P":
        return this.set(this.property());
    }
    const named = this.match(/k(?:<(\w+)>|\{(\w+)\}|'(\w+)')|g\{([A-Za-z_]\w*)\}/y);
    if (named !== undefined) return this.reference(named[1] ?? named[2] ?? named[3] ?? named[4] ?? "", start);
    const relative = this.match(/g(?:\{(-?\d+)\}|(-?\d+))/y);
    if (relative !== undefined) {
      const number = Number(relative[1] ?? relative[2]);
      return this.reference(number < 0 ? this.groups + 1 + number : number, start);
    }
    if (this.source.startsWith("g", this.at)) throw this.error("subroutine calls are not supported", start);
    const digits = /[1-9]\d*/y;
    digits.lastIndex = this.at;
    const number = digits.exec(this.source)?.[0];
    if (number !== undefined && (number.length === 1 || Number(number) <= this.groups)) {
      this.at += number.length;
      return this.reference(Number(number), start);
    }
    return this.set(single(this.character(start)));
  }

  private reference(group: number | string, offset: number): Node {
    const node: Node = { kind: "backreference", group: 0, ignoreCase: this.flags.ignoreCase };
    if (group === 0) throw this.error("a reference to group 0", offset);
    this.references.push({ group, offset, node });
    return node;
  }

  /** A character escape; `at` is after the backslash. */
  private character(start: number): number {
    const code = this.source.codePointAt(this.at) ?? 0;
    const char = String.fromCodePoint(code);
    const octal = this.match(/o\{([0-7]+)\}|(0[0-7]{0,2}|[0-7]{3})/y);
    if (octal !== undefined) return this.checked(Number.parseInt(octal[1] ?? octal[2] ?? "0", 8), start);
    const hex = this.match(/x(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{0,2}))/y);
    if (hex !== undefined) return this.checked(Number.parseInt(hex[1] ?? (hex[2] || "0"), 16), start);
    const control = this.match(/c([@-~])/y);
    if (control?.[1] !== undefined) return control[1].toUpperCase().charCodeAt(0) ^ 0x40;
    this.at += char.length;
    const known = CONTROL[char];
    if (known !== undefined) return known;
    if (/[A-Za-z0-9]/.test(char)) throw this.error(`unknown escape \\${char}`, start);
    return code;
  }

  private checked(code: number, start: number): number {
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
      throw this.error("the code is no Unicode character", start);
    }
    return code;
  }

  private property(): CharSet {
    const start = this.at - 1;
    const found = this.match(/([pP])(?:\{(\^?)([^}]*)\}|([A-Za-z]))/y);
    if (found === undefined) throw this.error("malformed \\p", start);
    const name = found[3] ?? found[4] ?? "";
    const set = unicodeProperty(name);
    if (set === undefined) throw this.error(`unknown property \\p{${name}}`, start);
    return (found[1] === "P") !== (found[2] === "^") ? negate(set) : set;
  }

  private bracket(start: number): Node {
    const { source } = this;
    const posix = /\[([:.=])[^\]\\]*\1\]/y;
    posix.lastIndex = start;
    if (posix.test(source)) throw this.error("[:name:] outside brackets", start);
    const negated = this.take("^");
    const sets: CharSet[] = [];
    const pairs: number[] = [];
    const first = this.at;
    for (;;) {
      if (this.at >= source.length) {
        throw new PatternError("unmatched [ in the pattern", start, "write \\[ for the character itself");
      }
      if (source[this.at] === "]" && this.at > first) break;
      if (source.startsWith("\\E", this.at) || source.startsWith("\\Q", this.at)) {
        this.at += 2;
        continue;
      }
      const low = this.member(start);
      if (typeof low !== "number") {
        sets.push(low);
        continue;
      }
      if (source[this.at] !== "-" || source[this.at + 1] === "]" || this.at + 1 >= source.length) {
        pairs.push(low, low);
        continue;
      }
      const dash = this.at;
      this.at += 1;
      const high = this.member(start);
      if (typeof high !== "number") {
        throw this.error("a range ends in a class", dash);
      }
      if (high < low) throw this.error("a range runs backwards", dash);
      pairs.push(low, high);
    }
    this.at += 1;
    let set = union([...sets, fromPairs(pairs)]);
    if (this.flags.ignoreCase) set = foldSet(set, "unicode");
    return { kind: "set", set: negated ? negate(set) : set };
  }

  private member(start: number): number | CharSet {
    const named = this.match(/\[:(\^?)([a-z]+):\]/y);
    if (named !== undefined) {
      const [, negated, name = ""] = named;
      const set = asciiClass(this.flags.ignoreCase && (name === "upper" || name === "lower") ? "alpha" : name);
      if (set === undefined) throw this.error(`unknown character class [:${name}:]`, start);
      return negated === "^" ? negate(set) : set;
    }
    if (/\[([.=]).*?\1\]/y.test(this.source.slice(this.at))) {
      throw this.error("collating elements are not supported", start);
    }
    const code = this.source.codePointAt(this.at) ?? 0;
    if (code !== 0x5c) {
      this.at += code > 0xffff ? 2 : 1;
      return code;
    }
    this.at += 1;
    const char = this.source.charAt(this.at);
    if (char === "b") {
      this.at += 1;
      return 8;
    }
    if (char === "p" || char === "P") return this.property();
    const known = classEscape(char);
    if (known === undefined) return this.character(this.at - 1);
    this.at += 1;
    return known;
  }

  private set(set: CharSet): Node {
    return { kind: "set", set: this.flags.ignoreCase ? foldSet(set, "unicode") : set };
  }

  private skipSpace(): void {
    if (this.flags.spaced) this.match(/(?:\s+|#[^\n]*(?:\n|$))+/y);
  }

  private match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source);
    if (found === null) return undefined;
    this.at += found[0].length;
    return found;
  }

  private take(text: string): boolean {
    if (!this.source.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  private error(message: string, offset: number): PatternError {
    return new PatternError(`${message} in the pattern`, offset);
  }
}

const LOOKS: readonly (readonly [string, boolean, boolean])[] = [
  ["<=", true, false],
  ["<!", true, true],
  ["=", false, false],
  ["!", false, true],
];
const ALL_OFF = { ignoreCase: false, multiLine: false, dotAll: false, spaced: false };
const END: Node = { kind: "assert", what: "textEnd" };
const NEWLINE: Node = { kind: "set", set: single(10) };
const CARRIAGE: Node = { kind: "set", set: single(13) };

function withFlags(flags: Flags, on: string, off: string): Flags {
  const has = (letter: string, now: boolean) => (on.includes(letter) || now) && !off.includes(letter);
  return {
    ignoreCase: has("i", flags.ignoreCase),
    multiLine: has("m", flags.multiLine),
    dotAll: has("s", flags.dotAll),
    spaced: has("x", flags.spaced),
  };
}

function classEscape(char: string): CharSet | undefined {
  const lower = char.toLowerCase();
  const name = { d: "digit", w: "word", s: "space" }[lower];
  const set = name !== undefined ? asciiClass(name) : lower === "h" ? HORIZONTAL : lower === "v" ? VERTICAL : undefined;
  if (set === undefined) return undefined;
  return char === lower ? set : negate(set);
}
