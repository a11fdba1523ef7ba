// Every block of the README runs: transcripts line by line, programs as modules, settings and requests as what they are.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test, vi } from "vitest";
import { commands } from "../../commands/index.ts";
import { parseRequest } from "../../src/cli/batch-request.ts";
import { configurationSchema } from "../../src/cli/configuration-schema.ts";
import { CliUsageError, parseOptions, USAGE } from "../../src/cli/options.ts";
import { createShell, diskWorkspace, overlayWorkspace } from "../../src/index.ts";

const root = new URL("../../", import.meta.url);
const readme = readFileSync(new URL("README.md", root), "utf8");
const packageJson: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(new URL("package.json", root), "utf8"),
);

/** What the programs print, in their order. */
const PRINTED = [
  "run command\n./notes.md:5:- TODO: move logs off /var\n./src/app.ts:1:// TODO: read the port from the configuration\n[exit:0 | TIME] 0 0",
  "removed /notes.md,added /problems.txt",
  "4\n[error] ticket: no ticket 8. Use: ticket 7\n[error] ticket: usage: ticket [-u] <id>\n[exit:2 | TIME]",
];

interface Block {
  readonly language: string;
  readonly text: string;
}

const blocks: Block[] = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = "", text = ""]) => ({
  language,
  text,
}));
const of = (language: string): string[] =>
  blocks.filter((block) => block.language === language).map(({ text }) => text);

test("there is no block of a kind that nothing here runs", () => {
  const known = ["sh", "console", "ts", "json", "jsonl", "text"];
  expect(blocks.map(({ language }) => language).filter((language) => !known.includes(language))).toEqual([]);
  expect(of("sh")).toHaveLength(1);
});

test("the two commands use scripts that exist", () => {
  const scripts = (of("sh")[0] ?? "").matchAll(/npm (?:run )?(start|test|[\w:]+)/g);
  for (const [, name = ""] of scripts) if (name !== "ci") expect(packageJson.scripts).toHaveProperty(name);
});

describe("transcripts", () => {
  for (const text of of("console")) {
    const steps = text.split(/^> /m).slice(1);
    test.each(steps.map((step): [string, string] => [step.slice(0, step.indexOf("\n")), step]))(
      "%s",
      async (line, step) => {
        const workspace = overlayWorkspace(diskWorkspace({ root: fileURLToPath(new URL("fixtures/demo", root)) }));
        const shell = createShell({ workspace, commands });
        const { text: shown } = await shell.run(line);
        expect(timeless(`${line}\n${shown}\n`)).toBe(timeless(step));
        await shell.close();
      },
    );
  }
});

describe("programs", () => {
  const folder = new URL("test/spec/.readme/", root);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(of("ts").map((text, index): [number, string] => [index + 1, text]))("program %i", async (index, text) => {
    mkdirSync(folder, { recursive: true });
    const file = new URL(`program-${index}.ts`, folder);
    writeFileSync(
      file,
      text
        .replaceAll('from "runsh"', 'from "../../../src/index.ts"')
        .replaceAll('from "runsh/commands"', 'from "../../../commands/index.ts"')
        .replaceAll('from "runsh/plugin"', 'from "../../../src/plugin.ts"'),
    );
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
    try {
      await import(file.href);
      expect(timeless(log.mock.calls.map((values) => values.map(String).join(" ")).join("\n"))).toBe(
        PRINTED[index - 1],
      );
    } finally {
      log.mockRestore();
    }
  });
});

test("settings have the form of the configuration", () => {
  for (const text of of("json")) expect(configurationSchema.safeParse(JSON.parse(text)).success).toBe(true);
});

test("requests have the form of a batch request, and do what they say", async () => {
  for (const text of of("jsonl")) {
    for (const line of text.trim().split("\n"))
      expect(parseRequest(JSON.parse(line)).commands.length).toBeGreaterThan(0);
  }
});

test("the command line is as the program says", () => {
  const [text = ""] = of("text");
  for (const [option] of text.matchAll(/--[\w-]+/g)) expect(USAGE).toContain(option);
  for (const line of text.split("\n").filter((entry) => entry.startsWith("runsh"))) {
    const argv = line.split(/ {2,}/)[0]?.split(" ").slice(1) ?? [];
    expect(() => parseOptions(argv)).not.toThrow(CliUsageError);
  }
});

/** Durations differ from run to run. */
function timeless(text: string): string {
  return text.replace(/\| \d[\dms.]*s(?=[ \]])/g, "| TIME");
}
