// Evaluates a tree: lists, `&&` and `||`, and which construct is which. Each construct has a file of its own.
import { encode } from "../bytes/text.ts";
import type { CommandEntry } from "../command/context.ts";
import type { Environment } from "../expand/index.ts";
import type { Stop } from "../stream/stop.ts";
import { CancelledError, ClosedPipeError, type Sink, type Source } from "../stream/stream.ts";
import { parse } from "../syntax/index.ts";
import type { AndOr, Command, List, Pipeline, Script } from "../syntax/tree.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type Call, derivedCall } from "./call.ts";
import { ExitShell, LimitError } from "./completion.ts";
import { runArithmeticFor, runCase, runFor, runIf, runSelect, runWhile } from "./compound.ts";
import { runArithmeticCommand, runConditional } from "./conditional.ts";
import { CLOSED_OUTPUT, type Descriptor, type Descriptors, guarded, NO_INPUT } from "./descriptors.ts";
import { createEnvironment } from "./environment.ts";
import { reportError } from "./failure.ts";
import { invoke, kindOf } from "./invoke.ts";
import { startJob } from "./jobs.ts";
import { runPipeline } from "./pipeline.ts";
import { withRedirections } from "./redirect.ts";
import { runSimple } from "./simple.ts";
import type { ShellState } from "./state.ts";
import { runTrap } from "./trap.ts";

/** Levels of nesting after which the stack is given back to the event loop. */
const STACK_RELIEF = 40;

/** A running shell or subshell. */
export class Interpreter {
  readonly call: Call;
  readonly state: ShellState;
  readonly environment: Environment;
  readonly depth: number;
  descriptors: Descriptors;
  /** The text that the spans of the running code refer to, for LINENO and messages. */
  source = "";
  /** Offset of the running command in `source`. */
  offset = 0;
  /** Above 0, a failure does not end the shell in spite of `set -e` (conditions, `!`, all but the last of `&&`). */
  suppressed = 0;
  /** Loops around the running command, within this function. */
  loops = 0;
  /** Descriptors of process substitutions that the next command takes over. */
  passing: { readonly number: number; readonly descriptor: Descriptor }[] = [];
  /** Texts (`eval`, `.`, traps) being run, each within the one before. */
  #texts = 0;
  /** True in a subshell, whose `exit` ends it alone. */
  readonly subshell: boolean;

  constructor(
    call: Call,
    state: ShellState,
    descriptors: Descriptors,
    nesting: { readonly depth: number; readonly subshell: boolean },
  ) {
    this.call = call;
    this.state = state;
    this.descriptors = descriptors;
    this.depth = nesting.depth;
    this.subshell = nesting.subshell;
    this.environment = createEnvironment(this);
  }

  /** The workspace at the shell's directory. */
  get workspace(): Workspace {
    return this.call.host.workspace.at(this.state.cwd);
  }

  get stdin(): Source {
    return this.descriptors.get(0)?.source ?? NO_INPUT;
  }

  get stdout(): Sink {
    return this.descriptors.get(1)?.sink ?? CLOSED_OUTPUT;
  }

  get stderr(): Sink {
    return this.descriptors.get(2)?.sink ?? CLOSED_OUTPUT;
  }

  /** A subshell: state copied, descriptors shared. `untilExit` runs it and releases them. */
  fork(descriptors: Descriptors = this.descriptors, call: Call = this.call): Interpreter {
    const { limits } = this.call.host;
    if (this.depth >= limits.maxDepth) throw new LimitError(`nested more than ${limits.maxDepth} levels deep`);
    this.call.count.subshells += 1;
    if (this.call.count.subshells > limits.maxSubshells)
      throw new LimitError(`more than ${limits.maxSubshells} subshells at once`);
    const child = new Interpreter(call, this.state.fork(), descriptors, { depth: this.depth + 1, subshell: true });
    child.source = this.source;
    child.offset = this.offset;
    child.suppressed = this.suppressed;
    descriptors.retainAll();
    return child;
  }

  /** The same shell as part of a call that also ends with `stop` (`timeout`, a killed job). */
  under(stop: Stop): Interpreter {
    const call = derivedCall(this.call, stop);
    const twin = new Interpreter(call, this.state, guarded(this.descriptors, stop), this);
    twin.source = this.source;
    twin.offset = this.offset;
    twin.suppressed = this.suppressed;
    return twin;
  }

  /** Parses and runs a text in this shell (`eval`, `.`, traps). Syntax errors are reported, exit 2. */
  async text(source: string): Promise<number> {
    const { script, diagnostics } = parse(source, { extglob: this.state.options.extglob, aliases: this.#aliases() });
    const error = diagnostics[0];
    if (error) {
      await this.diagnose(undefined, `syntax: ${error.message}`, error.help);
      this.state.status = 2;
      return 2;
    }
    const { maxDepth } = this.call.host.limits;
    if (this.#texts >= maxDepth) throw new LimitError(`eval nested more than ${maxDepth} levels deep`);
    this.#texts += 1;
    try {
      if (this.#texts % STACK_RELIEF === 0) await undefined;
      return await this.script(script);
    } finally {
      this.#texts -= 1;
    }
  }

  async script(script: Script): Promise<number> {
    const outer = { source: this.source, offset: this.offset };
    this.source = script.source;
    try {
      return await this.list(script.body);
    } finally {
      this.source = outer.source;
      this.offset = outer.offset;
    }
  }

  /** Runs a list and sets `$?`. */
  async list(list: List): Promise<number> {
    const { state } = this;
    if (list.items.length === 0) return 0;
    for (const item of list.items) {
      if (item.background) {
        startJob(this, item.body);
        state.status = 0;
      } else {
        state.status = await this.andOr(item.body);
      }
    }
    return state.status;
  }

  async andOr(node: AndOr): Promise<number> {
    if (node.rest.length === 0) return await this.pipeline(node.first);
    let status = await this.conditionally(() => this.pipeline(node.first));
    this.state.status = status;
    for (const [index, { operator, pipeline }] of node.rest.entries()) {
      if ((status === 0) !== (operator === "&&")) continue;
      const last = index === node.rest.length - 1;
      status = last ? await this.pipeline(pipeline) : await this.conditionally(() => this.pipeline(pipeline));
      this.state.status = status;
    }
    return status;
  }

  /** Runs something whose failure is an answer, not a reason to stop. */
  async conditionally(run: () => Promise<number>): Promise<number> {
    this.suppressed += 1;
    try {
      return await run();
    } finally {
      this.suppressed -= 1;
    }
  }

  async pipeline(node: Pipeline): Promise<number> {
    const status = node.negated
      ? (await this.conditionally(() => runPipeline(this, node))) === 0
        ? 1
        : 0
      : await runPipeline(this, node);
    this.state.status = status;
    if (status !== 0 && !node.negated && this.suppressed === 0 && answersErrexit(node)) await this.failed(status);
    return status;
  }

  /** A command has failed where that counts: the ERR trap, then `set -e`. */
  async failed(status: number): Promise<void> {
    if (this.state.traps.has("ERR") && (this.state.callStack.length === 0 || this.state.options.errtrace)) {
      await runTrap(this, "ERR");
      this.state.status = status;
    }
    if (this.state.options.errexit) throw new ExitShell(status);
  }

  /** Runs one command of a pipeline in this shell. */
  async command(node: Command): Promise<number> {
    const pause = this.call.pacer.pause();
    if (pause) await pause;
    this.offset = node.span.start;
    if (node.kind === "simple") return await runSimple(this, node);
    if (node.redirections.length === 0) return await this.#compound(node);
    return await withRedirections(this, node.redirections, () => this.#compound(node));
  }

  async #compound(node: Exclude<Command, { kind: "simple" }>): Promise<number> {
    switch (node.kind) {
      case "group":
        return await this.list(node.body);
      case "subshell":
        return await this.subshellList(node.body);
      case "if":
        return await runIf(this, node);
      case "for":
        return await runFor(this, node);
      case "arithmetic-for":
        return await runArithmeticFor(this, node);
      case "while":
        return await runWhile(this, node);
      case "case":
        return await runCase(this, node);
      case "select":
        return await runSelect(this, node);
      case "arithmetic-command":
        return await runArithmeticCommand(this, node);
      case "conditional":
        return await runConditional(this, node);
      case "function":
        this.state.functions.set(node.name, { definition: node, source: this.source });
        return 0;
      case "coprocess":
        await this.diagnose(undefined, "coproc: not supported", "Use a pipeline or a temporary file");
        return 2;
    }
  }

  /** Runs argv through the gate; `skip.functions` looks past functions. */
  invoke(argv: readonly string[], skip?: { readonly functions?: boolean }): Promise<number> {
    return invoke(this, argv, skip);
  }

  /** What a name means in this shell. */
  kindOf(name: string): CommandEntry["kind"] | undefined {
    return kindOf(this, name);
  }

  async subshellList(body: List): Promise<number> {
    const child = this.fork();
    return await child.untilExit(() => child.list(body));
  }

  /**
   * Runs a subshell to its end: `exit` becomes its status, its EXIT trap fires, its descriptors are released. An
   * error that belongs to the shell itself is reported here.
   */
  async untilExit(run: () => Promise<number>): Promise<number> {
    try {
      if (this.depth % STACK_RELIEF === 0) await undefined;
      let status: number;
      try {
        status = await run();
      } catch (error) {
        status = await this.statusOf(error);
      }
      this.state.status = status;
      if (this.state.traps.has("EXIT")) {
        try {
          await runTrap(this, "EXIT");
        } catch (error) {
          status = await this.statusOf(error);
        }
      }
      return status;
    } catch (error) {
      if (error instanceof ClosedPipeError) return 141;
      throw error;
    } finally {
      this.call.count.subshells -= 1;
      this.descriptors.releaseAll();
    }
  }

  /** The status that an escaped completion or error stands for. Cancellation passes through. */
  async statusOf(error: unknown): Promise<number> {
    if (error instanceof ExitShell) return error.status;
    if (error instanceof CancelledError || error instanceof LimitError) throw error;
    if (error instanceof ClosedPipeError) return 141;
    return await reportError(this, undefined, error);
  }

  /** Writes one diagnostic line to stderr, whole; without a name it speaks for the shell. */
  async diagnose(name: string | undefined, message: string, help?: string): Promise<void> {
    const line = name === undefined ? `${message}\n` : `${name}: ${message}\n`;
    const sink = this.stderr;
    const pending = sink.diagnostic ? sink.diagnostic(line, help) : sink.write(encode(line));
    if (pending) await pending;
  }

  #aliases(): ReadonlyMap<string, string> {
    return this.state.options.expand_aliases ? this.state.aliases : new Map();
  }
}

/** bash: a compound command that failed only inside a condition does not end the shell. */
function answersErrexit(node: Pipeline): boolean {
  if (node.stages.length !== 1) return true;
  const kind = node.stages[0]?.kind;
  return kind === "simple" || kind === "subshell" || kind === "conditional" || kind === "arithmetic-command";
}
