/**
 * A backtracker over programs. For regular patterns it remembers where it has been and is linear (it fills the groups of
 * a match whose span is known, and judges word edges beyond ASCII); for the others it counts steps and gives up.
 */
import { inRanges, type Ranges } from "./charset.ts";
import { posixClass } from "./classes.ts";
import { isWordByte } from "./dfa.ts";
import { PatternLimitError } from "./pattern.ts";
import {
  AGAIN,
  ASSERT,
  ATOMIC,
  BACKREFERENCE,
  ENTER,
  firstBytes,
  KEEP,
  LOOK,
  MATCH,
  type Program,
  RANGE,
  SAVE,
  SPLIT,
  TABLE,
} from "./program.ts";

export interface BacktrackOptions {
  groups: number;
  /**
   * Every instruction and position is tried once, sub-programs excepted: right where nothing depends on what a group
   * holds.
   */
  memo: boolean;
  /** Takes the longest match of the leftmost start, not the first. */
  longest: boolean;
  /** Word edges know letters beyond ASCII. */
  unicodeWords: boolean;
  stepLimit: number;
}

/** Bits of memory that remembering may take for one search (32 MB). */
const MEMO_LIMIT = 1 << 28;

/** What runs: the pattern itself, a sub-program with any end, or a look-behind whose end is `required`. */
type SubProgram = 0 | 1 | 2;
const OUTER = 0;
const FREE = 1;
const BOUND = 2;

export class Backtracker {
  /** Offsets by slot: start and end of the match, then of each group; -1 for none. */
  readonly slots: Int32Array;
  private readonly program: Program;
  private readonly options: BacktrackOptions;
  private readonly registers: Int32Array;
  private readonly first: Uint8Array | undefined;
  private best: Int32Array | undefined;
  private stack: number[] = [];
  private visited = new Uint32Array(64);
  private steps = 0;
  private bytes: Uint8Array = new Uint8Array(0);
  private textStart = 0;
  private textEnd = 0;
  private base = 0;
  private width = 0;
  /** The match must end here, when not negative. */
  private required = -1;

  constructor(program: Program, options: BacktrackOptions) {
    this.program = program;
    this.options = options;
    this.first = firstBytes(program);
    this.slots = new Int32Array(2 * options.groups + 2);
    this.registers = new Int32Array(Math.max(1, program.registers));
  }

  /** The leftmost match in the text that starts at or after `from`; its offsets are then in `slots`. */
  search(bytes: Uint8Array, textStart: number, textEnd: number, from: number): boolean {
    this.begin(bytes, textStart, textEnd, from, textEnd, -1);
    const { first } = this;
    for (let at = from; at <= textEnd; at += 1) {
      if (first !== undefined && (at === textEnd || first[bytes[at] ?? 0] === 0)) continue;
      // Matches start at characters, not within them.
      if (at > from && at < textEnd && ((bytes[at] ?? 0) & 0xc0) === 0x80 && within(bytes, at, from)) continue;
      if (this.from(at)) return true;
    }
    return false;
  }

  /** Fills `slots` for a match that is known to have this span. */
  fill(bytes: Uint8Array, textStart: number, textEnd: number, start: number, end: number): boolean {
    this.begin(bytes, textStart, textEnd, start, end, end);
    return this.from(start);
  }

  private begin(bytes: Uint8Array, textStart: number, textEnd: number, from: number, to: number, required: number) {
    this.bytes = bytes;
    this.textStart = textStart;
    this.textEnd = textEnd;
    this.required = required;
    this.steps = 0;
    if (!this.options.memo) return;
    this.base = from;
    this.width = to - from + 1;
    const words = Math.ceil((this.width * this.program.op.length) / 32);
    if (words > MEMO_LIMIT / 32) throw new PatternLimitError(MEMO_LIMIT, "positions to remember");
    if (words > this.visited.length) this.visited = new Uint32Array(Math.max(words, 2 * this.visited.length));
    else this.visited.fill(0, 0, words);
  }

  private from(at: number): boolean {
    this.slots.fill(-1);
    this.best = undefined;
    this.slots[0] = at;
    const exhaustive = this.options.longest && this.required < 0;
    const end = this.run(this.program.start, at, exhaustive);
    if (this.best !== undefined) {
      this.slots.set(this.best);
      return true;
    }
    if (end < 0) return false;
    this.slots[1] = end;
    return true;
  }

  /**
   * Runs until MATCH and returns the position, or -1. `exhaustive` goes on and keeps the longest in `best`.
   * The stack holds pairs: an instruction and its position, or (~slot, old value) to put back.
   */
  private run(entry: number, position: number, exhaustive: boolean, sub: SubProgram = OUTER): number {
    const { program, stack, slots, registers, bytes, textEnd, options } = this;
    const { op, x, y, z } = program;
    const memo = options.memo && sub === OUTER;
    const slotCount = slots.length;
    const floor = stack.length;
    stack.push(entry, position);
    while (stack.length > floor) {
      let at = stack.pop() ?? 0;
      let inst = stack.pop() ?? 0;
      if (inst < 0) {
        const slot = ~inst;
        if (slot < slotCount) slots[slot] = at;
        else registers[slot - slotCount] = at;
        continue;
      }
      for (;;) {
        if (memo) {
          const key = inst * this.width + at - this.base;
          const bit = 1 << (key & 31);
          const word = this.visited[key >>> 5] ?? 0;
          if ((word & bit) !== 0) break;
          this.visited[key >>> 5] = word | bit;
        } else {
          this.steps += 1;
          if (this.steps > options.stepLimit) {
            stack.length = 0;
            throw new PatternLimitError(options.stepLimit, "backtracking steps");
          }
        }
        const code = op[inst];
        const arg = x[inst] ?? 0;
        if (code === RANGE) {
          if (at >= textEnd) break;
          const byte = bytes[at] ?? 0;
          if (byte < (arg & 255) || byte > arg >> 8 || this.beyond(at, sub)) break;
          at += 1;
          inst = y[inst] ?? 0;
        } else if (code === SPLIT) {
          stack.push(y[inst] ?? 0, at);
          inst = arg;
        } else if (code === TABLE) {
          if (at >= textEnd || this.beyond(at, sub)) break;
          const byte = bytes[at] ?? 0;
          const rows = program.tables[arg] ?? [];
          let next = -1;
          for (let i = 0; i < rows.length; i += 3) {
            if (byte > (rows[i + 1] ?? 0) || byte < (rows[i] ?? 0)) continue;
            if (next >= 0) stack.push(next, at + 1);
            next = rows[i + 2] ?? 0;
          }
          if (next < 0) break;
          at += 1;
          inst = next;
        } else if (code === SAVE) {
          stack.push(~arg, slots[arg] ?? -1);
          slots[arg] = at;
          inst = y[inst] ?? 0;
        } else if (code === ASSERT) {
          if (!this.holds(arg, at)) break;
          inst = y[inst] ?? 0;
        } else if (code === MATCH) {
          if (sub !== FREE && this.required >= 0 && at !== this.required) break;
          if (!exhaustive) {
            this.unwindTo(floor, sub !== OUTER);
            return at;
          }
          if (this.best === undefined || at > (this.best[1] ?? -1)) {
            this.best = slots.slice();
            this.best[1] = at;
          }
          if (at === textEnd) {
            stack.length = floor;
            return at;
          }
          break;
        } else if (code === ENTER) {
          stack.push(~(slotCount + arg), registers[arg] ?? 0);
          registers[arg] = at;
          inst = y[inst] ?? 0;
        } else if (code === AGAIN) {
          inst = !memo && registers[arg] === at ? (z[inst] ?? 0) : (y[inst] ?? 0);
        } else if (code === BACKREFERENCE) {
          const end = this.repeated(arg, at);
          if (end < 0) break;
          at = end;
          inst = y[inst] ?? 0;
        } else if (code === ATOMIC) {
          const end = this.run(arg, at, false, FREE);
          if (end < 0) break;
          at = end;
          inst = y[inst] ?? 0;
        } else if (code === LOOK) {
          const flags = z[inst] ?? 0;
          const found =
            (flags & 1) !== 0 ? this.lookBehind(arg, at, flags >> 2) : this.look(arg, at, (flags & 2) !== 0);
          if (found === ((flags & 2) !== 0)) break;
          inst = y[inst] ?? 0;
        } else if (code === KEEP) {
          stack.push(~0, slots[0] ?? 0);
          slots[0] = at;
          inst = y[inst] ?? 0;
        } else break;
      }
    }
    return -1;
  }

  /** With the end of the match known, nothing past it needs to be read. */
  private beyond(at: number, sub: SubProgram): boolean {
    return sub !== FREE && this.required >= 0 && at >= this.required;
  }

  /** Drops the alternatives of a finished run. A sub-run leaves what puts its groups back, in case the whole fails. */
  private unwindTo(floor: number, sub: boolean): void {
    const { stack } = this;
    if (!sub) {
      stack.length = floor;
      return;
    }
    let kept = floor;
    for (let i = floor; i < stack.length; i += 2) {
      const inst = stack[i] ?? 0;
      if (inst >= 0) continue;
      stack[kept] = inst;
      stack[kept + 1] = stack[i + 1] ?? 0;
      kept += 2;
    }
    stack.length = kept;
  }

  private look(entry: number, at: number, negative: boolean): boolean {
    const floor = this.stack.length;
    const found = this.run(entry, at, false, FREE) >= 0;
    if (found && negative) this.restore(floor);
    return found;
  }

  /** Puts back all groups set above `floor`. */
  private restore(floor: number): void {
    const { stack, slots, registers } = this;
    while (stack.length > floor) {
      const value = stack.pop() ?? 0;
      const slot = ~(stack.pop() ?? 0);
      if (slot < slots.length) slots[slot] = value;
      else registers[slot - slots.length] = value;
    }
  }

  /** Tries every start before `at`, nearest first, for a match that ends at `at`. */
  private lookBehind(entry: number, at: number, reach: number): boolean {
    const outer = { end: this.textEnd, required: this.required };
    for (let start = at; start >= Math.max(this.textStart, at - reach); start -= 1) {
      if (this.endsAt(entry, start, at, outer)) return true;
    }
    return false;
  }

  private endsAt(entry: number, start: number, at: number, outer: { end: number; required: number }): boolean {
    this.required = at;
    const end = this.run(entry, start, false, BOUND);
    this.required = outer.required;
    return end >= 0;
  }

  private repeated(arg: number, at: number): number {
    const group = arg & 0xffff;
    const start = this.slots[2 * group] ?? -1;
    const end = this.slots[2 * group + 1] ?? -1;
    if (start < 0 || end < start) return -1;
    const size = end - start;
    const { bytes } = this;
    this.steps += size;
    if (arg > 0xffff) return this.repeatedFolded(start, end, at);
    if (at + size > this.textEnd) return -1;
    for (let i = 0; i < size; i += 1) if (bytes[start + i] !== bytes[at + i]) return -1;
    return at + size;
  }

  private repeatedFolded(start: number, end: number, at: number): number {
    const wanted = [...Buffer.from(this.bytes.subarray(start, end)).toString("utf8")];
    let next = at;
    for (const char of wanted) {
      const size = characterLength(this.bytes, next, this.textEnd);
      if (size === 0) return -1;
      const other = Buffer.from(this.bytes.subarray(next, next + size)).toString("utf8");
      if (char !== other && char.toLowerCase() !== other.toLowerCase() && char.toUpperCase() !== other.toUpperCase()) {
        return -1;
      }
      next += size;
    }
    return next;
  }

  private holds(bit: number, at: number): boolean {
    const { bytes, textStart, textEnd } = this;
    switch (bit) {
      case 1:
        return at === textStart;
      case 2:
        return at === textEnd;
      case 4:
        return at === textStart || bytes[at - 1] === 10;
      case 8:
        return at === textEnd || bytes[at] === 10;
    }
    const before = at > textStart && this.wordBefore(at);
    const after = at < textEnd && this.wordAfter(at);
    switch (bit) {
      case 1 << 4:
        return before !== after;
      case 1 << 5:
        return before === after;
      case 1 << 6:
        return !before && after;
      case 1 << 7:
        return before && !after;
      case 1 << 8:
        return !before;
      default:
        return !after;
    }
  }

  private wordAfter(at: number): boolean {
    const byte = this.bytes[at] ?? 0;
    if (byte < 0x80) return isWordByte(byte);
    if (!this.options.unicodeWords) return false;
    const code = codeAt(this.bytes, at, this.textEnd);
    return code >= 0x80 && inRanges(wideWords(), code);
  }

  private wordBefore(at: number): boolean {
    const byte = this.bytes[at - 1] ?? 0;
    if (byte < 0x80) return isWordByte(byte);
    if (!this.options.unicodeWords) return false;
    for (let start = at - 1; start >= Math.max(this.textStart, at - 4); start -= 1) {
      const lead = this.bytes[start] ?? 0;
      if (lead < 0x80) return false;
      if (lead < 0xc0) continue;
      if (start + characterLength(this.bytes, start, this.textEnd) !== at) return false;
      const code = codeAt(this.bytes, start, at);
      return code >= 0x80 && inRanges(wideWords(), code);
    }
    return false;
  }
}

let words: Ranges | undefined;

function wideWords(): Ranges {
  words ??= posixClass("word")?.wide?.() ?? [];
  return words;
}

/** Is the continuation byte at `at` part of a character that starts at or after `from`? */
function within(bytes: Uint8Array, at: number, from: number): boolean {
  for (let start = at - 1; start >= Math.max(from, at - 3); start -= 1) {
    const byte = bytes[start] ?? 0;
    if (byte < 0x80) return false;
    if (byte >= 0xc0) return start + characterLength(bytes, start, bytes.length) > at;
  }
  return false;
}

/** Bytes of the UTF-8 character at `at`; 1 where there is none that is valid, 0 at the end. */
export function characterLength(bytes: Uint8Array, at: number, end: number): number {
  if (at >= end) return 0;
  const code = codeAt(bytes, at, end);
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/** The code point of the valid character at `at`, or -1. */
function codeAt(bytes: Uint8Array, at: number, end: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return lead;
  const size = lead >= 0xf0 && lead < 0xf5 ? 4 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xc2 && lead < 0xe0 ? 2 : 0;
  if (size === 0 || at + size > end) return -1;
  let code = lead & (0x7f >> size);
  for (let i = 1; i < size; i += 1) {
    const byte = bytes[at + i] ?? 0;
    if ((byte & 0xc0) !== 0x80) return -1;
    code = (code << 6) | (byte & 0x3f);
  }
  if (
    (size === 3 && (code < 0x800 || (code >= 0xd800 && code < 0xe000))) ||
    (size === 4 && (code < 0x10000 || code > 0x10ffff))
  ) {
    return -1;
  }
  return code;
}
