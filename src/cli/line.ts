// `runsh -c LINE` and `runsh SCRIPT`: one run, then its status.
import type { RunOptions, Shell } from "../session/index.ts";
import { readHostFile } from "./host-file.ts";
import { openShell } from "./open-shell.ts";
import { type CliOptions, CliUsageError } from "./options.ts";
import { listenForSignals } from "./signals.ts";
import { print, StandardOutput, standardInput } from "./standard-streams.ts";

export async function runOnce(options: CliOptions): Promise<number> {
  const line = options.mode === "script" ? scriptText(options.subject ?? "") : (options.subject ?? "");
  const shell = await openShell(options);
  const interruption = listenForSignals();
  try {
    const raw = options.raw || options.mode === "script";
    return await (raw ? printRaw : printText)(shell, line, options, interruption.signal);
  } finally {
    interruption.release();
    await shell.close();
  }
}

async function printText(shell: Shell, line: string, options: CliOptions, signal: AbortSignal): Promise<number> {
  const result = await shell.run(line, runOptions(options, signal));
  let text = result.text;
  if (options.json) {
    const attachments = result.attachments.map(({ bytes, ...image }) => ({
      ...image,
      base64: Buffer.from(bytes).toString("base64"),
    }));
    text = JSON.stringify({ ...result, attachments });
  }
  return (await print(`${text}\n`)) || result.exitCode;
}

async function printRaw(shell: Shell, line: string, options: CliOptions, signal: AbortSignal): Promise<number> {
  const output = new StandardOutput();
  const result = await shell.run(line, {
    ...runOptions(options, signal),
    timeoutMs: Number.MAX_SAFE_INTEGER,
    through: { stdout: output.sink(process.stdout), stderr: output.sink(process.stderr) },
  });
  return (await output.drained()) || result.exitCode;
}

function runOptions(options: CliOptions, signal: AbortSignal): RunOptions {
  const [name, ...rest] = options.mode === "script" ? [options.subject ?? "", ...options.args] : options.args;
  return {
    signal,
    stdin: standardInput(),
    ...(name === undefined ? {} : { name }),
    args: rest,
  };
}

function scriptText(path: string): string {
  const text = readHostFile(path);
  if (text === undefined) throw new CliUsageError(`${path}: no such file`);
  return text;
}
