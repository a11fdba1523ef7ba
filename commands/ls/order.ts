// Sorts entries by the key that was asked for; ties fall back to byte order of the names.
import { compareBytes } from "../../src/plugin.ts";
import { type Choices, type Entry, timeOf } from "./entry.ts";

export const SORT_KEYS = ["name", "none", "size", "time", "extension", "version", "width"] as const;

/** A new array in order. `names` of equal keys keep byte order, also under `-r`, which turns everything round. */
export function sorted(entries: readonly Entry[], choices: Choices, key: (typeof SORT_KEYS)[number]): Entry[] {
  const list = [...entries];
  if (key === "none") return list;
  const compare = comparator(key, choices);
  const turn = choices.reverse ? -1 : 1;
  const directories = choices.groupDirectoriesFirst;
  return list.sort((left, right) => {
    const group = directories ? Number(isDirectory(right)) - Number(isDirectory(left)) : 0;
    return group || turn * compare(left, right);
  });
}

function comparator(key: (typeof SORT_KEYS)[number], choices: Choices): (left: Entry, right: Entry) => number {
  const byName = (left: Entry, right: Entry): number => compareBytes(left.name, right.name);
  const size = (entry: Entry): number => entry.stat?.size ?? 0;
  const time = (entry: Entry): number => (entry.stat ? timeOf(entry.stat, choices.time) : 0);
  if (key === "size") return (left, right) => size(right) - size(left) || byName(left, right);
  if (key === "time") return (left, right) => time(right) - time(left) || byName(left, right);
  if (key === "extension") {
    return (left, right) => compareBytes(extension(left.name), extension(right.name)) || byName(left, right);
  }
  if (key === "width") return (left, right) => left.name.length - right.name.length || byName(left, right);
  if (key === "version") return (left, right) => compareVersions(left.name, right.name) || byName(left, right);
  return byName;
}

function isDirectory(entry: Entry): boolean {
  return entry.kind === "directory" || entry.targetStat?.kind === "directory";
}

function extension(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot);
}

/** Debian's version order as GNU's `-v` has it: digits by value, letters before other characters, `~` first of all. */
export function compareVersions(left: string, right: string): number {
  const special = (name: string): number =>
    name === "" ? 0 : name === "." ? 1 : name === ".." ? 2 : name.startsWith(".") ? 3 : 4;
  const kind = special(left) - special(right);
  if (kind !== 0) return kind;
  const suffix = /(?:\.[A-Za-z~][A-Za-z0-9~]*)*$/;
  const byStem = compareParts(left.replace(suffix, ""), right.replace(suffix, ""));
  return byStem || compareParts(left, right);
}

function compareParts(left: string, right: string): number {
  let l = 0;
  let r = 0;
  while (l < left.length || r < right.length) {
    while ((l < left.length && !isDigit(left, l)) || (r < right.length && !isDigit(right, r))) {
      const difference = weight(left, l) - weight(right, r);
      if (difference !== 0) return difference;
      l += 1;
      r += 1;
    }
    const leftDigits = /^\d*/.exec(left.slice(l))?.[0] ?? "";
    const rightDigits = /^\d*/.exec(right.slice(r))?.[0] ?? "";
    const leftValue = leftDigits.replace(/^0+/, "");
    const rightValue = rightDigits.replace(/^0+/, "");
    const difference = leftValue.length - rightValue.length || compareBytes(leftValue, rightValue);
    if (difference !== 0) return difference;
    l += leftDigits.length;
    r += rightDigits.length;
  }
  return 0;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

function weight(text: string, at: number): number {
  if (at >= text.length) return -1;
  if (isDigit(text, at)) return 0;
  const character = text.charAt(at);
  if (character === "~") return -2;
  return /[A-Za-z]/.test(character) ? text.charCodeAt(at) : text.charCodeAt(at) + 0x10000;
}
