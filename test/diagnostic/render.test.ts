// The text of a diagnostic: the caret stands under its character whatever comes before it.
import { expect, test } from "vitest";
import type { Diagnostic } from "../../src/diagnostic/diagnostic.ts";
import { renderDiagnostic } from "../../src/diagnostic/render.ts";

function at(source: string, mark: string, help?: string): { diagnostic: Diagnostic; source: string } {
  const start = source.indexOf(mark);
  const base = { code: "syntax.x", message: "wrong", span: { start, end: start + mark.length } };
  return { diagnostic: help === undefined ? base : { ...base, help }, source };
}

test("message, line, caret, help", () => {
  const { diagnostic, source } = at('grep "TODO src', '"', "Close it");
  expect(renderDiagnostic(diagnostic, source)).toBe('syntax: wrong\n  grep "TODO src\n       ^\n  Close it');
});

test.each([
  ["tabs count as one column", "a\t\tX", "  a  X\n     ^"],
  ["wide characters as two", "中文 X", "  中文 X\n       ^"],
  ["combining marks as none", "e\u0301 X", "  e\u0301 X\n    ^"],
  ["emoji as two", "😀 X", "  😀 X\n     ^"],
  ["only the line of the error", "a\nb X\nc", "  b X\n    ^"],
  ["a carriage return is not shown", "b X\r\nc", "  b X\n    ^"],
])("%s", (_, text, lines) => {
  const { diagnostic, source } = at(text, "X");
  expect(renderDiagnostic(diagnostic, source)).toBe(`syntax: wrong\n${lines}`);
});

test("a long line is cut around the caret, between characters", () => {
  const { diagnostic, source } = at(`${"😀".repeat(100)}X${"中".repeat(100)}`, "X");
  const [, line = "", caret = ""] = renderDiagnostic(diagnostic, source).split("\n");
  expect(line).toMatch(/^ {2}…(?:😀)+X中+…$/u);
  expect(line.isWellFormed()).toBe(true);
  const before = line.slice(0, line.indexOf("X"));
  expect(caret.length - 1).toBe([...before].reduce((width, each) => width + (each === "😀" ? 2 : 1), 0));
});

test("an error at the very end, and one without a place", () => {
  expect(renderDiagnostic({ code: "syntax.x", message: "wrong", span: { start: 2, end: 2 } }, "ab")).toBe(
    "syntax: wrong\n  ab\n    ^",
  );
  expect(renderDiagnostic({ code: "engine.y", message: "no", help: "a\nb" }, "ab")).toBe("engine: no\n  a\n  b");
  expect(renderDiagnostic({ code: "syntax.x", message: "wrong", span: { start: 0, end: 0 } }, "")).toBe(
    "syntax: wrong",
  );
});
