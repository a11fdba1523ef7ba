// Mistakes of models: what is said of a line that failed, and silence on lines that are right.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { lint, parse } from "../../src/syntax/index.ts";

/** Text, code without its layer, the mended line. */
const FINDINGS: readonly (readonly [string, string, string])[] = [
  ['{"command": "ls -la"}', "literal-command", "ls -la"],
  ['{"name": "run", "arguments": {"command": "ls -la"}}', "literal-command", "ls -la"],
  ['{"arguments": "{\\"command\\": \\"wc -l a\\"}"}', "literal-command", "wc -l a"],
  ["{'command': 'ls -la'}", "literal-command", "ls -la"],
  ['["grep", "a b", "f"]', "literal-command", "grep 'a b' f"],
  ['run(command="ls -la")', "literal-command", "ls -la"],
  ["ls -la<|im_end|>", "chat-template", "ls -la"],
  ["```bash\nls -la\n```", "chat-template", "ls -la"],
  ["```ls -la```", "chat-template", "ls -la"],
  ["ls -la</tool_call>", "chat-template", "ls -la"],
  ["$ ls -la", "chat-template", "ls -la"],
  ["echo \u201chi there\u201d", "smart-quotes", 'echo "hi there"'],
  ["echo \u2018hi\u2019", "smart-quotes", "echo 'hi'"],
  ["ls \u2013la", "unicode-dash", "ls -la"],
  ["ls \u2014all", "unicode-dash", "ls --all"],
  ["ls \uff5c wc", "full-width", "ls | wc"],
  ["ls\u3000-l", "full-width", "ls -l"],
  ["cat C:\\Users\\me\\f.txt", "windows-path", "cat C:/Users/me/f.txt"],
  ["cat .\\src\\f.txt", "windows-path", "cat ./src/f.txt"],
  ['echo "say "hi" now"', "nested-quotes", "echo 'say \"hi\" now'"],
  ['echo "say $x "hi" now"', "nested-quotes", 'echo "say $x \\"hi\\" now"'],
  ["echo 'it's here'", "nested-quotes", 'echo "it\'s here"'],
  ["if true then echo; fi", "missing-separator", "if true; then echo; fi"],
  ["while a do b; done", "missing-separator", "while a; do b; done"],
  ["for f in *.c do a $f; done", "missing-separator", "for f in *.c; do a $f; done"],
];

describe("lint", () => {
  test.each(FINDINGS)("%j: %s", (source, code, mended) => {
    const found = lint(source, parse(source)).filter((each) => each.code === `syntax.${code}`);
    expect(found.map((each) => each.help)).toEqual([mended]);
    expect(parse(mended).diagnostics).toEqual([]);
  });

  test("says nothing of everyday lines but where a path or a quote may be the cause", () => {
    const lines: readonly string[] = JSON.parse(
      readFileSync(new URL("../../fixtures/syntax/lines.json", import.meta.url), "utf8"),
    );
    const noticed = lines.filter((line) => lint(line, parse(line)).length > 0);
    expect(noticed.length / lines.length).toBeLessThan(0.03);
  });

  test("never makes a valid line an error", () => {
    const valid = FINDINGS.map(([source]) => source).filter((source) => parse(source).diagnostics.length === 0);
    expect(valid).toContain("$ ls -la");
    expect(valid).toContain('{"command": "ls -la"}');
  });
});
