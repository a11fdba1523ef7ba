// Lays out the entries of one directory: single, long, commas, columns or across. It reads nothing but entries.
import { clockOf, formatTime, isRecent, listTime } from "../file-time.ts";
import { humanSize } from "../human-size.ts";
import { blocksOf, modeString, ownerName } from "../stat-text.ts";
import { type Choices, type Entry, timeOf } from "./entry.ts";
import { displayName } from "./names.ts";

/** A column is a name and two blanks (dired and GNU's `ls -C`). */
const GAP = 2;

export interface Moment {
  readonly now: number;
  readonly zone: string | undefined;
}

/** `total N`, in blocks of 1024 bytes. */
export function totalLine(entries: readonly Entry[], choices: Choices): string {
  return `total ${blockText(
    entries.reduce((sum, { stat }) => sum + (stat ? blocksOf(stat) : 0), 0),
    choices,
  )}`;
}

/** All entries as text, each line with its end. */
export function layOut(entries: readonly Entry[], choices: Choices, moment: Moment): string {
  const end = choices.zero ? "\0" : "\n";
  if (entries.length === 0) return "";
  const names = withPrefixes(entries, choices);
  if (choices.layout === "long") return longLines(entries, names, choices, moment, end);
  if (choices.layout === "commas") return commas(names, choices.width);
  if (choices.layout === "columns") return columns(names, choices.width, false);
  if (choices.layout === "across") return columns(names, choices.width, true);
  return names.map((name) => name + end).join("");
}

interface Prefixed {
  readonly prefix: string;
  readonly name: string;
}

/** Names behind their inode and block columns. In a long listing those stay apart from the name. */
function withPrefixes(entries: readonly Entry[], choices: Choices): string[] {
  const pad = choices.layout !== "commas";
  const prefixed: Prefixed[] = entries.map((entry) => ({ prefix: "", name: displayName(entry, choices) }));
  const columnsBefore: string[][] = [];
  if (choices.inode) columnsBefore.push(entries.map(({ stat }) => (stat ? String(stat.ino) : "?")));
  if (choices.size) columnsBefore.push(entries.map(({ stat }) => (stat ? blockText(blocksOf(stat), choices) : "?")));
  for (const column of columnsBefore) {
    const width = pad ? Math.max(...column.map((text) => text.length)) : 0;
    for (const [index, text] of column.entries()) {
      const row = prefixed[index];
      if (row) prefixed[index] = { ...row, prefix: `${row.prefix}${text.padStart(width)} ` };
    }
  }
  return prefixed.map(({ prefix, name }) => (choices.layout === "long" ? `${prefix}\0${name}` : prefix + name));
}

function longLines(
  entries: readonly Entry[],
  names: readonly string[],
  choices: Choices,
  moment: Moment,
  end: string,
): string {
  const owner = (id: number): string => (choices.numeric ? String(id) : ownerName(id));
  const withGroup = !choices.noGroup && !choices.longNoGroup;
  const rows = entries.map(({ stat }) => {
    if (!stat) return ["??????????", "?", "?", "?", "?", "?"];
    return [
      modeString(stat),
      String(stat.nlink),
      ...(choices.noOwner ? [] : [owner(stat.uid)]),
      ...(withGroup ? [owner(stat.gid)] : []),
      ...(choices.author ? [owner(stat.uid)] : []),
      sizeText(stat.size, choices),
      dateText(timeOf(stat, choices.time), choices, moment),
    ];
  });
  const count = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row, index) => {
      const [prefix = "", name = ""] = (names[index] ?? "").split("\0", 2);
      const cells = row.map((text, column) => {
        const width = widths[column] ?? 0;
        const right = column === 1 || column >= row.length - 2;
        return right ? text.padStart(width) : text.padEnd(width);
      });
      return `${prefix}${cells.join(" ")} ${name}${end}`;
    })
    .join("");
}

function dateText(ms: number, choices: Choices, { now, zone }: Moment): string {
  const clock = clockOf(ms, zone);
  const recent = isRecent(ms, now);
  const style = choices.fullTime ? "full-iso" : choices.timeStyle.replace(/^posix-/, "");
  if (style.startsWith("+")) {
    const [older = "", newer = older] = style.slice(1).split("\n", 2);
    return formatTime(recent ? newer : older, clock);
  }
  if (style === "full-iso") return formatTime("%Y-%m-%d %H:%M:%S.%N %z", clock);
  if (style === "long-iso") return formatTime("%Y-%m-%d %H:%M", clock);
  if (style === "iso") return formatTime(recent ? "%m-%d %H:%M" : "%Y-%m-%d ", clock);
  return listTime(ms, now, zone);
}

function sizeText(size: number, choices: Choices): string {
  return choices.human === "" ? String(size) : humanSize(size, choices.human === "decimal");
}

function blockText(blocks: number, choices: Choices): string {
  return choices.human === "" ? String(Math.ceil(blocks / 2)) : humanSize(blocks * 512, choices.human === "decimal");
}

function commas(names: readonly string[], limit: number): string {
  let text = "";
  let at = 0;
  for (const [index, name] of names.entries()) {
    const width = columnWidth(name);
    if (index > 0) {
      const fits = limit === 0 || at + width + GAP < limit;
      text += fits ? ", " : ",\n";
      at = fits ? at + GAP : 0;
    }
    text += name;
    at += width;
  }
  return `${text}\n`;
}

function columns(names: readonly string[], limit: number, across: boolean): string {
  const widths = names.map(columnWidth);
  const most = limit === 0 ? names.length : Math.max(1, Math.min(names.length, Math.floor(limit / 3)));
  for (let count = most; count >= 1; count -= 1) {
    const rows = Math.ceil(names.length / count);
    const column = (index: number): number => (across ? index % count : Math.floor(index / rows));
    const needed: number[] = Array.from({ length: count }, () => 3);
    for (const [index, width] of widths.entries()) {
      const at = column(index);
      needed[at] = Math.max(needed[at] ?? 0, width + (at === count - 1 ? 0 : GAP));
    }
    if (count > 1 && limit > 0 && needed.reduce((sum, width) => sum + width, 0) >= limit) continue;
    return grid(names, widths, needed, rows, count, across);
  }
  return "";
}

function grid(
  names: readonly string[],
  widths: readonly number[],
  needed: readonly number[],
  rows: number,
  count: number,
  across: boolean,
): string {
  let text = "";
  for (let row = 0; row < rows; row += 1) {
    let line = "";
    let at = 0;
    let start = 0;
    for (let column = 0; column < count; column += 1) {
      const index = across ? row * count + column : column * rows + row;
      if (index >= names.length) break;
      line += indent(at, start) + (names[index] ?? "");
      at = start + (widths[index] ?? 0);
      start += needed[column] ?? 0;
    }
    text += `${line}\n`;
  }
  return text;
}

/** GNU moves to a column with tabs of 8 where they reach it, else with blanks. */
function indent(from: number, to: number): string {
  let text = "";
  let at = from;
  while (at < to) {
    if (Math.floor(to / 8) > Math.floor((at + 1) / 8)) {
      text += "\t";
      at += 8 - (at % 8);
    } else {
      text += " ";
      at += 1;
    }
  }
  return text;
}

/** Columns on a screen; wide East Asian characters take two. */
function columnWidth(name: string): number {
  let width = 0;
  for (const character of name.replace(ESCAPE_SEQUENCE, "")) width += WIDE.test(character) ? 2 : 1;
  return width;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours start with the escape character
const ESCAPE_SEQUENCE = /\x1b\[[\d;]*m/g;
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u;
