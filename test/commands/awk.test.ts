// awk: laws of fields and expressions, what it refuses, and that no program keeps the shell from stopping it.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { awk } from "../../commands/awk/index.ts";
import { parseProgram } from "../../commands/awk/parser.ts";
import { toExtended } from "../../commands/awk/regex.ts";
import { scriptFor } from "../../commands/awk/script.ts";
import { compileText } from "../../src/pattern/index.ts";
import { invoke } from "../support/invoke.ts";

const program = async (text: string, stdin: string, ...options: string[]): Promise<string> =>
  (await invoke(awk, [...options, text], { stdin })).stdout;

const word = fc
  .array(fc.constantFrom("a", "b", "7", "é", "日", ".", "-"), { minLength: 1, maxLength: 5 })
  .map((all) => all.join(""));
const line = fc
  .array(fc.oneof(word, fc.constantFrom(" ", "  ", "\t", ",", ",,")), { maxLength: 12 })
  .map((all) => all.join(""));

describe("fields", () => {
  test("blanks separate and are dropped at the ends", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 6 }), async (lines) => {
        const stdin = lines.map((each) => `${each}\n`).join("");
        const wanted = lines.map((each) => each.split(/[ \t]+/).filter((part) => part !== ""));
        expect(await program('{ printf "%d", NF; for (i = 1; i <= NF; i++) printf "<%s>", $i; print "" }', stdin)).toBe(
          wanted.map((parts) => `${parts.length}${parts.map((part) => `<${part}>`).join("")}\n`).join(""),
        );
      }),
    );
  });

  test("one character separates each time, and so does a pattern that means it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 6 }), async (lines) => {
        const stdin = lines.map((each) => `${each}\n`).join("");
        const wanted = lines
          .map((each) => (each === "" ? [] : each.split(",")))
          .map((parts) => `${parts.length}|${parts[1] ?? ""}|${parts.at(-1) ?? each0}\n`)
          .join("");
        const text = '{ print NF "|" $2 "|" $NF }';
        expect(await program(text, stdin, "-F,")).toBe(wanted);
        expect(await program(text, stdin, "-F(,)")).toBe(wanted);
      }),
    );
  });

  test("assigning a field and reading the record agree", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 7 }),
        async (words, at) => {
          const parts = [...words];
          while (parts.length < at) parts.push("");
          parts[at - 1] = "new";
          expect(await program(`{ $${at} = "new"; print; print NF }`, `${words.join(" ")}\n`, "-v", "OFS=:")).toBe(
            `${parts.join(":")}\n${parts.length}\n`,
          );
        },
      ),
    );
  });
});

/** `$NF` of an empty record is the record. */
const each0 = "";

test("records across the borders of chunks", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom("x", "longer words in a line", "", "q".repeat(70_000)), { minLength: 1, maxLength: 8 }),
      async (lines) => {
        const stdin = lines.map((each) => `${each}\n`).join("");
        const wanted = lines.map((each) => `${each.length}\n`).join("");
        expect(await program("{ print length($0) }", stdin)).toBe(wanted);
        expect(await program("{ print length($0) }", stdin, "-v", "RS=\n|@")).toBe(wanted);
      },
    ),
    { numRuns: 25 },
  );
});

describe("regular expressions", () => {
  const atom = fc.constantFrom("a", "b", "[ab]", "[^a]", ".", "[0-9]", "(ab)", "(a|b)", "(b|cd)", "c");
  const piece = fc.tuple(atom, fc.constantFrom("", "", "*", "+", "?", "{2}", "{1,2}")).map((both) => both.join(""));
  const pattern = fc
    .tuple(fc.constantFrom("", "^"), fc.array(piece, { minLength: 1, maxLength: 4 }), fc.constantFrom("", "$"))
    .map(([start, pieces, end]) => start + pieces.join("") + end);
  const subject = fc.array(fc.constantFrom("a", "b", "c", "d", "1", " "), { maxLength: 10 }).map((all) => all.join(""));

  test("V8 is asked only where it finds what the engine finds", () => {
    let asked = 0;
    fc.assert(
      fc.property(pattern, subject, (source, text) => {
        const script = scriptFor(toExtended(source), false);
        if (!script) return;
        asked += 1;
        script.finder.lastIndex = 0;
        const found = script.finder.exec(text);
        const wanted = compileText(toExtended(source), { syntax: "extended" }).exec(text);
        expect(found ? [found.index, script.finder.lastIndex] : undefined).toEqual(
          wanted ? [wanted.start, wanted.end] : undefined,
        );
      }),
      { numRuns: 2000 },
    );
    expect(asked).toBeGreaterThan(200);
  });

  test.each([
    ["a\\/b", "a/b"],
    ["\\y", "\\b"],
    ["[\\]a]", "[]a]"],
    ["[a\\-z]", "[az-]"],
    ["[\\^]", "\\^"],
    ["\\.\\101", "\\.A"],
    ["[\\t]", "[\t]"],
  ])("%s is %s to the engine", (source, wanted) => {
    expect(toExtended(source)).toBe(wanted);
  });
});

test("records that the only pattern does not match are passed over, and nobody can tell", async () => {
  const filler = fc.constantFrom("", "x", "ab", "abb c", "filler ".repeat(40), "q".repeat(3000));
  await fc.assert(
    fc.asyncProperty(fc.array(filler, { maxLength: 60 }), fc.boolean(), async (lines, ended) => {
      const stdin = lines.join("\n") + (ended ? "\n" : "");
      const action = "{ n++; print $1 } END { print n + 0 }";
      // NR forbids passing over.
      expect(await program(`/ab+/ ${action}`, stdin)).toBe(await program(`NR && /ab+/ ${action}`, stdin));
    }),
  );
});

test("arrays: numbers first, the rest as it came, whatever is deleted between", async () => {
  const key = fc.oneof(fc.integer({ min: 0, max: 12 }).map(String), fc.constantFrom("a", "b", "01", "-1", "1e3"));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.boolean(), key), { maxLength: 30 }), async (steps) => {
      const kept = new Set<string>();
      for (const [adds, each] of steps) {
        if (adds) kept.add(each);
        else kept.delete(each);
      }
      const isNumber = (each: string): boolean => /^(0|[1-9]\d*)$/.test(each);
      const numbers = [...kept].filter(isNumber).sort((a, b) => Number(a) - Number(b));
      const wanted = [...numbers, ...[...kept].filter((each) => !isNumber(each))];
      const stdin = steps.map(([adds, each]) => `${adds ? "+" : "-"} ${each}\n`).join("");
      const text = '$1 == "+" { a[$2] } $1 == "-" { delete a[$2] } END { for (k in a) print k; print length(a) }';
      expect(await program(text, stdin)).toBe([...wanted, kept.size].map((each) => `${each}\n`).join(""));
    }),
  );
});

describe("what is wrong is said", () => {
  const rows: [string[], number, string][] = [
    [["{print"], 1, "line 1: syntax error at or near end of program"],
    [["BEGIN { x = }"], 1, "at or near }"],
    [["\n\n{ print ) }"], 1, "line 3: syntax error at or near )"],
    [['BEGIN { print "a }'], 1, "unterminated string"],
    [["/a"], 1, "unterminated regular expression"],
    [['@include "x"\nBEGIN { }'], 1, "@include"],
    [['BEGIN { print 1 |& "cat" }'], 1, "two-way pipe"],
    [["BEGIN { break }"], 1, "not inside a loop"],
    [["BEGIN { nope() }"], 2, "function `nope' is not defined"],
    [["BEGIN { x = 0; print 1 / x }"], 2, "division by zero"],
    [['BEGIN { print "x" > "" }'], 2, "null string"],
    [["BEGIN { a[1] = 1; print a }"], 2, "array"],
    [['BEGIN { print 1 ~ "(" }'], 2, "regular expression"],
    [["{print}", "missing"], 2, "missing"],
    [["-i", "inplace", "1", "f"], 2, "inplace"],
    [["--nope", "1"], 2, "unknown option"],
    [["function f(n) { return f(n + 1) } BEGIN { f(1) }"], 2, "deep"],
  ];
  test.each(rows)("%s", async (argv, exit, message) => {
    const result = await invoke(awk, argv, { stdin: "" });
    expect(result.exitCode).toBe(exit);
    expect(result.stderr).toContain(message);
  });

  test("what was printed before a failure comes out", async () => {
    const result = await invoke(awk, ['BEGIN { print "a"; x = 0; print 1 / x }'], { stdin: "" });
    expect(result.stdout).toBe("a\n");
    expect(result.exitCode).toBe(2);
  });
});

describe("no program runs on after it was stopped", () => {
  test.each([
    "BEGIN { while (1); }",
    "BEGIN { for (;;) x++ }",
    "BEGIN { do { x = x + 1 } while (x > 0) }",
    "function f(n) { return n < 1 ? 0 : f(n - 1) + f(n - 1) } BEGIN { print f(60) }",
    "function g() { while (1) n++ } BEGIN { x = 1 + g() }",
    "BEGIN { a[1]; while (1) for (k in a) n++ }",
    'BEGIN { while (1) print n++ > "/dev/null" }',
  ])("%s", async (text) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    const result = await invoke(awk, [text], { stdin: "", signal: controller.signal, files: { "dev/null": "" } });
    expect(result.exitCode).toBe(130);
  });
});

test("waiting keeps the order of evaluation", async () => {
  const text = `
    function say(x) { printf "%s ", x; return x }
    BEGIN {
      a = say(1) + say(2) * say(3)
      b[say("k")] = say(4)
      c = (say(0) && say(9)) || say(5)
      d = say(0) ? say(6) : say(7)
      print a, b["k"], c, d
    }`;
  expect(await program(text, "")).toBe("1 2 3 4 k 0 5 0 7 7 4 1 7\n");
});

test("deep recursion needs no deep stack", async () => {
  expect(await program("function d(n) { return n == 0 ? 0 : 1 + d(n - 1) } BEGIN { print d(30000) }", "")).toBe(
    "30000\n",
  );
});

describe("effects", () => {
  const effects = (...argv: string[]) => awk.bind(argv, { cwd: "/" }).effects;
  test("files are read, constant names are written", () => {
    expect(effects('{ print > "out" }', "in")).toEqual({ reads: ["file:/in"], writes: ["file:/out", "dir:/"] });
    expect(effects("{ print }", "x=1", "in")).toEqual({ reads: ["file:/in"], writes: [] });
  });
  test.each([
    ["{ print > $1 }"],
    ['{ print | "sh" }'],
    ['BEGIN { system("x") }'],
    ['BEGIN { "x" | getline }'],
    ['BEGIN { ARGV[1] = "y" } 1'],
  ])("%s may do anything", (text) => {
    expect(effects(text, "in").exclusive).toBe(true);
  });
});

test("any text parses or is refused with a message", () => {
  const token = fc.constantFrom(
    "{",
    "}",
    "(",
    ")",
    "if",
    "else",
    "/",
    "x",
    "1",
    '"s"',
    "print",
    ">",
    "in",
    "getline",
    "|",
    "$",
    "\n",
    ";",
    "~",
    "=",
    ",",
    "function f",
  );
  fc.assert(
    fc.property(fc.array(token, { maxLength: 14 }), (tokens) => {
      try {
        parseProgram(tokens.join(" "));
      } catch (error) {
        expect(error).toHaveProperty("name", "AwkError");
      }
    }),
    { numRuns: 1000 },
  );
});
