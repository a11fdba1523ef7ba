// mkdir: makes directories, with their parents on request.
import {
  type Context,
  defineCommand,
  FileError,
  type Io,
  quoteName,
  UsageError,
  Writer,
  writes,
  z,
} from "../src/plugin.ts";
import { applyMode } from "./mode.ts";
import { quoteWord } from "./quote-word.ts";

export const mkdir = defineCommand({
  name: "mkdir",
  summary: "Make directories",
  args: () => ({
    parents: z.boolean().default(false),
    mode: z.string().optional(),
    verbose: z.boolean().default(false),
    directories: z.array(z.string()).min(1),
  }),
  cli: {
    parents: { short: "p", does: "make missing parents too; a directory that exists is no error" },
    mode: { short: "m", placeholder: "MODE", does: "permission bits, as in chmod" },
    verbose: { short: "v", does: "say what is made" },
    directories: { positional: true, placeholder: "directory" },
  },
  examples: [
    { does: "a directory with its parents", run: "mkdir -p src/lib && ls src", prints: "lib\n" },
    {
      does: "say what is made",
      run: "mkdir -pv a/b",
      prints: "mkdir: created directory 'a'\nmkdir: created directory 'a/b'\n",
    },
  ],
  effects: ({ directories, parents }, context) =>
    writes(context, parents ? directories.flatMap(withParents) : directories),
  async run({ directories, parents, mode, verbose }, io, ctx) {
    const bits = mode === undefined ? undefined : applyMode(mode, { mode: 0o777, directory: true });
    if (mode !== undefined && bits === undefined)
      throw new UsageError(`invalid mode ${quoteName(mode)}`, { exitCode: 1 });
    const out = new Writer(io.stdout);
    let status = 0;
    for (const path of directories) {
      try {
        for (const made of parents ? await makeAll(ctx, path, bits) : makeOne(ctx, path, bits)) {
          if (verbose) out.text(`mkdir: created directory ${quoteName(made)}\n`);
        }
      } catch (error) {
        status = 1;
        await out.flush();
        await diagnoseMake(error, path, io, ctx);
      }
    }
    await out.flush();
    return status;
  },
});

function makeOne(ctx: Context, path: string, bits: number | undefined): string[] {
  ctx.workspace.mkdir(path, bits ?? 0o755);
  // A mode that was asked for is exact: no umask takes bits from it.
  if (bits !== undefined) ctx.workspace.chmod(path, bits);
  return [path];
}

/** Makes what is missing of a path; gives the directories that were made. */
async function makeAll(ctx: Context, path: string, bits: number | undefined): Promise<string[]> {
  const made: string[] = [];
  const steps = withParents(path);
  for (const [index, step] of steps.entries()) {
    const pause = ctx.pause();
    if (pause) await pause;
    const last = index === steps.length - 1;
    const existing = ctx.workspace.exists(step);
    if (existing?.kind === "directory") continue;
    if (existing) throw new FileError(last ? "EEXIST" : "ENOTDIR", step);
    made.push(...makeOne(ctx, step, last ? bits : undefined));
  }
  return made;
}

/** `a/b/c` -> a, a/b, a/b/c. */
function withParents(path: string): string[] {
  const steps: string[] = [];
  for (const { index } of path.matchAll(/[^/](?=\/+[^/])/g)) steps.push(path.slice(0, index + 1));
  return [...steps, path];
}

function diagnoseMake(error: unknown, path: string, io: Io, ctx: Context): void | Promise<void> {
  if (!(error instanceof FileError)) throw error;
  // GNU names the part of the path that failed.
  const failed = withParents(path).includes(error.path) ? error.path : path;
  const missing = error.code === "ENOENT" && !ctx.workspace.exists(path);
  const help = missing ? `mkdir -p ${quoteWord(path)}` : undefined;
  return io.diagnose(`cannot create directory ${quoteName(failed)}: ${error.message}`, help);
}
