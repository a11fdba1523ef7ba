// Runs the stages of a pipeline side by side over bounded pipes.
import { encode } from "../bytes/text.ts";
import { createPipe, type Pipe } from "../stream/pipe.ts";
import type { Command, Pipeline } from "../syntax/tree.ts";
import { Descriptor, type Descriptors } from "./descriptors.ts";
import { HeldDiagnostics } from "./held.ts";
import type { Interpreter } from "./interpreter.ts";

/** Runs a pipeline; the status is its last stage's, or with pipefail the last that failed. Sets PIPESTATUS. */
export async function runPipeline(shell: Interpreter, node: Pipeline): Promise<number> {
  if (node.timed) return await timed(shell, node);
  const [only] = node.stages;
  if (!only) return 0;
  if (node.stages.length > 1) return await concurrently(shell, node);
  const status = await shell.command(only);
  shell.state.stages = [status];
  return status;
}

async function concurrently(shell: Interpreter, node: Pipeline): Promise<number> {
  const { stages, joins } = node;
  const deferred: HeldDiagnostics[] = [];
  const running: Promise<number>[] = [];
  let input: Pipe | undefined;
  for (const [index, stage] of stages.entries()) {
    const last = index === stages.length - 1;
    const output = last ? undefined : openPipe(shell);
    let descriptors = shell.descriptors;
    const own: Descriptor[] = [];
    if (input) {
      const { source } = input;
      const end = new Descriptor({ source, finish: () => source.close() });
      own.push(end);
      descriptors = descriptors.with(0, end);
    }
    if (output) {
      const end = new Descriptor({
        sink: output.sink,
        finish: () => {
          output.end();
          shell.call.pipes.delete(output);
        },
      });
      own.push(end);
      descriptors = descriptors.with(1, end);
      if (joins[index] === "|&") {
        descriptors = descriptors.with(2, end);
      } else {
        const stderr = shell.stderr;
        // Where both streams are one (`2>&1`), what is written keeps its order instead.
        if (stderr.terminal && stderr !== shell.stdout) {
          const later = new HeldDiagnostics(stderr, shell.call.host.limits.maxDeferredBytes);
          deferred.push(later);
          shell.call.held.add(later);
          const held = new Descriptor({ sink: later });
          own.push(held);
          descriptors = descriptors.with(2, held);
        }
      }
    }
    if (last && shell.state.options.lastpipe) {
      running.push(runHere(shell, stage, descriptors, own));
      break;
    }
    let child: Interpreter;
    try {
      child = shell.fork(descriptors);
    } finally {
      for (const descriptor of own) descriptor.release();
    }
    const stageEnd = runStage(child, stage);
    // The fork of a later stage may be refused, and then nobody waits for this one.
    stageEnd.catch(() => undefined);
    running.push(stageEnd);
    input = output;
  }
  const statuses = await Promise.all(running);
  for (const later of deferred) {
    shell.call.held.delete(later);
    await later.flush();
  }
  shell.state.stages = statuses;
  const lastStatus = statuses.at(-1) ?? 0;
  if (!shell.state.options.pipefail) return lastStatus;
  return statuses.findLast((status) => status !== 0) ?? 0;
}

async function runStage(child: Interpreter, stage: Command): Promise<number> {
  return await child.untilExit(() => child.command(stage));
}

/** `shopt -s lastpipe`: the last stage runs in this shell itself. */
async function runHere(
  shell: Interpreter,
  stage: Command,
  descriptors: Descriptors,
  own: readonly Descriptor[],
): Promise<number> {
  const outer = shell.descriptors;
  shell.descriptors = descriptors;
  try {
    return await shell.command(stage);
  } finally {
    shell.descriptors = outer;
    for (const descriptor of own) descriptor.release();
  }
}

function openPipe(shell: Interpreter): Pipe {
  const pipe = createPipe(shell.call.pacer);
  shell.call.pipes.add(pipe);
  return pipe;
}

/** The reserved word `time`: real, user and sys on stderr, as bash prints them. All work is in one process. */
async function timed(shell: Interpreter, node: Pipeline): Promise<number> {
  const { timed: format, ...plain } = node;
  const start = performance.now();
  const status = await runPipeline(shell, plain);
  const seconds = (performance.now() - start) / 1000;
  const minutes = `${Math.floor(seconds / 60)}m${(seconds % 60).toFixed(3)}s`;
  const report =
    format === "time -p"
      ? `real ${seconds.toFixed(2)}\nuser ${seconds.toFixed(2)}\nsys 0.00\n`
      : `\nreal\t${minutes}\nuser\t${minutes}\nsys\t0m0.000s\n`;
  await shell.stderr.write(encode(report));
  return status;
}
