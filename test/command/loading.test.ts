// What importing the command layer must not load: zod comes with a command that declares, commander with an option.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = new URL("../../src/command/", import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
const sources = files.map((file): [string, string] => [file, readFileSync(new URL(file, folder), "utf8")]);

test("zod and commander are imported as types only", () => {
  const imports = sources.flatMap(([file, text]) =>
    [...text.matchAll(/^(?:import|export)\b[^;]*?from "(zod|commander)";/gms)].map(([line]) => `${file}: ${line}`),
  );
  expect(imports.length).toBeGreaterThan(0);
  expect(imports.filter((line) => !line.includes("import type "))).toEqual([]);
});

test("one module asks for commander, when it is called", () => {
  const asking = sources.filter(([, text]) => text.includes('("commander")') && !text.includes("import type"));
  expect(asking.map(([file]) => file)).toEqual(["argv/commander.ts"]);
});
