// Advice on the mistakes that language models make, for lines that failed. It never rejects anything.
import type { Diagnostic } from "../../diagnostic/diagnostic.ts";
import { type Parsed, parseText } from "../parse.ts";
import { fullWidth, unicodeDash, windowsPath } from "./characters.ts";
import type { Lint } from "./finding.ts";
import { chatTemplate, literalCommand } from "./model.ts";
import { nestedQuotes, smartQuotes } from "./quotes.ts";
import { missingSeparator } from "./separator.ts";

const LINTS: readonly Lint[] = [
  literalCommand,
  chatTemplate,
  smartQuotes,
  fullWidth,
  unicodeDash,
  windowsPath,
  missingSeparator,
  nestedQuotes,
];

/** The one mistake that is no shell at all: a JSON or Python literal, or a call, as the whole command. */
export function literal(source: string, parsed: Parsed): Diagnostic | undefined {
  return /^\s*([{[]\s*["']|\w+\()/.test(source) ? diagnosticOf(literalCommand, source, parsed) : undefined;
}

/** Texts longer than this are scripts, not lines: they get no advice. */
const LONGEST = 20_000;

/** One diagnostic for each mistake; `help` is the mended text, and is left out where that does not parse. */
export function lint(source: string, parsed: Parsed): readonly Diagnostic[] {
  if (source.length > LONGEST) return [];
  const found: Diagnostic[] = [];
  for (const check of LINTS) {
    const advice = diagnosticOf(check, source, parsed);
    if (advice) found.push(advice);
  }
  return found;
}

function diagnosticOf(check: Lint, source: string, parsed: Parsed): Diagnostic | undefined {
  const finding = check(source, parsed);
  if (!finding) return undefined;
  const { code, message, start, end, mended } = finding;
  const base = { code: `syntax.${code}`, message, span: { start, end } };
  const parses = mended.trim() !== "" && parseText(mended).diagnostics.length === 0;
  return parses ? { ...base, help: mended.trim() } : base;
}
