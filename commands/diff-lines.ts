// The difference of two texts line by line (Myers' O(ND) algorithm, bounded), and its printing as a unified diff. Lines
// are compared as they are, newline included; nothing is ignored here.

/** Lines [aStart, aEnd) of the first text are replaced by lines [bStart, bEnd) of the second. */
export interface Change {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

export interface UnifiedOptions {
  /** What stands after `---` and `+++`. */
  readonly from: string;
  readonly to: string;
  /** Lines around each change; 3 unless given. */
  readonly context?: number;
}

/** Insertions and deletions that are searched for; two texts that differ more are taken as different from end to end. */
const MOST_EDITS = 2000;

/** Lines with their newlines; the last one may lack it. */
export function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The changes that lead from one text to the other, in order, none touching the next. */
export function changes(a: readonly string[], b: readonly string[]): Change[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let aEnd = a.length;
  let bEnd = b.length;
  while (aEnd > start && bEnd > start && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd -= 1;
    bEnd -= 1;
  }
  if (start === aEnd && start === bEnd) return [];
  const whole = [{ aStart: start, aEnd, bStart: start, bEnd }];
  if (start === aEnd || start === bEnd) return whole;
  return shortestEdit(a, b, start, aEnd, bEnd) ?? whole;
}

/** An empty text where nothing differs. */
export function unifiedDiff(a: readonly string[], b: readonly string[], options: UnifiedOptions): string {
  const { from, to, context = 3 } = options;
  const found = changes(a, b);
  if (found.length === 0) return "";
  const parts = [`--- ${from}\n+++ ${to}\n`];
  for (const hunk of hunks(found, context)) parts.push(printHunk(hunk, a, b, context));
  return parts.join("");
}

/** Changes that share their context. */
export function hunks(found: readonly Change[], context: number): Change[][] {
  const groups: Change[][] = [];
  for (const change of found) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && change.aStart - last.aEnd <= context * 2) group.push(change);
    else groups.push([change]);
  }
  return groups;
}

function printHunk(hunk: readonly Change[], a: readonly string[], b: readonly string[], context: number): string {
  const first = hunk[0];
  const last = hunk.at(-1);
  if (!first || !last) return "";
  const before = Math.min(context, first.aStart);
  const after = Math.min(context, a.length - last.aEnd);
  const aFrom = first.aStart - before;
  const bFrom = first.bStart - before;
  let text = `@@ -${range(aFrom, last.aEnd + after)} +${range(bFrom, last.bEnd + after)} @@\n`;
  let at = aFrom;
  const add = (mark: string, lines: readonly string[]): void => {
    for (const line of lines)
      text += line.endsWith("\n") ? mark + line : `${mark}${line}\n\\ No newline at end of file\n`;
  };
  for (const { aStart, aEnd, bStart, bEnd } of hunk) {
    add(" ", a.slice(at, aStart));
    add("-", a.slice(aStart, aEnd));
    add("+", b.slice(bStart, bEnd));
    at = aEnd;
  }
  add(" ", a.slice(at, last.aEnd + after));
  return text;
}

/** POSIX 2017, diff -u: an empty range names the line before it; a length of one is left out. */
function range(from: number, to: number): string {
  if (from === to) return `${from},0`;
  return to - from === 1 ? String(from + 1) : `${from + 1},${to - from}`;
}

/** Undefined where the bound is passed. */
function shortestEdit(
  a: readonly string[],
  b: readonly string[],
  start: number,
  aEnd: number,
  bEnd: number,
): Change[] | undefined {
  const width = aEnd - start;
  const height = bEnd - start;
  const most = Math.min(width + height, MOST_EDITS);
  // The furthest x on each diagonal k = x - y, kept for every number of edits, to walk back.
  const trace: Int32Array[] = [];
  let furthest = new Int32Array(2 * most + 3);
  const middle = most + 1;
  for (let edits = 0; edits <= most; edits += 1) {
    const next = furthest.slice();
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && at(furthest, middle + k - 1) < at(furthest, middle + k + 1));
      let x = down ? at(furthest, middle + k + 1) : at(furthest, middle + k - 1) + 1;
      let y = x - k;
      while (x < width && y < height && a[start + x] === b[start + y]) {
        x += 1;
        y += 1;
      }
      next[middle + k] = x;
      if (x >= width && y >= height) {
        trace.push(furthest.slice(middle - edits - 1, middle + edits + 2));
        return walkBack(trace, width, height, start);
      }
    }
    // Only the diagonals that this step can have reached.
    trace.push(furthest.slice(middle - edits - 1, middle + edits + 2));
    furthest = next;
  }
  return undefined;
}

function walkBack(trace: readonly Int32Array[], width: number, height: number, start: number): Change[] {
  const found: Change[] = [];
  let x = width;
  let y = height;
  for (let edits = trace.length - 1; edits > 0; edits -= 1) {
    const furthest = trace[edits];
    if (!furthest) break;
    const middle = edits + 1;
    const k = x - y;
    const down = k === -edits || (k !== edits && at(furthest, middle + k - 1) < at(furthest, middle + k + 1));
    const previous = down ? k + 1 : k - 1;
    const fromX = at(furthest, middle + previous);
    const fromY = fromX - previous;
    const edit = down
      ? { aStart: start + fromX, aEnd: start + fromX, bStart: start + fromY, bEnd: start + fromY + 1 }
      : { aStart: start + fromX, aEnd: start + fromX + 1, bStart: start + fromY, bEnd: start + fromY };
    const later = found[0];
    if (later && later.aStart === edit.aEnd && later.bStart === edit.bEnd) {
      found[0] = { aStart: edit.aStart, aEnd: later.aEnd, bStart: edit.bStart, bEnd: later.bEnd };
    } else found.unshift(edit);
    x = fromX;
    y = fromY;
  }
  return found;
}

function at(values: Int32Array, index: number): number {
  return values[index] ?? 0;
}
