// Finds which lines of two sides differ: Myers' divide and conquer (An O(ND) Difference Algorithm, 1986) between the
// common ends, without lines that cannot match, and with runs of changes moved as GNU diff moves them. The order of
// steps decides which of several shortest answers is given. Cost is bounded: past a limit it takes a good guess.

/** Lines [at0, at0 + deleted) of the first side become [at1, at1 + inserted) of the second. */
export interface Change {
  readonly at0: number;
  readonly deleted: number;
  readonly at1: number;
  readonly inserted: number;
}

export interface ScriptOptions {
  /** Lines of the common ends that take part all the same: the context. */
  readonly horizon: number;
  /** Always the smallest answer. */
  readonly minimal: boolean;
  /** The sides end differently (one lacks its last newline): the common end counts. */
  readonly keepEnd: boolean;
  /** Are line i of the first and line j of the second the same bytes? */
  readonly identical: (i: number, j: number) => boolean;
  readonly pause: () => Promise<void> | undefined;
}

/** Edit cost from which a part is no longer minimized. */
const DEAR = 4096;

export async function editScript(
  of: readonly [Int32Array, Int32Array],
  size: number,
  options: ScriptOptions,
): Promise<Change[]> {
  const [all0, all1] = of;
  const { start, end0, end1 } = middle(all0.length, all1.length, options);
  const part: [Int32Array, Int32Array] = [all0.subarray(start, end0), all1.subarray(start, end1)];
  const changed: [Uint8Array, Uint8Array] = [new Uint8Array(part[0].length + 2), new Uint8Array(part[1].length + 2)];
  const kept = [0, 1].map((side) => keepMatchable(part, changed, side === 0 ? 0 : 1, size, options.minimal));
  const [kept0 = new Int32Array(), kept1 = new Int32Array()] = kept;
  await new Comparison(part, changed, [kept0, kept1], options).run();
  shiftRuns(part, changed, 0);
  shiftRuns(part, changed, 1);
  return changesOf(changed, start);
}

/** The part between the common ends. */
function middle(
  count0: number,
  count1: number,
  { horizon, keepEnd, identical }: ScriptOptions,
): { readonly start: number; readonly end0: number; readonly end1: number } {
  let start = 0;
  while (start < count0 && start < count1 && identical(start, start)) start += 1;
  start = Math.max(0, start - horizon);
  let tail = 0;
  if (!keepEnd) {
    const most = Math.min(count0, count1) - start;
    while (tail < most && identical(count0 - tail - 1, count1 - tail - 1)) tail += 1;
    tail = Math.max(0, tail - horizon);
  }
  return { start, end0: count0 - tail, end1: count1 - tail };
}

type Flags = readonly [Uint8Array, Uint8Array];
type Pair = readonly [Int32Array, Int32Array];

// Changed flags stand one further than their line, so that both ends have a flag that is never set.

/** Marks lines that have no match on the other side (or far too many between such lines); gives the indexes of the rest. */
function keepMatchable(part: Pair, changed: Flags, side: 0 | 1, size: number, minimal: boolean): Int32Array {
  const lines = part[side];
  const counts = new Int32Array(size);
  for (const line of part[side === 0 ? 1 : 0]) counts[line] = (counts[line] ?? 0) + 1;
  const drop = new Uint8Array(lines.length + 1);
  let many = 5;
  for (let rest = (lines.length / 64) >> 2; rest > 0; rest >>= 2) many *= 2;
  for (let at = 0; at < lines.length; at += 1) {
    const matches = counts[lines[at] ?? 0] ?? 0;
    if (matches === 0) drop[at] = 1;
    else if (matches > many) drop[at] = 2;
  }
  settleDoubtful(drop, lines.length);
  const kept: number[] = [];
  const flags = changed[side];
  for (let at = 0; at < lines.length; at += 1) {
    if (minimal || drop[at] === 0) kept.push(at);
    else flags[at + 1] = 1;
  }
  return Int32Array.from(kept);
}

/** 2 is doubtful: it goes only inside a run of lines without a match, and only where it is a small part of it. */
function settleDoubtful(drop: Uint8Array, count: number): void {
  for (let at = 0; at < count; at += 1) {
    if (drop[at] === 2) drop[at] = 0;
    else if (drop[at] === 1) {
      let end = at;
      let doubtful = 0;
      for (; end < count && drop[end] !== 0; end += 1) if (drop[end] === 2) doubtful += 1;
      while (end > at && drop[end - 1] === 2) {
        end -= 1;
        drop[end] = 0;
        doubtful -= 1;
      }
      const length = end - at;
      if (doubtful * 4 > length) {
        for (let each = at; each < end; each += 1) if (drop[each] === 2) drop[each] = 0;
      } else {
        dropShortSubruns(drop, at, length);
        settleEdge(drop, at, 1, length);
        at += length - 1;
        settleEdge(drop, at, -1, length);
      }
    }
  }
}

function dropShortSubruns(drop: Uint8Array, start: number, length: number): void {
  let least = 1;
  for (let rest = length >> 4; rest > 0; rest >>= 2) least <<= 1;
  least += 1;
  let run = 0;
  for (let at = 0; at < length; at += 1) {
    if (drop[start + at] !== 2) run = 0;
    else {
      run += 1;
      if (run === least) at -= run;
      else if (run > least) drop[start + at] = 0;
    }
  }
}

function settleEdge(drop: Uint8Array, start: number, step: 1 | -1, length: number): void {
  let run = 0;
  for (let count = 0; count < length && run < 3; count += 1) {
    const at = start + step * count;
    if (count >= 8 && drop[at] === 1) return;
    if (drop[at] === 1) run += 1;
    else {
      run = 0;
      drop[at] = 0;
    }
  }
}

interface Box {
  readonly x: number;
  readonly xEnd: number;
  readonly y: number;
  readonly yEnd: number;
  readonly minimal: boolean;
}

interface Split {
  readonly x: number;
  readonly y: number;
  readonly lowMinimal: boolean;
  readonly highMinimal: boolean;
}

const FAR = 0x7fffffff;

class Comparison {
  readonly #xs: Int32Array;
  readonly #ys: Int32Array;
  readonly #kept: Pair;
  readonly #changed: Flags;
  readonly #forward: Int32Array;
  readonly #backward: Int32Array;
  readonly #zero: number;
  readonly #dear: number;
  readonly #options: ScriptOptions;

  constructor(part: Pair, changed: Flags, kept: Pair, options: ScriptOptions) {
    this.#xs = kept[0].map((at) => part[0][at] ?? 0);
    this.#ys = kept[1].map((at) => part[1][at] ?? 0);
    this.#kept = kept;
    this.#changed = changed;
    this.#options = options;
    const diagonals = this.#xs.length + this.#ys.length + 3;
    this.#forward = new Int32Array(diagonals);
    this.#backward = new Int32Array(diagonals);
    this.#zero = this.#ys.length + 1;
    let dear = 1;
    for (let rest = diagonals; rest !== 0; rest >>= 2) dear <<= 1;
    this.#dear = Math.max(DEAR, dear);
  }

  async run(): Promise<void> {
    const { minimal } = this.#options;
    const boxes: Box[] = [{ x: 0, xEnd: this.#xs.length, y: 0, yEnd: this.#ys.length, minimal }];
    for (let box = boxes.pop(); box; box = boxes.pop()) {
      const inner = this.#trimmed(box);
      const { x, xEnd, y, yEnd } = inner;
      if (x === xEnd) for (let at = y; at < yEnd; at += 1) this.#mark(1, at);
      else if (y === yEnd) for (let at = x; at < xEnd; at += 1) this.#mark(0, at);
      else {
        const split = await this.#split(inner);
        boxes.push({ x: split.x, xEnd, y: split.y, yEnd, minimal: split.highMinimal });
        boxes.push({ x, xEnd: split.x, y, yEnd: split.y, minimal: split.lowMinimal });
      }
    }
  }

  #mark(side: 0 | 1, at: number): void {
    this.#changed[side][(this.#kept[side][at] ?? 0) + 1] = 1;
  }

  #trimmed({ x, xEnd, y, yEnd, minimal }: Box): Box {
    let [left, right, top, bottom] = [x, xEnd, y, yEnd];
    while (left < right && top < bottom && this.#xs[left] === this.#ys[top]) {
      left += 1;
      top += 1;
    }
    while (left < right && top < bottom && this.#xs[right - 1] === this.#ys[bottom - 1]) {
      right -= 1;
      bottom -= 1;
    }
    return { x: left, xEnd: right, y: top, yEnd: bottom, minimal };
  }

  /** A point on a shortest path, met from both ends; or on a good one, once it has become too dear. */
  async #split({ x: left, xEnd: right, y: top, yEnd: bottom, minimal }: Box): Promise<Split> {
    const [xs, ys, fd, bd, zero] = [this.#xs, this.#ys, this.#forward, this.#backward, this.#zero];
    const least = left - bottom;
    const most = right - top;
    let fmin = left - top;
    let fmax = fmin;
    let bmin = right - bottom;
    let bmax = bmin;
    const odd = ((fmin - bmin) & 1) !== 0;
    fd[zero + fmin] = left;
    bd[zero + bmin] = right;
    for (let cost = 1; ; cost += 1) {
      if (fmin > least) {
        fmin -= 1;
        fd[zero + fmin - 1] = -1;
      } else fmin += 1;
      if (fmax < most) {
        fmax += 1;
        fd[zero + fmax + 1] = -1;
      } else fmax -= 1;
      for (let d = fmax; d >= fmin; d -= 2) {
        const low = fd[zero + d - 1] ?? 0;
        const high = fd[zero + d + 1] ?? 0;
        let x = low < high ? high : low + 1;
        let y = x - d;
        while (x < right && y < bottom && xs[x] === ys[y]) {
          x += 1;
          y += 1;
        }
        fd[zero + d] = x;
        if (odd && bmin <= d && d <= bmax && (bd[zero + d] ?? 0) <= x) {
          return { x, y, lowMinimal: true, highMinimal: true };
        }
      }
      if (bmin > least) {
        bmin -= 1;
        bd[zero + bmin - 1] = FAR;
      } else bmin += 1;
      if (bmax < most) {
        bmax += 1;
        bd[zero + bmax + 1] = FAR;
      } else bmax -= 1;
      for (let d = bmax; d >= bmin; d -= 2) {
        const low = bd[zero + d - 1] ?? 0;
        const high = bd[zero + d + 1] ?? 0;
        let x = low < high ? low : high - 1;
        let y = x - d;
        while (left < x && top < y && xs[x - 1] === ys[y - 1]) {
          x -= 1;
          y -= 1;
        }
        bd[zero + d] = x;
        if (!odd && fmin <= d && d <= fmax && x <= (fd[zero + d] ?? 0)) {
          return { x, y, lowMinimal: true, highMinimal: true };
        }
      }
      if ((cost & 63) === 0) {
        const rest = this.#options.pause();
        if (rest) await rest;
      }
      if (minimal || cost < this.#dear) continue;
      return this.#guess({ x: left, xEnd: right, y: top, yEnd: bottom, minimal }, [fmin, fmax], [bmin, bmax]);
    }
  }

  /** The point that either search has come furthest to. */
  #guess(
    { x: left, xEnd: right, y: top, yEnd: bottom }: Box,
    [fmin, fmax]: [number, number],
    [bmin, bmax]: [number, number],
  ): Split {
    let [forwardSum, forwardX] = [-1, left];
    for (let d = fmax; d >= fmin; d -= 2) {
      let x = Math.min(this.#forward[this.#zero + d] ?? 0, right);
      if (x - d > bottom) x = bottom + d;
      if (forwardSum < 2 * x - d) [forwardSum, forwardX] = [2 * x - d, x];
    }
    let [backwardSum, backwardX] = [FAR, right];
    for (let d = bmax; d >= bmin; d -= 2) {
      let x = Math.max(left, this.#backward[this.#zero + d] ?? 0);
      if (x - d < top) x = top + d;
      if (2 * x - d < backwardSum) [backwardSum, backwardX] = [2 * x - d, x];
    }
    return right + bottom - backwardSum < forwardSum - (left + top)
      ? { x: forwardX, y: forwardSum - forwardX, lowMinimal: true, highMinimal: false }
      : { x: backwardX, y: backwardSum - backwardX, lowMinimal: false, highMinimal: true };
  }
}

/** Moves each run of changes down as far as equal lines allow, joining runs, and back to one of the other side. */
function shiftRuns(part: Pair, changed: Flags, side: 0 | 1): void {
  const lines = part[side];
  const mine = changed[side];
  const other = changed[side === 0 ? 1 : 0];
  const count = lines.length;
  const isMine = (at: number): boolean => mine[at + 1] === 1;
  const isOther = (at: number): boolean => other[at + 1] === 1;
  let end = 0;
  let across = 0;
  for (;;) {
    while (end < count && !isMine(end)) {
      while (isOther(across)) across += 1;
      across += 1;
      end += 1;
    }
    if (end === count) return;
    let start = end;
    while (isMine(end)) end += 1;
    while (isOther(across)) across += 1;
    let length: number;
    let corresponding: number;
    do {
      length = end - start;
      while (start > 0 && lines[start - 1] === lines[end - 1]) {
        start -= 1;
        end -= 1;
        mine[start + 1] = 1;
        mine[end + 1] = 0;
        while (isMine(start - 1)) start -= 1;
        do across -= 1;
        while (isOther(across));
      }
      corresponding = isOther(across - 1) ? end : count;
      while (end !== count && lines[start] === lines[end]) {
        mine[start + 1] = 0;
        mine[end + 1] = 1;
        start += 1;
        end += 1;
        while (isMine(end)) end += 1;
        across += 1;
        while (isOther(across)) {
          corresponding = end;
          across += 1;
        }
      }
    } while (length !== end - start);
    while (corresponding < end) {
      start -= 1;
      end -= 1;
      mine[start + 1] = 1;
      mine[end + 1] = 0;
      do across -= 1;
      while (isOther(across));
    }
  }
}

function changesOf(changed: Flags, offset: number): Change[] {
  const changes: Change[] = [];
  const [flags0, flags1] = changed;
  let [x, y] = [0, 0];
  while (x < flags0.length - 2 || y < flags1.length - 2) {
    const [x0, y0] = [x, y];
    while (flags0[x + 1] === 1) x += 1;
    while (flags1[y + 1] === 1) y += 1;
    if (x > x0 || y > y0) {
      changes.push({ at0: x0 + offset, deleted: x - x0, at1: y0 + offset, inserted: y - y0 });
    }
    x += 1;
    y += 1;
  }
  return changes;
}
