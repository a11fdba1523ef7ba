// One call of a shell (`shell.run`): its cancellation, its counters, its jobs and what it gathers for the result.

import type { Command } from "../command/command.ts";
import type { Attachment, SessionView } from "../command/context.ts";
import type { Gate } from "../command/gate.ts";
import type { Net } from "../net/net.ts";
import { Pacer } from "../stream/pacer.ts";
import type { Pipe } from "../stream/pipe.ts";
import type { Stop } from "../stream/stop.ts";
import type { Source } from "../stream/stream.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Descriptor } from "./descriptors.ts";
import type { HeldDiagnostics } from "./held.ts";
import type { Jobs } from "./jobs.ts";
import type { Limits } from "./limits.ts";

/** Where commands come from. `load` answers at once for a command that was used before. */
export interface CommandSource {
  names(): readonly string[];
  has(name: string): boolean;
  load(name: string): Command | Promise<Command> | undefined;
  /** Nearest names, best first. */
  suggest(name: string): readonly string[];
}

/** What the engine gets from the session. */
export interface Host {
  readonly sessionId: string;
  readonly deps: unknown;
  readonly net: Net;
  readonly workspace: Workspace;
  readonly registry: CommandSource;
  readonly limits: Limits;
  readonly gate: Gate | undefined;
  readonly session: () => SessionView;
}

/** Shared by everything that runs within one call. */
export interface Call {
  readonly host: Host;
  readonly stop: Stop;
  /** The same without the kills of jobs that this runs in. */
  readonly base: Stop;
  readonly pacer: Pacer;
  readonly jobs: Jobs;
  /** What the call's own stdin is. */
  readonly stdin: Source;
  /** Diagnostics of earlier stages that wait for their pipeline's end; a call that is cut short shows them too. */
  readonly held: Set<HeldDiagnostics>;
  /** Pipes that are open; all fail when the call is cancelled. */
  readonly pipes: Set<Pipe>;
  readonly attach: (attachment: Attachment) => void;
  /** `performance.now()` at the start of the shell, for SECONDS. */
  readonly shellStart: number;
  /** Descriptors that stay open until the call ends (`exec > file`). */
  readonly keep: (descriptors: readonly Descriptor[]) => void;
  /** Counters, shared with derived calls. */
  readonly count: Counters;
}

export interface Counters {
  invocations: number;
  /** Subshells alive now. */
  subshells: number;
}

/** A call within a call: it also ends when `stop` comes. */
export function derivedCall(call: Call, stop: Stop, base: Stop): Call {
  return { ...call, stop, base, pacer: new Pacer(stop) };
}
