// Evaluates a tree: lists, `&&` and `||`, and which construct is which. Each construct has a file of its own.
import { encode } from "../bytes/text.ts";
import type { Bound } from "../command/command.ts";
import type { CommandEntry } from "../command/context.ts";
import { type Environment, ExpansionError } from "../expand/index.ts";
import type { Stop } from "../stream/stop.ts";
import type { Sink, Source } from "../stream/stream.ts";
import { parse } from "../syntax/index.ts";
import type { AndOr, Command, List, ListItem, Pipeline, Script } from "../syntax/tree.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type Call, derivedCall } from "./call.ts";
import { ExitShell, LimitError } from "./completion.ts";
import { runCompound } from "./compound.ts";
import { CLOSED_INPUT, CLOSED_OUTPUT, type Descriptor, type Descriptors, guarded, NO_OUTPUT } from "./descriptors.ts";
import { answersErrexit, commandFailed, runToEnd, STACK_RELIEF, statusOf } from "./ending.ts";
import { createEnvironment } from "./environment.ts";
import { isStackOverflow } from "./failure.ts";
import { invoke, kindOf, runBound } from "./invoke.ts";
import { startJob } from "./jobs.ts";
import { runPipeline } from "./pipeline.ts";
import { withRedirections } from "./redirect.ts";
import { runSimple } from "./simple.ts";
import type { ShellState } from "./state.ts";

/** A command in a text. */
export interface Place {
  readonly source: string;
  readonly offset: number;
  readonly end: number;
}

/** A running shell or subshell. */
export class Interpreter {
  readonly call: Call;
  readonly state: ShellState;
  readonly environment: Environment;
  readonly depth: number;
  descriptors: Descriptors;
  /** The text that the spans of the running code refer to, for LINENO and messages. */
  source = "";
  /** The file that `source` was read from; empty for a line. */
  file = "";
  /** Where the running command is in `source`. */
  offset = 0;
  end = 0;
  /** The place that a trap interrupted, for LINENO and BASH_COMMAND within it. */
  interrupted: Place | undefined;
  /** Above 0, a failure does not end the shell in spite of `set -e` (conditions, `!`, all but the last of `&&`). */
  suppressed = 0;
  /** Command substitutions run so far: a command without a name has the status of its last one. */
  substitutions = 0;
  /** Command substitutions around this shell. */
  substitutionDepth = 0;
  /** Loops around the running command, within this function. */
  loops = 0;
  /** Descriptors of the running command's process substitutions; they are released when it ends. */
  passing: { readonly number: number; readonly descriptor: Descriptor }[] | undefined;
  /** Texts (`eval`, `.`, traps) being run, each within the one before. */
  #texts = 0;
  /** BASH_SUBSHELL: subshells around this one, up to the shell that it is part of. */
  readonly level: number;

  constructor(
    call: Call,
    state: ShellState,
    descriptors: Descriptors,
    nesting: { readonly depth: number; readonly level: number },
  ) {
    this.call = call;
    this.state = state;
    this.descriptors = descriptors;
    this.depth = nesting.depth;
    this.level = nesting.level;
    this.environment = createEnvironment(this);
  }

  /** The workspace at the shell's directory. */
  get workspace(): Workspace {
    return this.call.host.workspace.at(this.state.cwd);
  }

  get stdin(): Source {
    return this.descriptors.get(0)?.source ?? CLOSED_INPUT;
  }

  get stdout(): Sink {
    return this.descriptors.get(1)?.sink ?? CLOSED_OUTPUT;
  }

  get stderr(): Sink {
    return this.descriptors.get(2)?.sink ?? NO_OUTPUT;
  }

  /** A subshell: state copied, descriptors shared. `untilExit` runs it and releases them. */
  fork(descriptors: Descriptors = this.descriptors, level: number = this.level + 1): Interpreter {
    const { limits } = this.call.host;
    if (this.depth >= limits.maxDepth) throw new LimitError(`nested more than ${limits.maxDepth} levels deep`);
    if (this.call.count.subshells >= limits.maxSubshells)
      throw new LimitError(`more than ${limits.maxSubshells} subshells at once`);
    this.call.count.subshells += 1;
    const child = new Interpreter(this.call, this.state.fork(), descriptors, { depth: this.depth + 1, level });
    child.#follow(this);
    descriptors.retainAll();
    return child;
  }

  /** The same shell as part of a call that also ends with `stop` (`timeout`, a killed job). */
  under(stop: Stop, base: Stop = stop): Interpreter {
    const call = derivedCall(this.call, stop, base);
    const twin = new Interpreter(call, this.state, guarded(this.descriptors, stop), this);
    twin.#follow(this);
    return twin;
  }

  #follow(other: Interpreter): void {
    this.source = other.source;
    this.file = other.file;
    this.offset = other.offset;
    this.end = other.end;
    this.interrupted = other.interrupted;
    this.suppressed = other.suppressed;
    this.substitutionDepth = other.substitutionDepth;
    this.loops = other.loops;
    this.#texts = other.#texts;
  }

  /** How deep in `eval`, `.` and substitutions this is: `set -x` prints as many of the first character of PS4. */
  get traceDepth(): number {
    return this.substitutionDepth + this.#texts;
  }

  /** Parses and runs a text in this shell (`eval`, `.`, traps). Syntax errors are reported, exit 2. */
  async text(source: string, file = this.file): Promise<number> {
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
      return await this.script(script, source, file);
    } finally {
      this.#texts -= 1;
    }
  }

  /** Runs a parsed text; `written` is the text as it was before aliases were replaced in it. */
  async script(script: Script, written = script.source, file = this.file): Promise<number> {
    const outer = { source: this.source, offset: this.offset, end: this.end, file: this.file };
    this.source = script.source;
    this.file = file;
    try {
      return await this.#lines(script, written);
    } finally {
      this.source = outer.source;
      this.file = outer.file;
      this.offset = outer.offset;
      this.end = outer.end;
    }
  }

  /** Runs a text's lines. bash reads line by line, so an alias counts from the line after its definition on. */
  async #lines(script: Script, written: string): Promise<number> {
    const { state } = this;
    const { source, body } = script;
    const { aliasChanges } = state;
    const { expand_aliases: expanded } = state.options;
    for (const [index, item] of body.items.entries()) {
      await this.#item(item);
      if (!state.options.expand_aliases || (expanded && state.aliasChanges === aliasChanges)) continue;
      const next = body.items[index + 1];
      if (!next || !source.slice(item.span.end, next.span.start).includes("\n")) continue;
      const before = source.slice(0, next.span.start).replace(/[^\n]/g, "");
      const rest = written.split("\n").slice(before.length);
      return await this.text(before + rest.join("\n"));
    }
    return body.items.length === 0 ? 0 : state.status;
  }

  /** Runs a list and sets `$?`. */
  async list(list: List): Promise<number> {
    if (list.items.length === 0) return 0;
    for (const item of list.items) await this.#item(item);
    return this.state.status;
  }

  async #item(item: ListItem): Promise<void> {
    const { state } = this;
    if (state.options.noexec) return;
    if (item.background) {
      startJob(this, item.body);
      state.status = 0;
    } else {
      state.status = await this.andOr(item.body);
    }
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
    if (status !== 0 && !node.negated && this.suppressed === 0 && answersErrexit(node))
      await commandFailed(this, status);
    return status;
  }

  /** Runs one command of a pipeline in this shell. */
  async command(node: Command): Promise<number> {
    const pause = this.call.pacer.pause();
    if (pause) await pause;
    this.offset = node.span.start;
    this.end = node.span.end;
    const outer = this.passing;
    this.passing = undefined;
    try {
      if (node.kind === "simple") return await runSimple(this, node);
      if (node.redirections.length === 0) return await runCompound(this, node);
      return await withRedirections(this, node.redirections, () => runCompound(this, node));
    } catch (error) {
      if (isStackOverflow(error)) throw new LimitError("nested too deep for the stack");
      if (!(error instanceof ExpansionError)) throw error;
      throw new ExitShell(await statusOf(this, error));
    } finally {
      if (this.passing !== undefined) this.#release(this.passing);
      this.passing = outer;
    }
  }

  #release(passing: NonNullable<Interpreter["passing"]>): void {
    for (const { number, descriptor } of passing) {
      if (this.descriptors.get(number) === descriptor) this.descriptors = this.descriptors.with(number, undefined);
      descriptor.release();
    }
  }

  /** Runs argv through the gate; `skip.functions` looks past functions. */
  invoke(argv: readonly string[], skip?: { readonly functions?: boolean }): Promise<number> {
    return invoke(this, argv, skip);
  }

  /** Runs a command whose arguments are bound already, through the gate. */
  invokeBound(name: string, argv: readonly string[], bound: Bound): Promise<number> {
    return runBound(this, name, argv, bound);
  }

  /** What a name means in this shell; `skip.functions` looks past functions. */
  kindOf(name: string, skip?: { readonly functions?: boolean }): CommandEntry["kind"] | undefined {
    return kindOf(this, name, skip);
  }

  async subshellList(body: List): Promise<number> {
    const child = this.fork();
    return await child.untilExit(() => child.list(body));
  }

  /** Runs this subshell to its end and releases its descriptors. */
  untilExit(run: () => Promise<number>): Promise<number> {
    return runToEnd(this, run);
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
