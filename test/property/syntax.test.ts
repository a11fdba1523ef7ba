// Laws of the syntax layer over random texts: it is total, its spans nest, words are what their text says.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  completionContext,
  lexWords,
  lint,
  parse,
  quote,
  type Script,
  sourceOf,
  visit,
  type Word,
} from "../../src/syntax/index.ts";
import { misplaced, spansOf } from "../syntax/spans.ts";

const accepted: { readonly cases: readonly { readonly source: string }[] } = JSON.parse(
  readFileSync(new URL("../../fixtures/syntax/accept.json", import.meta.url), "utf8"),
);
const SOURCES = accepted.cases.map((each) => each.source);

const TOKENS =
  "a b x=1 a=( ) ( ) { } ; & | && || ;; ! < > << <<- <<< >& &> 2>&1 $ $x ${ ${x:- ${x/ ${#x} } $( $(( )) (( [[ ]] =~ ` \" ' \\ $' $\" # ~ * ? [ ] {a,b} {1..3} @( !( if then else elif fi for in do done while until case esac select function coproc time E \n \r\n \t \u00a0 é \ud83d\ude00 \ud800 = += : / , - % ^ @ 0".split(
    " ",
  );
const soup = fc
  .array(fc.oneof(fc.constantFrom(...TOKENS, " ", " ", "\n"), fc.string({ maxLength: 3 })), { maxLength: 40 })
  .map((parts) => parts.join(""));
/** Right and wrong lines, cut, doubled and mixed. */
const mutated = fc
  .record({
    left: fc.constantFrom(...SOURCES),
    right: fc.constantFrom(...SOURCES),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    to: fc.double({ min: 0, max: 1, noNaN: true }),
    insert: fc.constantFrom(...TOKENS),
  })
  .map(
    ({ left, right, at, to, insert }) =>
      left.slice(0, Math.ceil(at * left.length)) + insert + right.slice(Math.floor(to * right.length)),
  );
const anyText = fc.oneof(soup, mutated, fc.string({ unit: "binary", maxLength: 60 }));

describe("parse", () => {
  test("never throws, and gives spans that nest and lie within the text", () => {
    fc.assert(
      fc.property(anyText, (source) => {
        const parsed = parse(source);
        const { root, heredocs } = spansOf(parsed.script);
        expect(misplaced(root)).toBeUndefined();
        for (const each of heredocs) {
          expect(misplaced(each)).toBeUndefined();
          expect(each.span.end).toBeLessThanOrEqual(source.length);
        }
        for (const { span } of parsed.diagnostics) expect(span?.end ?? 0).toBeLessThanOrEqual(source.length);
        expect(Array.isArray(lint(source, parsed))).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  test("is the same for the same text", () => {
    fc.assert(
      fc.property(anyText, (source) => {
        expect(parse(source)).toEqual(parse(source));
      }),
      { numRuns: 200 },
    );
  });

  test("takes each argument's own text for the same word", () => {
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...SOURCES), mutated), (source) => {
        const parsed = parse(source);
        if (parsed.diagnostics.length > 0) return;
        for (const word of argumentsOf(parsed.script)) {
          const text = sourceOf(word, parsed.script);
          const again = argumentsOf(parse(`: ${text}`).script);
          if (text.includes("<<")) continue;
          expect(again[1]?.literal).toBe(word.literal);
          expect(again[1]?.parts.map((part) => part.kind)).toEqual(word.parts.map((part) => part.kind));
        }
      }),
      { numRuns: 500 },
    );
  });

  test("visits every word that lies in the tree", () => {
    fc.assert(
      fc.property(fc.constantFrom(...SOURCES), (source) => {
        const { script } = parse(source);
        const visited = new Set<unknown>();
        visit(script, {
          word(node) {
            visited.add(node);
          },
        });
        expect(wordsOf(script).filter((word) => !visited.has(word))).toEqual([]);
      }),
    );
  });
});

describe("completionContext", () => {
  test("is total, and its start lies before the cursor", () => {
    fc.assert(
      fc.property(anyText, fc.nat(80), (source, at) => {
        const cursor = Math.min(at, source.length);
        const context = completionContext(source, cursor);
        expect(context.start).toBeGreaterThanOrEqual(0);
        expect(context.start).toBeLessThanOrEqual(cursor);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("quote", () => {
  const word = fc
    .oneof(
      fc.string({ unit: "binary" }),
      fc.string(),
      fc
        .array(fc.constantFrom(...TOKENS, "'", '"', "\\", "!", "\udcff", "\udcc3", "\udca9", "\x01", "\n", "f", "0"), {
          maxLength: 6,
        })
        .map((parts) => parts.join("")),
    )
    .map((text) => text.replaceAll("\0", ""));

  test("lexWords(quote(argv)) is argv", () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 5 }), (argv) => {
        expect(lexWords(quote(argv))).toEqual(argv);
      }),
      { numRuns: 3000 },
    );
  });
});

/** Words of simple commands that are no assignments; not those in backticks, whose text may hold escapes. */
function argumentsOf(script: Script): Word[] {
  const found: Word[] = [];
  visit(script, {
    command(node) {
      if (node.kind === "simple") found.push(...node.words.filter((each) => each.assignment === undefined));
    },
    part(node) {
      return !(node.kind === "command-substitution" && node.style === "`");
    },
  });
  return found;
}

function wordsOf(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  if ("assignment" in value) return [value];
  const inner = Object.values(value).flatMap(wordsOf);
  return "kind" in value && value.kind === "word" && "parts" in value ? [value, ...inner] : inner;
}
