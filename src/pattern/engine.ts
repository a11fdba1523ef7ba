/**
 * One parsed pattern as automata and backtracker, each made when first needed, and the choice between them. It searches
 * one text at a time; what makes searching many lines fast is in scan.ts.
 */
import { isRegular, minLength, type Node, type Parsed, relax, some } from "./ast.ts";
import { Backtracker } from "./backtrack.ts";
import { Dfa, type DfaGoal, NONE, QUIT } from "./dfa.ts";
import type { Captures, Match, PatternOptions } from "./pattern.ts";
import { compileProgram, type Program } from "./program.ts";

export const STEP_LIMIT = 1_000_000;

export class Engine {
  /** A finite automaton decides every text, apart from word edges next to bytes beyond ASCII. */
  readonly regular: boolean;
  /** What the automata run: the tree, or one that matches more. */
  readonly filter: Node;
  /** What a group holds decides what may follow. */
  private readonly refers: boolean;
  private readonly parsed: Parsed;
  private readonly posix: boolean;
  /**
   * Word edges next to bytes beyond ASCII are for the backtracker: it knows letters, and that no match lies within a
   * character (an empty one, for Perl's ASCII words).
   */
  readonly edgesNeedAscii: boolean;
  private readonly stepLimit: number;
  private readonly programs = new Map<string, Program>();
  private readonly automata = new Map<string, Dfa>();
  private readonly backtrackers = new Map<string, Backtracker>();

  constructor(parsed: Parsed, options: PatternOptions) {
    this.parsed = parsed;
    this.posix = options.syntax !== "perl";
    this.stepLimit = options.stepLimit ?? STEP_LIMIT;
    this.regular = isRegular(parsed.node);
    this.refers = some(parsed.node, (node) => node.kind === "backreference");
    this.filter = this.regular ? parsed.node : relax(parsed.node);
    this.edgesNeedAscii =
      some(this.filter, (node) => node.kind === "assert" && isWordKind(node.what)) &&
      (this.posix || minLength(this.filter) === 0);
  }

  /** Do automata for ASCII differ from those for all characters? */
  get hasWide(): boolean {
    this.wide ??= some(this.filter, (node) => node.kind === "set" && node.set.wide !== undefined);
    return this.wide;
  }
  private wide: boolean | undefined;

  test(bytes: Uint8Array, from: number, to: number): boolean {
    const end = this.end("any", bytes, from, to, from);
    if (end === NONE) return false;
    if (end !== QUIT && this.regular) return true;
    return this.backtracker("test").search(bytes, from, to, from);
  }

  find(bytes: Uint8Array, textStart: number, textEnd: number, from: number): Match | undefined {
    const end = this.end(this.posix ? "longest" : "first", bytes, textStart, textEnd, from);
    if (end === NONE) return undefined;
    if (end !== QUIT && this.regular) {
      const start = this.start(bytes, textStart, textEnd, from, end);
      if (start >= 0) return { start, end };
    }
    return this.backtracked(bytes, textStart, textEnd, from)?.groups[0];
  }

  captures(bytes: Uint8Array, textStart: number, textEnd: number, from: number): Captures | undefined {
    if (!this.regular) {
      if (this.end("any", bytes, textStart, textEnd, from) === NONE) return undefined;
      return this.backtracked(bytes, textStart, textEnd, from);
    }
    const span = this.find(bytes, textStart, textEnd, from);
    if (span === undefined) return undefined;
    if (this.parsed.groups === 0) return { ...span, groups: [span], names: this.parsed.names };
    const backtracker = this.backtracker("find");
    backtracker.fill(bytes, textStart, textEnd, span.start, span.end);
    backtracker.slots[0] = span.start;
    backtracker.slots[1] = span.end;
    return this.result(backtracker.slots);
  }

  /** The automaton that runs over whole buffers of lines. */
  lineAutomaton(wide: boolean, terminator: number): Dfa {
    return this.automaton("any", wide, terminator);
  }

  private backtracked(bytes: Uint8Array, textStart: number, textEnd: number, from: number): Captures | undefined {
    const backtracker = this.backtracker("find");
    return backtracker.search(bytes, textStart, textEnd, from) ? this.result(backtracker.slots) : undefined;
  }

  private result(slots: Int32Array): Captures {
    const groups: (Match | undefined)[] = [];
    for (let i = 0; i < slots.length; i += 2) {
      const start = slots[i] ?? -1;
      const end = slots[i + 1] ?? -1;
      groups.push(start < 0 || end < start ? undefined : { start, end });
    }
    const whole = groups[0] ?? { start: slots[1] ?? 0, end: slots[1] ?? 0 };
    groups[0] = whole;
    return { ...whole, groups, names: this.parsed.names };
  }

  private end(goal: DfaGoal, bytes: Uint8Array, textStart: number, textEnd: number, from: number): number {
    if (this.hasWide) {
      const end = this.automaton(goal, false).findEnd(bytes, textStart, textEnd, from);
      if (end !== QUIT) return end;
    }
    return this.automaton(goal, true).findEnd(bytes, textStart, textEnd, from);
  }

  private start(bytes: Uint8Array, textStart: number, textEnd: number, from: number, end: number): number {
    if (this.hasWide) {
      const start = this.automaton("anchored", false).findStart(bytes, textStart, textEnd, from, end);
      if (start !== QUIT) return start;
    }
    return this.automaton("anchored", true).findStart(bytes, textStart, textEnd, from, end);
  }

  private automaton(goal: DfaGoal, wide: boolean, terminator?: number): Dfa {
    const key = `${goal}${wide ? "w" : ""}${terminator ?? ""}`;
    let dfa = this.automata.get(key);
    if (dfa === undefined) {
      const quitBeyondAscii = (!this.posix && this.edgesNeedAscii) || (!wide && this.hasWide);
      const wideWords = this.posix;
      const program = this.program(wide, goal === "anchored", false);
      const options = { goal, quitBeyondAscii, wideWords };
      dfa = new Dfa(program, terminator === undefined ? options : { ...options, terminator });
      this.automata.set(key, dfa);
    }
    return dfa;
  }

  private backtracker(goal: "test" | "find"): Backtracker {
    let backtracker = this.backtrackers.get(goal);
    if (backtracker === undefined) {
      backtracker = new Backtracker(this.program(true, false, true), {
        groups: this.parsed.groups,
        memo: !this.refers,
        longest: this.posix && goal === "find",
        unicodeWords: this.posix,
        stepLimit: this.stepLimit,
      });
      this.backtrackers.set(goal, backtracker);
    }
    return backtracker;
  }

  private program(wide: boolean, reverse: boolean, captures: boolean): Program {
    const key = `${wide}${reverse}${captures}`;
    let program = this.programs.get(key);
    if (program === undefined) {
      program = compileProgram(captures ? this.parsed.node : this.filter, { wide, reverse, captures });
      this.programs.set(key, program);
    }
    return program;
  }
}

function isWordKind(what: string): boolean {
  return what.includes("ord");
}
