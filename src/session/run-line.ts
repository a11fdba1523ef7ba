// Runs one line of a shell from text to result: parse, evaluate under a deadline, present.

import { renderDiagnostic } from "../diagnostic/render.ts";
import type { Call, Host } from "../engine/call.ts";
import { LimitError } from "../engine/completion.ts";
import { bytesSource, Descriptor, Descriptors, NO_INPUT, textSource } from "../engine/descriptors.ts";
import { Interpreter } from "../engine/interpreter.ts";
import { Jobs } from "../engine/jobs.ts";
import { defaultOptions } from "../engine/options.ts";
import type { ShellState } from "../engine/state.ts";
import { formatDuration, present, type RunResult, Spill, Terminal } from "../output/index.ts";
import { Pacer } from "../stream/pacer.ts";
import { Stop, unlessStopped } from "../stream/stop.ts";
import { CancelledError, type Source } from "../stream/stream.ts";
import { lint, literal, parse, type Script, unsupported } from "../syntax/index.ts";
import type { RunOptions } from "./shell.ts";

export interface RunEnvironment {
  readonly host: Host;
  readonly state: ShellState;
  readonly secrets: readonly string[];
  /** Number of this call in its session; names the spill file. */
  readonly call: number;
  readonly shellStart: number;
}

export async function runLine(line: string, options: RunOptions, environment: RunEnvironment): Promise<RunResult> {
  const start = performance.now();
  const { host, state } = environment;
  const { limits } = host;
  const timeoutMs = options.timeoutMs ?? limits.timeoutMs;
  const deadline = new Deadline(options.signal, timeoutMs);
  const pacer = new Pacer(deadline.stop);
  const spill = new Spill(
    host.workspace,
    `/tmp/out/${environment.call}.txt`,
    limits.maxSpillBytes,
    environment.secrets,
  );
  const terminal = new Terminal({
    spill,
    maxCaptureBytes: limits.maxCaptureBytes,
    secrets: environment.secrets,
    stop: deadline.stop,
    pause: () => pacer.pause(),
    listener: options.onOutput,
    through: options.through,
  });
  let exitCode: number;
  let stages: readonly number[];
  try {
    const script = await parsed(line, state, terminal, limits.maxLineLength);
    if (script) {
      exitCode = await evaluate(line, script, options, environment, { deadline, pacer, terminal, timeoutMs });
      stages = state.stages.length > 1 ? state.stages : [exitCode];
      if (exitCode !== 0) await advise(line, terminal);
    } else {
      exitCode = 2;
      stages = [2];
    }
  } finally {
    deadline.clear();
    terminal.close();
    state.options = defaultOptions();
    // bash expands aliases where a person types: here, those that an earlier run has defined.
    state.options.expand_aliases = state.aliases.size > 0;
    state.traps.clear();
  }
  state.status = exitCode;
  const durationMs = performance.now() - start;
  const { text, truncated } = present(terminal, {
    exitCode,
    stages,
    durationMs,
    maxLines: limits.maxOutputLines,
    maxBytes: limits.maxOutputBytes,
    maxLineCharacters: limits.maxLineCharacters,
    secrets: environment.secrets,
  });
  spill.close();
  const { captured, attachments } = terminal;
  return {
    text,
    stdout: captured[1].value(),
    stderr: captured[2].value(),
    exitCode,
    stages,
    durationMs,
    truncated: truncated || captured[1].cut || captured[2].cut,
    ...(spill.started ? { spill: spill.path } : {}),
    attachments,
  };
}

interface Running {
  readonly deadline: Deadline;
  readonly pacer: Pacer;
  readonly terminal: Terminal;
  readonly timeoutMs: number;
}

async function evaluate(
  line: string,
  script: Script,
  options: RunOptions,
  environment: RunEnvironment,
  { deadline, pacer, terminal, timeoutMs }: Running,
): Promise<number> {
  const { host, state } = environment;
  const kept: Descriptor[] = [];
  let limit: LimitError | undefined;
  const stdin = new Descriptor({ source: stdinOf(options.stdin) });
  const call: Call = {
    host,
    stop: deadline.stop,
    pacer,
    base: deadline.stop,
    jobs: new Jobs((error) => {
      limit ??= error;
      deadline.stop.now(new CancelledError(130));
    }),
    stdin: stdin.source ?? NO_INPUT,
    held: new Set(),
    pipes: new Set(),
    attach: (image) => terminal.attachments.push(image),
    shellStart: environment.shellStart,
    keep: (descriptors) => kept.push(...descriptors),
    count: { invocations: 0, subshells: 1 },
  };
  const descriptors = new Descriptors([
    stdin,
    new Descriptor({ sink: terminal.stdout }),
    new Descriptor({ sink: terminal.stderr }),
  ]);
  if (options.name !== undefined) state.name = options.name;
  if (options.args) state.positional = options.args;
  state.stages = [0];
  const shell = new Interpreter(call, state, descriptors, { depth: 0, level: 0 });
  const forget = deadline.stop.listen(() => {
    for (const pipe of call.pipes) pipe.fail(deadline.stop.error ?? new CancelledError(130));
  });
  try {
    const run = async (): Promise<number> => {
      const status = await shell.untilExit(() => shell.script(script, line));
      await call.jobs.settle();
      return status;
    };
    return await unlessStopped(run(), deadline.stop);
  } catch (error) {
    deadline.stop.now(new CancelledError(130));
    for (const held of call.held) await held.flush(terminal.afterwards);
    if (error instanceof LimitError) limit ??= error;
    if (limit) {
      await terminal.report(`stopped: ${limit.message}\n`);
      return limit.exitCode;
    }
    if (error instanceof CancelledError) {
      await terminal.report(
        error.exitCode === 124 ? `timed out after ${formatDuration(timeoutMs)}\n` : "interrupted\n",
        error.exitCode === 124 ? "Do less at once, or ask for more time" : undefined,
      );
      return error.exitCode;
    }
    throw error;
  } finally {
    forget();
    for (const descriptor of kept) descriptor.release();
  }
}

/** The tree, or undefined after reporting why there is none. */
async function parsed(
  line: string,
  { aliases }: ShellState,
  terminal: Terminal,
  maxLength: number,
): Promise<Script | undefined> {
  if (line.length > maxLength) {
    await terminal.report(
      `syntax: the line has ${line.length} characters, more than ${maxLength}\n`,
      "Write data to a file first",
    );
    return undefined;
  }
  const tree = parse(line, { aliases });
  const error = tree.diagnostics[0] ?? unsupported(tree.script)[0] ?? literal(line, tree);
  if (!error) return tree.script;
  await terminal.report(`${renderDiagnostic(error, line).trimEnd()}\n`);
  return undefined;
}

/** A line that failed may be a known mistake of models. */
async function advise(line: string, terminal: Terminal): Promise<void> {
  const [advice] = lint(line, parse(line));
  if (!advice) return;
  const { message, help } = advice;
  await terminal.report(`hint: ${message}\n`, help && `Use:${help.includes("\n") ? "\n" : " "}${help}`);
}

function stdinOf(stdin: RunOptions["stdin"]): Source {
  if (stdin === undefined) return NO_INPUT;
  if (typeof stdin === "string") return textSource(stdin);
  return stdin instanceof Uint8Array ? bytesSource(stdin) : stdin;
}

/** One call's deadline: the caller's signal, and a clock. */
class Deadline {
  readonly stop = new Stop();
  readonly #timer: NodeJS.Timeout;
  readonly #outer: AbortSignal | undefined;

  constructor(outer: AbortSignal | undefined, timeoutMs: number) {
    this.#outer = outer;
    this.#timer = setTimeout(() => this.stop.now(new CancelledError(124)), Math.min(timeoutMs, LONGEST_TIMER_MS));
    if (outer?.aborted) this.#interrupt();
    outer?.addEventListener("abort", this.#interrupt, { once: true });
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener("abort", this.#interrupt);
  }

  readonly #interrupt = (): void => {
    this.stop.now(new CancelledError(130));
  };
}

/** setTimeout takes 32 bits, which is 24 days. */
const LONGEST_TIMER_MS = 0x7fffffff;
