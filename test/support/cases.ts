// Runs recorded cases (fixtures/cases) through the real shell and says what differs. It judges; it does not assert.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands } from "../../commands/index.ts";
import {
  createShell,
  diskWorkspace,
  type FileContent,
  memoryWorkspace,
  type RunResult,
  type Workspace,
} from "../../src/index.ts";
import { fill } from "../../src/workspace/index.ts";

export interface ParityCase {
  readonly line: string;
  readonly exit: number;
  readonly stdout: string;
  readonly step: number;
}

/** Runs one everyday line in `/w`, as the recording did. Undefined when all is as recorded. */
export async function parityDifference(
  row: ParityCase,
  files: Readonly<Record<string, FileContent>>,
): Promise<string | undefined> {
  const inside = Object.fromEntries(Object.entries(files).map(([path, content]) => [`w/${path}`, content]));
  const shell = createShell({
    workspace: memoryWorkspace({ files: { w: { dir: true }, ...inside } }),
    commands,
    cwd: "/w",
    env: { HOME: "/w", USER: "user" },
    limits: { maxCaptureBytes: 1 << 20 },
  });
  try {
    const result = await shell.run(row.line);
    const stdout = textOf(result);
    if (stdout === row.stdout && result.exitCode === row.exit) return undefined;
    return `exit ${result.exitCode}, stdout ${JSON.stringify(stdout)}; expected ${row.exit}, ${JSON.stringify(row.stdout)}\n${result.text}`;
  } finally {
    await shell.close();
  }
}

export interface Expectation {
  readonly exit?: number;
  readonly stdout?: string;
  readonly stdoutContains?: readonly string[];
  readonly textContains?: readonly string[];
  readonly textNotContains?: readonly string[];
  readonly textMatches?: string;
  readonly maxTextBytes?: number;
  readonly maxMs?: number;
  readonly filesAfter?: Readonly<Record<string, string | null>>;
  readonly filesUnchanged?: readonly string[];
  readonly outsideAbsent?: readonly string[];
}

export interface FaultCase {
  readonly id: string;
  readonly why: string;
  readonly files?: Readonly<Record<string, FileContent | { readonly base64: string }>>;
  readonly command?: string;
  readonly commands?: readonly string[];
  readonly turn?: readonly string[];
  readonly mode?: "read-only";
  readonly policy?: unknown;
  readonly expect: Expectation;
  readonly expectEach?: readonly Expectation[];
  readonly step: number;
}

/** Runs one case over a folder of the host in a parent of its own, so that an escape would be seen beside it. */
export async function faultDifference(row: FaultCase): Promise<string | undefined> {
  const parent = mkdtempSync(join(tmpdir(), "case-"));
  const root = join(parent, "root");
  mkdirSync(root);
  const disk = diskWorkspace({ root });
  const files = Object.fromEntries(Object.entries(row.files ?? {}).map(([path, content]) => [path, laid(content)]));
  fill(disk, files);
  const readOnly = row.mode === "read-only";
  const shell = createShell({ workspace: readOnly ? diskWorkspace({ root, readOnly }) : disk, commands });
  try {
    const lines = row.commands ?? [row.command ?? ""];
    const expected = [...(row.expectEach ?? []), row.expect];
    for (const [index, line] of lines.entries()) {
      const result = await shell.run(line);
      const expectation =
        lines.length === expected.length ? expected[index] : index === lines.length - 1 ? row.expect : undefined;
      const wrong = expectation && mismatch(result, expectation);
      if (wrong) return `${line}\n  ${wrong}\n${result.text}`;
    }
    return filesMismatch(row, files, disk, root);
  } finally {
    await shell.close();
    rmSync(parent, { recursive: true, force: true });
  }
}

function mismatch(result: RunResult, expected: Expectation): string | undefined {
  const { text } = result;
  const stdout = textOf(result);
  if (expected.exit !== undefined && result.exitCode !== expected.exit)
    return `exit ${result.exitCode}, not ${expected.exit}`;
  if (expected.stdout !== undefined && stdout !== expected.stdout)
    return `stdout ${JSON.stringify(stdout)}, not ${JSON.stringify(expected.stdout)}`;
  for (const part of expected.stdoutContains ?? []) if (!stdout.includes(part)) return `stdout lacks ${part}`;
  for (const part of expected.textContains ?? []) if (!text.includes(part)) return `text lacks ${part}`;
  for (const part of expected.textNotContains ?? []) if (text.includes(part)) return `text has ${JSON.stringify(part)}`;
  if (expected.textMatches !== undefined && !new RegExp(expected.textMatches).test(text))
    return `text does not match ${expected.textMatches}`;
  if (expected.maxTextBytes !== undefined && Buffer.byteLength(text) > expected.maxTextBytes)
    return `text of ${Buffer.byteLength(text)} bytes`;
  if (expected.maxMs !== undefined && result.durationMs > expected.maxMs) return `took ${result.durationMs} ms`;
  return undefined;
}

function filesMismatch(
  row: FaultCase,
  before: Readonly<Record<string, FileContent>>,
  workspace: Workspace,
  root: string,
): string | undefined {
  for (const [path, content] of Object.entries(row.expect.filesAfter ?? {})) {
    const now = workspace.exists(path) ? Buffer.from(workspace.readFile(path)).toString("utf8") : null;
    if (now !== content) return `${path} is ${JSON.stringify(now)}`;
  }
  for (const path of row.expect.filesUnchanged ?? []) {
    const now = workspace.exists(path) ? Buffer.from(workspace.readFile(path)).toString("utf8") : null;
    if (now !== before[path]) return `${path} has changed`;
  }
  for (const path of row.expect.outsideAbsent ?? []) if (existsSync(join(root, path))) return `${path} exists outside`;
  return undefined;
}

function laid(content: FileContent | { readonly base64: string }): FileContent {
  return typeof content === "object" && "base64" in content ? Buffer.from(content.base64, "base64") : content;
}

function textOf({ stdout }: RunResult): string {
  return typeof stdout === "string" ? stdout : Buffer.from(stdout.base64, "base64").toString("utf8");
}

/** A table of cases from fixtures/cases. */
export function readCases<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../fixtures/cases/${name}`, import.meta.url), "utf8"));
}
