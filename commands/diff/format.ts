// Prints an edit script as GNU diff does: normal, unified, context and side by side.
import type { Writer } from "../../src/plugin.ts";
import { lineAt, type Side } from "./lines.ts";
import type { Change } from "./script.ts";

export interface Printed {
  readonly sides: readonly [Side, Side];
  readonly changes: readonly Change[];
  /** Changes that do not count by themselves (-B, -I). */
  readonly trivial: ReadonlySet<Change>;
  /** `NAME\tTIME`, or the label. */
  readonly headers: readonly [string, string];
  readonly out: Writer;
}

const NO_NEWLINE = "\\ No newline at end of file\n";

export function printNormal({ sides, changes, trivial, out }: Printed): void {
  for (const change of changes) {
    if (trivial.has(change)) continue;
    const { at0, deleted, at1, inserted } = change;
    const letter = inserted === 0 ? "d" : deleted === 0 ? "a" : "c";
    out.text(`${span(at0, deleted)}${letter}${span(at1, inserted)}\n`);
    for (let line = at0; line < at0 + deleted; line += 1) printLine(out, "< ", sides[0], line);
    if (letter === "c") out.text("---\n");
    for (let line = at1; line < at1 + inserted; line += 1) printLine(out, "> ", sides[1], line);
  }
}

export function printUnified(printed: Printed, context: number): void {
  const { sides, headers, out } = printed;
  let first = true;
  for (const hunk of hunks(printed, context)) {
    if (first) out.text(`--- ${headers[0]}\n+++ ${headers[1]}\n`);
    first = false;
    const { from0, to0, from1, to1 } = hunk;
    out.text(`@@ -${unifiedRange(from0, to0)} +${unifiedRange(from1, to1)} @@\n`);
    let at = from0;
    for (const { at0, deleted, at1, inserted } of hunk.changes) {
      for (; at < at0; at += 1) printLine(out, " ", sides[0], at);
      for (; at < at0 + deleted; at += 1) printLine(out, "-", sides[0], at);
      for (let line = at1; line < at1 + inserted; line += 1) printLine(out, "+", sides[1], line);
    }
    for (; at < to0; at += 1) printLine(out, " ", sides[0], at);
  }
}

export function printContext(printed: Printed, context: number): void {
  const { sides, headers, out } = printed;
  let first = true;
  for (const hunk of hunks(printed, context)) {
    if (first) out.text(`*** ${headers[0]}\n--- ${headers[1]}\n`);
    first = false;
    const { from0, to0, from1, to1, changes } = hunk;
    out.text(`***************\n*** ${contextRange(from0, to0)} ****\n`);
    if (changes.some(({ deleted }) => deleted > 0)) {
      let at = from0;
      for (const { at0, deleted, inserted } of changes) {
        for (; at < at0; at += 1) printLine(out, "  ", sides[0], at);
        for (; at < at0 + deleted; at += 1) printLine(out, inserted > 0 ? "! " : "- ", sides[0], at);
      }
      for (; at < to0; at += 1) printLine(out, "  ", sides[0], at);
    }
    out.text(`--- ${contextRange(from1, to1)} ----\n`);
    if (changes.some(({ inserted }) => inserted > 0)) {
      let at = from1;
      for (const { at1, inserted, deleted } of changes) {
        for (; at < at1; at += 1) printLine(out, "  ", sides[1], at);
        for (; at < at1 + inserted; at += 1) printLine(out, deleted > 0 ? "! " : "+ ", sides[1], at);
      }
      for (; at < to1; at += 1) printLine(out, "  ", sides[1], at);
    }
  }
}

interface Hunk {
  readonly changes: readonly Change[];
  readonly from0: number;
  readonly to0: number;
  readonly from1: number;
  readonly to1: number;
}

/** Changes with their context; those whose contexts touch are one hunk. A trivial one is kept only beside others. */
function* hunks({ sides, changes, trivial }: Printed, context: number): Iterable<Hunk> {
  for (let at = 0; at < changes.length; ) {
    const group: Change[] = [];
    for (; at < changes.length; at += 1) {
      const change = changes[at];
      const before = group.at(-1);
      if (!change) break;
      const reach = trivial.has(change) ? context : 2 * context + 1;
      if (before && change.at0 - (before.at0 + before.deleted) >= reach) break;
      group.push(change);
    }
    const [first, last] = [group[0], group.at(-1)];
    if (!first || !last || group.every((change) => trivial.has(change))) continue;
    const lead = Math.min(context, first.at0, first.at1);
    const [end0, end1] = [last.at0 + last.deleted, last.at1 + last.inserted];
    const trail = Math.min(context, Math.max(sides[0].count - end0, sides[1].count - end1));
    yield {
      changes: group,
      from0: first.at0 - lead,
      to0: Math.min(sides[0].count, end0 + trail),
      from1: first.at1 - lead,
      to1: Math.min(sides[1].count, end1 + trail),
    };
  }
}

function printLine(out: Writer, mark: string, side: Side, line: number): void {
  out.text(mark);
  out.bytes(lineAt(side, line));
  if (side.incomplete && line === side.count - 1) out.text(`\n${NO_NEWLINE}`);
}

/** `3`, `3,5`, or the line before where there are none. */
function span(at: number, count: number): string {
  return count > 1 ? `${at + 1},${at + count}` : String(at + count);
}

function unifiedRange(from: number, to: number): string {
  const count = to - from;
  if (count === 1) return String(from + 1);
  return count === 0 ? `${from},0` : `${from + 1},${count}`;
}

function contextRange(from: number, to: number): string {
  return to - from <= 1 ? String(to) : `${from + 1},${to}`;
}

export interface Columns {
  readonly width: number;
  readonly suppressCommon: boolean;
  readonly leftColumn: boolean;
  readonly expandTabs: boolean;
}

const TAB = 8;

/** Side by side: the left half, a mark in the gutter, the right half, which begins at a tab stop. */
export function printColumns({ sides, changes, trivial, out }: Printed, options: Columns): void {
  const tab = options.expandTabs ? 1 : TAB;
  const gutter = tab + 3;
  const unaligned = (options.width >> 1) + (gutter >> 1) + (options.width & gutter & 1);
  const aligned = unaligned - (unaligned % tab);
  const half = Math.max(0, Math.min(aligned - 3, options.width - aligned));
  const row = new Row(out, half, half > 0 ? aligned : options.width, options.expandTabs);
  let [x, y] = [0, 0];
  const common = (to: number): void => {
    for (; x < to; x += 1, y += 1) {
      if (options.suppressCommon) continue;
      row.print([sides[0], x], options.leftColumn ? "(" : " ", options.leftColumn ? undefined : [sides[1], y]);
    }
  };
  for (const change of changes) {
    const { at0, deleted, at1, inserted } = change;
    if (trivial.has(change)) continue;
    common(at0);
    const both = Math.min(deleted, inserted);
    for (let line = 0; line < both; line += 1) row.print([sides[0], at0 + line], "|", [sides[1], at1 + line]);
    for (let line = both; line < inserted; line += 1) row.print(undefined, ">", [sides[1], at1 + line]);
    for (let line = both; line < deleted; line += 1) row.print([sides[0], at0 + line], "<", undefined);
    [x, y] = [at0 + deleted, at1 + inserted];
  }
  common(sides[0].count);
}

type Cell = readonly [Side, number];

class Row {
  readonly #out: Writer;
  readonly #half: number;
  readonly #second: number;
  readonly #expandTabs: boolean;

  constructor(out: Writer, half: number, second: number, expandTabs: boolean) {
    this.#out = out;
    this.#half = half;
    this.#second = second;
    this.#expandTabs = expandTabs;
  }

  print(left: Cell | undefined, mark: string, right: Cell | undefined): void {
    let newline = left !== undefined && isComplete(left);
    let column = left ? this.#cell(left, 0) : 0;
    if (mark !== " ") {
      column = this.#to(column, (this.#half + this.#second - 1) >> 1) + 1;
      const odd = mark === "|" && right !== undefined && newline !== isComplete(right);
      this.#out.text(odd ? (newline ? "/" : "\\") : mark);
    }
    if (right) {
      newline ||= isComplete(right);
      const text = lineAt(...right);
      if (text.length > 0 && text[0] !== 10) {
        column = this.#to(column, this.#second);
        this.#cell(right, column);
      }
    }
    if (newline) this.#out.text("\n");
  }

  /** Prints as much of the line as the half holds; gives the column it came to. */
  #cell([side, line]: Cell, indent: number): number {
    let position = 0;
    let printed = 0;
    for (const character of lineAt(side, line).toString("utf8")) {
      if (character === "\n") break;
      if (character === "\t") {
        const spaces = TAB - (position % TAB);
        if (position === printed) {
          const stop = Math.min(printed + spaces, this.#half);
          if (this.#expandTabs) {
            this.#out.text(" ".repeat(stop - printed));
            printed = stop;
          } else if (printed + spaces < this.#half) {
            printed += spaces;
            this.#out.text("\t");
          }
        }
        position += spaces;
      } else if (character === "\r") {
        this.#out.text("\r");
        this.#to(0, indent);
        [position, printed] = [0, 0];
      } else {
        position += 1;
        if (position > this.#half) continue;
        printed = position;
        this.#out.text(character);
      }
    }
    return printed;
  }

  #to(from: number, column: number): number {
    let at = from;
    if (!this.#expandTabs) {
      for (let tab = at + TAB - (at % TAB); tab <= column; tab += TAB) {
        this.#out.text("\t");
        at = tab;
      }
    }
    this.#out.text(" ".repeat(Math.max(0, column - at)));
    return Math.max(at, column);
  }
}

function isComplete([side, line]: Cell): boolean {
  return !(side.incomplete && line === side.count - 1);
}
