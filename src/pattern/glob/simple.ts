/** Fast tests for patterns without groups: plain comparisons for the usual shapes, one retried star for the others. */
import type { Element } from "./parse.ts";
import { fold, type MatchRules } from "./positions.ts";

/** A test for the pattern; undefined where only sets of positions will do. */
export function simpleTest(elements: readonly Element[], rules: MatchRules): ((name: string) => boolean) | undefined {
  if (rules.pathname || elements.some((element) => element.kind === "group")) return undefined;
  const guarded = (test: (name: string) => boolean) =>
    rules.period && elements[0]?.kind !== "char" ? (name: string) => !name.startsWith(".") && test(name) : test;
  if (rules.ignoreCase) {
    return elements.some((element) => element.kind === "set")
      ? undefined
      : guarded((name) => retryStar(elements, name, true));
  }
  const stars = elements.filter((element) => element.kind === "star").length;
  if (elements.every((element) => element.kind === "char" || element.kind === "star")) {
    if (stars === 0) {
      const whole = text(elements);
      return (name) => name === whole;
    }
    const first = elements.findIndex((element) => element.kind === "star");
    if (stars === 1) {
      const head = text(elements.slice(0, first));
      const tail = text(elements.slice(first + 1));
      const least = head.length + tail.length;
      return guarded((name) => name.length >= least && name.startsWith(head) && name.endsWith(tail));
    }
    if (stars === 2 && first === 0 && elements[elements.length - 1]?.kind === "star") {
      const middle = text(elements.slice(1, -1));
      return guarded((name) => name.includes(middle));
    }
  }
  return guarded((name) => retryStar(elements, name, false));
}

function text(elements: readonly Element[]): string {
  return elements.map((element) => (element.kind === "char" ? String.fromCodePoint(element.code) : "")).join("");
}

/** On a mismatch only the last star has to take more: an earlier one could not do better. */
function retryStar(elements: readonly Element[], name: string, ignoreCase: boolean): boolean {
  let element = 0;
  let at = 0;
  let star = -1;
  let resume = 0;
  while (at < name.length) {
    const current = elements[element];
    if (current?.kind === "star") {
      star = element;
      resume = at;
      element += 1;
      continue;
    }
    const code = name.codePointAt(at) ?? 0;
    if (current !== undefined && passes(current, code, ignoreCase)) {
      at += code > 0xffff ? 2 : 1;
      element += 1;
      continue;
    }
    if (star < 0) return false;
    resume += (name.codePointAt(resume) ?? 0) > 0xffff ? 2 : 1;
    at = resume;
    element = star + 1;
  }
  while (elements[element]?.kind === "star") element += 1;
  return element === elements.length;
}

function passes(element: Element, code: number, ignoreCase: boolean): boolean {
  if (element.kind === "char") {
    return element.code === code || (ignoreCase && fold(element.code) === fold(code));
  }
  return element.kind === "any" || (element.kind === "set" && element.has(code));
}
