// Plugins that the user names: paths and packages, and errors that say which.
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { openShell } from "../../src/cli/open-shell.ts";
import { parseOptions } from "../../src/cli/options.ts";
import { loadPlugin } from "../../src/cli/plugins.ts";

const top = mkdtempSync(join(tmpdir(), "plugin-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));
symlinkSync(join(import.meta.dirname, "../../src"), join(top, "src"));

function plugin(name: string, body: string): string {
  const path = join(top, name);
  const contract = pathToFileURL(join(import.meta.dirname, "../../src/plugin.ts")).href;
  writeFileSync(path, `import { defineCommand, encode, PURE } from ${JSON.stringify(contract)};\n${body}`);
  return path;
}

const GREET = `const greet = (name, more = {}) => defineCommand({
  name, summary: "Say hello to the caller", args: () => ({}), cli: {}, effects: () => PURE,
  examples: [{ does: "hello", run: name, prints: "hello\\n" }],
  run: async (_args, io) => void (await io.stdout.write(encode("hello\\n"))), ...more });\n`;

test("a plugin's commands are commands", async () => {
  const path = plugin("good.mjs", `${GREET}export default { commands: [greet("greet")] };`);
  const shell = await openShell(parseOptions(["--root", top, "--plugin", path]));
  expect((await shell.run("greet | tr h j; which greet")).stdout).toBe("jello\n/bin/greet\n");
  await shell.close();
});

test.each([
  ["absent.mjs", undefined, /absent\.mjs/],
  ["syntax.mjs", "export default {", /syntax\.mjs/],
  ["throws.mjs", 'throw new Error("out of luck");', /throws\.mjs: out of luck$/],
  ["nothing.mjs", "export const x = 1;", /nothing\.mjs/],
  ["number.mjs", "export default 3;", /number\.mjs/],
])("%s is refused by name", async (name, body, message) => {
  const path = body === undefined ? join(top, name) : plugin(name, body);
  await expect(loadPlugin(path)).rejects.toThrow(message);
});

test("a package that is not installed", async () => {
  await expect(loadPlugin("no-such-package-of-commands")).rejects.toThrow("plugin no-such-package-of-commands: ");
});

test("a taken name is an error", async () => {
  const path = plugin("taken.mjs", `${GREET}export default { commands: [greet("ls")] };`);
  await expect(openShell(parseOptions(["--root", top, "--plugin", path]))).rejects.toThrow(/ls/);
});
