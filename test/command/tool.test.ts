// The description of the tool: what is in scope, within the limit.
import fc from "fast-check";
import { expect, test } from "vitest";
import { DESCRIPTION_LIMIT, TOOL_SCHEMA, toolDescription } from "../../src/command/tool.ts";
import { defineCommand } from "../../src/plugin.ts";

const SUMMARIES: Readonly<Record<string, string>> = {
  see: "Look at an image",
  memory: "Search or manage memory",
  write: "Write a file",
};

const load = (name: string) =>
  defineCommand({ name, summary: SUMMARIES[name] ?? "Do something", args: () => ({}), examples: [], run: () => 0 });

test("distinctive commands have summaries, standard ones names", async () => {
  const text = await toolDescription(["cat", "cd", "grep", "memory", "see", "write"], load);
  for (const part of [
    "  see: Look at an image",
    "  memory: Search or manage memory",
    "--help",
    "help",
    "cat cd grep",
  ]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain("cat: ");
});

test("only what is in scope", async () => {
  const text = await toolDescription(["cat", "see"], load);
  expect(text).not.toMatch(/memory|grep/);
});

test("never over the limit, whatever there is", async () => {
  const name = fc.stringMatching(/^[a-z]{1,30}$/);
  const summary = fc.string({ maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(name, { maxLength: 300 }), summary, async (names, text) => {
      const description = await toolDescription(names, (each) =>
        defineCommand({ name: each, summary: text, args: () => ({}), examples: [], run: () => 0 }),
      );
      expect(description.length).toBeLessThan(DESCRIPTION_LIMIT);
      expect(description).toContain("--help");
    }),
  );
});

test("the schema has one required field", () => {
  expect(TOOL_SCHEMA).toMatchObject({ required: ["command"], additionalProperties: false });
  expect(Object.keys(TOOL_SCHEMA.properties)).toEqual(["command"]);
});
