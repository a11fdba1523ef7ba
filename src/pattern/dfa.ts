/**
 * A deterministic automaton built lazily from a program, state by state as the input asks for them. Time is linear in
 * the input; memory is bounded (the states are thrown away when there are too many). It finds ends of matches only.
 */
import { PatternLimitError } from "./pattern.ts";
import {
  AGAIN,
  ASSERT,
  ENTER,
  LINE_BITS,
  MATCH,
  type Program,
  RANGE,
  SAVE,
  SPLIT,
  TABLE,
  WORD_BITS,
} from "./program.ts";

/** Which end of a match is wanted. */
export type DfaGoal =
  /** Any end: is there a match at all? */
  | "any"
  /** The end of the leftmost-longest match (POSIX). */
  | "longest"
  /** The end of the match that a backtracker would find first (Perl). */
  | "first"
  /** From a fixed position, the farthest end (used backwards to find a start). */
  | "anchored";

/** A search gave up: a byte beyond ASCII where the automaton cannot judge it. */
export const QUIT = -2;
export const NONE = -1;

/** Kinds of what stands before a position. */
const TEXT_START = 0;
const NEWLINE = 1;
const WORD = 2;
const OTHER = 3;
/** A byte beyond ASCII, of a letter or not. */
const BEYOND = 4;

/** Stands between threads of different starts in the states of the goal "longest". */
const MARK = -1;

/** Bytes that one automaton may spend on its transitions. */
const TABLE_LIMIT = 4 << 20;

/** Instructions looked at to make new states in one search; only counts in the thousands come near it. */
const WORK_LIMIT = 2_000_000;

interface State {
  readonly list: readonly number[];
  readonly before: number;
  readonly seeking: boolean;
}

export interface DfaOptions {
  goal: DfaGoal;
  /** This byte ends a text and starts the next (only with the goal "any"). */
  terminator?: number;
  /** Give up at every byte beyond ASCII. */
  quitBeyondAscii: boolean;
  /** Characters beyond ASCII may be letters: give up where that would make a difference to a word edge. */
  wideWords: boolean;
}

export class Dfa {
  private readonly program: Program;
  private readonly goal: DfaGoal;
  private readonly terminator: number;
  private readonly quits: boolean;
  private readonly wideWords: boolean;
  private readonly classes: Uint8Array;
  /** One byte of each class. */
  private readonly samples: number[] = [];
  private readonly stride: number;
  private readonly maxStates: number;

  /**
   * Transitions by state (a multiple of the stride) + class: 0 is not known yet, negative is a state that the loop must
   * look at. The column after the classes is the end of the text.
   */
  private moves: Int32Array;
  private states: (State | undefined)[] = [];
  private byKey = new Map<string, number>();
  private starts = [0, 0, 0, 0, 0];
  private dead = 0;
  private accepting = 0;
  private quitting = 0;
  private seen: Int32Array;
  private generation = 0;
  private work = 0;
  private stack: number[] = [];

  constructor(program: Program, options: DfaOptions) {
    this.program = program;
    this.goal = options.goal;
    this.terminator = options.terminator ?? -1;
    this.quits = options.quitBeyondAscii;
    this.wideWords = options.wideWords && (program.asserts & WORD_BITS) !== 0;
    this.classes = this.byteClasses();
    this.stride = this.samples.length + 1;
    this.maxStates = Math.max(64, Math.floor(TABLE_LIMIT / 4 / this.stride));
    this.moves = new Int32Array(this.stride * 16);
    this.seen = new Int32Array(program.op.length);
    this.reset();
  }

  /**
   * With the goal "any" and a terminator: an offset in the first line of [from, to) that has a match (the end of that
   * match or of its line), NONE, or QUIT with the offset in `quitAt`. `from` is the start of a line.
   */
  searchLines(bytes: Uint8Array, from: number, to: number): number {
    const { classes } = this;
    let { moves } = this;
    let state = this.begin(TEXT_START);
    for (let at = from; at < to; at += 1) {
      let next = moves[state + (classes[bytes[at] as number] as number)] as number;
      if (next > 0) {
        state = next;
        continue;
      }
      if (next === 0) {
        next = this.move(state, classes[bytes[at] as number] as number);
        moves = this.moves;
      }
      if (next > 0) {
        state = next;
        continue;
      }
      if (-next === this.accepting) return at;
      if (-next === this.quitting) {
        this.quitAt = at;
        return QUIT;
      }
      state = -next;
    }
    if (to > from && bytes[to - 1] === this.terminator) return NONE;
    const last = this.atEnd(state, to, NONE);
    if (last === QUIT) this.quitAt = to - 1;
    return last;
  }

  /** Where the last searchLines gave up. */
  quitAt = 0;

  /**
   * The number of lines of [from, to) that have a match, or QUIT with the offset in `quitAt` and the lines before it
   * counted in `counted`.
   */
  countLines(bytes: Uint8Array, from: number, to: number): number {
    const { classes, terminator } = this;
    let { moves } = this;
    let state = this.begin(TEXT_START);
    let count = 0;
    for (let at = from; at < to; at += 1) {
      let next = moves[state + (classes[bytes[at] as number] as number)] as number;
      if (next > 0) {
        state = next;
        continue;
      }
      if (next === 0) {
        next = this.move(state, classes[bytes[at] as number] as number);
        moves = this.moves;
      }
      if (next > 0) {
        state = next;
        continue;
      }
      if (-next === this.accepting) {
        count += 1;
        while (at < to && bytes[at] !== terminator) at += 1;
        state = this.start(TEXT_START);
        if (at >= to) return count;
        continue;
      }
      if (-next === this.quitting) {
        this.quitAt = at;
        this.counted = count;
        return QUIT;
      }
      state = -next;
    }
    if (to === from || bytes[to - 1] === terminator) return count;
    const last = this.atEnd(state, to, NONE);
    if (last !== QUIT) return last === NONE ? count : count + 1;
    this.quitAt = to - 1;
    this.counted = count;
    return QUIT;
  }

  counted = 0;

  /** The end of the match in the text [textStart, textEnd) that starts at or after `from`; NONE or QUIT. */
  findEnd(bytes: Uint8Array, textStart: number, textEnd: number, from: number): number {
    const { classes } = this;
    let state = this.begin(from > textStart ? this.kindOf(bytes[from - 1] ?? 0) : TEXT_START);
    let last = NONE;
    for (let at = from; at < textEnd; at += 1) {
      const next = this.moves[state + (classes[bytes[at] as number] as number)] as number;
      if (next > 0) {
        state = next;
        continue;
      }
      state = next === 0 ? this.move(state, classes[bytes[at] as number] as number) : next;
      if (state > 0) continue;
      state = -state;
      if (state === this.dead) return last;
      if (state === this.quitting) return QUIT;
      if (state === this.accepting) return at;
      last = at;
    }
    return this.atEnd(state, textEnd, last);
  }

  /** With the goal "anchored" and a backward program: the smallest start, not before `from`, of a match ending at `end`. */
  findStart(bytes: Uint8Array, textStart: number, textEnd: number, from: number, end: number): number {
    const { classes } = this;
    let state = this.begin(end < textEnd ? this.kindOf(bytes[end] ?? 0) : TEXT_START);
    let last = NONE;
    for (let at = end - 1; at >= from; at -= 1) {
      const next = this.moves[state + (classes[bytes[at] as number] as number)] as number;
      if (next > 0) {
        state = next;
        continue;
      }
      state = next === 0 ? this.move(state, classes[bytes[at] as number] as number) : next;
      if (state > 0) continue;
      state = -state;
      if (state === this.dead) return last;
      if (state === this.quitting) return QUIT;
      last = at + 1;
    }
    if (from > textStart) {
      // What stands before `from` decides assertions, but is not part of the match.
      const next = this.move(state, classes[bytes[from - 1] ?? 0] ?? 0);
      if (-next === this.quitting) return QUIT;
      return next < 0 && -next !== this.dead && this.matched(-next) ? from : last;
    }
    return this.atEnd(state, from, last);
  }

  /** The end of the text: `here` when a match ends there, else the last one found. */
  private atEnd(state: number, here: number, last: number): number {
    const next = this.move(state, this.stride - 1);
    if (-next === this.quitting) return QUIT;
    return next < 0 && this.matched(-next) ? here : last;
  }

  private matched(state: number): boolean {
    return state !== this.dead && state !== this.quitting;
  }

  /** The state to begin a search with. */
  private begin(before: number): number {
    this.work = 0;
    return this.start(before);
  }

  private start(before: number): number {
    const kind = this.normalKind(before);
    const known = this.starts[kind] ?? 0;
    if (known !== 0) return known;
    const list: number[] = [];
    this.generation += 1;
    this.close(this.program.start, list, undefined);
    const state = this.intern(list, kind, true, false);
    this.starts[kind] = state;
    return state;
  }

  /** The transition, made when it is not there. Negative: a state to look at. */
  private move(state: number, unit: number): number {
    const known = this.moves[state + unit] ?? 0;
    if (known !== 0) return known;
    const from = this.states[state / this.stride];
    if (from === undefined) return -this.dead;
    this.work += from.list.length;
    if (this.work > WORK_LIMIT) throw new PatternLimitError(WORK_LIMIT, "steps of its repeats");
    if (this.states.length >= this.maxStates) {
      this.reset();
      state = this.intern(from.list, from.before, from.seeking, false);
    }
    const next = this.makeMove(from, unit);
    this.moves[state + unit] = next;
    return next;
  }

  private makeMove(from: State, unit: number): number {
    const byte = unit === this.stride - 1 ? -1 : (this.samples[unit] ?? 0);
    if (byte >= 0x80 && this.quits) return -this.quitting;
    const next = byte === this.terminator ? -1 : byte;
    if (!this.asserts(from.list)) return this.step(from, from.list, byte);
    const wordsBefore = from.before === BEYOND ? EITHER : [from.before === WORD];
    const wordsAfter = this.wideWords && next >= 0x80 ? EITHER : [next >= 0 && isWordByte(next)];
    let result: number | undefined;
    for (const wordBefore of wordsBefore) {
      for (const wordAfter of wordsAfter) {
        const list = this.resolve(from.list, holding(from.before, next, wordBefore, wordAfter));
        const made = this.step(from, list, byte);
        if (result !== undefined && made !== result) return -this.quitting;
        result = made;
      }
    }
    return result ?? -this.dead;
  }

  private asserts(list: readonly number[]): boolean {
    const { asserts, op } = this.program;
    return asserts !== 0 && list.some((inst) => inst >= 0 && op[inst] === ASSERT);
  }

  /** The state after `byte` (-1 at the end of the text), with the assertions of the list resolved. */
  private step(from: State, list: readonly number[], byte: number): number {
    const { program, goal } = this;
    const ends = byte < 0 || byte === this.terminator;
    const next: number[] = [];
    let matched = false;
    this.generation += 1;
    let groupStart = 0;
    for (const inst of list) {
      if (inst === MARK) {
        if (matched) break;
        if (next.length > groupStart) {
          next.push(MARK);
          groupStart = next.length;
        }
        continue;
      }
      const op = program.op[inst];
      if (op === MATCH) {
        matched = true;
        if (goal === "any") return -this.accepting;
        if (goal === "first") break;
      } else if (op === RANGE) {
        const x = program.x[inst] ?? 0;
        if (!ends && byte >= (x & 255) && byte <= x >> 8) this.close(program.y[inst] ?? 0, next, undefined);
      } else if (op === TABLE && !ends) {
        const rows = program.tables[program.x[inst] ?? 0] ?? [];
        for (let i = 0; i < rows.length; i += 3) {
          if (byte >= (rows[i] ?? 0) && byte <= (rows[i + 1] ?? 0)) this.close(rows[i + 2] ?? 0, next, undefined);
        }
      }
    }
    if (byte >= 0 && byte === this.terminator) return this.start(TEXT_START);
    const seeking = from.seeking && !matched;
    if (seeking && goal !== "anchored" && !ends) {
      if (goal === "longest" && next.length > groupStart) next.push(MARK);
      this.close(program.start, next, undefined);
    }
    if (next[next.length - 1] === MARK) next.pop();
    if (next.length === 0 && !matched) return -this.dead;
    const state = this.intern(next, this.normalKind(ends ? OTHER : this.kindOf(byte)), seeking, matched);
    return matched ? -state : state;
  }

  /** Follows instructions that consume nothing; assertions stay in the list unless it is known which hold. */
  private close(inst: number, list: number[], holding: number | undefined): void {
    const { program, seen, generation, stack } = this;
    const base = stack.length;
    stack.push(inst);
    while (stack.length > base) {
      const at = stack.pop() ?? 0;
      if (seen[at] === generation) continue;
      seen[at] = generation;
      switch (program.op[at]) {
        case SPLIT:
          stack.push(program.y[at] ?? 0, program.x[at] ?? 0);
          break;
        case SAVE:
        case ENTER:
        case AGAIN:
          stack.push(program.y[at] ?? 0);
          break;
        case ASSERT:
          if (holding === undefined) list.push(at);
          else if ((holding & (program.x[at] ?? 0)) !== 0) stack.push(program.y[at] ?? 0);
          break;
        default:
          list.push(at);
      }
    }
  }

  private resolve(list: readonly number[], holding: number): number[] {
    this.generation += 1;
    const out: number[] = [];
    for (const inst of list) {
      if (inst === MARK) out.push(MARK);
      else this.close(inst, out, holding);
    }
    return out;
  }

  private kindOf(byte: number): number {
    if (byte >= 0x80 && this.wideWords) return BEYOND;
    return byte === 10 ? NEWLINE : isWordByte(byte) ? WORD : OTHER;
  }

  /** Kinds that this program cannot tell apart become one, for fewer states. */
  private normalKind(kind: number): number {
    const { asserts } = this.program;
    if (kind === NEWLINE && (asserts & LINE_BITS) === 0) return OTHER;
    if (kind === WORD && (asserts & WORD_BITS) === 0) return OTHER;
    return asserts === 0 ? OTHER : kind;
  }

  private intern(list: readonly number[], before: number, seeking: boolean, matched: boolean): number {
    const ordered = this.goal === "first" || this.goal === "longest";
    const items = ordered ? list : [...list].sort((a, b) => a - b);
    const kind = this.asserts(items) ? before : OTHER;
    const key = `${kind}${seeking ? "s" : ""}${matched ? "m" : ""}:${items.join()}`;
    const known = this.byKey.get(key);
    if (known !== undefined) return known;
    return this.add({ list: items, before: kind, seeking }, key);
  }

  private add(state: State | undefined, key: string): number {
    const index = this.states.push(state) - 1;
    const needed = (index + 1) * this.stride;
    if (needed > this.moves.length) {
      const larger = new Int32Array(Math.max(needed, this.moves.length * 2));
      larger.set(this.moves);
      this.moves = larger;
    }
    if (key !== "") this.byKey.set(key, index * this.stride);
    return index * this.stride;
  }

  private reset(): void {
    this.moves.fill(0);
    this.states = [];
    this.byKey = new Map();
    this.starts = [0, 0, 0, 0, 0];
    this.add(undefined, "");
    this.dead = this.add(undefined, "");
    this.accepting = this.add(undefined, "");
    this.quitting = this.add(undefined, "");
  }

  /** Bytes that no instruction and no assertion tells apart share a class. */
  private byteClasses(): Uint8Array {
    const { program } = this;
    const cuts = new Uint8Array(257);
    const cut = (low: number, high: number) => {
      cuts[low] = 1;
      cuts[high + 1] = 1;
    };
    program.op.forEach((op, inst) => {
      const x = program.x[inst] ?? 0;
      if (op === RANGE) cut(x & 255, x >> 8);
      if (op === TABLE) {
        const rows = program.tables[x] ?? [];
        for (let i = 0; i < rows.length; i += 3) cut(rows[i] ?? 0, rows[i + 1] ?? 0);
      }
    });
    if (this.terminator >= 0) cut(this.terminator, this.terminator);
    if (this.quits || this.wideWords) cut(0x80, 0xff);
    if ((program.asserts & LINE_BITS) !== 0) cut(10, 10);
    if ((program.asserts & WORD_BITS) !== 0) {
      cut(0x30, 0x39);
      cut(0x41, 0x5a);
      cut(0x5f, 0x5f);
      cut(0x61, 0x7a);
    }
    const classes = new Uint8Array(256);
    for (let byte = 0; byte < 256; byte += 1) {
      if (byte === 0 || cuts[byte] === 1) this.samples.push(byte);
      classes[byte] = this.samples.length - 1;
    }
    return classes;
  }
}

export function isWordByte(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || byte === 0x5f || (byte >= 0x61 && byte <= 0x7a)
  );
}

const EITHER: readonly boolean[] = [false, true];

/** The assertion bits that hold between what stands before and `byte` (-1 at the end of the text). */
function holding(before: number, byte: number, wordBefore: boolean, wordAfter: boolean): number {
  let bits = 0;
  if (before === TEXT_START) bits |= 0b0101;
  if (before === NEWLINE) bits |= 0b0100;
  if (byte < 0) bits |= 0b1010;
  if (byte === 10) bits |= 0b1000;
  bits |= wordBefore !== wordAfter ? 1 << 4 : 1 << 5;
  if (!wordBefore && wordAfter) bits |= 1 << 6;
  if (wordBefore && !wordAfter) bits |= 1 << 7;
  if (!wordBefore) bits |= 1 << 8;
  if (!wordAfter) bits |= 1 << 9;
  return bits;
}
