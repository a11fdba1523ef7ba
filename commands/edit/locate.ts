// Finds where a text stands in a file, and says what is nearest when it stands nowhere.

/** UTF-16 offsets of all places, not overlapping. */
export function places(content: string, text: string): number[] {
  const found: number[] = [];
  for (let at = content.indexOf(text); at >= 0; at = content.indexOf(text, at + text.length)) found.push(at);
  return found;
}

/** Indices of the first lines of all places where these whole lines stand, not overlapping. */
export function linePlaces(lines: readonly string[], wanted: readonly string[]): number[] {
  const found: number[] = [];
  for (let at = 0; at + wanted.length <= lines.length; ) {
    if (wanted.every((line, index) => lines[at + index] === line)) {
      found.push(at);
      at += wanted.length;
    } else at += 1;
  }
  return found;
}

/** Line number, from 1, of an offset. */
export function lineAt(content: string, offset: number): number {
  let line = 1;
  for (let at = content.indexOf("\n"); at >= 0 && at < offset; at = content.indexOf("\n", at + 1)) line += 1;
  return line;
}

/** `3`, `3 and 9`, `3, 9 and 12`, the first ten of more. */
export function numberList(numbers: readonly number[]): string {
  const shown = numbers.slice(0, 10).map(String);
  if (numbers.length > 10) return `${shown.join(", ")} and ${numbers.length - 10} more`;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

/** Lines of a file that are looked at for likeness. */
const MOST_LINES = 50_000;

/**
 * What to tell of a text that is not there: the lines that differ from it in white space only, or else the most alike,
 * with their numbers.
 */
export function nearestText(lines: readonly string[], wanted: readonly string[]): string {
  const spaced = wanted.map(withoutSpace);
  const near = lines.slice(0, MOST_LINES).map(withoutSpace);
  const same = windowStart(near, spaced);
  if (same >= 0) {
    const end = same + wanted.length;
    const where = wanted.length === 1 ? `Line ${same + 1} differs` : `Lines ${same + 1}-${end} differ`;
    const at = wanted.findIndex((line, index) => line !== lines[same + index]);
    const differing = [
      `  in the file (line ${same + at + 1}): ${visible(lines[same + at] ?? "")}`,
      `  looked for:${" ".repeat(String(same + at + 1).length + 10)}${visible(wanted[at] ?? "")}`,
    ];
    return `${where} in white space only (· is a space, → a tab):\n${differing.join("\n")}`;
  }
  const start = mostAlike(lines, wanted);
  if (start === undefined) return "Nothing in the file is like it.";
  const shown = lines.slice(start, start + Math.min(Math.max(wanted.length, 1), 12));
  const width = String(start + shown.length).length;
  const numbered = shown.map((line, index) => {
    const mark = line === wanted[index] ? " " : "*";
    return `${mark} ${String(start + index + 1).padStart(width)}| ${line.replace(/\r$/, "")}`;
  });
  const note = wanted.length > 1 ? " (* differs)" : "";
  return `The nearest is at line ${start + 1}${note}:\n${numbered.join("\n")}`;
}

function withoutSpace(line: string): string {
  return line.replace(/\s+/g, "");
}

function windowStart(lines: readonly string[], wanted: readonly string[]): number {
  if (wanted.every((line) => line === "")) return -1;
  for (let at = 0; at + wanted.length <= lines.length; at += 1) {
    // The ends of a part of a line may be anywhere in the first and the last line.
    if (wanted.every((line, index) => (wanted.length === 1 ? lines[at]?.includes(line) : lines[at + index] === line)))
      return at;
  }
  return -1;
}

function visible(line: string): string {
  return line.replace(/^[ \t]+|[ \t\r]+$|\t| {2,}/g, (run) =>
    run.replaceAll(" ", "·").replaceAll("\t", "→").replaceAll("\r", "␍"),
  );
}

/** The start of the window whose lines are most like the wanted ones; undefined where nothing is. */
function mostAlike(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const anchor = wanted.findIndex((line) => line.trim().length > 2);
  const anchorLine = wanted[anchor]?.trim();
  if (anchorLine === undefined) return undefined;
  const pairs = bigrams(anchorLine);
  const scored = lines
    .slice(0, MOST_LINES)
    .map((line, index) => ({ index, score: likeness(bigrams(line.trim()), pairs) }))
    .filter(({ score }) => score > 0.3)
    .sort((x, y) => y.score - x.score)
    .slice(0, 8);
  let best: { readonly start: number; readonly score: number } | undefined;
  for (const { index } of scored) {
    const start = Math.max(0, index - anchor);
    let score = 0;
    for (const [offset, line] of wanted.slice(0, 40).entries()) {
      score += likeness(bigrams(lines[start + offset]?.trim() ?? ""), bigrams(line.trim()));
    }
    if (!best || score > best.score) best = { start, score };
  }
  return best?.start;
}

type Bigrams = ReadonlyMap<string, number>;

function bigrams(text: string): Bigrams {
  const found = new Map<string, number>();
  const bounded = text.slice(0, 300);
  for (let at = 0; at + 1 < bounded.length; at += 1) {
    const pair = bounded.slice(at, at + 2);
    found.set(pair, (found.get(pair) ?? 0) + 1);
  }
  return found;
}

/** Dice's coefficient: 0 nothing in common, 1 the same pairs of letters. */
function likeness(a: Bigrams, b: Bigrams): number {
  let common = 0;
  let total = 0;
  for (const [pair, count] of a) {
    common += Math.min(count, b.get(pair) ?? 0);
    total += count;
  }
  for (const count of b.values()) total += count;
  return total === 0 ? 0 : (2 * common) / total;
}
