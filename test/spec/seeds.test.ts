// The transcripts that the idea began with, word for word.
import { expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import { createShell, memoryWorkspace } from "../../src/index.ts";

/** A PNG by its signature, 182 KB in size. */
const photo = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"), Buffer.alloc(182 * 1024 - 16, 7)]);

const log = "INFO start\nERROR disk\nINFO ok\nERROR net\n";
const access = Array.from({ length: 30 }, (_, at) => `10.0.0.${at} GET / ${at % 2 === 0 ? 500 : 200}\n`).join("");
const files = { "log.txt": log, "access.log": access, "notes.md": "# Notes\n", "photo.png": photo };

test.each([
  ["cat notes.md", "# Notes\n[exit:0 | TIME]"],
  ["cat log.txt | grep ERROR | wc -l", "2\n[exit:0 | TIME]"],
  [
    'cat access.log | grep "500" | sort | head 10',
    `${access
      .split("\n")
      .filter((line) => line.includes("500"))
      .sort()
      .slice(0, 10)
      .join("\n")}\n[exit:0 | TIME]`,
  ],
  [
    'cat config.yaml || echo "config not found, using defaults"',
    "[error] cat: config.yaml: No such file or directory\nconfig not found, using defaults\n[exit:0 | TIME]",
  ],
  ["cat photo.png", "[error] cat: binary image file (182KB). Use: see photo.png\n[exit:1 | TIME]"],
  ["cat photo.png | wc -c", "186368\n[exit:0 | TIME]"],
  ["nosuch", /^\[error\] nosuch: command not found\..*\n\[exit:127 \| TIME\]$/],
  ["grep", /^\[error\] grep: usage: grep .*\n\[exit:2 \| TIME\]$/],
])("%s", async (line, expected) => {
  const shell = createShell({ workspace: memoryWorkspace({ files }), commands });
  const { text } = await shell.run(line);
  const timeless = text.replace(/\| \d[\dms.]*s(?=[ \]])/, "| TIME");
  if (typeof expected === "string") expect(timeless).toBe(expected);
  else expect(timeless).toMatch(expected);
  await shell.close();
});
