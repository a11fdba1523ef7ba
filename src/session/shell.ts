// A shell as its users hold it: `createShell`, `run`, `tool`, `close`. It puts the layers together and keeps state.
import type { CommandIndex } from "../command/command.ts";
import type { Gate } from "../command/gate.ts";
import type { PluginModule } from "../command/plugin.ts";
import { createRegistry, type Registry } from "../command/registry.ts";
import { TOOL_SCHEMA, toolDescription } from "../command/tool.ts";
import { builtins } from "../engine/builtins/index.ts";
import type { Host } from "../engine/call.ts";
import { DEFAULT_LIMITS, type Limits } from "../engine/limits.ts";
import { newVariable, ShellState } from "../engine/state.ts";
import { createNet, type NetOptions, netSecrets } from "../net/index.ts";
import type { Listener, RunResult, Through } from "../output/index.ts";
import type { Source } from "../stream/stream.ts";
import {
  deviceWorkspace,
  diskWorkspace,
  memoryWorkspace,
  mountWorkspace,
  scratchWorkspace,
  type Workspace,
} from "../workspace/index.ts";
import { runLine } from "./run-line.ts";

export interface ShellOptions<Deps = unknown> {
  /** A host folder that becomes `/`. Give this or `workspace`; with neither the shell works on an empty memory tree. */
  readonly root?: string;
  readonly workspace?: Workspace;
  /** The commands of the box (`import { commands } from "runsh/commands"`), or any part of them. */
  readonly commands: CommandIndex;
  readonly plugins?: readonly PluginModule[];
  /** Handed to commands as `ctx.deps`; no model sees it. */
  readonly deps?: Deps;
  readonly limits?: Partial<Limits>;
  /** Added to HOME, PWD, PATH, LANG and TERM; nothing is inherited from the host. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where the shell starts, absolute in the workspace; `/` unless given. */
  readonly cwd?: string;
  /** No write reaches the workspace; `/tmp` stays writable. */
  readonly readOnly?: boolean;
  /** Values that are masked in every text. */
  readonly secrets?: readonly string[];
  /** What curl and wget may reach; nothing unless given. */
  readonly net?: NetOptions;
  /** Asked before every invocation. */
  readonly gate?: Gate;
}

export interface RunOptions {
  readonly signal?: AbortSignal;
  /** Connected to the line's stdin; without it nothing is connected. */
  readonly stdin?: string | Uint8Array | Source;
  /** Overrides the limit of the shell. */
  readonly timeoutMs?: number;
  /** Hears output while it is printed. */
  readonly onOutput?: Listener;
  /** Sends output there as it comes; the result's text, stdout and stderr stay empty then. */
  readonly through?: Through;
  /** `$0` and the positional parameters of a script. */
  readonly name?: string;
  readonly args?: readonly string[];
}

/** The one tool that a model is given. */
export interface ToolDefinition {
  readonly name: "run";
  readonly description: string;
  readonly schema: typeof TOOL_SCHEMA;
}

export interface Shell {
  /** Runs a line. Lines of one shell run one after another, each on the state that the one before has left. */
  run(line: string, options?: RunOptions): Promise<RunResult>;
  tool(): Promise<ToolDefinition>;
  /** Names that can be run, sorted; for completion. */
  names(): readonly string[];
  readonly cwd: string;
  /** The tree that commands see, `/tmp` and `/dev` included. */
  readonly workspace: Workspace;
  readonly registry: Registry;
  /** Removes the scratch files of /tmp. The shell must not be used afterwards. */
  close(): Promise<void>;
}

/** Makes a shell. Throws when both `root` and `workspace` are given, or when a plugin takes a name in use. */
export function createShell<Deps = unknown>(options: ShellOptions<Deps>): Shell {
  return new LocalShell(options);
}

/** Lines that a session remembers. */
const KEPT_LINES = 500;

class LocalShell implements Shell {
  readonly registry: Registry;
  readonly workspace: Workspace;
  readonly #host: Host;
  readonly #state: ShellState;
  readonly #secrets: readonly string[];
  readonly #scratch;
  readonly #start = performance.now();
  /** For `history`; the newest is last. */
  readonly #lines: string[] = [];
  #calls = 0;
  #last: Promise<unknown> = Promise.resolve();
  #busy = false;

  constructor(options: ShellOptions) {
    if (options.root !== undefined && options.workspace) throw new Error("give root or workspace, not both");
    const limits = { ...DEFAULT_LIMITS, ...options.limits };
    const readOnly = options.readOnly === true;
    const base =
      options.workspace ??
      (options.root === undefined ? memoryWorkspace() : diskWorkspace({ root: options.root, readOnly }));
    this.#scratch = scratchWorkspace({ quota: { maxBytes: limits.maxScratchBytes } });
    this.workspace = mountWorkspace(base, { "/tmp": this.#scratch, "/dev": deviceWorkspace() }, { unlisted: true });
    this.registry = createRegistry(options.commands, options.plugins);
    this.#secrets = [...(options.secrets ?? []), ...netSecrets(options.net)];
    this.#state = new ShellState(options.cwd ?? "/");
    this.#setVariables(options.env ?? {});
    let sessionId: string | undefined;
    this.#host = {
      get sessionId() {
        sessionId ??= crypto.randomUUID();
        return sessionId;
      },
      deps: options.deps,
      net: createNet(options.net),
      workspace: this.workspace,
      registry: this.registry,
      limits,
      gate: options.gate,
      session: () => ({
        turnCount: this.#calls,
        completedSteps: [],
        lines: Object.freeze([...this.#lines]),
        lineCount: this.#calls,
      }),
    };
  }

  get cwd(): string {
    return this.#state.cwd;
  }

  async run(line: string, options: RunOptions = {}): Promise<RunResult> {
    const before = this.#busy ? this.#last : undefined;
    this.#busy = true;
    const result = before ? before.then(() => this.#run(line, options)) : this.#run(line, options);
    const settled = result.then(
      () => undefined,
      () => undefined,
    );
    this.#last = settled;
    try {
      return await result;
    } finally {
      if (this.#last === settled) this.#busy = false;
    }
  }

  async tool(): Promise<ToolDefinition> {
    const description = await toolDescription(this.names(), (name) => this.registry.load(name));
    return { name: "run", description, schema: TOOL_SCHEMA };
  }

  names(): readonly string[] {
    return [...new Set([...this.registry.names(), ...builtins.keys()])].sort();
  }

  async close(): Promise<void> {
    await this.#last;
    this.#scratch.close();
  }

  #run(line: string, options: RunOptions): Promise<RunResult> {
    this.#calls += 1;
    if (this.#lines.push(line) > KEPT_LINES) this.#lines.shift();
    // Directories that were looked up before may have been changed on the host since.
    this.workspace.forget();
    return runLine(line, options, {
      host: this.#host,
      state: this.#state,
      secrets: this.#secrets,
      call: this.#calls,
      shellStart: this.#start,
    });
  }

  #setVariables(environment: Readonly<Record<string, string>>): void {
    const { variables, cwd } = this.#state;
    const initial = { HOME: "/", PWD: cwd, PATH: "/bin", LANG: "C.UTF-8", TERM: "dumb", ...environment };
    for (const [name, value] of Object.entries(initial)) variables.set(name, { ...newVariable(value), exported: true });
    variables.set("IFS", newVariable(" \t\n"));
    variables.set("OPTIND", newVariable("1"));
  }
}
