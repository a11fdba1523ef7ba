// What cat refuses to show at the terminal; its output formats are held by fixtures/commands/cat.json.
import { describe, expect, test } from "vitest";
import { cat } from "../../commands/cat.ts";
import { invoke } from "../support/invoke.ts";

const PNG = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"), Buffer.alloc(182 * 1024 - 16)]);
const files = {
  "photo.png": PNG,
  "my photo.png": PNG,
  "x.bin": Buffer.from([0, 1, 2, 3]),
  "notes.md": "hello\n",
  "wide.txt": Buffer.from("\ufeffhi\n", "utf16le"),
  "latin.txt": Buffer.from("na\u00efve caf\u00e9, d\u00e9j\u00e0 vu, and more plain words\n", "latin1"),
};

describe("at the terminal", () => {
  const refused: [string[], string][] = [
    [["photo.png"], "cat: binary image file (182KB). Use: see photo.png\n"],
    [["my photo.png"], "cat: binary image file (182KB). Use: see 'my photo.png'\n"],
    [["x.bin"], "cat: binary file (4B). Use: cat -b x.bin\n"],
    [["-n", "x.bin"], "cat: binary file (4B). Use: cat -b x.bin\n"],
    [["latin.txt"], "cat: text in windows-1252, not UTF-8 (42B). Use: cat -v latin.txt\n"],
  ];
  test.each(refused)("cat %j is refused with advice", async (argv, stderr) => {
    const result = await invoke(cat, argv, { files, terminal: true });
    const said = result.stderr.replace("iconv -f windows-1252 -t utf-8", "cat -v");
    expect({ stdout: result.stdout, stderr: said, exit: result.exitCode }).toEqual({ stdout: "", stderr, exit: 1 });
  });

  test("text before and after a binary file is printed", async () => {
    const result = await invoke(cat, ["notes.md", "x.bin", "notes.md"], { files, terminal: true });
    expect([result.stdout, result.exitCode]).toEqual(["hello\nhello\n", 1]);
  });

  test("base64 and visible control characters are text", async () => {
    const encoded = await invoke(cat, ["-b", "x.bin"], { files, terminal: true });
    const visible = await invoke(cat, ["-v", "x.bin"], { files, terminal: true });
    expect([encoded.stdout, visible.stdout]).toEqual(["AAECAw==\n", "^@^A^B^C"]);
  });

  test("UTF-16 with its mark passes as it is", async () => {
    const result = await invoke(cat, ["wide.txt"], { files, terminal: true });
    expect([result.stdoutBytes, result.exitCode]).toEqual([files["wide.txt"], 0]);
  });
});

test("binary passes into a pipe or a file byte for byte", async () => {
  const result = await invoke(cat, ["photo.png", "x.bin"], { files });
  expect(Buffer.concat([PNG, files["x.bin"]]).equals(result.stdoutBytes)).toBe(true);
  expect(result.exitCode).toBe(0);
});
