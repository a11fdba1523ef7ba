// Brace expansion: one word to several, before anything in them is expanded. The parser says which braces count.
import type { BraceRange, Parameter, WordPart } from "../syntax/tree.ts";
import { ExpansionError } from "./environment.ts";

export function hasBraces(parts: readonly WordPart[]): boolean {
  for (const part of parts) if (part.kind === "brace-list" || part.kind === "brace-range") return true;
  return false;
}

/** The parts of every word that comes out, leftmost brace slowest. The number is checked before any is made. */
export function expandBraces(parts: readonly WordPart[], limit: number): WordPart[][] {
  const count = countWords(parts);
  if (count > limit) {
    throw new ExpansionError(`brace expansion: more than ${limit} words`, { help: "use seq or a for (( )) loop" });
  }
  return multiply(parts).map(joinNames);
}

/** The text of a brace where none are expanded, as in assignments. */
export function rangeText(range: BraceRange): string {
  const step = range.step === undefined ? "" : `..${range.step}`;
  return `{${range.from}..${range.to}${step}}`;
}

/** Braces are expanded as text in bash, before names are read: `$x{1,2}` is `$x1 $x2`. */
function joinNames(parts: WordPart[]): WordPart[] {
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1];
    if (part.kind !== "parameter" || next?.kind !== "literal" || !isBareName(part)) continue;
    const more = /^[A-Za-z0-9_]+/.exec(next.value)?.[0];
    if (more === undefined) continue;
    parts[index] = { ...part, name: part.name + more };
    parts[index + 1] = { ...next, value: next.value.slice(more.length) };
  }
  return parts;
}

/** `$name`, not `${name}`: the span tells. */
function isBareName({ name, span }: Parameter): boolean {
  return /^[A-Za-z_]/.test(name) && span.end - span.start === name.length + 1;
}

function countWords(parts: readonly WordPart[]): number {
  let count = 1;
  for (const part of parts) {
    if (part.kind === "brace-list") count *= part.items.reduce((sum, item) => sum + countWords(item.parts), 0);
    else if (part.kind === "brace-range") count *= countRange(part);
  }
  return count;
}

function multiply(parts: readonly WordPart[]): WordPart[][] {
  let words: WordPart[][] = [[]];
  for (const part of parts) {
    if (part.kind !== "brace-list" && part.kind !== "brace-range") {
      for (const word of words) word.push(part);
      continue;
    }
    const choices = part.kind === "brace-list" ? part.items.flatMap((item) => multiply(item.parts)) : rangeParts(part);
    words = words.flatMap((word) => choices.map((choice) => [...word, ...choice]));
  }
  return words;
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

function countRange(part: BraceRange): number {
  const range = boundsOf(part);
  return range === undefined ? 1 : Math.floor(Math.abs(range.to - range.from) / range.step) + 1;
}

function rangeParts(part: BraceRange): WordPart[][] {
  const range = boundsOf(part);
  if (range === undefined) return [[literal(part, rangeText(part))]];
  const { from, to, step } = range;
  const down = from > to;
  const show = isNumber(part.from) ? padded(part) : (code: number): string => String.fromCharCode(code);
  const words: WordPart[][] = [];
  for (let value = from; down ? value >= to : value <= to; value += down ? -step : step) {
    words.push([literal(part, show(value))]);
  }
  return words;
}

function literal(part: BraceRange, value: string): WordPart {
  return { kind: "literal", span: part.span, value };
}

/** Undefined where a bound is beyond what can be counted: bash leaves the text then. A step of 0 counts as 1. */
function boundsOf({ from, to, step }: BraceRange): Range | undefined {
  const numbers = isNumber(from);
  if (numbers !== isNumber(to)) return undefined;
  const range = {
    from: numbers ? Number(from) : from.charCodeAt(0),
    to: numbers ? Number(to) : to.charCodeAt(0),
    step: Math.abs(Number(step ?? 1)) || 1,
  };
  return Number.isSafeInteger(range.from) && Number.isSafeInteger(range.to) ? range : undefined;
}

function isNumber(bound: string): boolean {
  return /^[-+]?[0-9]+$/.test(bound);
}

/** A leading zero on either side pads all to the wider of the two, sign included. */
function padded({ from, to }: BraceRange): (value: number) => string {
  if (!/^[-+]?0[0-9]/.test(from) && !/^[-+]?0[0-9]/.test(to)) return String;
  const width = Math.max(from.length, to.length);
  return (value) => (value < 0 ? `-${String(-value).padStart(width - 1, "0")}` : String(value).padStart(width, "0"));
}
