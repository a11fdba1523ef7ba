// Brace expansion: one word to several, before anything in them is expanded. The parser says which braces count.
import type { BraceList, BraceRange, Parameter, WordPart } from "../syntax/tree.ts";
import { ExpansionError } from "./environment.ts";

export function hasBraces(parts: readonly WordPart[]): boolean {
  for (const part of parts) if (isBrace(part)) return true;
  return false;
}

/** The parts of every word that comes out, leftmost brace slowest. Their number is checked before the first is made. */
export function expandBraces(parts: readonly WordPart[], limit: number): Iterator<readonly WordPart[]> {
  const count = countWords(parts);
  if (count > limit) {
    throw new ExpansionError(`brace expansion: more than ${limit} words`, { help: "Use seq or a for (( )) loop" });
  }
  return words(parts);
}

/** The text of a brace where none are expanded, as in assignments. */
export function rangeText(range: BraceRange): string {
  const step = range.step === undefined ? "" : `..${range.step}`;
  return `{${range.from}..${range.to}${step}}`;
}

/** Braces are expanded as text in bash, before names are read: `$x{1,2}` is `$x1 $x2`. */
function joinNames(parts: readonly WordPart[]): WordPart[] {
  const joined: WordPart[] = [];
  let open = false;
  for (const part of parts) {
    const last = joined.at(-1);
    const more = part.kind === "literal" ? (/^[A-Za-z0-9_]+/.exec(part.value)?.[0] ?? "") : "";
    if (open && last?.kind === "parameter" && part.kind === "literal" && more !== "") {
      joined[joined.length - 1] = { ...last, name: last.name + more };
      open = more === part.value;
      if (!open) joined.push({ ...part, value: part.value.slice(more.length) });
    } else {
      joined.push(part);
      open = part.kind === "parameter" && isBareName(part);
    }
  }
  return joined;
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

function* words(parts: readonly WordPart[]): Generator<readonly WordPart[]> {
  for (const word of choices(parts, 0, [])) yield joinNames(word);
}

function* choices(
  parts: readonly WordPart[],
  from: number,
  before: readonly WordPart[],
): Generator<readonly WordPart[]> {
  const index = parts.findIndex((part, at) => at >= from && isBrace(part));
  const part = parts[index];
  if (part?.kind === "brace-list") {
    const prefix = [...before, ...parts.slice(from, index)];
    for (const item of part.items) {
      for (const choice of choices(item.parts, 0, [])) yield* choices(parts, index + 1, [...prefix, ...choice]);
    }
  } else if (part?.kind === "brace-range") {
    const prefix = [...before, ...parts.slice(from, index)];
    for (const value of rangeValues(part)) {
      yield* choices(parts, index + 1, [...prefix, { kind: "literal", span: part.span, value }]);
    }
  } else yield [...before, ...parts.slice(from)];
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

function* rangeValues(part: BraceRange): Generator<string> {
  const range = boundsOf(part);
  if (range === undefined) {
    yield rangeText(part);
    return;
  }
  const { from, to, step } = range;
  const show = isNumber(part.from) ? padded(part) : (code: number): string => String.fromCharCode(code);
  if (from <= to) for (let value = from; value <= to; value += step) yield show(value);
  else for (let value = from; value >= to; value -= step) yield show(value);
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

function isBrace(part: WordPart): part is BraceList | BraceRange {
  return part.kind === "brace-list" || part.kind === "brace-range";
}
