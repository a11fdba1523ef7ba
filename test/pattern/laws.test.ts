/** Laws of the engine: all its ways to search agree with each other, and with V8 where the syntax means the same. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  compilePattern,
  compileText,
  PatternLimitError,
  type PatternOptions,
  type Syntax,
} from "../../src/pattern/index.ts";

/** Small expressions that are valid, and mean the same languages, in ERE, PCRE and JavaScript. */
const expressions = (emptyLoops: boolean) =>
  fc.letrec<{ atom: string; piece: string; sequence: string; node: string }>((tie) => ({
    atom: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom("a", "b", "c", ".", "[ab]", "[^a]", "é", "[a-cé]", "\\w", "\\W", " "),
      tie("node").map((inner) => `(${inner})`),
    ),
    piece: fc
      .tuple(tie("atom"), fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{1,2}", "{0,2}", "{2,}"))
      .map(([atom, repeat]) => (!mayBeEmpty(atom) || (emptyLoops && !/\^|\$|\\b/.test(atom)) ? atom + repeat : atom)),
    sequence: fc
      .tuple(
        fc.constantFrom("", "", "", "^", "\\b"),
        fc.array(tie("piece"), { maxLength: 3 }),
        fc.constantFrom("", "", "$", "\\b"),
      )
      .map(([start, pieces, end]) => start + pieces.join("") + end),
    node: fc.array(tie("sequence"), { minLength: 1, maxLength: 3 }).map((branches) => branches.join("|")),
  })).node;
const expression = expressions(true);
/**
 * JavaScript differs from the others where the body of a loop may match nothing. (Where such a body also has an edge in
 * it, as in `(\\b|a?)*`, even the two engines may prefer different ends in Perl's order: both kinds leave that out.)
 */
const plainExpression = expressions(false);

function mayBeEmpty(atom: string): boolean {
  return new RegExp(`^${atom.replaceAll(/(?<!\[)\^|\$|\\b/g, "")}$`).test("");
}

const line = fc.string({ unit: fc.constantFrom("a", "b", "c", "a", "b", " ", "-", "é", "中"), maxLength: 12 });
const asciiLine = fc.string({ unit: fc.constantFrom("a", "b", "c", " ", "-", "_"), maxLength: 12 });
const syntaxes = fc.constantFrom<Syntax>("extended", "perl");
const grepOptions: fc.Arbitrary<Partial<PatternOptions>> = fc.constantFrom(
  {},
  {},
  { ignoreCase: true },
  { wholeWord: true },
  { wholeLine: true },
);

/** The result, or undefined when the backtracker gave up. */
function withinLimit<T>(search: () => T): T | undefined {
  try {
    return search();
  } catch (error) {
    if (error instanceof PatternLimitError) return undefined;
    throw error;
  }
}

describe("against V8", { timeout: 30_000 }, () => {
  test("perl: span and groups of the first match", () => {
    fc.assert(
      fc.property(plainExpression, asciiLine, (source, text) => {
        // \W and [^a] of V8 need the u flag to see characters; ASCII text keeps \b the same.
        const found = new RegExp(source, "u").exec(text);
        const ours = compileText(source, { syntax: "perl" }).exec(text);
        expect(ours && [ours.start, ours.end]).toEqual(
          found ? [found.index, found.index + found[0].length] : undefined,
        );
      }),
      { numRuns: 400 },
    );
  });

  test("extended: the same start, and no shorter", () => {
    fc.assert(
      fc.property(plainExpression, asciiLine, (source, text) => {
        const found = new RegExp(source, "u").exec(text);
        const ours = compileText(source, { syntax: "extended" }).exec(text);
        expect(ours?.start).toBe(found?.index);
        if (ours && found) expect(ours.end).toBeGreaterThanOrEqual(found.index + found[0].length);
      }),
      { numRuns: 400 },
    );
  });

  test("extended: the longest match is the longest that V8 finds when it must end at each place", () => {
    fc.assert(
      fc.property(plainExpression, asciiLine, (source, text) => {
        const ours = compileText(source, { syntax: "extended" }).exec(text);
        if (ours === undefined) return;
        let longest = -1;
        for (let end = ours.start; end <= text.length; end += 1) {
          const tail = text.length - end;
          const anchored = new RegExp(
            `^[^]{${ours.start}}(?<=^[^]{${ours.start}})(?:${source})(?=[^]{${tail}}$(?![^]))`,
            "u",
          );
          const sticky = new RegExp(`(?:${source})(?=[^]{${tail}}$(?![^]))`, "uy");
          sticky.lastIndex = ours.start;
          if (anchored.source !== "" && sticky.test(text)) longest = end;
        }
        expect(ours.end).toBe(longest);
      }),
      { numRuns: 400 },
    );
  });
});

describe("within", { timeout: 30_000 }, () => {
  test("the automaton and the backtracker agree", () => {
    fc.assert(
      fc.property(expression, line, syntaxes, grepOptions, (source, text, syntax, more) => {
        const bytes = Buffer.from(text);
        const automaton = compilePattern([source], { syntax, ...more });
        const answers = {
          test: automaton.test(bytes, 0, bytes.length),
          find: automaton.find(bytes, 0, bytes.length),
        };
        // A look-ahead that always holds, or a reference that is never reached, leaves the language as it is.
        const others = [[source, "(\u0001)\\1"], ...(syntax === "perl" ? [[`(?=)(?:${source})`]] : [])];
        for (const sources of others) {
          const other = compilePattern(sources, { syntax, ...more, stepLimit: 20_000 });
          const found = withinLimit(() => ({
            test: other.test(bytes, 0, bytes.length),
            find: other.find(bytes, 0, bytes.length),
          }));
          expect(found ?? answers).toEqual(answers);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("countLines, nextLine and a test of each line agree", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          expression,
          fc.constantFrom("ab", "b", "a+b", "ab.*c", "^a.*b", "c$", "é+b", "(a)\\1", "[a-c]+ b", "\\bab\\b", "b -"),
        ),
        fc.array(line, { maxLength: 8 }),
        fc.boolean(),
        syntaxes,
        grepOptions,
        (source, lines, ended, syntax, more) => {
          const pattern = compilePattern([source], { syntax, ...more });
          const text = lines.join("\n") + (ended && lines.length > 0 ? "\n" : "");
          const bytes = Buffer.from(text);
          const expected: number[] = [];
          for (let start = 0; start < bytes.length; ) {
            const next = bytes.indexOf(10, start);
            const end = next < 0 ? bytes.length : next;
            if (pattern.test(bytes, start, end)) expected.push(start);
            start = end + 1;
          }
          const found: number[] = [];
          for (let at = pattern.nextLine(bytes, 0, bytes.length); at >= 0; ) {
            found.push(at);
            const next = bytes.indexOf(10, at);
            at = next < 0 ? -1 : pattern.nextLine(bytes, next + 1, bytes.length);
          }
          expect(found).toEqual(expected);
          expect(pattern.countLines(bytes, 0, bytes.length)).toBe(expected.length);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("any bytes are searched without an error, and spans lie within the line", () => {
    fc.assert(
      fc.property(
        expression,
        fc.uint8Array({ maxLength: 20 }),
        syntaxes,
        grepOptions,
        (source, bytes, syntax, more) => {
          const found = compilePattern([source], { syntax, ...more }).captures(bytes, 0, bytes.length);
          for (const group of found?.groups ?? []) {
            if (group === undefined) continue;
            expect(group.start).toBeGreaterThanOrEqual(found?.start ?? 0);
            expect(group.end).toBeLessThanOrEqual(found?.end ?? 0);
          }
          expect(found?.end ?? 0).toBeLessThanOrEqual(bytes.length);
        },
      ),
      { numRuns: 400 },
    );
  });

  test("any text is a pattern or a PatternError", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."ab(){}[]|*+?\\.^$-,1:<>=!PQEKkpgx\u00e9"), maxLength: 12 }),
        fc.constantFrom<Syntax>("basic", "extended", "perl", "fixed"),
        (source, syntax) => {
          let error: unknown;
          try {
            compilePattern([source], { syntax }).test(Buffer.from("ab(a"), 0, 4);
          } catch (caught) {
            error = caught;
          }
          if (error !== undefined) expect(String(error)).toMatch(/^PatternError: .*pattern/);
        },
      ),
      { numRuns: 500 },
    );
  });
});
