// What the model reads: footer, order, cuts, and that no limit is ever passed.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Shell } from "../../src/index.ts";
import { runIn, shellWith, steady } from "../session/shell.ts";

async function textOf(line: string, files = {}): Promise<string> {
  return steady((await runIn({ files }, line, { stdin: "" })).text);
}

async function contentOf(shell: Shell, path: string | undefined): Promise<string> {
  return new TextDecoder().decode(shell.workspace.readFile(path ?? ""));
}

describe("footer and order", () => {
  test.each([
    ["true", "(no output)\n[exit:0 | T]"],
    ["false", "(no output)\n[exit:1 | T]"],
    ["echo a", "a\n[exit:0 | T]"],
    ["printf a", "a\n[exit:0 | T]"],
    ["printf 'a\\n\\n'", "a\n\n[exit:0 | T]"],
    ["false | true", "(no output)\n[exit:0 | T | stages: 1 0]"],
    ["true | false", "(no output)\n[exit:1 | T]"],
    ["yes | head -1", "y\n[exit:0 | T]"],
    ["(exit 3) | (exit 141) | cat", "(no output)\n[exit:0 | T | stages: 3 141 0]"],
    [
      "echo a; nosuch; echo b",
      "a\n[error] nosuch: command not found. Run: help (lists every command)\nb\n[exit:0 | T]",
    ],
    ["{ echo o; echo e >&2; echo p; } 2>&1", "o\ne\np\n[exit:0 | T]"],
    ["echo o; echo e >&2; echo p", "o\n[stderr] e\np\n[exit:0 | T]"],
    ["{ ls nope; echo o; } | cat", "o\n[error] ls: cannot access 'nope': No such file or directory\n[exit:0 | T]"],
    ["{ ls nope; echo o; } 2>&1 | cat", "ls: cannot access 'nope': No such file or directory\no\n[exit:0 | T]"],
    ["ls nope 2>&1 | wc -l", "1\n[exit:0 | T | stages: 2 0]"],
    ["x=$(ls nope); echo $?", "[error] ls: cannot access 'nope': No such file or directory\n2\n[exit:0 | T]"],
  ])("%s", async (line, text) => {
    expect(await textOf(line)).toBe(text);
  });
});

describe("terminal noise", () => {
  test.each([
    ["colours go", "printf '\\033[31mred\\033[0m\\n'", "red"],
    ["a lone carriage return starts the line over", "printf '10%%\\r50%%\\r100%%\\n'", "100%"],
    ["CRLF ends a line", "printf 'a\\r\\nb\\r\\n'", "a\nb"],
    ["backspaces take back", "printf 'abc\\b\\bX\\n'", "aX"],
    ["other controls vanish", `printf 'a\\001b%s\\n' ${"c".repeat(20)}`, `ab${"c".repeat(20)}`],
    ["tabs stay", "printf 'a\\tb\\n'", "a\tb"],
    ["UTF-16 is decoded", "printf '\\377\\376h\\000i\\000\\n\\000'", "hi"],
  ])("%s", async (_name, line, shown) => {
    expect(await textOf(line)).toBe(`${shown}\n[exit:0 | T]`);
  });
});

describe("cuts", () => {
  test("200 lines are shown whole, 201 are not", async () => {
    expect(await textOf("seq 200")).toBe(`${Array.from({ length: 200 }, (_, at) => at + 1).join("\n")}\n[exit:0 | T]`);
    const lines = (await textOf("seq 201")).split("\n");
    expect(lines.slice(0, 43)).toEqual([
      ...Array.from({ length: 40 }, (_, at) => String(at + 1)),
      "[... 1 of 201 lines not shown, 696B in all; whole output: /tmp/out/1.txt. Explore it:",
      "  tail -n +41 /tmp/out/1.txt | head -n 100",
      "  grep -n PATTERN /tmp/out/1.txt ...]",
    ]);
    expect(lines.slice(43, -1)).toEqual(Array.from({ length: 160 }, (_, at) => String(at + 42)));
  });

  test("the file holds all of it", async () => {
    const shell = shellWith();
    for (const size of [300, 40_000, 400_000]) {
      const { spill, truncated } = await shell.run(`seq ${size}`);
      expect(truncated).toBe(true);
      const content = await contentOf(shell, spill);
      expect(content).toBe(`${Array.from({ length: size }, (_, at) => at + 1).join("\n")}\n`);
    }
    await shell.close();
  });

  test("a long line is cut with its true length", async () => {
    const text = await textOf("printf 'é%.0s' {1..2500}; echo");
    expect(text.split("\n")[0]).toBe(`${"é".repeat(2000)}... [line of 2,500 characters, cut]`);
  });

  test("so is one of which a part is no longer in memory", async () => {
    const wide = "x".repeat(3_000_000);
    const all = await runIn({ files: { wide } }, "cat wide wide wide");
    expect(all.text.split("\n")[0]).toBe(`${"x".repeat(2000)}... [line of 9,000,000 bytes, cut]`);
    expect(all.text.match(/\[line of/g)).toHaveLength(1);
    const between = await runIn({ files: { wide } }, "printf 'a\nbc'; cat wide; printf '\ne\n'; cat wide");
    const lines = between.text.split("\n");
    expect(lines.slice(0, 2)).toEqual(["a", `bc${"x".repeat(1998)}... [line of 3,000,002 bytes, cut]`]);
    expect(lines.at(-2)).toBe(`${"x".repeat(2000)}... [line of 3,000,000 bytes, cut]`);
  });

  test("an error in the middle is shown all the same", async () => {
    for (const around of [500, 300_000]) {
      const text = await textOf(`seq ${around}; ls nope; seq ${around}`);
      expect(text).toContain("[error] ls: cannot access 'nope': No such file or directory");
    }
  });

  test("JSON that is cut says so outside the data", async () => {
    const text = await textOf("echo '['; seq 1 600; echo ']'");
    expect(text).toContain("\n[the JSON above is cut in the middle and does not parse]\n[exit:0");
  });

  test("stdout and stderr of the result are capped", async () => {
    const result = await runIn({ limits: { maxCaptureBytes: 1000 } }, "seq 10000; seq 10000 >&2");
    for (const captured of [result.stdout, result.stderr]) {
      expect(typeof captured === "string" && captured.length <= 1000).toBe(true);
      expect(captured).toMatch(/^1\n2\n[\s\S]*\n10000\n$/);
    }
  });

  test("no limit is passed and no character is split, whatever is printed", async () => {
    const limits = { maxOutputLines: 20, maxOutputBytes: 600, maxLineCharacters: 50, maxCaptureBytes: 300 };
    const piece = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 90 }),
      fc.constantFrom("é".repeat(60), "日本語\n", "🎉".repeat(30), "\n", "x".repeat(700), "\n\n\n"),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
        const file = pieces.join("").replace(/(?![\n\t])[\p{Cc}\ufffd]/gu, "");
        fc.pre(!file.startsWith("%PDF-"));
        const result = await runIn({ limits, files: { file } }, "cat file");
        const notices = /\n?\[\.\.\. [^\n]*\n {2}tail[^\n]*\n {2}grep[^\n]*\]|\n?\[the JSON[^\n]*\]/g;
        const shown = result.text.replace(/\n?\[exit:0 \| [^\n]*\]$/, "").replace(notices, "");
        const bare = shown.replaceAll(/\.\.\. \[line of [\d,]+ (?:characters|bytes), cut\]/g, "");
        expect(bare.split("\n").length).toBeLessThanOrEqual(21);
        expect(Buffer.byteLength(bare)).toBeLessThanOrEqual(600);
        for (const line of bare.split("\n")) expect(Array.from(line).length).toBeLessThanOrEqual(50);
        expect(result.text.isWellFormed() && !result.text.includes("\ufffd")).toBe(true);
        expect(typeof result.stdout === "string" && Buffer.byteLength(result.stdout) <= 300).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});

describe("binary", () => {
  const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex");
  test("never reaches the model; the advice runs", async () => {
    const shell = shellWith({ files: { p: PNG } });
    const result = await shell.run("head -c 30 p");
    const advice = /Use: (.*)\]\n/.exec(result.text)?.[1] ?? "";
    expect(result.text).toContain("PNG image");
    expect(result.exitCode).toBe(0);
    expect(advice).toBe("see /tmp/out/1.png");
    const followed = await shell.run(advice.replace("see", "wc -c <"));
    expect(followed.stdout).toBe("30\n");
    expect((await shell.run("cat p | wc -c")).stdout).toBe(`${PNG.length}\n`);
    expect((await shell.run("cat p > q; cmp p q 2>/dev/null; wc -c < q")).stdout).toContain(`${PNG.length}\n`);
    await shell.close();
  });

  test.each([
    ["printf 'a\\0b'", /binary data, 3B\. Use: cat -b \/tmp\/out\/1\.bin\]/],
    ["echo a; printf '\\0'; echo b", /Use: cat -b \/tmp\/out\/1\.bin\]/],
    ["seq 300000; printf '\\0'; seq 300000", /binary data/],
    [
      "printf '\\304\\343\\272\\303\\312\\300\\275\\347\\n'",
      /text in gb18030, 9B, not UTF-8\. Use: iconv -f gb18030 -t UTF-8 \/tmp\/out\/1\.txt\]/,
    ],
  ])("%s", async (line, notice) => {
    const result = await runIn({}, line);
    expect(result.text).toMatch(notice);
    expect(result.text).not.toContain("\0");
    expect(result.exitCode).toBe(0);
  });
});

test("what is no text is kept at once, so that nothing has to run twice", async () => {
  const shell = shellWith();
  await shell.run("echo once >> log; echo e >&2; printf 'a\\0b'");
  expect((await shell.run("cat -b /tmp/out/1.bin; cat log")).stdout).toBe("YQBi\nonce\n");
  await shell.close();
});

describe("secrets", () => {
  test.each([
    ["echo $KEY", "[secret]\n"],
    ["printf 'sk-'; printf 'very-'; echo secret", "[secret]\n"],
    ["echo a${KEY}b$KEY", "a[secret]b[secret]\n"],
    ["echo $KEY | tr a-z a-z", "[secret]\n"],
  ])("%s", async (line, stdout) => {
    const result = await runIn({ secrets: ["sk-very-secret", "secret"], env: { KEY: "sk-very-secret" } }, line);
    expect(result.stdout).toBe(stdout);
    expect(result.text).not.toContain("very");
  });

  test("in diagnostics, and where a result is cut", async () => {
    const setup = { secrets: ["sk-very-secret"], env: { KEY: "sk-very-secret" }, limits: { maxCaptureBytes: 100 } };
    const result = await runIn(setup, 'ls $KEY; for ((i = 0; i < 40; i++)); do echo "$KEY"; done');
    expect(`${result.text}${JSON.stringify([result.stdout, result.stderr])}`).not.toMatch(/very/);
    expect(result.stdout).toMatch(/^(\[secret\]\n|\n)+$/);
  });
});
