// Command and process substitution: subshells whose output becomes text, or whose ends become a path.
import { ExpansionError, expandWord } from "../expand/index.ts";
import { createPipe } from "../stream/pipe.ts";
import type { Sink } from "../stream/stream.ts";
import type { CommandSubstitution, List, ProcessSubstitution, Redirection } from "../syntax/tree.ts";
import { Descriptor } from "./descriptors.ts";
import type { Interpreter } from "./interpreter.ts";
import { openFile } from "./redirect.ts";

/** Runs `$(...)` in a subshell and gives all that it prints. Sets `$?`. */
export async function substitute(shell: Interpreter, node: CommandSubstitution): Promise<Uint8Array> {
  const gathered = new Gathered(shell.call.host.limits.maxWordBytes);
  const file = fileOnly(node.body);
  if (file) {
    await readAll(shell, file, gathered);
    shell.substitutions += 1;
    return gathered.bytes();
  }
  const output = new Descriptor({ sink: gathered });
  const child = shell.fork(shell.descriptors.with(1, output));
  output.release();
  child.substitutionDepth += 1;
  if (!shell.state.options.inherit_errexit) child.state.options.errexit = false;
  shell.state.status = await child.untilExit(() => child.list(node.body));
  shell.substitutions += 1;
  return gathered.bytes();
}

/** Starts `<(...)` or `>(...)` beside the command and gives the path of its pipe. */
export function startProcess(shell: Interpreter, node: ProcessSubstitution): string {
  const pipe = createPipe(shell.call.pacer);
  shell.call.pipes.add(pipe);
  const reading = new Descriptor({ source: pipe.source, finish: () => pipe.source.close() });
  const writing = new Descriptor({
    sink: pipe.sink,
    finish: () => {
      pipe.end();
      shell.call.pipes.delete(pipe);
    },
  });
  const [ours, theirs, theirNumber] = node.direction === "<" ? [reading, writing, 1] : [writing, reading, 0];
  const child = shell.fork(shell.descriptors.with(theirNumber, theirs));
  theirs.release();
  shell.call.jobs.start(shell.source.slice(node.span.start, node.span.end), () =>
    child.untilExit(() => child.list(node.body)),
  );
  let number = HIGHEST;
  while (shell.descriptors.get(number)) number -= 1;
  shell.descriptors = shell.descriptors.with(number, ours);
  shell.passing ??= [];
  shell.passing.push({ number, descriptor: ours });
  return `/dev/fd/${number}`;
}

/** Process substitutions take descriptors from here downwards, as in bash. */
const HIGHEST = 63;

/** `$(< file)` */
function fileOnly(body: List): Redirection | undefined {
  const [item, second] = body.items;
  if (!item || second || item.background || item.body.rest.length > 0) return undefined;
  const { stages, negated, timed } = item.body.first;
  const [command] = stages;
  if (stages.length !== 1 || negated || timed || command?.kind !== "simple") return undefined;
  if (command.words.length > 0 || command.assignments.length > 0 || command.redirections.length !== 1) return undefined;
  const [redirection] = command.redirections;
  return redirection?.operator === "<" && redirection.descriptor === undefined ? redirection : undefined;
}

async function readAll(shell: Interpreter, redirection: Redirection, into: Gathered): Promise<void> {
  const path = await expandWord(redirection.target, shell.environment);
  let file: Descriptor;
  try {
    file = openFile(shell, path, { read: true });
  } catch (error) {
    await shell.diagnose(undefined, `${path}: ${error instanceof Error ? error.message : String(error)}`);
    shell.state.status = 1;
    return;
  }
  try {
    for (let chunk = await file.source?.read(); chunk; chunk = await file.source?.read()) into.write(chunk);
    shell.state.status = 0;
  } finally {
    file.release();
  }
}

/** Output held in memory up to a limit. */
class Gathered implements Sink {
  readonly terminal = false;
  readonly #limit: number;
  readonly #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  write(bytes: Uint8Array): void {
    this.#size += bytes.length;
    if (this.#size > this.#limit) {
      throw new ExpansionError(`command substitution: output over ${this.#limit} bytes`, {
        fatal: true,
        help: "Write it to a file in /tmp and read the part that you need",
      });
    }
    this.#chunks.push(bytes);
  }

  bytes(): Uint8Array {
    const [only] = this.#chunks;
    return this.#chunks.length === 1 && only ? only : Buffer.concat(this.#chunks);
  }
}
