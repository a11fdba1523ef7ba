// jobs, wait and kill: the jobs that `&` started in this call.
import { encode } from "../../bytes/text.ts";
import { CommandError } from "../../command/command.ts";
import type { Io } from "../../command/context.ts";
import { UNKNOWN } from "../../footprint/index.ts";
import type { Interpreter } from "../interpreter.ts";
import type { Job } from "../jobs.ts";
import { type Builtin, parseOptions, usageOf } from "./builtin.ts";
import { deliver, SIGNALS, signalName, signalNumber } from "./signals.ts";

export const jobs: Builtin = {
  name: "jobs",
  summary: "List the running jobs of this call",
  usage: "jobs [-lprs]",
  effects: UNKNOWN,
  async run(shell, args, io) {
    const { flags } = parseOptions(jobs, "lnprs", args);
    const running = shell.call.jobs.running();
    const lines = running.map((job, index) => {
      if (flags.has("p")) return `${job.id}\n`;
      const mark = index === running.length - 1 ? "+" : index === running.length - 2 ? "-" : " ";
      return `[${job.number}]${mark}  ${flags.has("l") ? `${job.id} ` : ""}Running                 ${job.line} &\n`;
    });
    await io.stdout.write(encode(lines.join("")));
    return 0;
  },
};

export const wait: Builtin = {
  name: "wait",
  summary: "Wait for jobs to end",
  usage: "wait [-n] [id or %job...]",
  effects: UNKNOWN,
  async run(shell, args, io) {
    const { flags, operands } = parseOptions(wait, "fnp:", args);
    const { jobs: table } = shell.call;
    if (flags.has("n")) {
      const running = operands.length > 0 ? operands.flatMap((text) => find(shell, text) ?? []) : table.running();
      return running.length === 0 ? 127 : await Promise.race(running.map((job) => job.ended));
    }
    if (operands.length === 0) {
      for (const job of table.running()) await job.ended;
      return 0;
    }
    let status = 0;
    for (const text of operands) {
      const job = find(shell, text);
      if (job) status = await job.ended;
      else {
        await io.diagnose(text.startsWith("%") ? `${text}: no such job` : `pid ${text} is not a child of this shell`);
        status = 127;
      }
    }
    return status;
  },
};

export const kill: Builtin = {
  name: "kill",
  summary: "End jobs of this call",
  usage: "kill [-s signal | -signal] id or %job... | kill -l",
  effects: UNKNOWN,
  async run(shell, args, io) {
    const [first = "", ...others] = args;
    if (first === "-l" || first === "-L") return await listSignals(others, io);
    let signal: number | undefined = SIGNALS.TERM;
    let targets: readonly string[] = args;
    if (first === "-s" || first === "-n") {
      signal = signalNumber(others[0] ?? "");
      targets = others.slice(1);
    } else if (/^-./.test(first) && first !== "--") {
      signal = signalNumber(first.slice(1));
      targets = others;
    } else if (first === "--") {
      targets = others;
    }
    if (signal === undefined) throw new CommandError(`${first}: invalid signal specification`);
    if (targets.length === 0) throw new CommandError("nothing to end", { exitCode: 2, ...usageOf(kill) });
    let status = 0;
    for (const text of targets) {
      const job = find(shell, text);
      if (text === String(shell.state.id)) {
        if (signal !== 0) await deliver(shell, signal);
      } else if (job && job.status === undefined) {
        if (signal !== 0) job.kill(128 + signal);
      } else {
        await io.diagnose(text.startsWith("%") ? `${text}: no such job` : `(${text}) - No such process`);
        status = 1;
      }
    }
    return status;
  },
};

/** `kill -l`: all names, or the name of a number (128 added or not), or the number of a name. */
async function listSignals(texts: readonly string[], io: Io): Promise<number> {
  if (texts.length === 0) {
    await io.stdout.write(encode(`${Object.keys(SIGNALS).join("\n")}\n`));
    return 0;
  }
  let status = 0;
  for (const text of texts) {
    const number = Number(text);
    const found = /^\d+$/.test(text) ? signalName(number > 128 ? number - 128 : number) : signalNumber(text);
    if (found !== undefined) {
      await io.stdout.write(encode(`${found}\n`));
      continue;
    }
    await io.diagnose(`${text}: invalid signal specification`);
    status = 1;
  }
  return status;
}

function find(shell: Interpreter, text: string): Job | undefined {
  const { jobs: table } = shell.call;
  return text.startsWith("%") ? table.bySpecification(text) : table.byId(Number(text));
}
