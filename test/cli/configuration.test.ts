// The configuration: where it is read from, its form, and what becomes of it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { loadConfiguration } from "../../src/cli/configuration.ts";
import { openShell } from "../../src/cli/open-shell.ts";
import { parseOptions } from "../../src/cli/options.ts";

const top = mkdtempSync(join(tmpdir(), "config-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

function file(name: string, content: string): string {
  const path = join(top, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const NONE = { plugins: [], env: {}, limits: {}, secrets: [] };

describe("configuration", () => {
  test("none is there", async () => {
    vi.stubEnv("XDG_CONFIG_HOME", join(top, "empty"));
    expect(await loadConfiguration(undefined)).toEqual(NONE);
    await expect(loadConfiguration(join(top, "nope.json"))).rejects.toThrow("nope.json: no such file");
  });

  test("the user's own, and the one that is named", async () => {
    file("home/runsh/config.json", '{"env":{"A":"own"}}');
    vi.stubEnv("XDG_CONFIG_HOME", join(top, "home"));
    expect(await loadConfiguration(undefined)).toEqual({ ...NONE, env: { A: "own" } });
    expect(await loadConfiguration(file("b.json", '{"env":{"A":"named"}}'))).toEqual({ ...NONE, env: { A: "named" } });
    // A relative folder, which a model could have made, counts for nothing.
    vi.stubEnv("XDG_CONFIG_HOME", "home");
    vi.stubEnv("HOME", join(top, "nobody"));
    expect(await loadConfiguration(undefined)).toEqual(NONE);
  });

  test("secrets are values of the host's environment, plugins start at the file", async () => {
    vi.stubEnv("API_TOKEN", "t0ken");
    const path = file(
      "c.json",
      '{"secrets":["API_TOKEN","UNSET_"],"plugins":["./p.mjs","pkg"],"limits":{"timeoutMs":5}}',
    );
    expect(await loadConfiguration(path)).toEqual({
      ...NONE,
      plugins: [join(top, "p.mjs"), "pkg"],
      limits: { timeoutMs: 5 },
      secrets: ["t0ken"],
    });
  });

  test.each([
    ["{", /JSON/],
    ["[]", /expected object/],
    ['{"plugin":[]}', /"plugin"/],
    ['{"limits":{"nope":1}}', /limits: .*"nope"/],
    ['{"limits":{"timeoutMs":"1"}}', /limits\.timeoutMs: /],
    ['{"env":{"a b":""}}', /env: the name of a variable/],
    ['{"secrets":"X"}', /secrets: /],
  ])("%s is refused", async (content, message) => {
    const path = file("wrong.json", content);
    await expect(loadConfiguration(path)).rejects.toThrow(message);
    await expect(loadConfiguration(path)).rejects.toThrow("wrong.json");
  });

  test("reaches the shell", async () => {
    vi.stubEnv("API_TOKEN", "t0ken");
    const path = file("d.json", '{"env":{"A":"t0ken","B":"b"},"secrets":["API_TOKEN"],"limits":{"maxOutputLines":3}}');
    mkdirSync(join(top, "root"));
    const shell = await openShell(parseOptions(["--root", join(top, "root"), "--config", path]));
    expect((await shell.run("echo $A $B")).text).toMatch(/^\[secret\] b\n/);
    expect((await shell.run("seq 9")).truncated).toBe(true);
    await shell.close();
  });
});
