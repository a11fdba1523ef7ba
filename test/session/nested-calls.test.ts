// A command that calls others: by argv, by line and by typed arguments, each through the gate and within the limits.
import { expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import { createShell, definePlugin, type Gate } from "../../src/index.ts";
import { defineCommand, encode, PURE } from "../../src/plugin.ts";

const nested = defineCommand({
  name: "nested",
  summary: "Call another command in every way",
  raw: true,
  usage: "how",
  examples: [],
  effects: () => PURE,
  async run([how], io, ctx) {
    if (how === "exec") return await ctx.exec(["seq", "2"], { stdout: io.stdout });
    if (how === "run") return await ctx.run("seq 3 | tail -n 1", { stdout: io.stdout });
    if (how === "self") return await ctx.exec(["nested", "self"]);
    const result = await ctx.call("head", { lines: "1", files: ["notes.md"] });
    await io.stdout.write(encode(JSON.stringify(result)));
    return result.exitCode;
  },
});

function shellWith(gate?: Gate) {
  const plugins = [definePlugin({ commands: [nested] })];
  return createShell({ commands, plugins, ...(gate ? { gate } : {}) });
}

test.each([
  ["nested exec", "1\n2\n", 0],
  ["nested run", "3\n", 0],
  ["echo a > notes.md; echo b >> notes.md; nested call", '{"exitCode":0,"stdout":"a\\n","stderr":""}', 0],
  ["x=$(nested exec | wc -l); echo $x", "2\n", 0],
])("%s", async (line, stdout, exitCode) => {
  const shell = shellWith();
  expect(await shell.run(line)).toMatchObject({ stdout, exitCode });
  await shell.close();
});

test.each(["exec", "run", "call"])("what is denied is denied to a nested %s", async (how) => {
  const denied = how === "call" ? "head" : "seq";
  const seen: string[] = [];
  const shell = shellWith(({ name }) => {
    seen.push(name);
    return name === denied ? { exitCode: 126, message: "not allowed here" } : undefined;
  });
  const { text } = await shell.run(`echo a > notes.md; nested ${how}`);
  expect(seen).toContain(denied);
  expect(text).toContain("not allowed here");
  await shell.close();
});

test("a command that calls itself is stopped with a reason", async () => {
  const shell = shellWith();
  const { exitCode, text } = await shell.run("nested self");
  expect(exitCode).toBe(125);
  expect(text).toMatch(/\[error\] stopped: .*deep/);
  await shell.close();
});

test("the context cannot be changed", async () => {
  const vandal = defineCommand({
    name: "vandal",
    summary: "Try to change the context",
    raw: true,
    usage: "",
    examples: [],
    effects: () => PURE,
    run: (_argv, _io, ctx) => Object.keys(Object.assign(ctx, { cwd: "/elsewhere" })).length,
  });
  const shell = createShell({ commands, plugins: [definePlugin({ commands: [vandal] })] });
  const { exitCode, text } = await shell.run("vandal; pwd");
  expect(exitCode).toBe(0);
  expect(text).toMatch(/TypeError/);
  expect(text).toContain("\n/\n");
  await shell.close();
});
