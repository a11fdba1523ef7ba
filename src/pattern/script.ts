/**
 * Patterns as JavaScript expressions over latin1 text, only where V8's backtracking is certain to stay linear and the
 * meaning (is there a match in this line?) is the same. V8 then searches as fast as GNU grep does;
 * for the conditions. It answers undefined for all other patterns.
 */
import { type AssertKind, concat, type Node, some } from "./ast.ts";
import { asciiDisjoint, type CharSet, onlyMember, without } from "./charset.ts";

export interface Script {
  expression: RegExp;
  /** Right for lines of ASCII only. */
  asciiOnly: boolean;
}

export interface ScriptOptions {
  terminator: number;
  /** `\b` and its kin mean something else next to bytes beyond ASCII. */
  edgesNeedAscii: boolean;
}

/** How many ways to match may be tried from one start, apart from repeats that are known to be harmless. */
const WAYS_LIMIT = 400;

/** More alternatives than this are slower in V8 than in the automaton. */
const ALTERNATIVES_LIMIT = 40;

export function scriptFor(node: Node, options: ScriptOptions): Script | undefined {
  const trimmed = trim(node);
  const parts = flatten(trimmed);
  if (!linear(parts, options.terminator)) return undefined;
  const references = some(trimmed, (each) => each.kind === "backreference");
  if (references && !referencesAreSet(trimmed)) return undefined;
  let asciiOnly = false;
  const write = (at: Node): string | undefined => {
    switch (at.kind) {
      case "empty":
      case "keep":
        return "";
      case "set": {
        const written = writeSet(at.set, options.terminator);
        asciiOnly ||= written.asciiOnly;
        return written.source;
      }
      case "concat":
        return join(at.parts.map(write), "");
      case "alternate": {
        const source = join(at.parts.map(write), "|");
        return source === undefined ? undefined : `(?:${source})`;
      }
      case "group": {
        const source = write(at.node);
        return source === undefined ? undefined : references ? `(${source})` : `(?:${source})`;
      }
      case "repeat": {
        const source = write(at.node);
        if (source === undefined || at.mode === "possessive") return undefined;
        const bounds = at.max === Number.POSITIVE_INFINITY ? `{${at.min},}` : `{${at.min},${at.max}}`;
        return `(?:${source})${bounds}${at.mode === "lazy" ? "?" : ""}`;
      }
      case "assert":
        if (options.edgesNeedAscii && at.what.toLowerCase().includes("word")) asciiOnly = true;
        return writeAssert(at.what, options.terminator);
      case "look": {
        const source = write(at.node);
        return source === undefined ? undefined : `(?${at.behind ? "<" : ""}${at.negative ? "!" : "="}${source})`;
      }
      case "backreference":
        return at.ignoreCase ? undefined : `(?:\\${at.group})`;
      case "atomic":
        return undefined;
    }
  };
  const source = write(trimmed);
  if (source === undefined || source === "") return undefined;
  return { expression: new RegExp(source, "g"), asciiOnly };
}

/** Whether a line has a match does not change when repeats at the ends of the pattern match as little as they can. */
function trim(node: Node): Node {
  if (some(node, (each) => each.kind === "backreference")) return node;
  const parts = [...flatten(node)];
  for (const end of ["first", "last"] as const) {
    for (;;) {
      const index = end === "first" ? 0 : parts.length - 1;
      const part = parts[index];
      if (part?.kind !== "repeat" || part.mode === "possessive" || part.max <= part.min) break;
      if (part.min > 0) {
        parts[index] = part.min === 1 ? part.node : { ...part, max: part.min };
        break;
      }
      parts.splice(index, 1);
    }
  }
  return concat(parts);
}

/** The sequence of the pattern, with groups opened. */
function flatten(node: Node): readonly Node[] {
  if (node.kind === "concat") return node.parts.flatMap(flatten);
  if (node.kind === "group") return flatten(node.node);
  if (node.kind === "empty") return [];
  return [node];
}

/**
 * The rule: an unbounded repeat is of one set; it can be entered at one place of a run of that set only (what stands
 * before it is not in the set, or is a line's or a word's edge); and giving characters back fails at once (what follows
 * is not in the set, or is an edge at the end). A pattern tied to the start of the line may have one repeat, its last,
 * that breaks the second part. The rest is bounded in how many ways it can match.
 */
function linear(parts: readonly Node[], terminator: number): boolean {
  let product = 1;
  let unbounded = 0;
  let loose = 0;
  for (const [i, part] of parts.entries()) {
    if (part.kind !== "repeat" || part.max !== Number.POSITIVE_INFINITY) {
      product *= ways(part);
      if (product > WAYS_LIMIT) return false;
      continue;
    }
    if (part.node.kind !== "set" || part.mode === "possessive") return false;
    unbounded += 1;
    if (loose > 0) return false;
    const set = without(part.node.set, terminator);
    if (!enteredOnce(parts[i - 1], set) && !(parts[0]?.kind === "assert" && parts[0].what === "textStart"))
      return false;
    if (!leftOnce(parts[i + 1], parts[i + 2], set)) {
      if (parts[0]?.kind !== "assert" || parts[0].what !== "textStart" || unbounded > 1) return false;
      loose += 1;
    }
  }
  return true;
}

function enteredOnce(before: Node | undefined, set: CharSet): boolean {
  if (before === undefined) return false;
  if (before.kind === "set") return asciiDisjoint(before.set, set) && !(before.set.wide && set.wide);
  if (before.kind !== "assert") return false;
  if (before.what === "textStart" || before.what === "lineStart") return true;
  const wordEdge = before.what === "wordBoundary" || before.what === "wordStart" || before.what === "notAfterWord";
  return wordEdge && set.wide === undefined && asciiDisjoint(set, NOT_WORD);
}

function leftOnce(after: Node | undefined, afterThat: Node | undefined, set: CharSet): boolean {
  if (after === undefined) return true;
  if (after.kind === "set") return asciiDisjoint(after.set, set) && !(after.set.wide && set.wide);
  return (
    after.kind === "assert" &&
    (afterThat === undefined || (afterThat.kind === "set" && leftOnce(afterThat, undefined, set)))
  );
}

const NOT_WORD: CharSet = { ascii: [0, 0x2f, 0x3a, 0x40, 0x5b, 0x5e, 0x60, 0x60, 0x7b, 0x7f] };

/** In how many ways the node can match at one place, at most; infinity where there is no bound. */
function ways(node: Node): number {
  switch (node.kind) {
    case "concat":
      return node.parts.reduce((product, part) => product * ways(part), 1);
    case "alternate":
      // V8 tries one after another; the automaton takes many at once.
      if (node.parts.length > ALTERNATIVES_LIMIT) return Number.POSITIVE_INFINITY;
      return node.parts.reduce((sum, part) => sum + ways(part), 0);
    case "group":
    case "atomic":
    case "look":
      return ways(node.node);
    case "repeat": {
      if (node.max > 1000) return Number.POSITIVE_INFINITY;
      const body = ways(node.node);
      let sum = 0;
      for (let i = node.min; i <= node.max; i += 1) sum += body ** i;
      return sum;
    }
    default:
      return 1;
  }
}

/** Every group that is referred to takes part in every match: JavaScript and POSIX differ on groups that do not. */
function referencesAreSet(node: Node): boolean {
  const set = new Set<number>();
  let right = true;
  const visit = (at: Node, certain: boolean): void => {
    if (at.kind === "backreference") right &&= set.has(at.group);
    else if (at.kind === "concat") for (const part of at.parts) visit(part, certain);
    else if (at.kind === "alternate") for (const part of at.parts) visit(part, false);
    else if (at.kind === "group") {
      visit(at.node, certain);
      if (certain) set.add(at.index);
    } else if (at.kind === "repeat" || at.kind === "look" || at.kind === "atomic") visit(at.node, false);
  };
  visit(node, true);
  return right;
}

function writeSet(set: CharSet, terminator: number): { source: string; asciiOnly: boolean } {
  if (set.wide !== undefined) {
    const code = onlyMember(set);
    if (code !== undefined && code >= 0x80 && (code < 0xd800 || code > 0xdfff)) {
      const bytes = [...Buffer.from(String.fromCodePoint(code), "utf8")].map(escaped).join("");
      return { source: `(?:${bytes})`, asciiOnly: false };
    }
  }
  const { ascii } = without(set, terminator);
  const asciiOnly = set.wide !== undefined;
  if (ascii.length === 2 && ascii[0] === ascii[1]) return { source: escaped(ascii[0] ?? 0), asciiOnly };
  let source = "";
  for (let i = 0; i < ascii.length; i += 2) source += `${escaped(ascii[i] ?? 0)}-${escaped(ascii[i + 1] ?? 0)}`;
  return { source: `[${source}]`, asciiOnly };
}

function writeAssert(what: AssertKind, terminator: number): string {
  const text = terminator === 10 ? "[^\\n]" : `[^${escaped(terminator)}]`;
  const line = terminator === 10 ? text : `[^\\n${escaped(terminator)}]`;
  switch (what) {
    case "textStart":
      return `(?<!${text})`;
    case "textEnd":
      return `(?!${text})`;
    case "lineStart":
      return `(?<!${line})`;
    case "lineEnd":
      return `(?!${line})`;
    case "wordBoundary":
      return "\\b";
    case "notWordBoundary":
      return "\\B";
    case "wordStart":
      return "\\b(?=\\w)";
    case "wordEnd":
      return "\\b(?<=\\w)";
    case "notAfterWord":
      return "(?<!\\w)";
    case "notBeforeWord":
      return "(?!\\w)";
  }
}

function escaped(byte: number): string {
  const char = String.fromCharCode(byte);
  return /[A-Za-z0-9 _]/.test(char) ? char : `\\x${byte.toString(16).padStart(2, "0")}`;
}

function join(pieces: readonly (string | undefined)[], between: string): string | undefined {
  return pieces.includes(undefined) ? undefined : pieces.join(between);
}
