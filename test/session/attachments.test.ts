// Images for the model's eyes: beside the text, one an invocation of see, from any depth of a line.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import { createShell, memoryWorkspace } from "../../src/index.ts";

const png = readFileSync(new URL("../../fixtures/demo/photo.png", import.meta.url));

test.each([
  ["see a.png", ["a.png"]],
  ["see a.png b.png", ["a.png", "b.png"]],
  ["for f in *.png; do see $f; done | wc -l", ["a.png", "b.png"]],
  ["x=$(see a.png); find . -name 'b.png' -exec see {} \\;", ["a.png", "./b.png"]],
  ["see notes.md", []],
])("%s attaches %j", async (line, names) => {
  const shell = createShell({
    workspace: memoryWorkspace({ files: { "a.png": png, "b.png": png, "notes.md": "x\n" } }),
    commands,
  });
  const { attachments } = await shell.run(line);
  expect(attachments.map(({ name }) => name)).toEqual(names);
  for (const image of attachments) {
    expect({ ...image, bytes: Buffer.from(image.bytes).equals(png) }).toMatchObject({
      mediaType: "image/png",
      width: 64,
      height: 48,
      bytes: true,
    });
  }
  expect((await shell.run("true")).attachments).toEqual([]);
  await shell.close();
});
