// What importing the command layer must not load: zod comes with a command that declares, commander with an option.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { defineCommand, z } from "../../src/plugin.ts";

const folder = new URL("../../src/command/", import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
const sources = files.map((file): [string, string] => [file, readFileSync(new URL(file, folder), "utf8")]);

test("zod and commander are imported as types only", () => {
  const imports = sources.flatMap(([file, text]) =>
    [...text.matchAll(/^(?:import|export)\b[^;]*?from "(zod|commander)";/gms)].map(([line]) => `${file}: ${line}`),
  );
  expect(imports.length).toBeGreaterThan(0);
  expect(imports.filter((line) => !/: (import|export) type /.test(line))).toEqual([]);
});

test.each([
  ["commander", "argv/commander.ts"],
  ["zod", "declaration.ts"],
])("one module asks for %s, when it is called", (name, file) => {
  const asking = sources.filter(([, text]) => text.includes(`createRequire(import.meta.url)("${name}")`));
  expect(asking.map(([path]) => path)).toEqual([file]);
});

test("zod and commander come in when they are needed, not before", () => {
  const { cache } = createRequire(import.meta.url);
  const loaded = (name: string) => Object.keys(cache).some((path) => path.includes(`/node_modules/${name}/`));
  const context = { cwd: "/" };
  const plain = () =>
    defineCommand({
      name: "plain",
      summary: "Take plain arguments",
      args: () => ({
        lines: z.number().int().min(1).default(10),
        when: z.enum(["always", "never"]).optional(),
        flag: z.boolean(),
        files: z.array(z.string()).min(1),
      }),
      cli: { lines: { short: "n" }, files: { positional: true } },
      examples: [],
      run: () => 0,
    });
  const command = plain();
  expect(command.bind(["f", "g"], context).effects.exclusive).toBe(true);
  expect(command.usage).toBe("plain [-n N] <files...> [--when=when] [--flag]");
  expect([loaded("commander"), loaded("zod")]).toEqual([false, false]);
  command.bind(["-n", "5", "--when=never", "f"], context);
  expect([loaded("commander"), loaded("zod")]).toEqual([true, false]);
  expect(() => command.bind(["-n", "0", "f"], context)).toThrow("expected at least 1");
  expect([loaded("commander"), loaded("zod")]).toEqual([true, true]);
});
