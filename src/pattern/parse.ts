/** From sources in any syntax to one tree, with the options of grep (`-w`, `-x`) worked in. */
import { alternate, concat, EMPTY, NEVER, type Node, type Parsed } from "./ast.ts";
import { single } from "./charset.ts";
import type { PatternOptions } from "./pattern.ts";
import { parsePerl } from "./perl.ts";
import { parsePosix } from "./posix.ts";
import { foldSet } from "./unicode.ts";

/** Several sources are alternatives; the groups of a later one are numbered after those of an earlier. */
export function parse(sources: readonly string[], options: PatternOptions): Parsed {
  const nodes: Node[] = [];
  let groups = 0;
  let names: Record<string, number> = {};
  for (const source of sources) {
    const parsed = parseOne(source, options);
    nodes.push(groups === 0 ? parsed.node : renumbered(parsed.node, groups));
    for (const [name, group] of Object.entries(parsed.names)) names = { ...names, [name]: group + groups };
    groups += parsed.groups;
  }
  let node = nodes.length === 0 ? NEVER : alternate(nodes);
  if (options.wholeLine) node = concat([TEXT_START, node, TEXT_END]);
  else if (options.wholeWord) node = concat([NOT_AFTER_WORD, node, NOT_BEFORE_WORD]);
  return { node, groups, names };
}

const TEXT_START: Node = { kind: "assert", what: "textStart" };
const TEXT_END: Node = { kind: "assert", what: "textEnd" };
const NOT_AFTER_WORD: Node = { kind: "assert", what: "notAfterWord" };
const NOT_BEFORE_WORD: Node = { kind: "assert", what: "notBeforeWord" };

function parseOne(source: string, options: PatternOptions): Parsed {
  const ignoreCase = options.ignoreCase ?? false;
  const multiLine = options.multiLine ?? false;
  switch (options.syntax) {
    case "fixed":
      return { node: fixed(source, ignoreCase), groups: 0, names: {} };
    case "perl":
      return parsePerl(source, { ignoreCase, multiLine, dotAll: options.dotAll ?? false });
    default: {
      const extended = options.syntax === "extended";
      return parsePosix(source, { extended, ignoreCase, multiLine, dotAll: options.dotAll ?? true });
    }
  }
}

function fixed(source: string, ignoreCase: boolean): Node {
  const parts = [...source].map((char): Node => {
    const set = single(char.codePointAt(0) ?? 0);
    return { kind: "set", set: ignoreCase ? foldSet(set, "gnu") : set };
  });
  return parts.length === 0 ? EMPTY : concat(parts);
}

function renumbered(node: Node, by: number): Node {
  const visit = (at: Node): Node => {
    switch (at.kind) {
      case "concat":
      case "alternate":
        return { ...at, parts: at.parts.map(visit) };
      case "group":
        return { ...at, node: visit(at.node), index: at.index + by };
      case "repeat":
      case "atomic":
      case "look":
        return { ...at, node: visit(at.node) };
      case "backreference":
        return { ...at, group: at.group + by };
      default:
        return at;
    }
  };
  return visit(node);
}
