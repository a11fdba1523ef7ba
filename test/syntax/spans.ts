// Every node of a tree with its span, found by walking the data itself: no visitor can leave one out.
import type { Span } from "../../src/diagnostic/diagnostic.ts";
import type { Script } from "../../src/syntax/index.ts";

export interface Spanned {
  readonly span: Span;
  readonly path: string;
  readonly children: readonly Spanned[];
}

/** Heredoc bodies lie after their line and are collected apart; an argument's assignment repeats its parts. */
export function spansOf(script: Script): { readonly root: Spanned; readonly heredocs: readonly Spanned[] } {
  const heredocs: Spanned[] = [];
  const walk = (value: object, path: string): Spanned[] => {
    const children: Spanned[] = [];
    for (const [key, inner] of Object.entries(value)) {
      if (key === "span" || typeof inner !== "object" || inner === null) continue;
      const at = `${path}.${key}`;
      const found = walk(inner, at);
      if (!isSpanned(inner)) children.push(...found);
      else if (key === "heredoc") heredocs.push({ span: inner.span, path: at, children: found });
      else children.push({ span: inner.span, path: at, children: found });
    }
    return children;
  };
  return { root: { span: script.span, path: "script", children: walk(script, "script") }, heredocs };
}

function isSpanned(value: object): value is { readonly span: Span } {
  return "span" in value;
}

/** What is wrong with the nesting, or undefined. */
export function misplaced(node: Spanned): string | undefined {
  const { span, path, children } = node;
  if (span.end < span.start) return `${path} ends before it starts`;
  const parts = children.filter((each) => !/\.assignment$/.test(each.path));
  for (const child of children) {
    if (child.span.start < span.start || child.span.end > span.end) {
      return `${child.path} [${child.span.start},${child.span.end}] is outside of ${path} [${span.start},${span.end}]`;
    }
    const inner = misplaced(child);
    if (inner !== undefined) return inner;
  }
  const sorted = [...parts].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  for (let at = 1; at < sorted.length; at++) {
    const before = sorted[at - 1];
    const after = sorted[at];
    if (before && after && after.span.start < before.span.end) return `${before.path} overlaps ${after.path}`;
  }
  return undefined;
}
