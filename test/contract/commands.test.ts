// The rules that every command of the box keeps, checked on its declaration. Each test lists all offenders at once.
import fc from "fast-check";
import { expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import { isName } from "../../src/command/registry.ts";
import { type Command, CommandError, PURE, UNKNOWN } from "../../src/plugin.ts";
import { everyCommand, type Listed } from "./every-command.ts";

const { listed, broken } = await everyCommand();
const context = { cwd: "/work" };

/** Characters of a usage line that still fit in one. */
const USAGE_WIDTH = 110;

/** Commands that run other commands, or whatever they are told: nothing can be said of what they touch. */
const DELIBERATELY_UNKNOWN = new Set(
  "builtin command env eval exec nice nohup parallel sh bash source time timeout watch xargs".split(" "),
);

/** Every reason why a command breaks a rule, over all commands. */
function offenders(rule: (entry: Listed) => Iterable<string | false | undefined>): string[] {
  return listed.flatMap((entry) => [...rule(entry)].filter(isReason).map((reason) => `${entry.name}: ${reason}`));
}

function isReason(value: string | false | undefined): value is string {
  return typeof value === "string";
}

test("every command loads and comes from defineCommand", () => {
  expect(broken).toEqual([]);
  expect(offenders(({ kind }) => [kind === "foreign" && "not made by defineCommand"])).toEqual([]);
  expect(listed.length).toBeGreaterThan(0);
});

test("names are words, and stand in the index in order", () => {
  const names = Object.keys(commands);
  expect(names).toEqual([...names].sort());
  expect(offenders(({ command }) => [!isName(command.name) && "not a word"])).toEqual([]);
});

test("summaries: a verb first, no full stop, one short line", () => {
  expect(
    offenders(({ command: { summary } }) => {
      const [first = ""] = summary.split(" ");
      return [
        !/^[A-Z][a-z]+(-[a-z]+)?,?$/.test(first) && `begins with '${first}'`,
        /^(The|An?|This|Command|Utility|Tool)$/.test(first) && `begins with '${first}', not with a verb`,
        /[^s]s$/.test(first) && !/^(Bus|Focus)$/.test(first) && `'${first}' should be the plain verb`,
        /[.!]$/.test(summary) && "ends with a full stop",
        (summary.length > 80 || summary.includes("\n")) && `${summary.length} characters`,
      ];
    }),
  ).toEqual([]);
});

test("every option says what it does, in a line without a full stop", () => {
  expect(
    offenders(({ command }) =>
      command.options.flatMap(({ names, does }) => [
        (does ?? "") === "" && `${names.join(", ")} says nothing`,
        (does ?? "").endsWith(".") && `${names.join(", ")} ends with a full stop`,
        (does ?? "").includes("\n") && `${names.join(", ")} takes more than a line`,
      ]),
    ),
  ).toEqual([]);
});

test("no two options share a name", () => {
  expect(
    offenders(({ command }) => {
      const names = command.options.flatMap((option) => option.names);
      return names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${name} twice`);
    }),
  ).toEqual([]);
});

test("usage fits a line and begins with the name", () => {
  expect(
    offenders(({ name, command: { usage } }) => [
      !`${usage} `.startsWith(`${name} `) && `usage: ${usage}`,
      usage.length > USAGE_WIDTH && `usage of ${usage.length} characters`,
      /[\n\t]| {2}|[.]$/.test(usage.replace(/\.\.\.$/, "")) && `usage is not one tidy line: ${usage}`,
    ]),
  ).toEqual([]);
});

test("help tells usage, summary, every option, every subcommand and every example", () => {
  expect(
    offenders(({ command }) => {
      const text = command.help();
      const words = new Set(text.split(/[\s,=[\]|]+/));
      return [
        !text.startsWith(`usage: ${command.usage}\n${command.summary}\n`) && "begins otherwise",
        !text.endsWith("\n") && "no final newline",
        ...command.options.flatMap(({ names }) => names.map((name) => !words.has(name) && `no ${name}`)),
        ...command.subcommands.map(({ usage }) => !text.includes(usage) && `no ${usage}`),
        ...command.examples.map(({ run }) => !text.includes(run.split("\n", 1)[0] ?? run) && `no ${run}`),
      ];
    }),
  ).toEqual([]);
});

test("two to six examples, each with what it prints", () => {
  expect(
    offenders(({ kind, command: { name, examples } }) => [
      kind !== "family" && (examples.length < 2 || examples.length > 6) && `${examples.length} examples`,
      ...examples.flatMap(({ run, does, prints, matches, after }) => [
        prints === undefined && matches === undefined && after === undefined && `nothing expected of: ${run}`,
        does === "" && `nothing said of: ${run}`,
        !run.includes(name) && `does not use it: ${run}`,
      ]),
    ]),
  ).toEqual([]);
});

test("--help is help and touches nothing", () => {
  expect(
    offenders(({ command, helpIsData }) => [
      !helpIsData && command.bind(["--help"], context).effects !== PURE && "has effects",
    ]),
  ).toEqual([]);
});

test("an unknown option is refused with the nearest one and the usage", () => {
  expect(
    offenders(({ command, kind }) => {
      if (kind !== "typed") return [];
      const long = command.options.flatMap(({ names }) => names).filter((name) => /^--[a-z]{5,}/.test(name));
      return [
        refusal(command, ["--qqqqqqqq"], "unknown option '--qqqqqqqq'", `usage: ${command.usage}`),
        ...long.map((name) => refusal(command, [`${name}q`], `unknown option '${name}q'`, "Did you mean --")),
      ];
    }),
  ).toEqual([]);
});

test("missing operands are answered with the usage", () => {
  expect(
    offenders(({ command, kind, required }) => [
      kind === "typed" && required.length > 0 && refusal(command, [], `usage: ${command.usage}`, ""),
    ]),
  ).toEqual([]);
});

test("effects are declared, or unknown on purpose", () => {
  expect(
    offenders(({ name, command, kind }) => {
      if (kind === "family" || DELIBERATELY_UNKNOWN.has(name)) return [];
      const bound = words(command).flatMap((argv) => attempt(command, argv));
      const unknown = bound.filter(({ effects }) => effects === UNKNOWN).length;
      return [bound.length > 0 && unknown === bound.length && "unknown for every argv"];
    }),
  ).toEqual([]);
});

test("effects are pure and never throw", () => {
  expect(
    offenders(({ command, kind }) => {
      if (kind === "family") return [];
      const reasons = new Set<string>();
      fc.assert(
        fc.property(fc.array(fc.constantFrom(...vocabulary(command)), { maxLength: 5 }), (argv) => {
          for (const reason of effectsOffences(command, argv)) reasons.add(reason);
        }),
        { numRuns: 60, seed: 1 },
      );
      return [...reasons].slice(0, 3);
    }),
  ).toEqual([]);
});

test("schemas are strict, and no field of the context gets in", () => {
  expect(
    offenders(({ command, kind }) => {
      const schema = command.schema();
      const parts: readonly unknown[] = kind === "family" && Array.isArray(schema.anyOf) ? schema.anyOf : [schema];
      return [
        schema.type !== "object" && "not an object",
        parts.some((part) => !isStrict(part)) && "not strict",
        kind !== "family" && !rejects(command, { sessionId: "x" }) && "takes sessionId",
        kind !== "family" && !rejects(command, { nosuchfield: 1 }) && "takes nosuchfield",
      ];
    }),
  ).toEqual([]);
});

function isStrict(schema: unknown): boolean {
  return typeof schema === "object" && schema !== null && Reflect.get(schema, "additionalProperties") === false;
}

function rejects(command: Command, args: Readonly<Record<string, unknown>>): boolean {
  try {
    command.bindArgs(args, context);
    return false;
  } catch (error) {
    return error instanceof CommandError && error.exitCode === 2;
  }
}

/** Why the refusal is not as it should be. */
function refusal(command: Command, argv: readonly string[], message: string, help: string): string | undefined {
  try {
    command.bind(argv, context);
    return `takes ${argv.join(" ") || "no arguments"}`;
  } catch (error) {
    if (!(error instanceof CommandError)) return `throws ${String(error)}`;
    if (error.exitCode !== 2) return `exit ${error.exitCode}`;
    if (error.message !== message) return `says ${error.message}`;
    return (error.help ?? "").includes(help) ? undefined : `helps with ${error.help}`;
  }
}

/** Words that make command lines of this command, most of them valid. */
function vocabulary(command: Command): string[] {
  const options = command.options.flatMap(({ names, placeholder, choices = ["1", "a"] }) =>
    names.flatMap((name) => {
      if (placeholder === undefined) return [name];
      return choices.map((value) => (name.startsWith("--") ? `${name}=${value}` : name + value));
    }),
  );
  return ["a", "/b/../c", "-", "1", "--", "2", "", "*.ts", ...options];
}

function words(command: Command): string[][] {
  const each = vocabulary(command).map((word) => [word]);
  return [[], ["a"], ["a", "b"], ["1"], ["a", "1"], ["1", "a"], ...each, ...each.map((argv) => [...argv, "a"])];
}

function attempt(command: Command, argv: readonly string[]): { readonly effects: unknown }[] {
  try {
    return [{ effects: command.bind(argv, context).effects }];
  } catch {
    return [];
  }
}

function effectsOffences(command: Command, argv: readonly string[]): string[] {
  const line = argv.map((word) => (word === "" ? "''" : word)).join(" ");
  const bind = () => {
    try {
      return command.bind(argv, context);
    } catch (error) {
      if (error instanceof CommandError) return undefined;
      throw error;
    }
  };
  const offences: string[] = [];
  try {
    const before = argv.join("\0");
    const [first, second] = [bind(), bind()];
    if (!first || !second) return [];
    const effects = JSON.stringify(first.effects);
    if (effects !== JSON.stringify(second.effects)) offences.push(`not the same twice: ${line}`);
    if (argv.join("\0") !== before) offences.push(`changes its arguments: ${line}`);
    const resources = [...first.effects.reads, ...first.effects.writes];
    const odd = resources.find((resource) => !/^((file|dir|tree):\/|(state|net|store|clip):.)/.test(resource));
    if (odd !== undefined) offences.push(`names no resource: ${odd}`);
  } catch (error) {
    offences.push(`throws on ${line}: ${String(error)}`);
  }
  return offences;
}
