/** Shell patterns against what bash 5.2 answered (fixtures/pattern/glob.json, parts.json). */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileGlob, globFind, globPrefix, globSuffix, hasGlob } from "../../src/pattern/index.ts";

function rows<T>(name: string): T[] {
  return JSON.parse(readFileSync(new URL(`../../fixtures/pattern/${name}`, import.meta.url), "utf8")).rows;
}

const globs = rows<{ pattern: string; text: string; matches: boolean }>("glob.json");
const parts =
  rows<Record<"pattern" | "text" | "#" | "##" | "%" | "%%" | "/" | "//" | "/#" | "/%", string>>("parts.json");
const extglob = { extglob: true };

describe("case", () => {
  // bash finds no match for a star before a negated group that would match the empty text after it.
  const quirk = (row: { pattern: string; text: string }) => row.pattern === "*!(a)" && row.text === "a";

  test.each(globs.filter((row) => !quirk(row)))("$pattern against $text", ({ pattern, text, matches }) => {
    expect(compileGlob(pattern, extglob).test(text)).toBe(matches);
  });
});

describe("parts of a text", () => {
  test.each(parts)("$pattern in $text", (row) => {
    const { pattern, text } = row;
    const prefix = (longest: boolean) => text.slice(globPrefix(pattern, text, longest, extglob) ?? 0);
    const suffix = (longest: boolean) => text.slice(0, globSuffix(pattern, text, longest, extglob) ?? text.length);
    const once = (anchor: "none" | "start" | "end") => {
      const found = globFind(pattern, text, 0, anchor, extglob);
      return found === undefined ? text : `${text.slice(0, found.start)}<>${text.slice(found.end)}`;
    };
    expect({
      "#": prefix(false),
      "##": prefix(true),
      "%": suffix(false),
      "%%": suffix(true),
      "/": once("none"),
      "//": replaceAll(pattern, text),
      "/#": once("start"),
      "/%": once("end"),
    }).toEqual(Object.fromEntries(Object.entries(row).filter(([name]) => name !== "pattern" && name !== "text")));
  });
});

/** `${text//pattern/<>}`: an empty match moves on by one character. */
function replaceAll(pattern: string, text: string): string {
  let out = "";
  let at = 0;
  while (at < text.length) {
    const found = globFind(pattern, text, at, "none", extglob);
    if (found === undefined) break;
    out += `${text.slice(at, found.start)}<>`;
    at = found.end;
    if (found.end === found.start) {
      out += text.slice(at, at + 1);
      at += 1;
    }
  }
  return out + text.slice(at);
}

describe("options", () => {
  test.each([
    ["*.TS", "a.ts", { ignoreCase: true }, true],
    ["É*", "éa", { ignoreCase: true }, true],
    ["[A-C]x", "bX", { ignoreCase: true }, true],
    ["*", "a/b", { pathname: true }, false],
    ["*/b", "a/b", { pathname: true }, true],
    ["a?b", "a/b", { pathname: true }, false],
    ["a[/]b", "a/b", { pathname: true }, false],
    ["*", ".a", { period: true }, false],
    ["?a", ".a", { period: true }, false],
    ["[.]a", ".a", { period: true }, false],
    [".*", ".a", { period: true }, true],
    ["*a", "x.a", { period: true }, true],
    ["*/*", "a/.b", { period: true, pathname: true }, false],
    ["!(x)", ".a", { period: true, extglob: true }, false],
    ["@(.a|b)", ".a", { period: true, extglob: true }, true],
    ["@(a)", "@(a)", {}, true],
  ] as const)("%s against %s with %o", (pattern, name, options, matches) => {
    expect(compileGlob(pattern, options).test(name)).toBe(matches);
  });

  test.each([
    ["abc", false],
    ["a*", true],
    ["a\\*", false],
    ["a[b", false],
    ["a[b]", true],
    ["a?", true],
    ["@(a)", true],
    ["@(a", false],
    ["a\\", false],
  ] as const)("hasGlob(%s)", (pattern, special) => {
    expect(hasGlob(pattern, true)).toBe(special);
  });

  test("literal is what stands before the first special character", () => {
    expect(compileGlob("src/\\*a*.ts").literal).toBe("src/*a");
    expect(compileGlob("*.ts").literal).toBeUndefined();
  });
});

describe("laws", () => {
  const glob = fc.string({ unit: fc.constantFrom("a", "b", "*", "?", "[ab]", "[!a]", "é"), maxLength: 8 });
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "é", "\u{1f600}"), maxLength: 10 });

  test("a pattern means what the regular expression that it spells means", () => {
    fc.assert(
      fc.property(glob, text, (pattern, name) => {
        const source = pattern.replaceAll("[!", "[^").replaceAll("*", ".*").replaceAll("?", ".");
        expect(compileGlob(pattern).test(name)).toBe(new RegExp(`^${source}$`, "su").test(name));
      }),
    );
  });

  test("fast tests and sets of positions agree", () => {
    fc.assert(
      fc.property(glob, text, (pattern, name) => {
        const whole = globPrefix(pattern, name, true) === name.length;
        expect(compileGlob(pattern).test(name)).toBe(whole);
        expect(globSuffix(pattern, name, true) === 0).toBe(whole);
        expect(compileGlob(`@(${pattern})`, extglob).test(name)).toBe(whole);
        expect(compileGlob(`!(${pattern})`, extglob).test(name)).toBe(!whole);
      }),
    );
  });

  test.each([
    ["+(a)b", 1, 1001],
    ["a*", 1, 1003],
    ["+(a)", 1, 1000],
    ["a+([ab])", 1, 1001],
    ["?(x)a", 0, 2],
    ["!(b)b", 0, 1001],
    ["x*a", 0, 1000],
    ["b?", 1000, 1002],
    ["a!(*)", undefined, undefined],
    ["b!(c)c", 1000, 1002],
  ] as const)("%s in a long text is from %s to %s", (pattern, start, end) => {
    const long = `x${"a".repeat(999)}bcc`;
    const last = long.length;
    expect(last).toBe(1003);
    expect(globFind(pattern, long, 0, "none", extglob)).toEqual(start === undefined ? undefined : { start, end });
  });

  test("many stars are no trouble", () => {
    const name = "a".repeat(2000);
    expect(compileGlob(`${"*a".repeat(40)}b`).test(name)).toBe(false);
    expect(compileGlob(`${"*(*a)".repeat(5)}b`, extglob).test(name)).toBe(false);
  });

  const part = fc.constantFrom("a", "b", "[ab]", "?", "é", "😀", "+(a|b)", "*(ab|?)", "?(b)", "@(a|ba)");
  const groups = fc.array(fc.tuple(fc.constantFrom("*", "+"), fc.array(part, { minLength: 1, maxLength: 3 })), {
    minLength: 1,
    maxLength: 3,
  });
  const words = fc.array(fc.constantFrom("a", "b", "é", "😀"), { maxLength: 8 }).map((chars) => chars.join(""));

  test("repeated groups mean what regular expressions mean", () => {
    fc.assert(
      fc.property(groups, words, (parts, name) => {
        const pattern = parts.map(([operator, inner]) => `${operator}(${inner.join("")})`).join("");
        const expression = (text: string) =>
          text
            .replace(/\?(?!\()/g, ".")
            .replace(/([*+?@])(\((?:[^()]|\([^()]*\))*\))/g, (_, operator, body: string) => {
              const inner: string = body.length > 2 ? `(?:${expression(body.slice(1, -1))})` : body;
              return operator === "@" ? inner : inner + operator;
            });
        const whole = new RegExp(`^(?:${expression(pattern)})$`, "su").test(name);
        expect(compileGlob(pattern, extglob).test(name)).toBe(whole);
        expect(globPrefix(pattern, name, true, extglob) === name.length).toBe(whole);
        expect(globSuffix(pattern, name, true, extglob) === 0).toBe(whole);
      }),
      { numRuns: 500 },
    );
  });

  test.each(["+(x)", "*(xx)y", "+(x|xx)", "x+(@(x|y))", "!(y)"])("%s crosses a long run once", (pattern) => {
    const run = "x".repeat(300_000);
    expect(globPrefix(pattern, run, true, extglob)).toBe(pattern.endsWith("y") ? undefined : run.length);
    expect(globFind(pattern, run, 0, "none", extglob)).toEqual(
      pattern.endsWith("y") ? undefined : { start: 0, end: run.length },
    );
  });
});
