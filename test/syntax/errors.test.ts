// Each error: its message, where its caret stands, and the mend, which must itself be right.
import { describe, expect, test } from "vitest";
import { parse } from "../../src/syntax/index.ts";

/** Text, code without its layer, message, the text under the caret, the line in the help ("" for none). */
const ERRORS: readonly (readonly [string, string, string, string, string])[] = [
  [
    'grep "TODO src/app.ts | wc -l',
    "unterminated-quote",
    "unterminated double quote",
    '"',
    'grep "TODO" src/app.ts | wc -l',
  ],
  ["echo 'a b", "unterminated-quote", "unterminated single quote", "'", "echo 'a' b"],
  ["echo it's fine", "unterminated-quote", "unterminated single quote", "'", 'echo "it\'s" fine'],
  ['echo hello"', "unterminated-quote", "unterminated double quote", '"', 'echo "hello"'],
  ["echo `date", "unterminated-quote", "unterminated backtick", "`", "echo `date`"],
  ["echo $'a", "unterminated-quote", "unterminated single quote", "'", "echo $'a'"],
  ['echo "$(date"', "unterminated-quote", "unterminated double quote", '"', 'echo "$(date)"'],
  ["echo $(date", "unterminated-expansion", "unterminated command substitution `$(`", "$(", "echo $(date)"],
  ["echo ${x", "unterminated-expansion", "unterminated parameter expansion `${`", "${", "echo ${x}"],
  ["echo ${x y.txt", "bad-substitution", "bad substitution: `${x`", "${x", ""],
  ["echo $((1+2", "unterminated-expansion", "unterminated arithmetic expansion `$((`", "$((", "echo $((1+2))"],
  ["cat <(sort a", "unterminated-expansion", "unterminated process substitution `<(`", "<(", "cat <(sort a)"],
  ["(echo a", "unterminated-command", "unterminated `(`", "(", "(echo a)"],
  ["{ echo a", "unterminated-command", "unterminated `{`", "{", "{ echo a; }"],
  ["{ echo a }", "unterminated-command", "unterminated `{`", "{", "{ echo a; }"],
  ["[[ -f x", "unterminated-command", "unterminated `[[`", "[[", "[[ -f x ]]"],
  ["((1+2", "unterminated-command", "unterminated `((`", "((", "((1+2))"],
  ["a=(1 2", "unterminated-array", "unterminated array value `(`", "(", "a=(1 2)"],
  ["echo @(a|b", "unterminated-pattern", "unterminated `@(`", "@(", "echo @(a|b)"],
  ["| a", "empty-stage", "empty stage: no command before `|`", "|", "a"],
  ["a | | b", "empty-stage", "empty stage: no command after `|`", "|", "a | b"],
  ["&& a", "empty-stage", "empty stage: no command before `&&`", "&&", "a"],
  ["a |", "missing-command", "nothing after `|`", "|", "a"],
  ["a &&", "missing-command", "nothing after `&&`", "&&", "a"],
  ["a | ! b", "unexpected-token", "`!` belongs before the whole pipeline", "!", "! a | b"],
  ["a ;; b", "unexpected-token", "`;;` belongs in a `case`", ";;", "a ; b"],
  ["; a", "unexpected-token", "unexpected `;`", ";", "a"],
  ["a & ; b", "unexpected-token", "unexpected `;`", ";", "a & b"],
  ["echo a)", "unexpected-token", "unexpected `)`", ")", "echo a"],
  ["echo a; }", "unexpected-token", "unexpected `}`", "}", "echo a"],
  ["echo a; fi", "unexpected-token", "unexpected `fi`", "fi", "echo a"],
  ["echo a; done", "unexpected-token", "unexpected `done`", "done", "echo a"],
  ["then", "unexpected-token", "unexpected `then`", "then", ""],
  ["echo a(b)", "unexpected-token", "unexpected `(`", "(", "echo 'a(b)'"],
  ["( )", "missing-command", "a command is missing after `(`", ")", "( : )"],
  ["if true then echo; fi", "unexpected-token", "unexpected `fi`", "fi", "if true; then echo; fi"],
  ["if a; then b", "missing-keyword", "`if` without `fi`", "if", "if a; then b; fi"],
  ["while a; do b", "missing-keyword", "`while` without `done`", "while", "while a; do b; done"],
  [
    "for f in *.txt do echo $f; done",
    "unexpected-token",
    "unexpected `done`",
    "done",
    "for f in *.txt; do echo $f; done",
  ],
  ["case x in a) b", "missing-keyword", "`case` without `esac`", "case", "case x in a) b; esac"],
  ["case x a) b;; esac", "missing-keyword", "`case` needs `in` after its word", "a", "case x in a) b;; esac"],
  ["echo ${ls -l}", "bad-substitution", "bad substitution: `${ls -l}`", "${ls -l}", "echo $(ls -l)"],
  ["for $x in a; do b; done", "bad-name", "`$x` is no name for the variable of `for`", "$x", "for x in a; do b; done"],
  ["f() echo hi", "missing-body", "the body of function `f` must be in braces", "e", "f() { echo hi; }"],
  ["function f", "missing-body", "function `f` has no body", "function f", "function f { :; }"],
  ["echo a >", "missing-target", "missing target after `>`", ">", "echo a > out.txt"],
  ["echo a > > f", "missing-target", "unexpected `>` after `>`: it needs a file", ">", "echo a >> f"],
  ["cat <", "missing-target", "missing target after `<`", "<", "cat < in.txt"],
  ["cat <<", "missing-target", "missing delimiter after `<<`", "<<", ""],
  ["cat 99999999999> f", "bad-descriptor", "bad file descriptor: 99999999999", "99999999999", ""],
  ["[[ a b ]]", "bad-condition", "unexpected `b` in `[[`", "b", ""],
  ["[[ -f ]]", "bad-condition", "`-f` in `[[` needs an operand", "-f", ""],
  [
    "for ((a;b)); do c; done",
    "bad-for",
    "`for ((` needs three expressions with `;` between them",
    "((a;b))",
    "for ((i = 0; i < 3; i++)); do echo $i; done",
  ],
  ["ls -la<|im_end|>", "missing-target", "unexpected `|` after `<`: it needs a file", "|", "ls -la"],
  ['run(command="ls -la")', "unexpected-token", "unexpected `(`", "(", "ls -la"],
  ["echo 'it's here'", "unterminated-quote", "unterminated single quote", "'", 'echo "it\'s here"'],
];

describe("an error", () => {
  test.each(ERRORS)("of %j", (source, code, message, under, line) => {
    const [first, ...others] = parse(source).diagnostics;
    expect(others).toEqual([]);
    expect(first).toMatchObject({ code: `syntax.${code}`, message });
    expect(source.slice(first?.span?.start, first?.span?.end)).toBe(under);
    expect(first?.help ?? "").not.toBe("");
    const shown = /(?:for example|as in|Use): (.*)$/.exec(first?.help ?? "")?.[1] ?? "";
    if (line !== "" || !/^cat <</.test(source)) expect(shown).toBe(line);
    expect(parse(line).diagnostics).toEqual([]);
  });
});

test("an error in a long or many-lined text has advice without an example", () => {
  const [first] = parse(`echo a\n${"echo b\n".repeat(100)}echo "c`).diagnostics;
  expect(first?.help).toBe("Close it");
});
