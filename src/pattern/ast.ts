/**
 * The one tree that every pattern syntax is parsed into, and what can be read off it without matching.
 * It holds no syntax and no engine.
 */
import { type CharSet, onlyMember } from "./charset.ts";

/** What a position between two characters must be like. The word kinds ending in `Edge` look at one side only. */
export type AssertKind =
  | "textStart"
  | "textEnd"
  | "lineStart"
  | "lineEnd"
  | "wordBoundary"
  | "notWordBoundary"
  | "wordStart"
  | "wordEnd"
  | "notAfterWord"
  | "notBeforeWord";

export type RepeatMode = "greedy" | "lazy" | "possessive";

export type Node =
  | { kind: "empty" }
  | { kind: "set"; set: CharSet }
  | { kind: "concat"; parts: readonly Node[] }
  | { kind: "alternate"; parts: readonly Node[] }
  | { kind: "repeat"; node: Node; min: number; max: number; mode: RepeatMode }
  | { kind: "group"; node: Node; index: number }
  | { kind: "assert"; what: AssertKind }
  | { kind: "atomic"; node: Node }
  | { kind: "look"; node: Node; behind: boolean; negative: boolean }
  | { kind: "backreference"; group: number; ignoreCase: boolean }
  | { kind: "keep" };

/** A parsed pattern: the tree, the number of its groups (without the whole match) and their names. */
export interface Parsed {
  node: Node;
  groups: number;
  names: Record<string, number>;
}

export const EMPTY: Node = { kind: "empty" };
/** Matches nothing at all. */
export const NEVER: Node = { kind: "set", set: { ascii: [] } };

export function concat(parts: readonly Node[]): Node {
  const flat = parts.flatMap((part) => (part.kind === "concat" ? part.parts : part.kind === "empty" ? [] : [part]));
  const [first] = flat;
  if (first === undefined) return EMPTY;
  return flat.length === 1 ? first : { kind: "concat", parts: flat };
}

export function alternate(parts: readonly Node[]): Node {
  const [first] = parts;
  return parts.length === 1 && first !== undefined ? first : { kind: "alternate", parts };
}

export function children(node: Node): readonly Node[] {
  switch (node.kind) {
    case "concat":
    case "alternate":
      return node.parts;
    case "repeat":
    case "group":
    case "atomic":
    case "look":
      return [node.node];
    default:
      return [];
  }
}

export function some(node: Node, test: (node: Node) => boolean): boolean {
  return test(node) || children(node).some((child) => some(child, test));
}

/** Needs no backtracking: a finite automaton can decide it. */
export function isRegular(node: Node): boolean {
  return !some(
    node,
    ({ kind, ...rest }) =>
      kind === "look" ||
      kind === "backreference" ||
      kind === "atomic" ||
      kind === "keep" ||
      ("mode" in rest && rest.mode === "possessive"),
  );
}

/** A regular tree that matches wherever `node` does (and maybe elsewhere): a filter before backtracking. */
export function relax(node: Node): Node {
  const bodies = new Map<number, Node>();
  const visit = (at: Node): Node => {
    switch (at.kind) {
      case "concat":
        return concat(at.parts.map(visit));
      case "alternate":
        return { kind: "alternate", parts: at.parts.map(visit) };
      case "repeat": {
        const mode = at.mode === "possessive" ? "greedy" : at.mode;
        return { kind: "repeat", node: visit(at.node), min: at.min, max: at.max, mode };
      }
      case "group": {
        const body = visit(at.node);
        bodies.set(at.index, withoutAsserts(body));
        return body;
      }
      case "atomic":
        return visit(at.node);
      case "look":
      case "keep":
        return EMPTY;
      case "backreference":
        return at.ignoreCase ? anything() : (bodies.get(at.group) ?? anything());
      default:
        return at;
    }
  };
  return visit(node);
}

/** What a group matched may be repeated where its assertions do not hold. */
function withoutAsserts(node: Node): Node {
  switch (node.kind) {
    case "assert":
      return EMPTY;
    case "concat":
      return concat(node.parts.map(withoutAsserts));
    case "alternate":
      return { kind: "alternate", parts: node.parts.map(withoutAsserts) };
    case "repeat":
      return { ...node, node: withoutAsserts(node.node) };
    default:
      return node;
  }
}

function anything(): Node {
  const byte: CharSet = { ascii: [0, 0x7f], wide: () => [0x80, 0xd7ff, 0xdc80, 0xdcff, 0xe000, 0x10ffff] };
  return { kind: "repeat", node: { kind: "set", set: byte }, min: 0, max: Number.POSITIVE_INFINITY, mode: "greedy" };
}

/** The fewest characters a match has. */
export function minLength(node: Node): number {
  switch (node.kind) {
    case "set":
      return 1;
    case "concat":
      return node.parts.reduce((sum, part) => sum + minLength(part), 0);
    case "alternate":
      return node.parts.reduce((least, part) => Math.min(least, minLength(part)), Number.POSITIVE_INFINITY);
    case "repeat":
      return node.min * minLength(node.node);
    case "group":
    case "atomic":
      return minLength(node.node);
    default:
      return 0;
  }
}

/** The most characters a match has; infinity where there is no bound. */
export function maxLength(node: Node): number {
  switch (node.kind) {
    case "set":
      return 1;
    case "concat":
      return node.parts.reduce((sum, part) => sum + maxLength(part), 0);
    case "alternate":
      return node.parts.reduce((most, part) => Math.max(most, maxLength(part)), 0);
    case "repeat": {
      const body = maxLength(node.node);
      return body === 0 || node.max === 0 ? 0 : node.max * body;
    }
    case "group":
    case "atomic":
      return maxLength(node.node);
    case "backreference":
      return Number.POSITIVE_INFINITY;
    default:
      return 0;
  }
}

/** The text when the node is a plain sequence of single characters. */
export function literalText(node: Node): string | undefined {
  if (node.kind === "set") {
    const code = onlyMember(node.set);
    return code === undefined ? undefined : String.fromCodePoint(code);
  }
  if (node.kind === "group") return literalText(node.node);
  if (node.kind !== "concat") return node.kind === "empty" ? "" : undefined;
  let text = "";
  for (const part of node.parts) {
    const piece = literalText(part);
    if (piece === undefined) return undefined;
    text += piece;
  }
  return text;
}
