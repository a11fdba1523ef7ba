// Field splitting against a plain reading of POSIX 2.6.5, and laws of "$@" and quotes.
import fc from "fast-check";
import { expect, test } from "vitest";
import { expandWords } from "../../src/expand/index.ts";
import { TestEnvironment, wordsOf } from "./environment.ts";

/** The rule said with regular expressions: trim white space, then cut at each separator with the space around it. */
function reference(text: string, ifs: string): string[] {
  if (text === "") return [];
  if (ifs === "") return [text];
  const escaped = (set: string): string => set.replace(/[\\\]^-]/g, "\\$&");
  const space = escaped(ifs.replace(/[^ \t\n]/g, ""));
  const others = escaped(ifs.replace(/[ \t\n]/g, ""));
  const spaces = space === "" ? "" : `[${space}]*`;
  const cuts = [others === "" ? "" : `${spaces}[${others}]${spaces}`, space === "" ? "" : `[${space}]+`];
  const trimmed = space === "" ? text : text.replace(new RegExp(`^[${space}]+|[${space}]+$`, "g"), "");
  if (trimmed === "") return [];
  const fields = trimmed.split(new RegExp(cuts.filter((cut) => cut !== "").join("|")));
  if (fields.at(-1) === "") fields.pop();
  return fields;
}

const env = new TestEnvironment();
const text = fc.string({ unit: fc.constantFrom("a", "b", " ", ":", "\t", "\n", ",", "é"), maxLength: 12 });
const separators = fc.string({ unit: fc.constantFrom(" ", ":", "\t", ",", "\n"), maxLength: 3 });

test("an unquoted variable is split as POSIX says", () => {
  const unquoted = wordsOf("$x");
  fc.assert(
    fc.property(text, separators, (value, ifs) => {
      env.set("x", value);
      env.set("IFS", ifs);
      expect(expandWords(unquoted, env)).toEqual(reference(value, ifs));
    }),
    { numRuns: 3000 },
  );
});

test('quotes keep any value whole, and "$@" keeps any list', () => {
  const quoted = wordsOf('"$x" "$@"');
  fc.assert(
    fc.property(text, fc.array(text), separators, (value, list, ifs) => {
      env.set("x", value);
      env.set("IFS", ifs);
      env.positional = list;
      expect(expandWords(quoted, env)).toEqual([value, ...list]);
    }),
  );
});

test("nothing is asynchronous without a substitution or a pause", () => {
  env.set("IFS", " \t\n");
  for (const source of ["a b c", "$x ${x:-y} $((1+1)) ~ *.txt {1..3}", '"${x//a/b}" ${#x} "$@"']) {
    expect(env.expand(source)).toBeInstanceOf(Array);
  }
  expect(env.expand("$(echo hi)")).toBeInstanceOf(Promise);
});
