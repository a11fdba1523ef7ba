// Runs a corpus of lines that lies outside the project (a path is given) and tells what differs from its right values.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { commands } from "../../commands/index.ts";
import { changedFiles } from "../../src/cli/batch-files.ts";
import { createShell, type FileContent, memoryWorkspace, type RunResult } from "../../src/index.ts";

export interface CorpusCase {
  readonly tree: string;
  readonly line: string;
  readonly exit: number;
  readonly stdout: string | { readonly base64: string };
  /** Changed paths: `f:` and an MD5, `d`, `l:` and a target, null = gone. */
  readonly after?: Readonly<Record<string, string | null>>;
  readonly anyOrder?: boolean;
}

export interface Corpus {
  readonly trees: Readonly<Record<string, Readonly<Record<string, FileContent | { readonly base64: string }>>>>;
  readonly cases: readonly CorpusCase[];
}

export interface TaskCase {
  readonly id: string;
  readonly files: Readonly<Record<string, FileContent | { readonly base64: string }>>;
  readonly cwd: string;
  readonly turns: readonly { readonly line: string; readonly stdout: string; readonly exit: number }[];
  readonly filesAfter: Readonly<Record<string, FileContent | null>>;
}

export function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** A name for a line that tells nothing of it, for lists of known differences. */
export function nameOf(line: string): string {
  return createHash("sha256").update(line).digest("hex").slice(0, 12);
}

/** What differs, or undefined. Runs at `/` with an empty stdin. */
export async function corpusDifference({ trees }: Corpus, row: CorpusCase): Promise<string | undefined> {
  const workspace = memoryWorkspace({ files: laid(trees[row.tree] ?? {}) });
  const before = marked(changedFiles(new Map(), workspace));
  const shell = createShell({ workspace, commands, env: { TZ: "UTC" }, limits: { maxCaptureBytes: 1 << 24 } });
  try {
    const result = await shell.run(row.line, { stdin: "", timeoutMs: 10_000 });
    const expected =
      typeof row.stdout === "string" ? row.stdout : Buffer.from(row.stdout.base64, "base64").toString("latin1");
    const stdout = textOf(result, typeof row.stdout === "string" ? "utf8" : "latin1");
    const order = (text: string): string => (row.anyOrder ? text.split("\n").sort().join("\n") : text);
    if (result.exitCode !== row.exit) return `exit ${result.exitCode}, not ${row.exit}\n${result.text}`;
    if (order(stdout) !== order(expected))
      return `stdout ${JSON.stringify(stdout)}, not ${JSON.stringify(expected)}\n${result.text}`;
    // Only contents of the tree were watched when the values were recorded: no modes, and not the working directory.
    const roots = [...new Set(Object.keys(trees[row.tree] ?? {}).map((path) => `/${path.split("/")[1]}/`))];
    const after = marked(changedFiles(new Map(), workspace));
    const changed: Record<string, string | null> = {};
    for (const path of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const inside = roots.some((root) => path.startsWith(root));
      if (inside && before[path] !== after[path]) changed[path] = after[path] ?? null;
    }
    for (const path of new Set([...Object.keys(changed), ...Object.keys(row.after ?? {})])) {
      const wanted = row.after?.[path];
      if (changed[path] !== wanted) return `${path} is ${changed[path]}, not ${wanted}`;
    }
    return undefined;
  } finally {
    await shell.close();
  }
}

/** Runs a task's lines in one session; what differs first, or undefined. */
export async function taskDifference(task: TaskCase): Promise<string | undefined> {
  const workspace = memoryWorkspace({ files: laid(task.files) });
  const shell = createShell({ workspace, commands, cwd: task.cwd, env: { HOME: task.cwd } });
  try {
    for (const { line, stdout, exit } of task.turns) {
      const result = await shell.run(line);
      if (result.exitCode !== exit) return `${line}: exit ${result.exitCode}, not ${exit}\n${result.text}`;
      if (textOf(result, "utf8") !== stdout)
        return `${line}: stdout ${JSON.stringify(textOf(result, "utf8"))}, not ${JSON.stringify(stdout)}`;
    }
    for (const [path, content] of Object.entries(task.filesAfter)) {
      if (typeof content !== "string") continue;
      const now = workspace.exists(path) ? Buffer.from(workspace.readFile(path)).toString("utf8") : null;
      if (now !== content) return `${path} is ${JSON.stringify(now)}, not ${JSON.stringify(content)}`;
    }
    return undefined;
  } finally {
    await shell.close();
  }
}

function laid(files: Readonly<Record<string, FileContent | { readonly base64: string }>>): Record<string, FileContent> {
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path.replace(/^\//, ""), contentOf(content)]),
  );
}

function contentOf(content: FileContent | { readonly base64: string } | { readonly text: string }): FileContent {
  if (typeof content !== "object") return content;
  if ("base64" in content) return Buffer.from(content.base64, "base64");
  return "text" in content && !("mode" in content) ? content.text : (content as FileContent);
}

function marked(changed: ReturnType<typeof changedFiles>): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(changed).map(([path, content]) => {
      if (content === null) return [`/${path}`, null];
      if (typeof content === "object" && "dir" in content) return [`/${path}`, "d"];
      if (typeof content === "object" && "link" in content) return [`/${path}`, `l:${content.link}`];
      const bytes =
        typeof content === "string"
          ? content
          : "base64" in content
            ? Buffer.from(content.base64, "base64")
            : content.text;
      return [`/${path}`, `f:${createHash("md5").update(bytes).digest("hex")}`];
    }),
  );
}

function textOf({ stdout }: RunResult, encoding: "utf8" | "latin1"): string {
  if (typeof stdout === "string") return encoding === "utf8" ? stdout : Buffer.from(stdout).toString("latin1");
  return Buffer.from(stdout.base64, "base64").toString(encoding);
}
