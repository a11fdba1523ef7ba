// `runsh batch`: JSON Lines in, JSON Lines out, each request a fresh session in this one process.

import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { commands } from "../../commands/index.ts";
import type { RunResult } from "../output/index.ts";
import { createShell, type RunOptions } from "../session/index.ts";
import { diskWorkspace, fill, memoryWorkspace, overlayWorkspace, type Workspace } from "../workspace/index.ts";
import { changedFiles, snapshot } from "./batch-files.ts";
import { type BatchRequest, parseRequest, RequestError } from "./batch-request.ts";
import type { CliOptions } from "./options.ts";

/** Requests that may be under way at once; most of the time is spent computing, so more would only interleave. */
const CONCURRENCY = 8;

/** Answers every line of `input`; a malformed one gets `{ id?, error }` and the stream goes on. Exit 0. */
export async function runBatch(options: CliOptions, input: Readable, output: Writable): Promise<number> {
  const running = new Set<Promise<void>>();
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === "") continue;
    const task = answer(line, options).then((text) => write(output, `${text}\n`));
    running.add(task);
    task.finally(() => running.delete(task)).catch(() => undefined);
    if (running.size >= CONCURRENCY) await Promise.race(running);
  }
  await Promise.all(running);
  return 0;
}

async function answer(line: string, options: CliOptions): Promise<string> {
  let id: unknown;
  try {
    let json: unknown;
    try {
      json = JSON.parse(line);
    } catch (error) {
      throw new RequestError(`no JSON: ${error instanceof Error ? error.message : ""}`);
    }
    if (typeof json === "object" && json !== null && "id" in json) id = json.id;
    return JSON.stringify({ ...(id === undefined ? {} : { id }), ...(await serve(parseRequest(json), options)) });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return JSON.stringify({ ...(id === undefined ? {} : { id }), error: message });
  }
}

async function serve(request: BatchRequest, options: CliOptions): Promise<object> {
  const workspace = workspaceOf(request, options);
  const before = request.returnFiles ? snapshot(workspace) : undefined;
  const shell = createShell({
    workspace,
    commands,
    env: request.env,
    limits: request.limits,
    ...(request.cwd === undefined ? {} : { cwd: request.cwd }),
  });
  try {
    const results: object[] = [];
    for (const command of request.commands) {
      const run: RunOptions = request.stdin === undefined ? {} : { stdin: request.stdin };
      results.push(encodeResult(command, await shell.run(command, run)));
    }
    return { results, ...(before ? { files: changedFiles(before, workspace) } : {}) };
  } finally {
    await shell.close();
  }
}

function workspaceOf(request: BatchRequest, options: CliOptions): Workspace {
  const { mode } = request;
  const root = request.root ?? options.root;
  if (root !== undefined) {
    const disk = diskWorkspace({ root, readOnly: options.readOnly || mode !== "read-write" });
    if (mode === "overlay" && !options.readOnly) return prepared(overlayWorkspace(disk), request);
    return prepared(disk, request);
  }
  if (mode === "overlay") return overlayWorkspace(memoryWorkspace({ files: request.files }));
  return memoryWorkspace({ files: request.files, readOnly: mode === "read-only" || options.readOnly });
}

/** Lays the request's files into a workspace that exists already. */
function prepared(workspace: Workspace, { files }: BatchRequest): Workspace {
  if (Object.keys(files).length > 0) fill(workspace, files);
  return workspace;
}

function encodeResult(command: string, { attachments, ...result }: RunResult): object {
  return {
    command,
    ...result,
    attachments: attachments.map(({ bytes, ...image }) => ({
      ...image,
      base64: Buffer.from(bytes).toString("base64"),
    })),
  };
}

async function write(output: Writable, text: string): Promise<void> {
  if (output.write(text)) return;
  await new Promise<void>((resolve) => output.once("drain", resolve));
}
