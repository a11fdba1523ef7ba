// Formats of -printf (findutils manual, "Format Directives"): compiled once, rendered for every entry.
import type { FileKind, FileStat } from "../../src/plugin.ts";
import { clockOf, formatTime } from "../file-time.ts";
import { blocksOf, modeString, ownerName } from "../stat-text.ts";
import { usageError } from "./predicate.ts";
import type { Run, Visit } from "./visit.ts";

type Render = (visit: Visit, run: Run) => string;

const ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "0": "\0",
  "\\": "\\",
};

/** Directives that findutils prints as numbers: they pad with zeros when asked to. All others obey a precision. */
const NUMERIC = "dm";

export function compileFormat(format: string): Render {
  const parts: (string | Render)[] = [];
  const token = /\\(?:([0-7]{1,3})|([\s\S]?))|%([-+ #0]*)(\d*)(?:\.(\d+))?(?:([ACT])([\s\S])|([\s\S]?))/g;
  let from = 0;
  for (const found of format.matchAll(token)) {
    parts.push(format.slice(from, found.index));
    from = found.index + found[0].length;
    const [whole, octal, escaped, flags = "", width = "", precision, timeKind, timeLetter, letter = ""] = found;
    if (octal !== undefined) parts.push(String.fromCharCode(Number.parseInt(octal, 8)));
    else if (escaped === "c") {
      from = format.length;
      break;
    } else if (escaped !== undefined) parts.push(ESCAPES[escaped] ?? whole);
    else if (letter === "%") parts.push("%");
    else {
      const value = timeKind === undefined ? DIRECTIVES[letter] : timeDirective(timeKind, timeLetter ?? "");
      if (value) parts.push(padded(value, NUMERIC.includes(letter) && letter !== "", flags, Number(width), precision));
      else if (letter === "") throw usageError("the format ends in the middle of a directive");
      else parts.push(whole);
    }
  }
  parts.push(format.slice(from));
  const compact = parts.filter((part) => part !== "");
  return (visit, run) => {
    let text = "";
    for (const part of compact) text += typeof part === "string" ? part : part(visit, run);
    return text;
  };
}

function padded(value: Render, numeric: boolean, flags: string, width: number, precision: string | undefined): Render {
  if (width === 0 && precision === undefined) return value;
  const left = flags.includes("-");
  const fill = flags.includes("0") && !left && numeric ? "0" : " ";
  return (visit, run) => {
    const text = value(visit, run);
    const cut = precision !== undefined && !numeric ? text.slice(0, Number(precision)) : text;
    return left ? cut.padEnd(width) : cut.padStart(width, fill);
  };
}

const LETTERS: Readonly<Record<FileKind, string>> = { file: "f", directory: "d", link: "l", other: "c" };

const DIRECTIVES: Readonly<Record<string, Render>> = {
  p: (visit) => visit.path,
  f: (visit) => (visit.depth === 0 ? withoutDirectory(visit.path) : visit.name),
  h: (visit) => directoryOf(visit.path),
  P: (visit) => visit.path.slice(visit.start.length).replace(/^\//, ""),
  H: (visit) => visit.start,
  d: (visit) => String(visit.depth),
  y: (visit) => LETTERS[visit.kind],
  Y: (visit) => targetLetter(visit),
  l: (visit) => visit.linkTarget(),
  s: (visit) => String(visit.stat().size),
  k: (visit) => String(Math.ceil(blocksOf(visit.stat()) / 2)),
  b: (visit) => String(blocksOf(visit.stat())),
  m: (visit) => visit.stat().mode.toString(8),
  M: (visit) => modeString(visit.stat()),
  u: (visit) => ownerName(visit.stat().uid),
  g: (visit) => ownerName(visit.stat().gid),
  U: (visit) => String(visit.stat().uid),
  G: (visit) => String(visit.stat().gid),
  n: (visit) => String(visit.stat().nlink),
  i: (visit) => String(visit.stat().ino),
  D: (visit) => String(visit.stat().dev),
  S: (visit) => sparseness(visit.stat()),
  a: time("a", "%a %b %e %H:%M:%S.%N %Y"),
  c: time("c", "%a %b %e %H:%M:%S.%N %Y"),
  t: time("t", "%a %b %e %H:%M:%S.%N %Y"),
};

function timeDirective(kind: string, letter: string): Render | undefined {
  if (letter === "@") return time(kind, "%s.%N");
  if (letter === "+") return time(kind, "%Y-%m-%d+%H:%M:%S.%N");
  if (letter === "S") return time(kind, "%S.%N");
  if (letter === "T" || letter === "X") return time(kind, "%H:%M:%S.%N");
  return /[a-zA-Z]/.test(letter) ? time(kind, `%${letter}`) : undefined;
}

/** findutils writes ten digits of a second. */
function time(kind: string, format: string): Render {
  return (visit, run) => {
    const clock = clockOf(millisecondsOf(visit.stat(), kind.toUpperCase()), run.zone);
    return formatTime(format.replace("%N", `${formatTime("%N", clock)}0`), clock);
  };
}

function millisecondsOf(stat: FileStat, kind: string): number {
  return kind === "A" ? stat.atimeMs : kind === "C" ? stat.ctimeMs : stat.mtimeMs;
}

/** `N`: the link leads nowhere. */
function targetLetter(visit: Visit): string {
  const kind = visit.kind === "link" ? visit.otherKind() : visit.kind;
  return kind === undefined ? "N" : LETTERS[kind];
}

function withoutDirectory(path: string): string {
  const trimmed = path.replace(/(?<=.)\/+$/, "");
  return trimmed === "/" ? "/" : trimmed.slice(trimmed.lastIndexOf("/") + 1);
}

function directoryOf(path: string): string {
  const slash = path.replace(/(?<=.)\/+$/, "").lastIndexOf("/");
  return slash < 0 ? "." : path.slice(0, slash);
}

/** Allocated bytes by size, as printf's %g writes it. */
function sparseness(stat: FileStat): string {
  if (stat.size === 0) return "1";
  return String(Number(((blocksOf(stat) * 512) / stat.size).toPrecision(6)));
}
