/**
 * Trees compiled to instructions over bytes (Thompson's construction), forwards or backwards. Automaton and backtracker
 * both run them; nothing is matched here.
 */
import type { AssertKind, Node } from "./ast.ts";
import { children, maxLength, minLength } from "./ast.ts";
import type { CharSet } from "./charset.ts";
import { PatternError } from "./pattern.ts";
import { type ByteSequence, byteSequences } from "./utf8.ts";

export const MATCH = 0;
/** One byte in `x & 255 .. x >> 8`, then `y`. */
export const RANGE = 1;
/** One byte in a range of `tables[x]` (low, high, next, ...); ranges may overlap in backward programs. */
export const TABLE = 2;
/** First `x`, then `y`. */
export const SPLIT = 3;
/** The assertion bit `x` must hold, then `y`. */
export const ASSERT = 4;
/** The position goes to slot `x`, then `y`. */
export const SAVE = 5;
/** What group `x & 0xffff` matched (bit 16: ignoring case), then `y`. */
export const BACKREFERENCE = 6;
/** `x` leads to a sub-program that ends in MATCH; `z` is 1 for behind, plus 2 for negative, plus 4 times
 * the bytes to go back; then `y`. */
export const LOOK = 7;
/** `x` leads to a sub-program whose first match stands, then `y`. */
export const ATOMIC = 8;
/** Forgets what was matched so far, then `y`. */
export const KEEP = 9;
/** Register `x` takes the position, then `y`. */
export const ENTER = 10;
/** To `y`, or to `z` when nothing was consumed since register `x` was set. */
export const AGAIN = 11;
export const FAIL = 12;

/** Bits of assertions; the order is that of ASSERT_KINDS. */
export const ASSERT_KINDS: readonly AssertKind[] = [
  "textStart",
  "textEnd",
  "lineStart",
  "lineEnd",
  "wordBoundary",
  "notWordBoundary",
  "wordStart",
  "wordEnd",
  "notAfterWord",
  "notBeforeWord",
];
const MIRRORED: readonly number[] = [1, 0, 3, 2, 4, 5, 7, 6, 9, 8];
export const LINE_BITS = 0b1100;
export const WORD_BITS = 0b1111110000;

export interface Program {
  op: number[];
  x: number[];
  y: number[];
  z: number[];
  tables: number[][];
  start: number;
  registers: number;
  /** All assertion bits used. */
  asserts: number;
  /** Knows characters beyond ASCII. */
  wide: boolean;
}

/** Instructions that repeats may add before a pattern counts as too large; `a{1,32767}` takes twice its count. */
const SIZE_LIMIT = 400_000;

export interface ProgramOptions {
  wide: boolean;
  reverse?: boolean;
  /** Leaves out SAVE instructions. */
  captures?: boolean;
}

export function compileProgram(node: Node, options: ProgramOptions): Program {
  const compiler = new Compiler(options, SIZE_LIMIT + 4 * size(node));
  const accept = compiler.emit(MATCH, 0, 0);
  compiler.program.start = compiler.node(node, accept);
  return compiler.program;
}

/** The bytes that a match can start with, 1 for each; undefined when it may be empty or that is not known. */
export function firstBytes(program: Program): Uint8Array | undefined {
  const { op, x, y, z, tables } = program;
  const first = new Uint8Array(256);
  const seen = new Set<number>();
  const stack = [program.start];
  for (let inst = stack.pop(); inst !== undefined; inst = stack.pop()) {
    if (seen.has(inst)) continue;
    seen.add(inst);
    const arg = x[inst] ?? 0;
    switch (op[inst]) {
      case MATCH:
      case BACKREFERENCE:
        return undefined;
      case RANGE:
        first.fill(1, arg & 255, (arg >> 8) + 1);
        break;
      case TABLE: {
        const rows = tables[arg] ?? [];
        for (let i = 0; i < rows.length; i += 3) first.fill(1, rows[i], (rows[i + 1] ?? 0) + 1);
        break;
      }
      case SPLIT:
        stack.push(arg, y[inst] ?? 0);
        break;
      case ATOMIC:
        stack.push(arg);
        break;
      case AGAIN:
        stack.push(y[inst] ?? 0, z[inst] ?? 0);
        break;
      case FAIL:
        break;
      default:
        stack.push(y[inst] ?? 0);
    }
  }
  return first;
}

/** A list of a million words is large, but not for its repeats. */
function size(node: Node): number {
  let sum = 1;
  for (const child of children(node)) sum += size(child);
  return sum;
}

class Compiler {
  readonly program: Program;
  private readonly options: ProgramOptions;
  private readonly limit: number;
  private readonly sequences = new Map<CharSet, readonly ByteSequence[]>();

  constructor(options: ProgramOptions, limit: number) {
    this.options = options;
    this.limit = limit;
    const { wide } = options;
    this.program = { op: [], x: [], y: [], z: [], tables: [], start: 0, registers: 0, asserts: 0, wide };
  }

  emit(op: number, x: number, y: number, z = 0): number {
    const { program } = this;
    if (program.op.length >= this.limit) {
      throw new PatternError("the pattern is too large once its repeats are written out", 0, "use smaller counts");
    }
    program.op.push(op);
    program.x.push(x);
    program.y.push(y);
    program.z.push(z);
    return program.op.length - 1;
  }

  /** Emits `node` so that it goes on at `next`; returns its first instruction. */
  node(node: Node, next: number): number {
    switch (node.kind) {
      case "empty":
        return next;
      case "set":
        return this.set(node.set, next);
      case "concat": {
        const { parts } = node;
        let at = next;
        if (this.options.reverse) for (const part of parts) at = this.node(part, at);
        else for (let i = parts.length - 1; i >= 0; i -= 1) at = this.node(parts[i] ?? node, at);
        return at;
      }
      case "alternate": {
        const entries = node.parts.map((part) => this.node(part, next));
        let at = entries.pop() ?? next;
        while (entries.length > 0) at = this.emit(SPLIT, entries.pop() ?? next, at);
        return at;
      }
      case "group": {
        if (!this.options.captures) return this.node(node.node, next);
        const end = this.emit(SAVE, 2 * node.index + 1, next);
        return this.emit(SAVE, 2 * node.index, this.node(node.node, end));
      }
      case "assert": {
        const kind = ASSERT_KINDS.indexOf(node.what);
        const bit = 1 << (this.options.reverse ? (MIRRORED[kind] ?? kind) : kind);
        this.program.asserts |= bit;
        return this.emit(ASSERT, bit, next);
      }
      case "repeat":
        return this.repeat(node, next);
      case "atomic":
        return this.emit(ATOMIC, this.node(node.node, this.emit(MATCH, 0, 0)), next);
      case "look":
        return this.emit(
          LOOK,
          this.node(node.node, this.emit(MATCH, 0, 0)),
          next,
          (node.behind ? 1 : 0) + (node.negative ? 2 : 0) + 4 * (node.behind ? this.reach(node.node) : 0),
        );
      case "backreference":
        return this.emit(BACKREFERENCE, node.group | (node.ignoreCase ? 0x10000 : 0), next);
      case "keep":
        return this.emit(KEEP, 0, next);
    }
  }

  /** How many bytes a look-behind may have to go back. */
  private reach(node: Node): number {
    const reach = 4 * maxLength(node);
    if (reach <= 1_000_000) return reach;
    throw new PatternError("a look-behind has no bounded length in the pattern", 0, "use \\K instead of (?<=...)");
  }

  private repeat(node: Node & { kind: "repeat" }, next: number): number {
    if (node.mode === "possessive") {
      const greedy: Node = { ...node, mode: "greedy" };
      return this.emit(ATOMIC, this.node(greedy, this.emit(MATCH, 0, 0)), next);
    }
    const lazy = node.mode === "lazy";
    const { min, max } = node;
    let at = next;
    let copies = min;
    if (max === Number.POSITIVE_INFINITY) {
      const nullable = minLength(node.node) === 0;
      const split = this.emit(SPLIT, 0, 0);
      let body: number;
      if (nullable) {
        const register = this.program.registers++;
        body = this.emit(ENTER, register, this.node(node.node, this.emit(AGAIN, register, split, next)));
      } else body = this.node(node.node, split);
      this.point(split, body, next, lazy);
      // `x*` of an x that may be empty is `(x+)?`, so that the priorities of its empty iteration are right.
      if (min === 0) at = nullable ? this.branch(body, next, lazy) : split;
      else {
        at = body;
        copies = min - 1;
      }
    } else {
      for (let i = min; i < max; i += 1) at = this.branch(this.node(node.node, at), next, lazy);
    }
    for (let i = 0; i < copies; i += 1) at = this.node(node.node, at);
    return at;
  }

  private branch(body: number, next: number, lazy: boolean): number {
    return lazy ? this.emit(SPLIT, next, body) : this.emit(SPLIT, body, next);
  }

  private point(split: number, body: number, next: number, lazy: boolean): void {
    this.program.x[split] = lazy ? next : body;
    this.program.y[split] = lazy ? body : next;
  }

  private set(set: CharSet, next: number): number {
    let sequences = this.sequences.get(set);
    if (sequences === undefined) {
      sequences = byteSequences(set, this.options.wide);
      if (this.options.reverse) sequences = sequences.map(reversed);
      this.sequences.set(set, sequences);
    }
    if (sequences.length === 0) return this.emit(FAIL, 0, 0);
    return this.table(sequences, 0, next, new Map());
  }

  /** A tree over the byte ranges at `depth`; equal subtrees are shared. */
  private table(sequences: readonly ByteSequence[], depth: number, next: number, shared: Map<string, number>): number {
    const rows: number[] = [];
    const byRange = new Map<number, ByteSequence[]>();
    for (const sequence of sequences) {
      const range = (sequence[depth] ?? 0) | ((sequence[depth + 1] ?? 0) << 8);
      const list = byRange.get(range);
      if (list === undefined) byRange.set(range, [sequence]);
      else list.push(sequence);
    }
    for (const [range, list] of byRange) {
      const ends = list.filter((sequence) => sequence.length === depth + 2);
      const longer = list.filter((sequence) => sequence.length > depth + 2);
      if (ends.length > 0) rows.push(range & 255, range >> 8, next);
      if (longer.length > 0) rows.push(range & 255, range >> 8, this.table(longer, depth + 2, next, shared));
    }
    const key = rows.join();
    const known = shared.get(key);
    if (known !== undefined) return known;
    let made: number;
    if (rows.length === 3) made = this.emit(RANGE, (rows[0] ?? 0) | ((rows[1] ?? 0) << 8), rows[2] ?? next);
    else made = this.emit(TABLE, this.program.tables.push(rows) - 1, 0);
    shared.set(key, made);
    return made;
  }
}

function reversed(sequence: ByteSequence): ByteSequence {
  const out: number[] = [];
  for (let i = sequence.length - 2; i >= 0; i -= 2) out.push(sequence[i] ?? 0, sequence[i + 1] ?? 0);
  return out;
}
