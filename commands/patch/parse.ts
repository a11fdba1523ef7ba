// Reads unified diffs: the files that they are for and their hunks. Text around them is left alone.

export interface Hunk {
  /** The first line of each side, from 1; 0 where a side has none. */
  readonly oldStart: number;
  readonly newStart: number;
  /** The header, as it was written. */
  readonly header: string;
  /** With their mark, ` `, `-` or `+`. */
  readonly lines: readonly string[];
  /** The last line of the old or the new side has no newline. */
  readonly oldOpen: boolean;
  readonly newOpen: boolean;
}

export interface FilePatch {
  readonly oldName: string;
  readonly newName: string;
  readonly hunks: readonly Hunk[];
}

export function parsePatch(text: string): FilePatch[] {
  const lines = text.split("\n");
  const files: FilePatch[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const from = /^--- (.*)/.exec(lines[at] ?? "")?.[1];
    const to = /^\+\+\+ (.*)/.exec(lines[at + 1] ?? "")?.[1];
    if (from === undefined || to === undefined || !/^@@ /.test(lines[at + 2] ?? "")) continue;
    at += 2;
    const hunks: Hunk[] = [];
    for (let next = readHunk(lines, at); next; next = readHunk(lines, at)) {
      hunks.push(next.hunk);
      at = next.end;
    }
    at -= 1;
    files.push({ oldName: nameOf(from), newName: nameOf(to), hunks });
  }
  return files;
}

function nameOf(header: string): string {
  const name = header.replace(/\t.*$/, "").replace(/\r$/, "");
  return name.startsWith('"') && name.endsWith('"') ? name.slice(1, -1).replace(/\\(.)/g, "$1") : name;
}

function readHunk(lines: readonly string[], start: number): { readonly hunk: Hunk; readonly end: number } | undefined {
  const header = lines[start] ?? "";
  const parts = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(header);
  if (!parts) return undefined;
  let [oldLeft, newLeft] = [Number(parts[2] ?? 1), Number(parts[4] ?? 1)];
  const body: string[] = [];
  let [oldOpen, newOpen] = [false, false];
  let at = start + 1;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (line.startsWith("\\")) {
      const last = body.at(-1)?.[0];
      if (last !== "+") oldOpen = true;
      if (last !== "-") newOpen = true;
      continue;
    }
    if (oldLeft === 0 && newLeft === 0) break;
    // An empty line stands for an empty line of context whose blank was lost.
    const marked = line === "" || line === "\r" ? ` ${line}` : line;
    if (!/^[-+ ]/.test(marked)) break;
    if (marked[0] !== "+") oldLeft -= 1;
    if (marked[0] !== "-") newLeft -= 1;
    body.push(marked);
  }
  const hunk = { oldStart: Number(parts[1]), newStart: Number(parts[3]), header, lines: body, oldOpen, newOpen };
  return { hunk, end: at };
}

/** The same change backwards. */
export function reversed({ oldName, newName, hunks }: FilePatch): FilePatch {
  const turn = (hunk: Hunk): Hunk => ({
    oldStart: hunk.newStart,
    newStart: hunk.oldStart,
    header: hunk.header.replace(/^@@ -(\S+) \+(\S+) @@/, "@@ -$2 +$1 @@"),
    lines: hunk.lines
      .map((line) => ({ "+": "-", "-": "+" })[line.charAt(0)] ?? " ")
      .map((mark, at) => mark + (hunk.lines[at] ?? "").slice(1)),
    oldOpen: hunk.newOpen,
    newOpen: hunk.oldOpen,
  });
  return { oldName: newName, newName: oldName, hunks: hunks.map(turn) };
}
