// What a command is given at run time: its streams and its context. Types only; the engine builds them.
import type { Net } from "../net/net.ts";
import type { Sink, Source } from "../stream/stream.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** A file opened for output by a command. */
export interface OutputFile extends Sink {
  close(): void;
}

/** The streams of one invocation. */
export interface Io {
  readonly stdin: Source;
  readonly stdout: Sink;
  readonly stderr: Sink;
  /**
   * Opens a file for reading as a stream. Knows `/dev/stdin`, `/dev/fd/N` and process substitutions; throws
   * `FileError` (EISDIR for a directory). `-` is no file here: the command decides what it means.
   */
  open(path: string): Source;
  /** Opens a file for writing, truncated unless `append`; created if absent. Knows `/dev/stdout` and friends. */
  create(path: string, options?: { readonly append?: boolean }): OutputFile;
  /**
   * Writes one diagnostic line, `NAME: message`, to stderr, whole. `help` says what to run instead; it is shown to a
   * reader at the terminal only, never to a pipe or a file.
   */
  diagnose(message: string, help?: string): void | Promise<void>;
  /**
   * Diagnoses a failed file operation as GNU tools do: `NAME: PATH: No such file or directory`, or with
   * `what` = "cannot access" `NAME: cannot access 'PATH': No such ...`. A missing file gets the nearest existing name
   * as help. Errors that are no `FileError` are thrown again.
   */
  diagnoseFile(error: unknown, path: string, what?: string): void | Promise<void>;
}

/** What a nested call returns. */
export interface CallResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Streams for a nested invocation; what is left out is inherited, except stdin, which is then empty. */
export interface NestedIo {
  readonly stdin?: Source;
  readonly stdout?: Sink;
  readonly stderr?: Sink;
}

/** What the catalogue says of one command in scope. */
export interface CommandEntry {
  readonly name: string;
  readonly kind: "command" | "builtin" | "function";
}

/** A snapshot of the session's progress. */
export interface SessionView {
  readonly turnCount: number;
  readonly completedSteps: readonly string[];
  /** The last lines that were run, the oldest first, the current one included. */
  readonly lines: readonly string[];
  /** How many lines were run in all. */
  readonly lineCount: number;
}

/** An image that travels to the model beside the text. */
export interface Attachment {
  /** The path as the command was given it. */
  readonly name: string;
  readonly mediaType: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
  readonly bytes: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * The frozen view of the session that a command runs in. Never part of a command's schema. `Deps` is what the host
 * application hands to its own commands.
 */
export interface Context<Deps = unknown> {
  readonly sessionId: string;
  readonly deps: Deps;
  /** The shell's working directory, absolute in the workspace. */
  readonly cwd: string;
  /** Exported variables. */
  readonly env: Readonly<Record<string, string>>;
  /** Aborted when the call is cancelled or out of time. */
  readonly signal: AbortSignal;
  /** The file tree; relative paths start at `cwd`. */
  readonly workspace: Workspace;
  /** The network, as far as the host allows it. */
  readonly net: Net;
  readonly session: SessionView;
  /** Commands in scope, sorted by name. */
  readonly commands: readonly CommandEntry[];
  /** The full help text of a command in scope, as `NAME --help` prints it. */
  help(name: string): Promise<string | undefined>;
  /** The one line that lists show of a command in scope. */
  summary(name: string): Promise<string | undefined>;
  /** Hands an image to the model beside the text of this call. */
  attach(image: Attachment): void;
  /** `const rest = ctx.pause(); if (rest) await rest;` in long loops that neither read nor write a stream. */
  pause(): Promise<void> | undefined;
  /** Runs one command with these arguments through the same gate. Resolves to its exit status. */
  exec(argv: readonly string[], io?: NestedIo, options?: ExecOptions): Promise<number>;
  /** Runs a line of shell through the same gate. */
  run(line: string, io?: NestedIo): Promise<number>;
  /** Calls a command with typed arguments through the same gate and gathers its output. */
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<CallResult>;
}

export interface ExecOptions {
  /** Directory to run in, absolute or relative to `cwd`. */
  readonly cwd?: string;
  /** Replaces the exported variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** A derived deadline or cancellation. */
  readonly signal?: AbortSignal;
}
