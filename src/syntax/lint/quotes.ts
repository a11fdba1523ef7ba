// Quotes that are not the shell's: typographic ones, and one kind within itself.
import type { Word, WordPart } from "../tree.ts";
import { visit } from "../visit.ts";
import type { Lint } from "./finding.ts";

const TYPOGRAPHIC = /[\u201c\u201d\u201e\u201f\u2033\u2018\u2019\u201a\u201b]/g;
const SINGLE = /[\u2018\u2019\u201a\u201b]/;

/** “like this” or ‘this’. */
export const smartQuotes: Lint = (source) => {
  const start = source.search(TYPOGRAPHIC);
  if (start < 0) return undefined;
  const mended = source.replace(TYPOGRAPHIC, (quote) => (SINGLE.test(quote) ? "'" : '"'));
  return {
    code: "smart-quotes",
    message: "typographic quotes are plain characters to the shell",
    start,
    end: start + 1,
    mended,
  };
};

/** `"say "hi" now"` closes the first quote before `hi`; `'it's'` closes it before `s`. */
export const nestedQuotes: Lint = (source, parsed) => {
  if (parsed.diagnostics.length > 0) return apostrophe(source);
  let found: { first: WordPart; last: WordPart } | undefined;
  visit(parsed.script, {
    word(node) {
      found ??= nestedIn(node);
    },
  });
  if (!found) return undefined;
  const start = found.first.span.start;
  const end = found.last.span.end;
  const inner = source.slice(start + 1, end - 1);
  const expands = /[$`\\']/.test(inner);
  const text = expands ? `"${inner.replace(/(?<!\\)"/g, '\\"')}"` : `'${inner}'`;
  return {
    code: "nested-quotes",
    message: "a quote within quotes of the same kind ends them",
    start,
    end,
    mended: source.slice(0, start) + text + source.slice(end),
  };
};

/** Quoted, bare, quoted: with a blank or punctuation right inside, where no one would put a quote on purpose. */
function nestedIn(word: Word): { first: WordPart; last: WordPart } | undefined {
  const { parts } = word;
  for (let at = 0; at + 2 < parts.length; at++) {
    const first = parts[at];
    const middle = parts[at + 1];
    if (first?.kind !== "double-quoted" || middle?.kind !== "literal") continue;
    const last = parts.findLast((part) => part.kind === "double-quoted");
    if (last && last !== first && endsOpen(first)) return { first, last };
  }
  return undefined;
}

function endsOpen(part: WordPart): boolean {
  if (part.kind !== "double-quoted") return false;
  const last = part.parts.at(-1);
  return last?.kind === "literal" && /[\s({[:,=]$/.test(last.value);
}

function apostrophe(source: string): ReturnType<Lint> {
  const found = /'([^'"$`\\]*[A-Za-z])'([a-z]{1,2}\b[^'"$`\\]*)'/.exec(source);
  if (!found) return undefined;
  const { index } = found;
  const end = index + found[0].length;
  const mended = `${source.slice(0, index)}"${found[1]}'${found[2]}"${source.slice(end)}`;
  return {
    code: "nested-quotes",
    message: "an apostrophe ends a single-quoted text",
    start: index,
    end,
    mended,
  };
}
