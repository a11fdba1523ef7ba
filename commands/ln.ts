// ln: makes hard links, and symbolic ones with -s. A link's text is kept as it is given, wherever it leads.
import {
  CommandError,
  type Context,
  defineCommand,
  FileError,
  quoteName,
  reads,
  union,
  Writer,
  writes,
  z,
} from "../src/plugin.ts";
import { Confirmation } from "./confirm.ts";
import { find, findEntry, lastName, possibleTargets, type Transfer, transfers } from "./transfer.ts";

export const ln = defineCommand({
  name: "ln",
  summary: "Make links between files",
  args: () => ({
    symbolic: z.boolean().default(false),
    overwrite: z.enum(["default", "force", "ask"]).default("default"),
    noDereference: z.boolean().default(false),
    relative: z.boolean().default(false),
    targets: z.enum(["physical", "logical"]).default("physical"),
    verbose: z.boolean().default(false),
    targetDirectory: z.string().optional(),
    noTargetDirectory: z.boolean().default(false),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    symbolic: { short: "s", does: "make symbolic links" },
    overwrite: {
      long: false,
      values: { f: "force", force: "force", i: "ask", interactive: "ask" },
      does: "replace existing destinations",
    },
    noDereference: { short: "n", does: "a destination that is a link to a directory is replaced, not entered" },
    relative: { short: "r", does: "with -s: write the link relative to where it lies" },
    targets: {
      long: false,
      values: { P: "physical", physical: "physical", L: "logical", logical: "logical" },
      does: "hard links to links themselves (physical) or to what they point to",
    },
    verbose: { short: "v", does: "say what is linked" },
    targetDirectory: { short: "t", placeholder: "DIR", does: "make the links in DIR" },
    noTargetDirectory: { short: "T", does: "the last operand is the link, never a directory" },
    files: { positional: true, placeholder: "file" },
  },
  examples: [
    { does: "a symbolic link", files: { "a.txt": "1\n" }, run: "ln -s a.txt b.txt && cat b.txt", prints: "1\n" },
    {
      does: "replace a link to a directory",
      files: { "v1/x": "1\n", "v2/x": "2\n", current: { link: "v1" } },
      run: "ln -sfn v2 current && cat current/x",
      prints: "2\n",
    },
  ],
  effects: ({ files, targetDirectory }, context) => {
    const alone = files.length === 1 && targetDirectory === undefined;
    const targets = alone ? [lastName(files[0] ?? "")] : possibleTargets(files, targetDirectory);
    return union(reads(context, files), writes(context, targets));
  },
  async run(args, io, ctx) {
    const out = new Writer(io.stdout);
    const confirmation = new Confirmation("ln", io);
    let status = 0;
    for (const pair of pairsOf(args, ctx)) {
      try {
        if (!(await makeWay(pair, args, ctx, confirmation))) continue;
        const text = args.symbolic && args.relative ? relativeTo(ctx, pair) : pair.source;
        if (args.symbolic) ctx.workspace.symlink(text, pair.destination);
        else ctx.workspace.link(hardSource(ctx, pair.source, args.targets), pair.destination);
        if (args.verbose) {
          out.text(`${quoteName(pair.destination)} ${args.symbolic ? "->" : "=>"} ${quoteName(text)}\n`);
        }
      } catch (error) {
        status = 1;
        await out.flush();
        await io.diagnose(reasonOf(error, pair, args.symbolic));
      }
    }
    await out.flush();
    return status;
  },
});

interface Choices {
  readonly symbolic: boolean;
  readonly overwrite: "default" | "force" | "ask";
  readonly noDereference: boolean;
  readonly targetDirectory?: string | undefined;
  readonly noTargetDirectory: boolean;
  readonly files: readonly string[];
}

function pairsOf(args: Choices, ctx: Context): Transfer[] {
  const { files } = args;
  // `ln -s dir/x` makes ./x.
  if (files.length === 1 && args.targetDirectory === undefined) {
    return [{ source: files[0] ?? "", destination: lastName(files[0] ?? "") }];
  }
  const last = files.at(-1) ?? "";
  const asLink = args.noDereference && files.length === 2 && findEntry(ctx, last)?.kind === "link";
  return transfers({ ...args, operands: files, noTargetDirectory: args.noTargetDirectory || asLink }, ctx);
}

async function makeWay(pair: Transfer, args: Choices, ctx: Context, confirmation: Confirmation): Promise<boolean> {
  const { source, destination } = pair;
  const { workspace } = ctx;
  if (!args.symbolic) {
    const stat = workspace.lstat(source);
    if (stat.kind === "directory") throw new CommandError(`${source}: hard link not allowed for directory`);
    const target = findEntry(ctx, destination);
    if (target && args.overwrite === "force" && target.ino === stat.ino && target.dev === stat.dev) {
      throw new CommandError(`${quoteName(source)} and ${quoteName(destination)} are the same file`);
    }
  }
  const existing = findEntry(ctx, destination);
  if (!existing || args.overwrite === "default") return true;
  if (existing.kind === "directory") throw new CommandError(`${destination}: cannot overwrite directory`);
  if (args.overwrite === "ask" && !(await confirmation.ask(`replace ${quoteName(destination)}?`, "Use: ln -f")))
    return false;
  workspace.unlink(destination);
  return true;
}

function hardSource(ctx: Context, source: string, targets: "physical" | "logical"): string {
  return targets === "logical" ? ctx.workspace.realpath(source) : source;
}

/** The way from the directory of the link to its target. */
function relativeTo(ctx: Context, { source, destination }: Transfer): string {
  const real = (path: string): string => (find(ctx, path) ? ctx.workspace.realpath(path) : path);
  const directory = destination.includes("/") ? destination.slice(0, destination.lastIndexOf("/")) || "/" : ".";
  const from = real(directory)
    .split("/")
    .filter((step) => step !== "");
  const to = (find(ctx, source) ? ctx.workspace.realpath(source) : absoluteOf(ctx, source))
    .split("/")
    .filter((step) => step !== "");
  let shared = 0;
  while (shared < from.length && shared < to.length && from[shared] === to[shared]) shared += 1;
  return [...from.slice(shared).map(() => ".."), ...to.slice(shared)].join("/") || ".";
}

function absoluteOf(ctx: Context, path: string): string {
  return path.startsWith("/") ? path : `${ctx.cwd}/${path}`;
}

function reasonOf(error: unknown, { source, destination }: Transfer, symbolic: boolean): string {
  if (error instanceof CommandError) return error.message;
  if (!(error instanceof FileError)) throw error;
  const from = quoteName(source);
  const to = quoteName(destination);
  if (symbolic) return `failed to create symbolic link ${to}: ${error.message}`;
  if (error.path === source && error.code === "ENOENT") return `failed to access ${from}: ${error.message}`;
  return `failed to create hard link ${to}${error.code === "EEXIST" ? "" : ` => ${from}`}: ${error.message}`;
}
