// The frozen view of the session that a command runs in, and the ways in which it re-enters the shell.
import { decode } from "../bytes/text.ts";
import { CommandError } from "../command/command.ts";
import type {
  Attachment,
  CallResult,
  CommandEntry,
  Context,
  ExecOptions,
  NestedIo,
  SessionView,
} from "../command/context.ts";
import type { Net } from "../net/net.ts";
import { Stop, unlessStopped } from "../stream/stop.ts";
import type { Sink } from "../stream/stream.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { builtinHelp } from "./builtins/builtin.ts";
import { builtins } from "./builtins/index.ts";
import { Descriptor, type Descriptors, EMPTY_INPUT } from "./descriptors.ts";
import { passesThrough, reportError } from "./failure.ts";
import type { Interpreter } from "./interpreter.ts";
import { newVariable } from "./state.ts";

export function createContext(shell: Interpreter): Context {
  return new InvocationContext(shell);
}

class InvocationContext implements Context {
  readonly #shell: Interpreter;
  readonly cwd: string;
  readonly workspace: Workspace;

  constructor(shell: Interpreter) {
    this.#shell = shell;
    this.cwd = shell.state.cwd;
    this.workspace = shell.workspace;
    Object.freeze(this);
  }

  get sessionId(): string {
    return this.#shell.call.host.sessionId;
  }

  get deps(): unknown {
    return this.#shell.call.host.deps;
  }

  get env(): Readonly<Record<string, string>> {
    return Object.freeze(this.#shell.state.environment());
  }

  get signal(): AbortSignal {
    return this.#shell.call.stop.signal;
  }

  get net(): Net {
    return this.#shell.call.host.net;
  }

  get session(): SessionView {
    return Object.freeze(this.#shell.call.host.session());
  }

  get commands(): readonly CommandEntry[] {
    const { registry } = this.#shell.call.host;
    const entries: CommandEntry[] = [
      ...registry.names().map((name): CommandEntry => ({ name, kind: "command" })),
      ...[...builtins.keys()].map((name): CommandEntry => ({ name, kind: "builtin" })),
      ...[...this.#shell.state.functions.keys()].map((name): CommandEntry => ({ name, kind: "function" })),
    ];
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async help(name: string): Promise<string | undefined> {
    const builtin = builtins.get(name);
    if (builtin) return builtinHelp(builtin);
    return (await this.#shell.call.host.registry.load(name))?.help();
  }

  async summary(name: string): Promise<string | undefined> {
    const builtin = builtins.get(name);
    return builtin?.summary ?? (await this.#shell.call.host.registry.load(name))?.summary;
  }

  attach(image: Attachment): void {
    this.#shell.call.attach(image);
  }

  pause(): Promise<void> | undefined {
    return this.#shell.call.pacer.pause();
  }

  async exec(argv: readonly string[], io: NestedIo = {}, options: ExecOptions = {}): Promise<number> {
    return await this.#nested(io, options, (child) => child.invoke(argv, { functions: true }));
  }

  async run(line: string, io: NestedIo = {}): Promise<number> {
    return await this.#nested(io, {}, (child) => child.text(line));
  }

  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<CallResult> {
    const command = await this.#shell.call.host.registry.load(name);
    if (!command) throw new CommandError(`${name}: command not found`, { exitCode: 127 });
    const stdout = new Gathering();
    const stderr = new Gathering();
    const exitCode = await this.#nested({ stdout, stderr }, {}, async (child) => {
      try {
        const bound = command.bindArgs(args, { cwd: child.state.cwd });
        return await child.invokeBound(command.name, [name], bound);
      } catch (error) {
        if (passesThrough(error)) throw error;
        return await reportError(child, name, error);
      }
    });
    return { exitCode, stdout: stdout.text(), stderr: stderr.text() };
  }

  async #nested(io: NestedIo, options: ExecOptions, run: (child: Interpreter) => Promise<number>): Promise<number> {
    const shell = this.#shell;
    const own: Descriptor[] = [];
    const descriptors = nestedDescriptors(shell.descriptors, io, own);
    const cwd = options.cwd === undefined ? undefined : shell.workspace.realpath(options.cwd);
    let child: Interpreter;
    try {
      child = shell.fork(descriptors);
    } finally {
      for (const descriptor of own) descriptor.release();
    }
    if (cwd !== undefined) child.state.cwd = cwd;
    if (options.env) replaceEnvironment(child, options.env);
    const { signal } = options;
    if (!signal) return await child.untilExit(() => run(child));
    const { stop, release } = Stop.either(shell.call.stop, Stop.following(signal));
    child = child.under(stop);
    const ended = child.untilExit(() => run(child)).finally(release);
    return await unlessStopped(ended, stop);
  }
}

function nestedDescriptors(outer: Descriptors, io: NestedIo, own: Descriptor[]): Descriptors {
  const stdin = new Descriptor({ source: io.stdin ?? EMPTY_INPUT });
  own.push(stdin);
  let table = outer.with(0, stdin);
  for (const [number, sink] of [io.stdout, io.stderr].entries()) {
    if (!sink) continue;
    const descriptor = new Descriptor({ sink });
    own.push(descriptor);
    table = table.with(number + 1, descriptor);
  }
  return table;
}

function replaceEnvironment(child: Interpreter, environment: Readonly<Record<string, string>>): void {
  const { variables } = child.state;
  for (const [name, { exported }] of variables) if (exported) variables.delete(name);
  for (const [name, value] of Object.entries(environment)) {
    variables.set(name, { ...newVariable(value), exported: true });
  }
}

class Gathering implements Sink {
  readonly terminal = false;
  readonly #chunks: Uint8Array[] = [];

  write(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
  }

  text(): string {
    return decode(Buffer.concat(this.#chunks));
  }
}
