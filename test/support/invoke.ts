// Runs one command without a shell: real streams over a memory workspace. No scope, no policy, no limits.
import { commands as index } from "../../commands/index.ts";
import { decode, encode } from "../../src/bytes/text.ts";
import { type Command, CommandError } from "../../src/command/command.ts";
import type { Attachment, Context, ExecOptions, Io, NestedIo, OutputFile } from "../../src/command/context.ts";
import { createNet, type NetOptions } from "../../src/net/index.ts";
import { CancelledError, ClosedPipeError, type Sink, type Source } from "../../src/stream/index.ts";
import { type InitialFile, memoryWorkspace } from "../../src/workspace/index.ts";
import { FileError, type Workspace } from "../../src/workspace/workspace.ts";

export interface InvokeOptions {
  /** A tree, or a workspace of an earlier call. */
  readonly files?: Readonly<Record<string, InitialFile>>;
  readonly workspace?: Workspace;
  /** Nothing is connected unless given. */
  readonly stdin?: string | Uint8Array;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Is stdout what the model reads? */
  readonly terminal?: boolean;
  readonly signal?: AbortSignal;
  readonly deps?: unknown;
  readonly net?: NetOptions;
  /** Further commands for nested calls, before those of the index. */
  readonly commands?: readonly Command[];
}

export interface Invoked {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly stdoutBytes: Uint8Array;
  readonly workspace: Workspace;
  readonly attachments: readonly Attachment[];
}

/** Bytes of one chunk that a source gives. */
const CHUNK = 64 * 1024;

export async function invoke(command: Command, argv: readonly string[], options: InvokeOptions = {}): Promise<Invoked> {
  const cwd = options.cwd ?? "/";
  const workspace = (options.workspace ?? memoryWorkspace({ files: { tmp: { dir: true }, ...options.files } })).at(cwd);
  const stdout = new Gathered(options.terminal ?? false);
  const stderr = new Gathered(true);
  const stdin = options.stdin === undefined ? emptySource(false) : bytesSource(bytesOf(options.stdin));
  const world: World = {
    workspace,
    signal: options.signal ?? new AbortController().signal,
    env: options.env ?? { HOME: "/", PATH: "/bin", PWD: cwd },
    deps: options.deps,
    net: options.net,
    commands: options.commands ?? [],
    attachments: [],
  };
  const exitCode = await runOne(command, argv, { stdin, stdout, stderr }, world);
  const bytes = stdout.bytes();
  return {
    exitCode,
    stdout: decode(bytes),
    stderr: decode(stderr.bytes()),
    stdoutBytes: bytes,
    workspace,
    attachments: world.attachments,
  };
}

interface World {
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string>>;
  readonly deps: unknown;
  readonly net: NetOptions | undefined;
  readonly commands: readonly Command[];
  readonly attachments: Attachment[];
}

interface Streams {
  readonly stdin: Source;
  readonly stdout: Sink;
  readonly stderr: Sink;
}

async function runOne(command: Command, argv: readonly string[], streams: Streams, world: World): Promise<number> {
  const io = ioFor(command.name, streams, world);
  try {
    const outcome = await command.bind(argv, { cwd: world.workspace.cwd }).run(io, contextFor(streams, world));
    return typeof outcome === "number" ? outcome : 0;
  } catch (error) {
    if (error instanceof ClosedPipeError) return 141;
    if (error instanceof CancelledError) return error.exitCode;
    if (error instanceof FileError) {
      await io.diagnoseFile(error, error.path);
      return 1;
    }
    if (!(error instanceof CommandError)) throw error;
    await io.diagnose(error.message, error.help);
    return error.exitCode;
  }
}

function ioFor(name: string, { stdin, stdout, stderr }: Streams, { workspace }: World): Io {
  const diagnose = (message: string, help?: string): void | Promise<void> =>
    stderr.write(encode(`${name}: ${message}${help === undefined ? "" : `. ${help}`}\n`));
  return {
    stdin,
    stdout,
    stderr,
    open: (path) => (path === "/dev/stdin" ? stdin : fileSource(workspace, path)),
    create: (path, { append = false } = {}) => fileSink(workspace, path, append),
    diagnose,
    diagnoseFile(error, path, what) {
      if (!(error instanceof FileError)) throw error;
      return diagnose(what === undefined ? `${path}: ${error.message}` : `${what} '${path}': ${error.message}`);
    },
  };
}

function contextFor(streams: Streams, world: World): Context {
  const pause = pausing(world.signal);
  const find = async (name: string): Promise<Command | undefined> =>
    world.commands.find((command) => command.name === name) ?? (await index[name]?.());
  const exec = async (argv: readonly string[], io: NestedIo = {}, options: ExecOptions = {}): Promise<number> => {
    const [name = "", ...rest] = argv;
    const nested = {
      stdin: io.stdin ?? emptySource(true),
      stdout: io.stdout ?? streams.stdout,
      stderr: io.stderr ?? streams.stderr,
    };
    const command = await find(name);
    if (!command) {
      await nested.stderr.write(encode(`${name}: command not found\n`));
      return 127;
    }
    return runOne(command, rest, nested, {
      ...world,
      workspace: options.cwd === undefined ? world.workspace : world.workspace.at(options.cwd),
      env: options.env ?? world.env,
      signal: options.signal ?? world.signal,
    });
  };
  const names = [...new Set([...Object.keys(index), ...world.commands.map((command) => command.name)])].sort();
  return Object.freeze({
    sessionId: "test",
    deps: world.deps,
    cwd: world.workspace.cwd,
    env: world.env,
    signal: world.signal,
    workspace: world.workspace,
    net: createNet(world.net),
    session: { turnCount: 1, completedSteps: [], lines: [], lineCount: 0 },
    commands: names.map((name) => ({ name, kind: "command" as const })),
    help: async (name: string) => (await find(name))?.help(),
    summary: async (name: string) => (await find(name))?.summary,
    attach: (image: Attachment) => {
      world.attachments.push(image);
    },
    pause,
    exec,
    // A line of shell needs the shell; words without quotes are enough for a command's own tests.
    run: (line: string, io?: NestedIo) =>
      exec(
        line.split(" ").filter((word) => word !== ""),
        io,
      ),
    call: async (name: string, args: Readonly<Record<string, unknown>>) => {
      const stdout = new Gathered(false);
      const stderr = new Gathered(false);
      const command = await find(name);
      if (!command) throw new CommandError(`${name}: command not found`, { exitCode: 127 });
      const nested = { stdin: emptySource(true), stdout, stderr };
      const outcome = await command
        .bindArgs(args, { cwd: world.workspace.cwd })
        .run(ioFor(name, nested, world), contextFor(nested, world));
      const exitCode = typeof outcome === "number" ? outcome : 0;
      return { exitCode, stdout: decode(stdout.bytes()), stderr: decode(stderr.bytes()) };
    },
  });
}

/** Gives the event loop a turn every 8 ms, and ends a call that was cancelled. */
function pausing(signal: AbortSignal): () => Promise<void> | undefined {
  let due = performance.now() + 8;
  return () => {
    if (!signal.aborted && performance.now() < due) return undefined;
    return new Promise((resolve, reject) => {
      setImmediate(() => {
        due = performance.now() + 8;
        if (signal.aborted) reject(new CancelledError(130));
        else resolve();
      });
    });
  };
}

class Gathered implements Sink {
  readonly terminal: boolean;
  readonly #chunks: Uint8Array[] = [];

  constructor(terminal: boolean) {
    this.terminal = terminal;
  }

  write(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#chunks);
  }
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? encode(content) : content;
}

function emptySource(connected: boolean): Source {
  return { connected, read: () => null, close: () => undefined };
}

function bytesSource(bytes: Uint8Array): Source {
  const back: Uint8Array[] = [];
  let at = 0;
  return {
    connected: true,
    read() {
      const returned = back.pop();
      if (returned) return returned;
      if (at >= bytes.length) return null;
      // A copy: what was read belongs to the reader.
      const chunk = bytes.slice(at, at + CHUNK);
      at += chunk.length;
      return chunk;
    },
    unread: (chunk) => {
      if (chunk.length > 0) back.push(chunk);
    },
    close: () => {
      at = bytes.length;
    },
  };
}

function fileSource(workspace: Workspace, path: string): Source {
  const handle = workspace.open(path, { read: true });
  const stat = handle.stat();
  if (stat.kind === "directory") {
    handle.close();
    throw new FileError("EISDIR", path);
  }
  let open = true;
  const close = (): void => {
    if (open) handle.close();
    open = false;
  };
  return {
    connected: true,
    fileSize: stat.size,
    read() {
      if (!open) return null;
      const chunk = new Uint8Array(CHUNK);
      const size = handle.read(chunk);
      if (size > 0) return chunk.subarray(0, size);
      close();
      return null;
    },
    close,
  };
}

function fileSink(workspace: Workspace, path: string, append: boolean): OutputFile {
  const handle = workspace.open(path, { write: true, create: true, ...(append ? { append } : { truncate: true }) });
  return { terminal: false, write: (bytes) => handle.write(bytes), close: () => handle.close() };
}
