// Redirections: opens what they name and gives the command a table of descriptors of its own.
import { ExpansionError, expandHeredoc, expandWord, expandWords } from "../expand/index.ts";
import { absolute } from "../footprint/index.ts";
import { quote } from "../syntax/index.ts";
import type { Redirection } from "../syntax/tree.ts";
import { FileError, type OpenFlags } from "../workspace/workspace.ts";
import {
  borrowed,
  Descriptor,
  type Descriptors,
  EMPTY_INPUT,
  fileSink,
  fileSource,
  NO_OUTPUT,
  textSource,
} from "./descriptors.ts";
import type { Interpreter } from "./interpreter.ts";
import { nearestPath } from "./nearest-path.ts";

/** Runs with redirections applied; a redirection that fails is diagnosed and the command does not run (exit 1). */
export async function withRedirections(
  shell: Interpreter,
  redirections: readonly Redirection[],
  run: () => Promise<number>,
): Promise<number> {
  const outer = shell.descriptors;
  const opened: Descriptor[] = [];
  try {
    shell.descriptors = await redirected(shell, redirections, opened);
  } catch (error) {
    shell.descriptors = outer;
    for (const descriptor of opened) descriptor.release();
    await diagnoseRedirection(shell, error);
    return 1;
  }
  try {
    return await run();
  } finally {
    shell.descriptors = outer;
    for (const descriptor of opened) descriptor.release();
  }
}

/** Applies redirections for good (`exec > file`): they last until the call ends. */
export async function redirectForGood(shell: Interpreter, redirections: readonly Redirection[]): Promise<number> {
  const outer = shell.descriptors;
  const opened: Descriptor[] = [];
  try {
    shell.descriptors = await redirected(shell, redirections, opened);
    shell.call.keep(opened);
    return 0;
  } catch (error) {
    shell.descriptors = outer;
    for (const descriptor of opened) descriptor.release();
    await diagnoseRedirection(shell, error);
    return 1;
  }
}

/** The table after all redirections, in order. What is opened is added to `opened`, to be released by the caller. */
async function redirected(
  shell: Interpreter,
  redirections: readonly Redirection[],
  opened: Descriptor[],
): Promise<Descriptors> {
  for (const redirection of redirections) {
    const { operator, descriptor: given } = redirection;
    let number = typeof given === "number" ? given : operator.startsWith("<") ? 0 : 1;
    if (typeof given === "object") {
      if (operator.endsWith("&") && redirection.target.literal === "-") {
        number = Number(shell.state.scalar(given.variable) ?? Number.NaN);
      } else {
        number = shell.descriptors.free(10);
        shell.state.assign(given.variable, String(number));
      }
    }
    const made = await open(shell, redirection, opened);
    let table = shell.descriptors.with(number, made);
    if (operator === "&>" || operator === "&>>" || (operator === ">&" && isFileTarget(redirection))) {
      table = table.with(2, made);
    }
    const moved = /^(\d+)-$/.exec(redirection.target.literal ?? "");
    if (moved && operator.endsWith("&") && Number(moved[1]) !== number) table = table.with(Number(moved[1]), undefined);
    shell.descriptors = table;
  }
  return shell.descriptors;
}

async function open(
  shell: Interpreter,
  redirection: Redirection,
  opened: Descriptor[],
): Promise<Descriptor | undefined> {
  const own = (descriptor: Descriptor): Descriptor => {
    opened.push(descriptor);
    return descriptor;
  };
  switch (redirection.operator) {
    case "<<":
    case "<<-": {
      const heredoc = redirection.heredoc;
      const text = heredoc ? await expandHeredoc(heredoc.body, shell.environment) : "";
      return own(new Descriptor({ source: textSource(text) }));
    }
    case "<<<":
      return own(
        new Descriptor({ source: textSource(`${await expandWord(redirection.target, shell.environment)}\n`) }),
      );
    case "<&":
      return duplicate(shell, await targetOf(shell, redirection));
    case ">&": {
      if (!isFileTarget(redirection)) return duplicate(shell, await targetOf(shell, redirection));
      const target = await targetOf(shell, redirection);
      if (/^\d+$|^-$/.test(target)) return duplicate(shell, target);
      return own(openTarget(shell, target, { write: true, create: true, truncate: true }));
    }
    case "<":
      return own(openTarget(shell, await targetOf(shell, redirection), { read: true }));
    case "<>":
      return own(openTarget(shell, await targetOf(shell, redirection), { read: true, write: true, create: true }));
    case ">>":
    case "&>>":
      return own(openTarget(shell, await targetOf(shell, redirection), { write: true, create: true, append: true }));
    case ">|":
      return own(openTarget(shell, await targetOf(shell, redirection), { write: true, create: true, truncate: true }));
    case ">":
    case "&>": {
      const target = await targetOf(shell, redirection);
      if (shell.state.options.noclobber && shell.workspace.exists(target)?.kind === "file") {
        throw new ExpansionError(`${target}: cannot overwrite existing file`, {
          help: "Use >| to overwrite it (or: set +C)",
        });
      }
      return own(openTarget(shell, target, { write: true, create: true, truncate: true }));
    }
  }
}

/** `>&word` with a word that is no number means a file, as `&>word` does. */
function isFileTarget({ target, operator, descriptor }: Redirection): boolean {
  return operator === ">&" && descriptor === undefined && !/^(\d+-?|-)$/.test(target.literal ?? "file");
}

async function targetOf(shell: Interpreter, { target }: Redirection): Promise<string> {
  if (target.literal !== undefined) return target.literal;
  const words = await expandWords([target], shell.environment);
  const [only] = words;
  if (words.length !== 1 || only === undefined) {
    const { start, end } = target.span;
    throw new ExpansionError(`${shell.source.slice(start, end)}: ambiguous redirect`);
  }
  return only;
}

function duplicate(shell: Interpreter, target: string): Descriptor | undefined {
  if (target === "-") return undefined;
  const number = /^(\d+)-?$/.exec(target)?.[1];
  const descriptor = number === undefined ? undefined : shell.descriptors.get(Number(number));
  if (!descriptor) throw new ExpansionError(`${target}: Bad file descriptor`);
  return descriptor;
}

/** Opens what a redirection names; an error has the name as it was typed. */
function openTarget(shell: Interpreter, target: string, flags: OpenFlags): Descriptor {
  try {
    return openFile(shell, target, flags);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const missing = error.code === "ENOENT";
    const help = !missing ? undefined : flags.create ? parentHelp(shell, target) : nameHelp(shell, target);
    throw new ExpansionError(`${target}: ${error.message}`, help === undefined ? {} : { help });
  }
}

/** How to create the directory that an output needs, where that is possible. */
function parentHelp({ workspace }: Interpreter, target: string): string | undefined {
  const folder = target.slice(0, target.lastIndexOf("/"));
  if (folder === "" || workspace.readOnly || workspace.exists(folder)) return undefined;
  if (/^\/dev(\/|$)/.test(absolute(workspace.cwd, folder))) return undefined;
  for (let at = folder; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
    const kind = workspace.exists(at)?.kind;
    if (kind === "directory") break;
    if (kind !== undefined) return undefined;
  }
  return `Create the directory first: ${quote(["mkdir", "-p", folder.startsWith("-") ? `./${folder}` : folder])}`;
}

function nameHelp({ workspace }: Interpreter, target: string): string | undefined {
  const found = nearestPath(workspace, target);
  return found === undefined ? undefined : `Did you mean: < ${quote([found])}`;
}

/** Opens a file or one of the names under /dev that mean a descriptor. */
export function openFile(shell: Interpreter, path: string, flags: OpenFlags): Descriptor {
  const device = deviceOf(path);
  if (device === "null") return new Descriptor({ source: EMPTY_INPUT, sink: NO_OUTPUT });
  if (device !== undefined) {
    const descriptor = shell.descriptors.get(device);
    if (!descriptor) throw new FileError("ENOENT", path);
    descriptor.retain();
    return new Descriptor({
      ...(descriptor.source ? { source: borrowed(descriptor.source) } : {}),
      ...(descriptor.sink ? { sink: descriptor.sink } : {}),
      finish: () => descriptor.release(),
    });
  }
  const handle = shell.workspace.open(path, flags);
  if (flags.read && !flags.write) {
    const stat = handle.stat();
    if (stat.kind === "directory") {
      handle.close();
      throw new FileError("EISDIR", path);
    }
  }
  const pause = (): Promise<void> | undefined => shell.call.pacer.pause();
  const source = flags.read ? fileSource(handle, pause, flags.write === true) : undefined;
  return new Descriptor({
    ...(source ? { source } : {}),
    ...(flags.write ? { sink: fileSink(handle, pause, shell.call.stop) } : {}),
    // A source closes its file once, at its end or here.
    finish: () => (source ? source.close() : handle.close()),
  });
}

/** The descriptor that a name under /dev stands for. */
export function deviceOf(path: string): number | "null" | undefined {
  if (!path.startsWith("/dev/")) return undefined;
  switch (path) {
    case "/dev/null":
      return "null";
    case "/dev/stdin":
      return 0;
    case "/dev/stdout":
    case "/dev/tty":
      return 1;
    case "/dev/stderr":
      return 2;
  }
  const number = /^\/dev\/fd\/(\d+)$/.exec(path)?.[1];
  return number === undefined ? undefined : Number(number);
}

async function diagnoseRedirection(shell: Interpreter, error: unknown): Promise<void> {
  if (error instanceof ExpansionError && !error.fatal) {
    await shell.diagnose(undefined, error.message, error.help);
    return;
  }
  throw error;
}
