// What counts as close.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nearest } from "../../src/command/suggest.ts";

const COMMANDS = ["cat", "cp", "cut", "grep", "head", "ls", "memory", "mv", "sort", "tail", "wc", "[", "write"];
const OPTIONS = ["--follow", "--lines", "--no-follow", "--color", "--ignore-case", "--include", "--exclude-dir"];

test.each<[word: string, candidates: readonly string[], found: string[]]>([
  ["gerp", COMMANDS, ["grep"]],
  ["grpe", COMMANDS, ["grep"]],
  ["grepp", COMMANDS, ["grep"]],
  ["GREP", COMMANDS, ["grep"]],
  ["caat", COMMANDS, ["cat"]],
  ["sotr", COMMANDS, ["sort"]],
  ["memroy", COMMANDS, ["memory"]],
  ["mem", COMMANDS, ["memory"]],
  ["memorysearch", COMMANDS, ["memory"]],
  ["sl", COMMANDS, ["ls"]],
  ["xyzzy", COMMANDS, []],
  ["docker", COMMANDS, []],
  ["nosuch", ["touch", "cut"], []],
  ["ignore_case", ["ignore-case"], ["ignore-case"]],
  ["", COMMANDS, []],
  ["x", COMMANDS, []],
  ["--folow", OPTIONS, ["--follow"]],
  ["--colour", OPTIONS, ["--color"]],
  ["--linse", OPTIONS, ["--lines"]],
  ["--ignorecase", OPTIONS, ["--ignore-case"]],
  ["--quiet", OPTIONS, []],
  ["-V", ["-v", "-n"], ["-v"]],
  ["-z", ["-v", "-n"], []],
  ["readme.md", ["README.md", "src", "notes.md"], ["README.md"]],
  ["Screenshot 10.04 AM.png", ["Screenshot 10.04\u202fAM.png", "a.png"], ["Screenshot 10.04\u202fAM.png"]],
  ["a b.txt", ["a\u00a0b.txt"], ["a\u00a0b.txt"]],
  ["cafe\u0301.txt", ["caf\u00e9.txt"], ["caf\u00e9.txt"]],
  ["config.yml", ["config.yaml", "config.json", "other.yaml"], ["config.yaml"]],
  ["aple", ["apple", "ample", "maple", "able", "zebra"], ["able", "ample", "apple"]],
])("%s", (word, candidates, found) => {
  expect(nearest(word, candidates)).toEqual(found);
});

describe("laws", () => {
  const word = fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 12 });

  test("a candidate itself comes first", () => {
    fc.assert(
      fc.property(word, fc.array(word), (name, others) => {
        expect(nearest(name, [...others, name])[0]).toBe(name);
      }),
    );
  });

  test("swapping two neighbours in a word of five letters is near", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 }), (at) => {
        const letters = [..."bread"];
        const swapped = [...letters.slice(0, at), letters[at + 1], letters[at], ...letters.slice(at + 2)].join("");
        expect(nearest(swapped, ["bread"])).toEqual(["bread"]);
      }),
    );
  });

  test("never more than asked for, and only candidates", () => {
    fc.assert(
      fc.property(word, fc.array(word), fc.integer({ min: 0, max: 5 }), (name, others, limit) => {
        const found = nearest(name, others, limit);
        expect(found.length).toBeLessThanOrEqual(limit);
        expect(others).toEqual(expect.arrayContaining(found));
      }),
    );
  });
});
