// The rules that every command of the box keeps when it runs, through the real shell. Each test lists all offenders.
import { expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import { createShell, memoryWorkspace } from "../../src/index.ts";
import { decode, type Example, type Workspace } from "../../src/plugin.ts";
import { everyCommand } from "./every-command.ts";

const { listed } = await everyCommand();

interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  readonly workspace: Workspace;
}

/** Examples run in a folder that holds nothing but their files. */
const FOLDER = "/work";

function inFolder(files: NonNullable<Example["files"]>): NonNullable<Example["files"]> {
  const rooted = Object.entries(files).map(([path, file]) => [path.startsWith("/") ? path : `${FOLDER}/${path}`, file]);
  return Object.fromEntries(rooted);
}

async function run(line: string, files: Example["files"] = {}): Promise<Ran> {
  const workspace = memoryWorkspace({ files: { [FOLDER]: { dir: true }, ...inFolder(files) } });
  const shell = createShell({ workspace, commands, cwd: FOLDER });
  try {
    const { stdout, stderr, exitCode } = await shell.run(line);
    return { stdout: text(stdout), stderr: text(stderr), exitCode, workspace: workspace.at(FOLDER) };
  } finally {
    await shell.close();
  }
}

/** Output that is not UTF-8 comes as base64. */
function text(output: string | { readonly base64: string }): string {
  return typeof output === "string" ? output : decode(Buffer.from(output.base64, "base64"));
}

test("examples do what they say", async () => {
  const failures: string[] = [];
  for (const { name, command } of listed) {
    for (const example of command.examples) {
      const offences = await exampleOffences(example);
      failures.push(...offences.map((offence) => `${name}: ${example.run}\n  ${offence}`));
    }
  }
  expect(failures).toEqual([]);
});

async function exampleOffences({
  run: line,
  files,
  prints,
  matches,
  exit = 0,
  after = {},
}: Example): Promise<string[]> {
  const { stdout, stderr, exitCode, workspace } = await run(line, files);
  const offences: string[] = [];
  if (exitCode !== exit) offences.push(`exit ${exitCode}, not ${exit}: ${stderr}`);
  if (prints !== undefined && stdout !== prints) offences.push(`prints ${JSON.stringify(stdout)}`);
  if (matches !== undefined && !matches.test(stdout)) offences.push(`prints ${JSON.stringify(stdout)}`);
  if (exit === 0 && stderr !== "") offences.push(`complains: ${stderr}`);
  for (const [path, content] of Object.entries(after)) {
    const found = workspace.exists(path) ? decode(workspace.readFile(path)) : null;
    if (found !== content) offences.push(`${path} holds ${JSON.stringify(found)}`);
  }
  return offences;
}

test("NAME --help prints the help, exit 0", async () => {
  const failures: string[] = [];
  for (const { name, command, helpIsData } of listed) {
    if (helpIsData) continue;
    const { stdout, stderr, exitCode } = await run(`${name} --help`);
    if (exitCode !== 0 || stderr !== "") failures.push(`${name}: exit ${exitCode}, ${stderr}`);
    if (stdout !== command.help()) failures.push(`${name}: prints something else: ${stdout.slice(0, 80)}`);
  }
  expect(failures).toEqual([]);
});

test("a bare command that needs arguments or an input prints its usage on stderr, exit 2", async () => {
  const failures: string[] = [];
  for (const { name, command, required } of listed) {
    if (required.length === 0 && !command.readsStdin) continue;
    const { stdout, stderr, exitCode } = await run(name);
    if (exitCode !== 2) failures.push(`${name}: exit ${exitCode}`);
    if (stdout !== "") failures.push(`${name}: prints ${stdout.slice(0, 80)}`);
    const prefix = name.split(" ", 1)[0] ?? name;
    if (stderr !== `${prefix}: usage: ${command.usage}\n`) failures.push(`${name}: says ${stderr.slice(0, 160)}`);
  }
  expect(failures).toEqual([]);
});

test("an unknown option: exit 2, the nearest one, and nothing else", async () => {
  const failures: string[] = [];
  for (const { name, command, kind } of listed) {
    if (kind !== "typed") continue;
    const { stdout, stderr, exitCode } = await run(`${name} --qqqqqqqq a b`);
    if (exitCode !== 2 || stdout !== "") failures.push(`${name}: exit ${exitCode}, ${stdout.slice(0, 80)}`);
    const prefix = name.split(" ", 1)[0] ?? name;
    if (!stderr.startsWith(`${prefix}: unknown option '--qqqqqqqq'`)) failures.push(`${name}: says ${stderr}`);
    const long = command.options.flatMap(({ names }) => names).find((option) => /^--[a-z]{5,}$/.test(option));
    if (long === undefined) continue;
    const close = await shown(`${name} ${long}q`);
    if (!close.includes("Did you mean --")) failures.push(`${name}: no suggestion in ${close}`);
  }
  expect(failures).toEqual([]);
});

test("the tool's description has room for every command", async () => {
  const shell = createShell({ workspace: memoryWorkspace({}), commands });
  try {
    const { description } = await shell.tool();
    const words = new Set(description.split(/[\s:]+/));
    expect(listed.filter(({ name }) => !name.includes(" ") && !words.has(name)).map(({ name }) => name)).toEqual([]);
    expect(description.length).toBeLessThan(1900);
  } finally {
    await shell.close();
  }
});

/** What a model reads: help is shown to a reader only. */
async function shown(line: string): Promise<string> {
  const shell = createShell({ workspace: memoryWorkspace({}), commands });
  try {
    return (await shell.run(line)).text;
  } finally {
    await shell.close();
  }
}
