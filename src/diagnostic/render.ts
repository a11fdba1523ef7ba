// A diagnostic as text: message, the line with a caret, the help. Tags such as `[error] ` belong to the output layer.
import type { Diagnostic } from "./diagnostic.ts";
import { columns } from "./width.ts";

/** Columns of source that are shown around a caret. */
const WIDEST = 100;
const INDENT = "  ";

/** `syntax: message`, then the source line with a caret, then help; without a final newline. */
export function renderDiagnostic(diagnostic: Diagnostic, source: string): string {
  const lines = [`${layerOf(diagnostic.code)}: ${diagnostic.message}`];
  if (diagnostic.span && source.trim() !== "") lines.push(...excerpt(source, diagnostic.span.start));
  if (diagnostic.help !== undefined) {
    for (const line of diagnostic.help.split("\n")) lines.push(INDENT + line);
  }
  return lines.join("\n");
}

/** The part of a code before its first dot names the layer, which is how people call the error. */
function layerOf(code: string): string {
  const dot = code.indexOf(".");
  return dot < 0 ? code : code.slice(0, dot);
}

function excerpt(source: string, offset: number): string[] {
  const at = Math.min(Math.max(offset, 0), source.length);
  const start = source.lastIndexOf("\n", at - 1) + 1;
  const newline = source.indexOf("\n", at);
  const line = source.slice(start, newline < 0 ? source.length : newline);
  const { text, caret } = window(printable(line), at - start);
  return [INDENT + text, `${INDENT}${" ".repeat(columns(text.slice(0, caret)))}^`];
}

/** One column each for tabs and other controls, so that the caret stands right in any terminal; lengths stay. */
function printable(line: string): string {
  return line.replace(/\p{Cc}/gu, " ");
}

/** Cuts a long line around the caret, between whole characters. */
function window(line: string, caret: number): { text: string; caret: number } {
  const trimmed = line.trimEnd();
  if (columns(trimmed) <= WIDEST) return { text: trimmed.padEnd(0), caret: Math.min(caret, line.length) };
  let from = caret;
  let to = caret;
  let width = 0;
  while (width < WIDEST - 2 && (from > 0 || to < line.length)) {
    if (from > 0 && (caret - from <= to - caret || to >= line.length)) {
      const step = from > 1 && isLow(line, from - 1) ? 2 : 1;
      width += columns(line.slice(from - step, from));
      from -= step;
    } else {
      const step = isLow(line, to + 1) ? 2 : 1;
      width += columns(line.slice(to, to + step));
      to += step;
    }
  }
  const head = from > 0 ? "…" : "";
  const tail = to < line.length ? "…" : "";
  return { text: head + line.slice(from, to) + tail, caret: caret - from + head.length };
}

function isLow(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
