// html2text: what stays of a page, and what goes.
import { expect, test } from "vitest";
import { html2text } from "../../commands/html2text.ts";
import { invoke } from "../support/invoke.ts";

test.each([
  ["<title>t</title><style>a{}</style><script>x()</script><p>a<!-- b -->c", [], "ac\n"],
  ["<ul><li>a<li>b</ul><ol><li>c<li>d</ol>", [], " * a\n * b\n\n 1. c\n 2. d\n"],
  ["&lt;&eacute;&#x1F600;&nbsp;x", [], "<é😀 x\n"],
  ["<pre>a\n  b</pre>", [], "a\n  b\n"],
  ["<p>a<br>b<p>c", [], "a\nb\n\nc\n"],
  ["<a href=http://x.y>http://x.y</a> <a href='#top'>up</a>", [], "http://x.y up\n"],
  ["<a href=/p>z</a>", ["-u", "http://h"], "z [http://h/p]\n"],
  ["<img src=a.png alt=pic>text", [], "text\n"],
  ["<img src=a.png alt=pic>text", ["--images"], "pic [a.png]text\n"],
  ["<nav>n</nav><main><h2>Head</h2>m</main>", ["-s", "main"], "Head\n\nm\n"],
  ["<p>one two three four five six", ["-w", "20"], "one two three four\nfive six\n"],
  ["", [], ""],
])("%s %j", async (stdin, argv, stdout) => {
  expect(await invoke(html2text, argv, { stdin })).toMatchObject({ stdout, exitCode: 0 });
});

test("several files, one of them missing", async () => {
  const files = { "a.html": "<p>a", "b.html": "<p>b" };
  const result = await invoke(html2text, ["a.html", "none", "b.html"], { files });
  expect(result).toMatchObject({
    exitCode: 1,
    stdout: "a\nb\n",
    stderr: "html2text: none: No such file or directory\n",
  });
});

test("deep nesting ends", async () => {
  const { exitCode } = await invoke(html2text, [], { stdin: "<div>".repeat(20_000) });
  expect(exitCode).toBe(0);
});
