// The three levels of help and what a schema says.
import { describe, expect, test } from "vitest";
import { defineCommand, encode, PURE, z } from "../../src/plugin.ts";
import { invoke } from "../support/invoke.ts";
import { memory } from "./family.ts";
import { sample } from "./sample.ts";

const SAMPLE_HELP = `usage: sample [option...] [file...]
Show what arguments become

It has one option of each kind.

Options:
  -n, --lines=N                 how many lines (default 10)
  -p, --ratio=N                 share of them
  -r, -R, --recursive           go into directories
  -v, --verbose                 say more
  -i, --in-place[=SUFFIX]       change the file itself
      --color, --colour[=WHEN]  mark matches: auto, always, never (default auto)
  -E, --extended-regexp         language of the pattern: extended
  -F, --fixed-strings           patterns are plain strings
  -e, --patterns=PATTERN        a pattern
      --depth=N                 a level
      --no-follow               stay off links

Examples:
  # two lines
  sample -n 2
    {}
`;

describe("NAME --help", () => {
  test("tells usage, options and examples, and touches nothing", async () => {
    const command = sample();
    expect(command.help()).toBe(SAMPLE_HELP);
    expect(command.bind(["-v", "--help"], { cwd: "/" }).effects).toBe(PURE);
    expect(await invoke(command, ["-v", "--help", "-Z"])).toMatchObject({
      exitCode: 0,
      stdout: SAMPLE_HELP,
      stderr: "",
    });
  });

  test("is data after -- and as a value", async () => {
    expect((await invoke(sample(), ["--", "--help"])).stdout).toBe("");
    expect((await invoke(sample(), ["-e", "--help"])).stdout).toBe("");
  });

  test("output of an example that is long or not text is left out", () => {
    const command = defineCommand({
      name: "many",
      summary: "Print a lot",
      args: () => ({}),
      examples: [
        { does: "many lines", run: "many", prints: "x\n".repeat(20) },
        { does: "a control character", run: "many -0", prints: "a\0b\n" },
        { does: "two lines\n", run: "for i in 1 2; do\n  many\ndone", prints: "" },
      ],
      run: () => 0,
    });
    expect(command.help()).not.toMatch(/^ {4}x/m);
    expect(command.help()).not.toContain("\0");
  });
});

describe("the idea's transcripts", () => {
  test.each<[argv: string[], stderr: string]>([
    [[], "memory: usage: memory search|recent|store|facts|forget\n"],
    [["search"], "memory: usage: memory search <query> [-t topic_id] [-k keyword]\n"],
    [
      ["serch", "x"],
      "memory: unknown subcommand 'serch'. Did you mean memory search? usage: memory search|recent|store|facts|forget\n",
    ],
    [
      ["search", "x", "--topik", "y"],
      "memory: unknown option '--topik'. Did you mean --topic? usage: memory search <query> [-t topic_id] [-k keyword]\n",
    ],
    [["search", "-t", "x"], "memory: missing <query>. usage: memory search <query> [-t topic_id] [-k keyword]\n"],
  ])("memory %j", async (argv, stderr) => {
    expect(await invoke(memory(), argv)).toMatchObject({ exitCode: 2, stdout: "", stderr });
  });

  test("a subcommand runs and has its own help", async () => {
    expect(await invoke(memory(), ["search", "x"])).toMatchObject({ exitCode: 0, stdout: "found x\n" });
    expect((await invoke(memory(), ["search", "--help"])).stdout).toMatch(/^usage: memory search <query> /);
    expect((await invoke(memory(), ["--help"])).stdout).toMatch(/\nCommands:\n(.*\n)*? {2}memory recent/);
  });

  test("bare: a list on stdout", async () => {
    const clip = defineCommand({
      name: "clip",
      summary: "Operate external environments",
      subcommands: [defineCommand({ name: "list", summary: "List", args: () => ({}), examples: [], run: () => 0 })],
      bare: { list: (io) => io.stdout.write(encode("clip list\n")), effects: () => PURE },
    });
    expect(await invoke(clip, [])).toMatchObject({ exitCode: 0, stdout: "clip list\n" });
    expect(clip.bind([], { cwd: "/" }).effects).toBe(PURE);
  });
});

describe("usage", () => {
  test("a bare command that needs operands prints it alone", async () => {
    const command = defineCommand({
      name: "find-it",
      summary: "Find it",
      args: () => ({
        pattern: z.string(),
        invert: z.boolean(),
        count: z.boolean(),
        files: z.array(z.string()).default([]),
      }),
      cli: {
        invert: { short: "v" },
        count: { short: "c" },
        pattern: { positional: true },
        files: { positional: true, placeholder: "file" },
      },
      examples: [],
      run: () => 0,
    });
    const usage = "usage: find-it [-vc] <pattern> [file...]";
    expect(await invoke(command, [])).toMatchObject({ exitCode: 2, stderr: `find-it: ${usage}\n` });
    expect(await invoke(command, ["-v"])).toMatchObject({
      exitCode: 2,
      stderr: `find-it: missing <pattern>. ${usage}\n`,
    });
  });

  test("reading an unconnected stdin prints it; a connected one is read", async () => {
    const command = defineCommand({
      name: "count",
      summary: "Count bytes",
      args: () => ({}),
      readsStdin: true,
      examples: [],
      async run(_args, io) {
        const chunk = await io.stdin.read();
        await io.stdout.write(encode(`${chunk?.length ?? 0}\n`));
      },
    });
    expect(await invoke(command, [])).toMatchObject({ exitCode: 2, stdout: "", stderr: "count: usage: count\n" });
    expect(await invoke(command, [], { stdin: "abc" })).toMatchObject({ exitCode: 0, stdout: "3\n", stderr: "" });
    expect(await invoke(command, [], { stdin: "" })).toMatchObject({ exitCode: 0, stdout: "0\n", stderr: "" });
  });

  test.each([true, false])("a usage error while running carries it (async: %s)", async (late) => {
    const { UsageError } = await import("../../src/plugin.ts");
    const command = defineCommand({
      name: "pick",
      summary: "Pick",
      raw: true,
      usage: "<list>",
      examples: [],
      run() {
        const error = new UsageError("bad list: 'x'");
        if (late) return Promise.reject(error);
        throw error;
      },
    });
    expect(await invoke(command, ["x"])).toMatchObject({
      exitCode: 2,
      stderr: "pick: bad list: 'x'. usage: pick <list>\n",
    });
  });
});

describe("raw commands", () => {
  const echoed = (helpIsData: boolean) =>
    defineCommand({
      name: "say",
      summary: "Say it",
      raw: true,
      usage: "[word...]",
      options: { "-n": "no newline", "-e, --escapes": "escapes", "-d DELIM": "between words", "--as=FORM": "how" },
      helpIsData,
      examples: [],
      run: (argv, io) => io.stdout.write(encode(argv.join("|"))),
    });

  test.each<[boolean, string[], string | RegExp]>([
    [false, ["-n5", "--", "x"], "-n5|--|x"],
    [false, ["--help"], /^usage: say \[word\.\.\.\]\nSay it\n/],
    [false, ["x", "--help"], "x|--help"],
    [true, ["--help"], "--help"],
  ])("helpIsData %s: %j", async (helpIsData, argv, stdout) => {
    expect((await invoke(echoed(helpIsData), argv)).stdout).toMatch(stdout);
  });

  test("options are rows of help", () => {
    expect(echoed(true).help()).toContain(
      "  -n             no newline\n  -e, --escapes  escapes\n  -d DELIM       between words\n      --as=FORM  how\n",
    );
  });

  test("typed arguments are a list of words", async () => {
    const context = { cwd: "/" };
    expect(() => echoed(true).bindArgs({ args: [1] }, context)).toThrow("invalid field 'args'");
    expect(() => echoed(true).bindArgs({ words: [] }, context)).toThrow("unknown field 'words'");
    expect(echoed(true).schema()).toMatchObject({ properties: { args: { items: { type: "string" } } } });
  });
});

test("a schema is strict and knows only arguments", () => {
  const schema = sample().schema();
  expect(schema).toMatchObject({
    type: "object",
    additionalProperties: false,
    properties: {
      lines: { type: "integer", default: 10, description: "how many lines" },
      color: { enum: ["auto", "always", "never"] },
      files: { type: "array", items: { type: "string" } },
    },
  });
  expect(memory().schema()).toMatchObject({
    anyOf: [{ properties: { subcommand: { const: "search" } }, required: ["subcommand", "query"] }, {}, {}, {}, {}],
  });
});
