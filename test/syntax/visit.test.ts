// Walks, and what is found by walking.
import { expect, test } from "vitest";
import { parse, sourceOf, unsupported, visit } from "../../src/syntax/index.ts";

const SOURCE =
  'x=$(a "$b") for1 {c,d} <(e) > f; if [[ g =~ h ]]; then i <<E; fi\n$j\nE\ncase k in l) m;; esac; export n=(o)';

test("visits in the order of the text, heredocs with their redirection", () => {
  const { script } = parse(SOURCE);
  const words: string[] = [];
  visit(script, {
    word(node) {
      words.push(sourceOf(node, script));
    },
  });
  const [value, ...rest] = words;
  expect(value).toBe('$(a "$b")');
  expect(rest).toEqual([
    "a",
    '"$b"',
    "for1",
    "{c,d}",
    "c",
    "d",
    "<(e)",
    "e",
    "f",
    "g",
    "h",
    "i",
    "E",
    "$j\n",
    "k",
    "l",
    "m",
    "export",
    "n=(o)",
    "o",
  ]);
});

test("false leaves the children out", () => {
  const { script } = parse("a $(b $(c)) d");
  const names: string[] = [];
  visit(script, {
    command(node) {
      names.push(sourceOf(node, script));
    },
    part(node) {
      return node.kind !== "command-substitution";
    },
  });
  expect(names).toEqual(["a $(b $(c)) d"]);
});

test("starts at any node", () => {
  const { script } = parse("a $x | b");
  const stage = script.body.items[0]?.body.first.stages[0];
  const kinds: string[] = [];
  if (stage) visit(stage, { part: (node) => void kinds.push(node.kind) });
  expect(kinds).toEqual(["literal", "parameter"]);
});

test("coprocesses are parsed and said to be unsupported, wherever they are", () => {
  const found = unsupported(parse("a; $(coproc b); f() { coproc X { c; }; }").script);
  expect(found.map((each) => each.span?.start)).toEqual([5, 22]);
  expect(found[0]).toMatchObject({ code: "syntax.unsupported" });
  expect(unsupported(parse("echo coproc").script)).toEqual([]);
});
