/**
 * Matches elements of a shell pattern by sets of positions: all places where a match may have got to are moved through
 * the pattern together, so that time is bounded by text times pattern (times text again for `!(...)`).
 */
import type { Element } from "./parse.ts";
import { repeated } from "./repeat.ts";

export interface MatchRules {
  ignoreCase: boolean;
  /** `*`, `?` and brackets do not match a slash. */
  pathname: boolean;
  /** A period at the start of a name is matched by a period of the pattern only. */
  period: boolean;
}

/** Set when a match could have gone on past the end of the text, if there were more of it. */
export interface Edge {
  reached: boolean;
}

/** One byte for each position of a text, 0 to its length: 1 where a match may be. */
export type Positions = Uint8Array;

export function at(text: string, position: number): Positions {
  const set = new Uint8Array(text.length + 1);
  set[position] = 1;
  return set;
}

export function everywhere(text: string): Positions {
  return new Uint8Array(text.length + 1).fill(1);
}

/** Where matches that start at one of `from` may end. */
export function ends(
  elements: readonly Element[],
  text: string,
  from: Positions,
  rules: MatchRules,
  edge: Edge = { reached: false },
): Positions {
  let set = from;
  for (const element of elements) {
    // Whatever is at the end of the text and has an element to go might go on.
    if (set[text.length] === 1) edge.reached = true;
    set = through(element, text, set, rules, 1, edge);
  }
  return set;
}

/** Where matches that end at one of `to` may start. */
export function starts(elements: readonly Element[], text: string, to: Positions, rules: MatchRules): Positions {
  let set = to;
  for (let i = elements.length - 1; i >= 0; i -= 1) {
    const element = elements[i];
    if (element !== undefined) set = through(element, text, set, rules, -1, { reached: false });
  }
  return set;
}

type Direction = 1 | -1;

function through(
  element: Element,
  text: string,
  from: Positions,
  rules: MatchRules,
  way: Direction,
  edge: Edge,
): Positions {
  switch (element.kind) {
    case "char":
    case "any":
    case "set": {
      const passes = testOf(element, rules);
      return step(text, from, way, (code, position) => passes(code, position, text));
    }
    case "star":
      return spread(text, from, rules, way);
    case "group":
      return group(element, text, from, rules, way, edge);
  }
}

/** What one character of the pattern asks of one of the text. */
function testOf(element: Element, rules: MatchRules): (code: number, position: number, text: string) => boolean {
  if (element.kind === "char") {
    const wanted = rules.ignoreCase ? fold(element.code) : element.code;
    return rules.ignoreCase ? (code) => fold(code) === wanted : (code) => code === wanted;
  }
  if (element.kind !== "set") return (_, position, text) => open(text, position, rules);
  const has = rules.ignoreCase ? element.hasAnyCase : element.has;
  return (code, position, text) => open(text, position, rules) && has(code);
}

/** Moves each position over one character that passes. */
function step(
  text: string,
  from: Positions,
  way: Direction,
  passes: (code: number, position: number) => boolean,
): Positions {
  const to = new Uint8Array(from.length);
  const first = from.indexOf(1);
  if (first < 0) return to;
  for (let i = first, last = from.lastIndexOf(1); i <= last; i += 1) {
    if (from[i] === 0) continue;
    if (way === 1) {
      if (i >= text.length) continue;
      const code = text.codePointAt(i) ?? 0;
      if (passes(code, i)) to[i + (code > 0xffff ? 2 : 1)] = 1;
    } else {
      if (i === 0) continue;
      const start = i > 1 && (text.codePointAt(i - 2) ?? 0) > 0xffff ? i - 2 : i - 1;
      if (passes(text.codePointAt(start) ?? 0, start)) to[start] = 1;
    }
  }
  return to;
}

/** What `*` does: on to every position up to a character that it may not match. */
function spread(text: string, from: Positions, rules: MatchRules, way: Direction): Positions {
  const to = new Uint8Array(from.length);
  let on = false;
  if (way === 1) {
    for (let i = 0; i < from.length; i += 1) {
      on = from[i] === 1 || (on && i > 0 && open(text, i - 1, rules));
      if (on) to[i] = 1;
    }
  } else {
    for (let i = from.length - 1; i >= 0; i -= 1) {
      on = from[i] === 1 || (on && open(text, i, rules));
      if (on) to[i] = 1;
    }
  }
  return to;
}

function group(
  element: Element & { kind: "group" },
  text: string,
  from: Positions,
  rules: MatchRules,
  way: Direction,
  edge: Edge,
): Positions {
  const once = (set: Positions): Positions => {
    const to = new Uint8Array(set.length);
    for (const branch of element.branches) {
      add(to, way === 1 ? ends(branch, text, set, rules, edge) : starts(branch, text, set, rules));
    }
    return to;
  };
  switch (element.operator) {
    case "@":
      return once(from);
    case "?": {
      const to = once(from);
      add(to, from);
      return to;
    }
    case "+":
    case "*": {
      const known = repeated(element, text, from, rules, way, edge, testOf);
      if (known !== undefined) return known;
      const all = element.operator === "*" ? from.slice() : new Uint8Array(from.length);
      let fresh = from;
      for (;;) {
        const reached = once(fresh);
        fresh = reached.map((flag, i) => (flag === 1 && all[i] === 0 ? 1 : 0));
        if (!fresh.includes(1)) return all;
        add(all, fresh);
      }
    }
    case "!": {
      const to = new Uint8Array(from.length);
      for (let i = 0; i < from.length; i += 1) {
        if (from[i] === 0) continue;
        const here = at(text, i);
        const excluded = once(here);
        add(
          to,
          spread(text, here, rules, way).map((flag, j) => (flag === 1 && excluded[j] === 0 ? 1 : 0)),
        );
      }
      return to;
    }
  }
}

function add(to: Positions, from: Positions): void {
  for (let i = 0; i < from.length; i += 1) if (from[i] === 1) to[i] = 1;
}

/** May a wildcard match the character at `position`? */
function open(text: string, position: number, rules: MatchRules): boolean {
  if (rules.pathname && text[position] === "/") return false;
  if (!rules.period || text[position] !== ".") return true;
  return position > 0 && !(rules.pathname && text[position - 1] === "/");
}

export function fold(code: number): number {
  if (code < 0x80) return code >= 0x41 && code <= 0x5a ? code | 0x20 : code;
  return String.fromCodePoint(code).toLowerCase().codePointAt(0) ?? code;
}
