// Puts hunks into a text: at their line, near it, and with some lines of their context left out (fuzz).
import type { Hunk } from "./parse.ts";

export interface Applied {
  readonly text: string;
  /** One for each hunk. */
  readonly results: readonly {
    readonly hunk: Hunk;
    readonly line: number;
    readonly fuzz: number;
    readonly offset: number;
    readonly ok: boolean;
  }[];
}

export function applyHunks(
  text: string,
  hunks: readonly Hunk[],
  options: { readonly fuzz: number; readonly loose: boolean },
): Applied {
  const lines = text === "" ? [] : text.split("\n");
  let open = text !== "" && !text.endsWith("\n");
  if (text.endsWith("\n")) lines.pop();
  const same = options.loose
    ? (a: string, b: string) => squeezed(a) === squeezed(b)
    : (a: string, b: string) => a === b;
  const results: Applied["results"][number][] = [];
  /** Lines that hunks before have added, and how far they were off their place. */
  let grown = 0;
  let shift = 0;
  let floor = 0;
  for (const hunk of hunks) {
    const expected =
      Math.max(0, hunk.oldStart - 1 + (hunk.lines.some((line) => line[0] !== "+") ? 0 : 1)) + grown + shift;
    const place = findPlace(lines, hunk, { expected, floor, fuzz: options.fuzz, same });
    if (!place) {
      results.push({ hunk, line: hunk.oldStart + shift, fuzz: 0, offset: 0, ok: false });
      continue;
    }
    const { at, head, tail, fuzz } = place;
    const body = hunk.lines.slice(head, hunk.lines.length - tail);
    const fresh: string[] = [];
    let old = at;
    for (const line of body) {
      if (line[0] === "+") fresh.push(line.slice(1));
      else {
        // Context is kept as the file has it.
        if (line[0] === " ") fresh.push(lines[old] ?? "");
        old += 1;
      }
    }
    const reachesEnd = old === lines.length;
    lines.splice(at, old - at, ...fresh);
    if (reachesEnd && (hunk.oldOpen || hunk.newOpen)) open = hunk.newOpen;
    const offset = at - head - (expected - shift);
    results.push({ hunk, line: at - head + 1, fuzz, offset, ok: true });
    shift = offset;
    grown += fresh.length - (old - at);
    floor = at + fresh.length;
  }
  return { text: lines.length === 0 ? "" : lines.join("\n") + (open ? "" : "\n"), results };
}

interface Search {
  readonly expected: number;
  readonly floor: number;
  readonly fuzz: number;
  readonly same: (a: string, b: string) => boolean;
}

interface Place {
  readonly at: number;
  /** Lines of context left out at the start and the end. */
  readonly head: number;
  readonly tail: number;
  readonly fuzz: number;
}

function findPlace(
  lines: readonly string[],
  hunk: Hunk,
  { expected, floor, fuzz: most, same }: Search,
): Place | undefined {
  const before = hunk.lines.findIndex((line) => line[0] !== " ");
  const after = hunk.lines.length - 1 - hunk.lines.findLastIndex((line) => line[0] !== " ");
  const context = Math.max(before, after);
  for (let fuzz = 0; fuzz <= Math.min(most, context); fuzz += 1) {
    const head = Math.max(0, fuzz + before - context);
    const tail = Math.max(0, fuzz + after - context);
    const old = hunk.lines
      .slice(head, hunk.lines.length - tail)
      .filter((line) => line[0] !== "+")
      .map((line) => line.slice(1));
    const fits = (at: number): boolean =>
      at >= floor && at + old.length <= lines.length && old.every((line, index) => same(line, lines[at + index] ?? ""));
    // Less context before than after means the start of the file, and the other way round.
    const atStart = fuzz === 0 && before < after && hunk.oldStart <= 1;
    const atEnd = fuzz === 0 && after < before;
    const start = expected + head;
    if (atStart && fits(0)) return { at: 0, head, tail, fuzz };
    if (atStart) continue;
    if (
      atEnd &&
      old.length > 0 &&
      fits(lines.length - old.length) &&
      lines.length - old.length !== start &&
      !fits(start)
    ) {
      return { at: lines.length - old.length, head, tail, fuzz };
    }
    for (let distance = 0; distance <= lines.length; distance += 1) {
      if (fits(start + distance)) return { at: start + distance, head, tail, fuzz };
      if (distance > 0 && fits(start - distance)) return { at: start - distance, head, tail, fuzz };
    }
  }
  return undefined;
}

function squeezed(line: string): string {
  return line.replace(/\s+/g, " ").trim();
}
