// What FS, FPAT, FIELDWIDTHS and RS mean, and splitting of text by them.

import { encode } from "../../src/plugin.ts";
import type { Machine } from "./machine.ts";
import type { Regex } from "./regex.ts";
import { BLANKS, type Splitting } from "./row.ts";
import { AwkError } from "./value.ts";

/** Pieces, and what stood between them: `separators[i]` comes before piece i + 1; [0] and the last are outside. */
export interface Pieces {
  readonly pieces: string[];
  readonly separators: string[];
}

/** A separator of split() and FS. */
export type Separator =
  | { readonly kind: "blank" }
  | { readonly kind: "characters" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "pattern"; readonly regex: Regex };

/** The meaning of a separator's text (POSIX awk, "Regular Expressions"; gawk for the empty one). */
export function separatorOf(machine: Machine, text: string): Separator {
  if (text === " ") return { kind: "blank" };
  if (text === "") return { kind: "characters" };
  if (isOneCharacter(text)) return { kind: "text", text };
  return { kind: "pattern", regex: machine.regexes.get(text) };
}

export function splitText(text: string, separator: Separator): Pieces {
  if (text === "") return { pieces: [], separators: [] };
  switch (separator.kind) {
    case "blank":
      return splitBlank(text);
    case "characters": {
      const pieces = [...text];
      return { pieces, separators: new Array(pieces.length + 1).fill("") };
    }
    case "text": {
      const pieces = text.split(separator.text);
      return { pieces, separators: ["", ...new Array<string>(pieces.length - 1).fill(separator.text), ""] };
    }
    case "pattern":
      return splitPattern(text, separator.regex);
  }
}

function splitBlank(text: string): Pieces {
  const pieces: string[] = [];
  const separators: string[] = [];
  let at = 0;
  while (at < text.length) {
    const blank = at;
    while (at < text.length && isBlank(text.charCodeAt(at))) at += 1;
    separators.push(text.slice(blank, at));
    const start = at;
    while (at < text.length && !isBlank(text.charCodeAt(at))) at += 1;
    if (at === start) return { pieces, separators };
    pieces.push(text.slice(start, at));
  }
  separators.push("");
  return { pieces, separators };
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 10;
}

function splitPattern(text: string, regex: Regex): Pieces {
  const pieces: string[] = [];
  const separators: string[] = [""];
  let start = 0;
  let from = 0;
  while (from <= text.length) {
    const match = regex.exec(text, from);
    if (match === undefined) break;
    if (match.end === match.start) {
      // What matches nothing separates nothing.
      from = match.end + 1;
      continue;
    }
    pieces.push(text.slice(start, match.start));
    separators.push(text.slice(match.start, match.end));
    start = match.end;
    from = start;
  }
  pieces.push(text.slice(start));
  separators.push("");
  return { pieces, separators };
}

/** What matches the pattern are the pieces (FPAT, patsplit). */
export function splitByContent(text: string, regex: Regex): Pieces {
  const pieces: string[] = [];
  const separators: string[] = [];
  let after = 0;
  let from = 0;
  let justMatched = false;
  while (from <= text.length) {
    const match = regex.exec(text, from);
    if (match === undefined) break;
    if (match.end === match.start && justMatched && match.start === after) {
      // An empty piece right after another is none.
      justMatched = false;
      from = match.end + 1;
      continue;
    }
    separators.push(text.slice(after, match.start));
    pieces.push(text.slice(match.start, match.end));
    after = match.end;
    from = match.end === match.start ? match.end + 1 : match.end;
    justMatched = true;
  }
  if (pieces.length > 0 || text !== "") separators.push(text.slice(after));
  return { pieces, separators };
}

export function splittingFor(machine: Machine): Splitting {
  const paragraph = machine.separator.kind === "paragraph";
  const text = machine.text(machine.specials.get(machine.splitBy));
  if (machine.splitBy === "FIELDWIDTHS") return { kind: "text", split: splitByWidths(text) };
  if (machine.splitBy === "FPAT") {
    const regex = machine.regexes.get(text);
    return { kind: "text", split: (record) => splitByContent(record, regex).pieces };
  }
  const separator = separatorOf(machine, text);
  if (separator.kind === "blank") return BLANKS;
  if (separator.kind === "text" && separator.text.length === 1 && separator.text < "\x80") {
    return { kind: "byte", byte: separator.text.charCodeAt(0), also: paragraph ? 10 : -1 };
  }
  if (paragraph && separator.kind !== "characters") {
    const source = separator.kind === "pattern" ? text : separator.text;
    const regex = machine.regexes.get(`(${source})|\n`);
    return { kind: "text", split: (record) => splitText(record, { kind: "pattern", regex }).pieces };
  }
  return { kind: "text", split: (record) => splitText(record, separator).pieces };
}

/** `3 2:4 *`: a width, or how much to pass over and a width; `*` is the rest (gawk). */
function splitByWidths(text: string): (record: string) => string[] {
  const widths = text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => {
      if (word === "*") return { skip: 0, width: Number.POSITIVE_INFINITY };
      const found = /^(?:(\d+):)?(\d+|\*)$/.exec(word);
      if (!found) throw new AwkError(`invalid FIELDWIDTHS value, near \`${word}'`);
      return { skip: Number(found[1] ?? 0), width: found[2] === "*" ? Number.POSITIVE_INFINITY : Number(found[2]) };
    });
  return (record) => {
    const characters = [...record];
    const pieces: string[] = [];
    let at = 0;
    for (const { skip, width } of widths) {
      at += skip;
      if (at >= characters.length) break;
      pieces.push(characters.slice(at, at + width).join(""));
      at += width;
    }
    return pieces;
  };
}

export function setRecordSeparator(machine: Machine): void {
  const text = machine.text(machine.specials.get("RS"));
  const bytes = encode(text);
  const [byte] = bytes;
  if (byte === undefined) machine.separator = { kind: "paragraph" };
  else if (bytes.length === 1) machine.separator = { kind: "byte", byte };
  else {
    const source = isOneCharacter(text) ? text.replace(/[\\^$.[\]|()*+?{}]/, "\\$&") : text;
    machine.separator = { kind: "pattern", pattern: machine.regexes.get(source).pattern };
  }
}

function isOneCharacter(text: string): boolean {
  return text.length === 1 || (text.length === 2 && (text.codePointAt(0) ?? 0) > 0xffff);
}
