// Where the operands of cp, mv and ln lead: each source with its destination. It changes nothing.
import { CommandError, type Context, FileError, type FileStat, quoteName, UsageError } from "../src/plugin.ts";

export interface TransferOptions {
  readonly operands: readonly string[];
  /** -t: every operand is a source. */
  readonly targetDirectory?: string | undefined;
  /** -T: the destination is never a directory to put things into. */
  readonly noTargetDirectory: boolean;
  /** --parents: the source's whole path is made below the destination. */
  readonly parents?: boolean;
}

export interface Transfer {
  readonly source: string;
  readonly destination: string;
}

/** The pairs, in order. Throws what GNU tools say of wrong operands. */
export function transfers(options: TransferOptions, ctx: Context): Transfer[] {
  const { operands, targetDirectory, noTargetDirectory } = options;
  checkCount(options);
  if (targetDirectory !== undefined) {
    requireDirectory(ctx, targetDirectory, "target directory");
    return operands.map((source) => into(source, targetDirectory, options));
  }
  const sources = operands.slice(0, -1);
  const last = operands.at(-1) ?? "";
  if (noTargetDirectory) return sources.map((source) => ({ source, destination: last }));
  if (sources.length > 1) requireDirectory(ctx, last, "target");
  const directory = sources.length > 1 || find(ctx, last)?.kind === "directory";
  if (!directory && options.parents) {
    throw new UsageError(`with --parents, the destination must be a directory`, { exitCode: 1 });
  }
  return sources.map((source) => (directory ? into(source, last, options) : { source, destination: last }));
}

/** The last name of a path, without slashes at its end. */
export function lastName(path: string): string {
  const trimmed = path.replace(/(?<=.)\/+$/, "");
  return trimmed === "/" ? "/" : trimmed.slice(trimmed.lastIndexOf("/") + 1);
}

export function joinPath(directory: string, name: string): string {
  return directory.endsWith("/") ? directory + name : `${directory}/${name}`;
}

/** What a path leads to, or undefined: a link that leads out of the workspace leads nowhere. */
export function find(ctx: Context, path: string): FileStat | undefined {
  try {
    return ctx.workspace.exists(path);
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

/** The entry itself, a link as a link, or undefined. */
export function findEntry(ctx: Context, path: string): FileStat | undefined {
  try {
    return ctx.workspace.lstat(path);
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

/** Everything that the destinations may turn out to be, for effects: nobody has looked yet whether it is a directory. */
export function possibleTargets(operands: readonly string[], targetDirectory: string | undefined): string[] {
  const sources = targetDirectory === undefined ? operands.slice(0, -1) : operands;
  const target = targetDirectory ?? operands.at(-1);
  return target === undefined ? [] : [target, ...sources.map((source) => joinPath(target, lastName(source)))];
}

function checkCount({ operands, targetDirectory, noTargetDirectory }: TransferOptions): void {
  const usage = (message: string): UsageError => new UsageError(message, { exitCode: 1 });
  if (operands.length === 0) throw usage("missing file operand");
  if (targetDirectory !== undefined) {
    if (noTargetDirectory) throw usage("cannot combine --target-directory (-t) and --no-target-directory (-T)");
    return;
  }
  if (operands.length === 1) throw usage(`missing destination file operand after ${quoteName(operands[0] ?? "")}`);
  if (noTargetDirectory && operands.length > 2) throw usage(`extra operand ${quoteName(operands[2] ?? "")}`);
}

function requireDirectory(ctx: Context, path: string, what: string): void {
  try {
    if (ctx.workspace.stat(path).kind !== "directory") throw new FileError("ENOTDIR", path);
  } catch (error) {
    if (error instanceof FileError) throw new CommandError(`${what} ${quoteName(path)}: ${error.message}`);
    throw error;
  }
}

function into(source: string, directory: string, { parents }: TransferOptions): Transfer {
  if (parents) return { source, destination: joinPath(directory, source.replace(/^\/+|(?<=.)\/+$/g, "")) };
  const name = lastName(source);
  // `cp -r dir/. target` copies what is in dir.
  return { source, destination: name === ".." ? directory : joinPath(directory, name) };
}
