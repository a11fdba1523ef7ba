// `runsh batch`: JSON Lines in, JSON Lines out, each request a fresh session in this one process.
import { setMaxListeners } from "node:events";
import type { Readable, Writable } from "node:stream";
import { commands } from "../../commands/index.ts";
import type { RunResult } from "../output/index.ts";
import { createShell, type RunOptions } from "../session/index.ts";
import {
  diskWorkspace,
  FileError,
  fill,
  memoryWorkspace,
  overlayWorkspace,
  type Workspace,
} from "../workspace/index.ts";
import { changedFiles, snapshot } from "./batch-files.ts";
import { type BatchRequest, parseRequest, RequestError } from "./batch-request.ts";
import type { CliOptions } from "./options.ts";

/** Requests that may be under way at once; most of the time is spent computing, so more would only interleave. */
const CONCURRENCY = 8;

/**
 * Answers every line of `input`; a malformed one gets `{ id?, error }` and the stream goes on. Exit 0; 141 when nobody
 * reads the answers any more, 130 when `interrupt` ends it.
 */
export async function runBatch(
  options: CliOptions,
  input: Readable,
  output: Writable,
  interrupt?: AbortSignal,
): Promise<number> {
  const running = new Set<Promise<void>>();
  const stopped = new AbortController();
  // Every running request and every waiting answer listens.
  setMaxListeners(0, stopped.signal, output);
  let status = 0;
  const stop = (reason: number): void => {
    status = reason;
    stopped.abort();
    input.destroy();
  };
  output.on("error", () => stop(141));
  interrupt?.addEventListener("abort", () => stop(130), { once: true });
  try {
    for await (const line of linesOf(input)) {
      if (line.trim() === "") continue;
      const task = answer(line, options, stopped.signal).then((text) => write(output, `${text}\n`, stopped.signal));
      running.add(task);
      task.finally(() => running.delete(task)).catch(() => undefined);
      if (running.size >= CONCURRENCY) await Promise.race(running);
    }
  } catch (error) {
    // A destroyed input says that it ended too early.
    if (!stopped.signal.aborted) throw error;
  }
  await Promise.all(running);
  return status;
}

/** Lines end at a newline and nowhere else: U+2028 may stand in JSON, and node:readline would cut there. */
async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let parts: Uint8Array[] = [];
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      yield Buffer.concat([...parts, chunk.subarray(start, end)]).toString("utf8");
      parts = [];
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
  }
  yield Buffer.concat(parts).toString("utf8");
}

async function answer(line: string, options: CliOptions, signal: AbortSignal): Promise<string> {
  let id: unknown;
  try {
    let json: unknown;
    try {
      json = JSON.parse(line);
    } catch (error) {
      throw new RequestError(`no JSON: ${error instanceof Error ? error.message : ""}`);
    }
    if (typeof json === "object" && json !== null && "id" in json) id = json.id;
    return JSON.stringify({
      ...(id === undefined ? {} : { id }),
      ...(await serve(parseRequest(json), options, signal)),
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return JSON.stringify({ ...(id === undefined ? {} : { id }), error: message });
  }
}

async function serve(request: BatchRequest, options: CliOptions, signal: AbortSignal): Promise<object> {
  const workspace = workspaceOf(request, options);
  // Of files that the request brought, the content is at hand: what was written again as it was has not changed.
  const before = request.returnFiles
    ? snapshot(workspace, { contents: (request.root ?? options.root) === undefined })
    : undefined;
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
      const run: RunOptions = { signal, ...(request.stdin === undefined ? {} : { stdin: request.stdin }) };
      results.push(encodeResult(command, await shell.run(command, run)));
    }
    return { results, ...(before ? { files: changedFiles(before, workspace) } : {}) };
  } finally {
    await shell.close();
  }
}

function workspaceOf(request: BatchRequest, options: CliOptions): Workspace {
  const { mode, files, cwd } = request;
  const root = request.root ?? options.root;
  const readOnly = options.readOnly || mode === "read-only";
  let workspace: Workspace;
  if (root === undefined) {
    const overlay = mode === "overlay" && !readOnly;
    const memory = about("files", () => memoryWorkspace({ files, readOnly: readOnly || overlay }));
    workspace = overlay ? overlayWorkspace(memory) : memory;
  } else {
    const disk = about(`root: ${root}`, () =>
      diskWorkspace({ root, readOnly: options.readOnly || mode !== "read-write" }),
    );
    workspace = mode === "overlay" && !options.readOnly ? overlayWorkspace(disk) : disk;
    if (Object.keys(files).length > 0) about("files", () => fill(workspace, files));
  }
  if (cwd !== undefined) about(`cwd: ${cwd}`, () => workspace.readdir(cwd));
  return workspace;
}

/** Says what of the request an error of a workspace is about. */
function about<T>(what: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const path = what === "files" ? `${error.path}: ` : "";
    throw new RequestError(`${what}: ${path}${error.message}`);
  }
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

async function write(output: Writable, text: string, stopped: AbortSignal): Promise<void> {
  if (stopped.aborted || output.write(text)) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      output.off("drain", done);
      stopped.removeEventListener("abort", done);
      resolve();
    };
    output.on("drain", done);
    stopped.addEventListener("abort", done);
  });
}
