// How argv reads as text.
import { expect, test } from "vitest";
import { lexWords, quote } from "../../src/syntax/index.ts";

const ROWS: readonly (readonly [readonly string[], string])[] = [
  [["ls", "-la", "src/a.ts"], "ls -la src/a.ts"],
  [["cat", "my file.txt"], "cat 'my file.txt'"],
  [["cat", "it's.txt"], `cat "it's.txt"`],
  [["echo", `it's "$x"`], `echo "it's \\"\\$x\\""`],
  [["echo", ""], "echo ''"],
  [["echo", "$x", "*", "~", "a;b", "#c", "{a,b}"], "echo '$x' '*' '~' 'a;b' '#c' '{a,b}'"],
  [["printf", "a\nb\t\u0001"], "printf $'a\\nb\\t\\u0001'"],
  [["cat", "\udce4.txt"], "cat $'\\xe4.txt'"],
  [["find", ".", "-exec", "rm", "{}", ";"], "find . -exec rm {} ';'"],
  [["[", "-f", "x", "]"], "[ -f x ]"],
  [["a=b", "c=d"], "'a=b' c=d"],
  [["if", "if"], "'if' if"],
  [["ls", "文件.txt", "é"], "ls 文件.txt é"],
  [["echo", "a\u00a0b"], "echo 'a\u00a0b'"],
  [[], ""],
];

test.each(ROWS)("%j", (argv, text) => {
  expect(quote(argv)).toBe(text);
  expect(lexWords(text)).toEqual(argv);
});

test.each(["a | b", "a; b", "a &", "a=1 b", "a > b", "a $x", "a *", "(a)", "a 'b"])(
  "%j is no list of literal words",
  (text) => {
    expect(lexWords(text)).toBeUndefined();
  },
);
