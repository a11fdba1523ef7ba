// cp: copies files, and whole directories with -r. The copying itself is in copier.ts.
import {
  absolute,
  type Context,
  defineCommand,
  quoteName,
  reads,
  readsTrees,
  UsageError,
  union,
  writes,
  writesTrees,
  z,
} from "../src/plugin.ts";
import { Confirmation } from "./confirm.ts";
import { Copier, type CopyChoices } from "./copier.ts";
import { find, possibleTargets, transfers } from "./transfer.ts";

export const cp = defineCommand({
  name: "cp",
  summary: "Copy files and directories",
  args: () => ({
    recursive: z.boolean().default(false),
    archive: z.boolean().default(false),
    preserveDefault: z.boolean().default(false),
    preserve: z.string().optional(),
    noPreserve: z.string().optional(),
    overwrite: z.enum(["default", "force", "never", "ask"]).default("default"),
    update: z.boolean().default(false),
    verbose: z.boolean().default(false),
    targetDirectory: z.string().optional(),
    noTargetDirectory: z.boolean().default(false),
    links: z.enum(["default", "none", "operands", "all"]).default("default"),
    noDereferenceKeep: z.boolean().default(false),
    instead: z.enum(["hard", "symbolic"]).optional(),
    parents: z.boolean().default(false),
    removeDestination: z.boolean().default(false),
    stripTrailingSlashes: z.boolean().default(false),
    oneFileSystem: z.boolean().default(false),
    reflink: z.string().optional(),
    sparse: z.string().optional(),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    recursive: { short: ["r", "R"], does: "copy directories and what is in them" },
    archive: { short: "a", does: "the same as -dR --preserve=all" },
    preserveDefault: { short: "p", long: false, does: "keep mode and times" },
    preserve: {
      optionalValue: "mode,ownership,timestamps",
      placeholder: "LIST",
      does: "keep mode, timestamps, links, or all",
    },
    noPreserve: { placeholder: "LIST", does: "do not keep these" },
    overwrite: {
      long: false,
      values: { f: "force", force: "force", n: "never", "no-clobber": "never", i: "ask", interactive: "ask" },
      does: "overwrite existing files",
    },
    update: { short: "u", does: "copy only what is newer than its destination, or missing there" },
    verbose: { short: "v", does: "say what is copied" },
    targetDirectory: { short: "t", placeholder: "DIR", does: "copy all operands into DIR" },
    noTargetDirectory: { short: "T", does: "the destination is the copy, never a directory to copy into" },
    links: {
      long: false,
      values: { P: "none", "no-dereference": "none", H: "operands", L: "all", dereference: "all" },
      does: "links that are followed, not copied as links",
    },
    noDereferenceKeep: { short: "d", long: false, does: "the same as -P --preserve=links" },
    instead: {
      long: false,
      values: { l: "hard", link: "hard", s: "symbolic", "symbolic-link": "symbolic" },
      does: "make links in the place of copies",
    },
    parents: { does: "make the source's path below the directory" },
    removeDestination: { does: "remove each existing destination first" },
    stripTrailingSlashes: { does: "ignore slashes at the end of sources" },
    oneFileSystem: { short: "x", does: "accepted and ignored" },
    reflink: { optionalValue: "always", placeholder: "WHEN", does: "accepted and ignored" },
    sparse: { placeholder: "WHEN", does: "accepted and ignored" },
    files: { positional: true, placeholder: "file" },
  },
  examples: [
    { does: "copy a file", files: { "a.txt": "1\n" }, run: "cp a.txt b.txt && cat b.txt", prints: "1\n" },
    {
      does: "copy a directory",
      files: { "src/x.ts": "x\n" },
      run: "cp -r src copy && ls copy",
      prints: "x.ts\n",
      after: { "copy/x.ts": "x\n" },
    },
    {
      does: "several files into a directory, saying so",
      files: { a: "", b: "", d: { dir: true } },
      run: "cp -v a b d",
      prints: "'a' -> 'd/a'\n'b' -> 'd/b'\n",
    },
  ],
  effects: ({ files, targetDirectory, recursive, archive, parents }, context) => {
    const sources = targetDirectory === undefined ? files.slice(0, -1) : files;
    const target = targetDirectory ?? files.at(-1) ?? ".";
    if (recursive || archive || parents) return union(readsTrees(context, sources), writesTrees(context, [target]));
    return union(reads(context, sources), writes(context, possibleTargets(files, targetDirectory)));
  },
  async run(args, io, ctx) {
    const operands = args.stripTrailingSlashes ? args.files.map((path) => path.replace(/(?<=.)\/+$/, "")) : args.files;
    const pairs = transfers({ ...args, operands }, ctx);
    const copier = new Copier(choicesOf(args), io, ctx, new Confirmation("cp", io));
    const seen = new Set<string>();
    for (const { source, destination } of pairs) {
      const key = absolute(ctx.cwd, source);
      if (seen.has(key) && find(ctx, source)?.kind === "file") {
        await io.diagnose(`warning: source file ${quoteName(source)} specified more than once`);
        continue;
      }
      seen.add(key);
      if (args.parents && find(ctx, source)) makeParents(ctx, source, destination);
      await copier.copy(source, destination);
    }
    await copier.out.flush();
    return copier.status;
  },
});

interface CopyArgs {
  readonly recursive: boolean;
  readonly archive: boolean;
  readonly preserveDefault: boolean;
  readonly preserve?: string | undefined;
  readonly noPreserve?: string | undefined;
  readonly overwrite: CopyChoices["overwrite"];
  readonly update: boolean;
  readonly verbose: boolean;
  readonly links: "default" | CopyChoices["follow"];
  readonly noDereferenceKeep: boolean;
  readonly instead?: "hard" | "symbolic" | undefined;
  readonly removeDestination: boolean;
}

const ATTRIBUTES = ["mode", "ownership", "timestamps", "links", "context", "xattr", "all"];

function choicesOf(args: CopyArgs): CopyChoices {
  const kept = new Set([
    ...attributes(args.preserve),
    ...(args.preserveDefault ? ["mode", "timestamps"] : []),
    ...(args.noDereferenceKeep ? ["links"] : []),
    ...(args.archive ? ["all"] : []),
  ]);
  const dropped = new Set(attributes(args.noPreserve));
  const keeps = (name: string): boolean =>
    (kept.has(name) || kept.has("all")) && !dropped.has(name) && !dropped.has("all");
  const recursive = args.recursive || args.archive;
  const asLinks = args.archive || args.noDereferenceKeep || recursive;
  return {
    recursive,
    follow: args.links === "default" ? (asLinks ? "none" : "all") : args.links,
    keepMode: keeps("mode"),
    keepTimes: keeps("timestamps"),
    keepLinks: keeps("links"),
    overwrite: args.overwrite,
    update: args.update,
    verbose: args.verbose,
    instead: args.instead,
    removeDestination: args.removeDestination,
  };
}

function attributes(list: string | undefined): string[] {
  const names = list === undefined ? [] : list.split(",");
  const unknown = names.find((name) => !ATTRIBUTES.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`invalid argument ${quoteName(unknown)} for '--preserve'`, {
      exitCode: 1,
      help: `One of ${ATTRIBUTES.join(", ")}`,
    });
  }
  return names;
}

/** --parents: the directories above a destination, each with the mode of the source's. */
function makeParents(ctx: Context, source: string, destination: string): void {
  const steps = source
    .replace(/^\/+|\/+$/g, "")
    .split("/")
    .slice(0, -1);
  const base = destination.split("/").slice(0, -(steps.length + 1));
  for (let count = 1; count <= steps.length; count += 1) {
    const path = [...base, ...steps.slice(0, count)].join("/");
    if (path !== "" && !find(ctx, path)) ctx.workspace.mkdir(path);
  }
}
