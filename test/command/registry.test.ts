// Loading by name, plugins, and what a taken name does.
import { describe, expect, test } from "vitest";
import { createRegistry, definePlugin, pluginFrom } from "../../src/command/index.ts";
import { type Command, type CommandIndex, defineCommand } from "../../src/plugin.ts";

function command(name: string, summary = "Do nothing"): Command {
  return defineCommand({ name, summary, args: () => ({}), examples: [], run: () => 0 });
}

function counted(): { index: CommandIndex; loads: () => number } {
  let loads = 0;
  const load = (name: string) => async () => {
    loads += 1;
    return command(name);
  };
  return { index: { wc: load("wc"), cat: load("cat"), constructor: load("constructor") }, loads: () => loads };
}

test("names are sorted and nothing is loaded for them", () => {
  const { index, loads } = counted();
  const registry = createRegistry(index, [definePlugin({ commands: [command("beta")] })]);
  expect(registry.names()).toEqual(["beta", "cat", "constructor", "wc"]);
  expect([registry.has("cat"), registry.has("beta"), registry.has("toString"), registry.has("")]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(loads()).toBe(0);
});

test("a command loads once and is there at once afterwards", async () => {
  const { index, loads } = counted();
  const registry = createRegistry(index);
  const [first, second] = await Promise.all([registry.load("cat"), registry.load("cat")]);
  expect(first).toBe(second);
  expect(registry.load("cat")).toBe(first);
  expect(loads()).toBe(1);
  expect(registry.load("toString")).toBeUndefined();
});

test("a loader that fails may be tried again", async () => {
  let tries = 0;
  const registry = createRegistry({
    flaky: async () => {
      tries += 1;
      if (tries === 1) throw new Error("no such module");
      return command("flaky");
    },
  });
  await expect(registry.load("flaky")).rejects.toThrow("no such module");
  expect((await registry.load("flaky"))?.name).toBe("flaky");
});

describe("plugins", () => {
  const mine = command("cat", "Show a cat");

  test("a taken name is an error", () => {
    expect(() => createRegistry(counted().index, [{ commands: [mine] }])).toThrow(/'cat'.*taken.*overrides: \["cat"\]/);
    const twice = { commands: [command("new")] };
    expect(() => createRegistry({}, [twice, twice])).toThrow(/'new'.*taken/);
  });

  test("unless the plugin overrides it", () => {
    const registry = createRegistry(counted().index, [{ commands: [mine], overrides: ["cat"] }]);
    expect(registry.load("cat")).toBe(mine);
    expect(registry.names().filter((name) => name === "cat")).toHaveLength(1);
  });

  test.each(["", "a b", "a/b", "-x", "a;b", "$x"])("%j is no name", (name) => {
    expect(() => createRegistry({}, [{ commands: [command(name)] }])).toThrow("not a valid name");
  });

  test("a module is checked before it is used", () => {
    expect(pluginFrom({ default: { commands: [mine] } }, "./p.js")).toEqual({ commands: [mine], overrides: [] });
    for (const module of [{}, { default: {} }, { default: { commands: [{}] } }, null, { commands: [mine] }]) {
      expect(() => pluginFrom(module, "./p.js")).toThrow(/^\.\/p\.js: no plugin/);
    }
    expect(() => pluginFrom({ default: { commands: [], overrides: [1] } }, "./p.js")).toThrow("overrides");
  });
});

test("a wrong name gets the nearest ones", () => {
  expect(createRegistry(counted().index).suggest("caat")).toEqual(["cat"]);
});
