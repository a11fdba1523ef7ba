// Command lines and what they become. Idioms are GNU's (getopt_long(3), POSIX utility syntax guidelines).
import { describe, expect, test } from "vitest";
import { defineCommand, z } from "../../src/plugin.ts";
import { invoke } from "../support/invoke.ts";
import { type Received, sample } from "./sample.ts";

const DEFAULTS = {
  lines: 10,
  ratio: undefined,
  recursive: false,
  verbose: false,
  inPlace: undefined,
  color: "auto",
  syntax: "basic",
  patterns: [],
  depths: [],
  follow: true,
  files: [],
};

async function parsed(argv: readonly string[]): Promise<unknown> {
  const received: Received = {};
  const { exitCode, stderr } = await invoke(sample(received), argv);
  return exitCode === 0 ? received.args : stderr;
}

const accepted: [line: string, values: Partial<Record<keyof typeof DEFAULTS, unknown>>][] = [
  ["", {}],
  ["f", { files: ["f"] }],
  ["f g", { files: ["f", "g"] }],
  ["-", { files: ["-"] }],
  ["- f -", { files: ["-", "f", "-"] }],
  ["-n 5", { lines: 5 }],
  ["-n5", { lines: 5 }],
  ["-n 5 f", { lines: 5, files: ["f"] }],
  ["-n -5 f", { lines: -5, files: ["f"] }],
  ["-n-5 f", { lines: -5, files: ["f"] }],
  ["-n +5", { lines: 5 }],
  ["--lines=5", { lines: 5 }],
  ["--lines 5", { lines: 5 }],
  ["--lines -5", { lines: -5 }],
  ["--lines=-5", { lines: -5 }],
  ["--lin=5", { lines: 5 }],
  ["--l 5", { lines: 5 }],
  ["--depth -1", { depths: [-1] }],
  ["--depth=-1 --depth 2", { depths: [-1, 2] }],
  ["-5", { lines: 5 }],
  ["-5 f", { lines: 5, files: ["f"] }],
  ["f -5", { lines: 5, files: ["f"] }],
  ["-5v", { lines: 5, verbose: true }],
  ["-v5", { lines: 5, verbose: true }],
  ["-v12r", { lines: 12, verbose: true, recursive: true }],
  ["-12 -3", { lines: 3 }],
  ["-5 -n 3", { lines: 3 }],
  ["-n 3 -5", { lines: 5 }],
  ["-r", { recursive: true }],
  ["-R", { recursive: true }],
  ["--recursive", { recursive: true }],
  ["-r -R --recursive", { recursive: true }],
  ["-rv", { recursive: true, verbose: true }],
  ["-rn 5", { recursive: true, lines: 5 }],
  ["-rn5", { recursive: true, lines: 5 }],
  ["-vrn5 f", { recursive: true, verbose: true, lines: 5, files: ["f"] }],
  ["f -r g", { recursive: true, files: ["f", "g"] }],
  ["f -n 5 g", { lines: 5, files: ["f", "g"] }],
  ["-n 1 -n 2", { lines: 2 }],
  ["-n 1 --lines=2 -n3", { lines: 3 }],
  ["-p 0.5", { ratio: 0.5 }],
  ["-p.5", { ratio: 0.5 }],
  ["-p 2.", { ratio: 2 }],
  ["-e a", { patterns: ["a"] }],
  ["-e a -e b", { patterns: ["a", "b"] }],
  ["-ea --patterns=b -e -c", { patterns: ["a", "b", "-c"] }],
  ["-e -- f", { patterns: ["--"], files: ["f"] }],
  ["-e - f", { patterns: ["-"], files: ["f"] }],
  ["-e -n -n 5", { patterns: ["-n"], lines: 5 }],
  ["-e --help", { patterns: ["--help"] }],
  ["-e=x", { patterns: ["=x"] }],
  ["--patterns=a=b", { patterns: ["a=b"] }],
  ["--patterns=", { patterns: [""] }],
  ["-i f", { inPlace: "", files: ["f"] }],
  ["-i.bak f", { inPlace: ".bak", files: ["f"] }],
  ["-i -n 2 f", { inPlace: "", lines: 2, files: ["f"] }],
  ["-ri f", { recursive: true, inPlace: "", files: ["f"] }],
  ["-ri.bak f", { recursive: true, inPlace: ".bak", files: ["f"] }],
  ["-ir f", { inPlace: "r", files: ["f"] }],
  ["-i5 f", { inPlace: "5", files: ["f"] }],
  ["--in-place f", { inPlace: "", files: ["f"] }],
  ["--in-place=.bak f", { inPlace: ".bak", files: ["f"] }],
  ["--color f", { color: "always", files: ["f"] }],
  ["--color never", { color: "always", files: ["never"] }],
  ["--color=never", { color: "never" }],
  ["--col=never", { color: "never" }],
  ["--colo", { color: "always" }],
  ["--colour=never", { color: "never" }],
  ["--color --color=never", { color: "never" }],
  ["-E", { syntax: "extended" }],
  ["-F", { syntax: "fixed" }],
  ["-E -F", { syntax: "fixed" }],
  ["-F -E", { syntax: "extended" }],
  ["-EF", { syntax: "fixed" }],
  ["-FE", { syntax: "extended" }],
  ["-F --extended-regexp", { syntax: "extended" }],
  ["-FvE f", { syntax: "extended", verbose: true, files: ["f"] }],
  ["--no-follow", { follow: false }],
  ["--no f", { follow: false, files: ["f"] }],
  ["-- -n 5", { files: ["-n", "5"] }],
  ["-r -- -v", { recursive: true, files: ["-v"] }],
  ["f -- -v", { files: ["f", "-v"] }],
  ["-- --help", { files: ["--help"] }],
  ["-- --", { files: ["--"] }],
  ["-v -- -5", { verbose: true, files: ["-5"] }],
];

test.each(accepted)("%s", async (line, values) => {
  expect(await parsed(line === "" ? [] : line.split(" "))).toEqual({ ...DEFAULTS, ...values });
});

test.each<[argv: string[], values: Partial<Record<keyof typeof DEFAULTS, unknown>>]>([
  [[""], { files: [""] }],
  [["-e", ""], { patterns: [""] }],
  [["-v", "", "a b"], { verbose: true, files: ["", "a b"] }],
  [["-e", "\udc80", "\udcff"], { patterns: ["\udc80"], files: ["\udcff"] }],
  [["-v", "日本", "-e日本"], { verbose: true, files: ["日本"], patterns: ["日本"] }],
])("%j", async (argv, values) => {
  expect(await parsed(argv)).toEqual({ ...DEFAULTS, ...values });
});

const USAGE = "usage: sample [option...] [file...]";

const refused: [line: string, message: string, help?: string][] = [
  ["--foo", "unknown option '--foo'"],
  ["--no-folow", "unknown option '--no-folow'", "Did you mean --no-follow?"],
  ["--liens=5", "unknown option '--liens'", "Did you mean --lines?"],
  ["--recursiv=x", "option '--recursive' takes no value"],
  ["--verbose=1", "option '--verbose' takes no value"],
  ["-Z", "unknown option '-Z'"],
  ["-V", "unknown option '-V'", "Did you mean -v?"],
  ["-rZ", "unknown option '-Z'"],
  ["-r-", "unknown option '--'"],
  ["-lines 5", "unknown option '-lines'", "Did you mean --lines?"],
  ["-h", "unknown option '-h'", "Did you mean --help?"],
  ["--hlep", "unknown option '--hlep'", "Did you mean --help?"],
  ["-help", "unknown option '-help'", "Did you mean --help?"],
  ["--=x", "unknown option '--'"],
  ["-n", "option '-n' needs a value"],
  ["-rn", "option '-n' needs a value"],
  ["--lines", "option '--lines' needs a value"],
  ["-n x", "invalid value for -n: 'x' (expected a whole number)"],
  ["-n 1.5", "invalid value for -n: '1.5' (expected a whole number)"],
  ["-n 0x10", "invalid value for -n: '0x10' (expected a whole number)"],
  ["-n 1e3", "invalid value for -n: '1e3' (expected a whole number)"],
  ["-n -10", "invalid value for -n: '-10' (expected at least -9)"],
  ["--lines=x", "invalid value for --lines: 'x' (expected a whole number)"],
  ["-p -1", "invalid value for -p: '-1' (expected more than 0)"],
  ["-p Infinity", "invalid value for -p: 'Infinity' (expected a number)"],
  ["--color=blue", "invalid value for --color: 'blue' (expected auto, always or never)"],
  ["--depth 1 --depth x", "invalid value for --depth: 'x' (expected a whole number)"],
];

test.each(refused)("%s is refused", async (line, message, help) => {
  const hint = help === undefined ? USAGE : `${help} ${USAGE}`;
  const result = await invoke(sample(), line.split(" "));
  expect(result).toMatchObject({ exitCode: 2, stdout: "", stderr: `sample: ${message}. ${hint}\n` });
});

test("an ambiguous prefix names what it could be", async () => {
  const command = defineCommand({
    name: "two",
    summary: "Have two options",
    args: () => ({ exact: z.boolean(), extended: z.boolean() }),
    examples: [],
    run: () => 0,
  });
  const result = await invoke(command, ["--ex"]);
  expect(result.stderr).toContain("option '--ex' is ambiguous: --exact, --extended");
  expect((await invoke(command, ["--exa"])).exitCode).toBe(0);
});

describe("operands", () => {
  const received: Received = {};
  const command = defineCommand({
    name: "move",
    summary: "Move a file",
    args: () => ({
      from: z.string(),
      count: z.number().int().optional(),
      rest: z.array(z.string()).max(1).default([]),
    }),
    cli: { from: { positional: true }, count: { positional: true, placeholder: "N" }, rest: { positional: true } },
    examples: [],
    run(args) {
      received.args = args;
    },
  });
  test.each<[string[], object | string]>([
    [["a"], { from: "a", count: undefined, rest: [] }],
    [["a", "3"], { from: "a", count: 3, rest: [] }],
    [["a", "-3"], { from: "a", count: -3, rest: [] }],
    [["a", "3", "b"], { from: "a", count: 3, rest: ["b"] }],
    [[], "move: usage: move <from> [N] [rest...]\n"],
    [["--"], "move: missing <from>. usage: move <from> [N] [rest...]\n"],
    [["a", "x"], "move: invalid <N>: 'x' (expected a whole number). usage: move <from> [N] [rest...]\n"],
    [
      ["a", "3", "b", "c"],
      "move: invalid <rest>: 'b c' (expected at most 1 values). usage: move <from> [N] [rest...]\n",
    ],
  ])("%j", async (argv, want) => {
    const { stderr } = await invoke(command, argv);
    expect(stderr === "" ? received.args : stderr).toEqual(want);
  });

  test("more than there is room for", async () => {
    const one = defineCommand({
      name: "one",
      summary: "Take one",
      args: () => ({ file: z.string() }),
      cli: { file: { positional: true } },
      examples: [],
      run: () => 0,
    });
    expect((await invoke(one, ["a", "b"])).stderr).toBe("one: extra operand 'b'. usage: one <file>\n");
  });
});

describe("wrappers stop at their first operand", () => {
  const received: Received = {};
  const wrapper = defineCommand({
    name: "wrap",
    summary: "Run a command",
    stopAtOperand: true,
    args: () => ({ signal: z.string().optional(), verbose: z.boolean(), words: z.array(z.string()).default([]) }),
    cli: { signal: { short: "s" }, verbose: { short: "v" }, words: { positional: true, placeholder: "command" } },
    examples: [],
    run(args) {
      received.args = args;
    },
  });
  test.each<[string, object]>([
    ["grep -v x", { signal: undefined, verbose: false, words: ["grep", "-v", "x"] }],
    ["-v grep --help", { signal: undefined, verbose: true, words: ["grep", "--help"] }],
    ["-s KILL grep -s x", { signal: "KILL", verbose: false, words: ["grep", "-s", "x"] }],
    ["-- -v x", { signal: undefined, verbose: false, words: ["-v", "x"] }],
    ["-v -- grep -- x", { signal: undefined, verbose: true, words: ["grep", "--", "x"] }],
    ["grep -- x", { signal: undefined, verbose: false, words: ["grep", "--", "x"] }],
    ["- -v", { signal: undefined, verbose: false, words: ["-", "-v"] }],
  ])("%s", async (line, want) => {
    expect((await invoke(wrapper, line.split(" "))).stderr).toBe("");
    expect(received.args).toEqual(want);
  });
});

describe("typed arguments", () => {
  const context = { cwd: "/" };
  test.each<[object, string]>([
    [{ nosuch: 1 }, "unknown field 'nosuch'"],
    [{ sessionId: "x" }, "unknown field 'sessionId'"],
    [{ lines: "5" }, `invalid field 'lines': "5" (expected a whole number)`],
    [{ lines: 1.5 }, "invalid field 'lines': 1.5 (expected a whole number)"],
    [{ color: "blue" }, `invalid field 'color': "blue" (expected auto, always or never)`],
    [{ files: "f" }, `invalid field 'files': "f" (expected a list)`],
  ])("%j is refused", (args, message) => {
    expect(() => sample().bindArgs({ ...args }, context)).toThrow(expect.objectContaining({ message, exitCode: 2 }));
  });

  test("are what argv would become", async () => {
    const received: Received = {};
    const command = sample(received);
    const bound = command.bindArgs({ lines: 3, files: ["f"] }, context);
    expect(bound.effects).toEqual(command.bind(["-n3", "f"], context).effects);
    await bound.run({ stdin: { connected: true } } as never, {} as never);
    expect(received.args).toEqual({ ...DEFAULTS, lines: 3, files: ["f"] });
  });

  test("a required field must be there", () => {
    const command = defineCommand({
      name: "need",
      summary: "Need a field",
      args: () => ({ query: z.string() }),
      examples: [],
      run: () => 0,
    });
    expect(() => command.bindArgs({}, context)).toThrow("missing field 'query'");
    expect(() => command.bind([], context)).toThrow("missing option '--query'");
  });
});

test("where a digit is an option, no operand is negative", async () => {
  const command = defineCommand({
    name: "one",
    summary: "Have the option -1",
    args: () => ({ single: z.boolean(), count: z.number().int().optional() }),
    cli: { single: { short: "1" }, count: { positional: true } },
    examples: [],
    run: () => 0,
  });
  expect((await invoke(command, ["-2"])).stderr).toContain("unknown option '-2'");
  expect((await invoke(command, ["-1", "2"])).exitCode).toBe(0);
});

test("no value of one call reaches the next", async () => {
  const received: Received = {};
  const command = sample(received);
  await invoke(command, ["-r", "-e", "a", "f"]);
  await invoke(command, ["-v"]);
  expect(received.args).toEqual({ ...DEFAULTS, verbose: true });
  await invoke(command, []);
  expect(received.args).toEqual(DEFAULTS);
});
