/**
 * Groups that repeat (`*(..)`, `+(..)`) against a text, in time bounded by text times pattern: the states that a
 * repetition can be in move over the text together, one character after the other. `!(..)` has no states; a group that
 * holds one is left to the caller.
 */
import type { Element } from "./parse.ts";
import type { Edge, MatchRules, Positions } from "./positions.ts";

type Passes = (code: number, position: number, text: string) => boolean;
export type Way = 1 | -1;

/** Makes the test of a single character. */
export type Testing = (element: Element, rules: MatchRules) => Passes;

interface Program {
  readonly rules: MatchRules;
  readonly way: Way;
  /** By state: what a character must pass; undefined where the state only forks. State 0 is the end. */
  readonly passes: readonly (Passes | undefined)[];
  readonly next: readonly (readonly number[])[];
  readonly entry: number;
}

/** Compiled groups, by direction; `null` for those that hold `!(..)`. */
const programs: Record<Way, WeakMap<Element, Program | null>> = { 1: new WeakMap(), [-1]: new WeakMap() };

/** Where repetitions that begin at one of `from` may end; undefined where the group holds `!(..)`. */
export function repeated(
  group: Element & { kind: "group" },
  text: string,
  from: Positions,
  rules: MatchRules,
  way: Way,
  edge: Edge,
  testing: Testing,
): Positions | undefined {
  let program = programs[way].get(group);
  if (program === undefined || (program !== null && program.rules !== rules)) {
    program = compile(group, rules, way, testing);
    programs[way].set(group, program);
  }
  return program === null ? undefined : run(program, text, from, edge);
}

function compile(group: Element, rules: MatchRules, way: Way, testing: Testing): Program | null {
  const passes: (Passes | undefined)[] = [undefined];
  const next: number[][] = [[]];
  const state = (test: Passes | undefined, targets: number[]): number => {
    passes.push(test);
    return next.push(targets) - 1;
  };
  /** The state that begins the elements and goes on at `after`; undefined for what has no states. */
  const sequence = (elements: readonly Element[], after: number): number | undefined => {
    let entry: number | undefined = after;
    for (const element of way === 1 ? elements.toReversed() : elements) {
      entry = single(element, entry);
      if (entry === undefined) return undefined;
    }
    return entry;
  };
  const single = (element: Element, after: number): number | undefined => {
    const test = testing(element, rules);
    if (element.kind === "star") {
      const fork = state(undefined, [after]);
      next[fork]?.push(state(test, [fork]));
      return fork;
    }
    if (element.kind !== "group") return state(test, [after]);
    if (element.operator === "!") return undefined;
    const again = element.operator === "*" || element.operator === "+" ? state(undefined, [after]) : after;
    const entries: number[] = [];
    for (const branch of element.branches) {
      const entry = sequence(branch, again);
      if (entry === undefined) return undefined;
      entries.push(entry);
    }
    if (again !== after) next[again]?.push(...entries);
    if (element.operator === "*") return again;
    return state(undefined, element.operator === "?" ? [...entries, after] : entries);
  };
  const entry = single(group, 0);
  return entry === undefined ? null : { rules, way, passes, next, entry };
}

function run({ way, passes, next, entry }: Program, text: string, from: Positions, edge: Edge): Positions {
  const to = new Uint8Array(from.length);
  // The states at a position, at the next one, and at the one after it: characters are one or two units long.
  const lanes = [0, 1, 2].map(() => ({ states: [] as number[], seen: new Int32Array(next.length).fill(-1) }));
  const enter = (start: number, position: number): void => {
    const lane = lanes[position % 3];
    if (lane === undefined) return;
    const waiting = [start];
    for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
      if (lane.seen[state] === position) continue;
      lane.seen[state] = position;
      if (state === 0) to[position] = 1;
      else if (passes[state] !== undefined) lane.states.push(state);
      else waiting.push(...(next[state] ?? []));
    }
  };
  const last = way === 1 ? text.length : 0;
  let alive = 0;
  for (let position = text.length - last; ; position += way) {
    // Nothing is under way: on to where something begins.
    if (alive === 0 && from[position] !== 1) {
      position = way === 1 ? from.indexOf(1, position) : from.lastIndexOf(1, position);
      if (position < 0) return to;
    }
    if (from[position] === 1) enter(entry, position);
    const states = lanes[position % 3]?.states ?? [];
    if (position === last) {
      if (states.length > 0) edge.reached = true;
      return to;
    }
    const length = characterAt(text, position, way);
    const start = way === 1 ? position : position - length;
    const code = text.codePointAt(start) ?? 0;
    for (const state of states) {
      if (passes[state]?.(code, start, text))
        for (const target of next[state] ?? []) enter(target, position + way * length);
    }
    states.length = 0;
    alive = lanes.reduce((sum, lane) => sum + lane.states.length, 0);
  }
}

/** The length of the character that follows a position, or that stands before it. */
function characterAt(text: string, position: number, way: Way): number {
  if (way === 1) return (text.codePointAt(position) ?? 0) > 0xffff ? 2 : 1;
  return position > 1 && (text.codePointAt(position - 2) ?? 0) > 0xffff ? 2 : 1;
}
