// patch: changes files as unified diffs say, and tells which hunks do not fit.
import {
  CommandError,
  type Context,
  decode,
  defineCommand,
  encode,
  type Io,
  reads,
  UNKNOWN,
  union,
  Writer,
  writes,
  z,
} from "../../src/plugin.ts";
import { readAll } from "../input.ts";
import { applyHunks } from "./apply.ts";
import { type FilePatch, parsePatch, reversed } from "./parse.ts";

export const patch = defineCommand({
  name: "patch",
  summary: "Change files as a unified diff says",
  description:
    "Only unified diffs (diff -u, git diff). Hunks that do not fit are written to FILE.rej, with status 1; the file as it\n" +
    "was is kept in FILE.orig then, or where a hunk fitted only nearly. Nobody is asked. Names with .. are refused.",
  args: () => ({
    strip: z.number().int().min(0).optional(),
    reverse: z.boolean().default(false),
    forward: z.boolean().default(false),
    dryRun: z.boolean().default(false),
    input: z.string().optional(),
    output: z.string().optional(),
    rejectFile: z.string().optional(),
    directory: z.string().optional(),
    fuzz: z.number().int().min(0).default(2),
    ignoreWhitespace: z.boolean().default(false),
    backup: z.boolean().default(false),
    noBackup: z.boolean().default(false),
    removeEmptyFiles: z.boolean().default(false),
    quiet: z.boolean().default(false),
    batch: z.boolean().default(false),
    unified: z.boolean().default(false),
    file: z.string().optional(),
    patchFile: z.string().optional(),
  }),
  cli: {
    strip: { short: "p", placeholder: "N", does: "strip N directories from names; all unless given" },
    reverse: { short: "R", does: "undo the change" },
    forward: { short: "N", does: "skip what seems to be done already" },
    dryRun: { does: "only say what would happen" },
    input: { short: "i", placeholder: "PATCH", does: "read the diff from PATCH, not from stdin" },
    output: { short: "o", placeholder: "FILE", does: "write the result to FILE; - is stdout" },
    rejectFile: { short: "r", placeholder: "FILE", does: "write what does not fit to FILE; - is nowhere" },
    directory: { short: "d", placeholder: "DIR", does: "names are in DIR" },
    fuzz: { short: "F", placeholder: "N", does: "lines of context that may differ (2)" },
    ignoreWhitespace: { short: "l", does: "any blanks are the same" },
    backup: { short: "b", does: "keep the file as it was in FILE.orig" },
    noBackup: { long: "no-backup-if-mismatch", does: "make no FILE.orig where a hunk fits nearly" },
    removeEmptyFiles: { short: "E", does: "remove files that become empty" },
    quiet: { short: "s", long: ["quiet", "silent"], does: "say nothing but errors" },
    batch: { short: ["t", "f"], long: ["batch", "force"], does: "accepted: nobody is asked" },
    unified: { short: "u", does: "accepted: diffs are unified" },
    file: { positional: true, placeholder: "file" },
    patchFile: { positional: true, placeholder: "patch" },
  },
  examples: [
    {
      does: "a diff on stdin",
      files: { f: "1\n2\n", d: "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n 1\n-2\n+3\n" },
      run: "patch -p1 < d",
      prints: "patching file f\n",
      after: { f: "1\n3\n" },
    },
    {
      does: "see whether it fits",
      files: { f: "1\n2\n", d: "--- f\n+++ f\n@@ -1,2 +1,2 @@\n 1\n-2\n+3\n" },
      run: "patch --dry-run -i d",
      prints: "checking file f\n",
      after: { f: "1\n2\n" },
    },
  ],
  // Which files it changes stands in the diff.
  effects: ({ file, patchFile, input, output }, context) => {
    if (file === undefined) return UNKNOWN;
    const made = [file, `${file}.rej`, `${file}.orig`, ...(output === undefined ? [] : [output])];
    return union(reads(context, [file, patchFile ?? input ?? "-"]), writes(context, made));
  },
  async run(args, io, ctx) {
    const from = args.patchFile ?? args.input ?? "-";
    if (from === "-" && !io.stdin.connected)
      throw new CommandError("no diff on stdin", { exitCode: 2, help: "Use: patch -p1 -i FILE" });
    const source = from === "-" ? io.stdin : io.open(from);
    const patches = parsePatch(decode(await readAll(source)));
    if (from !== "-") source.close();
    if (patches.length === 0)
      throw new CommandError("**** Only garbage was found in the patch input.", { exitCode: 2 });
    const out = new Writer(args.output === "-" ? io.stderr : io.stdout);
    let status = 0;
    for (const each of patches) {
      status = Math.max(status, await patchFileWith(args.reverse ? reversed(each) : each, args, { io, ctx, out }));
      const rest = ctx.pause();
      if (rest) await rest;
    }
    await out.flush();
    return status;
  },
});

interface PatchArgs {
  readonly strip?: number | undefined;
  readonly forward: boolean;
  readonly dryRun: boolean;
  readonly output?: string | undefined;
  readonly rejectFile?: string | undefined;
  readonly directory?: string | undefined;
  readonly fuzz: number;
  readonly ignoreWhitespace: boolean;
  readonly backup: boolean;
  readonly noBackup: boolean;
  readonly removeEmptyFiles: boolean;
  readonly quiet: boolean;
  readonly file?: string | undefined;
}

interface World {
  readonly io: Io;
  readonly ctx: Context;
  readonly out: Writer;
}

async function patchFileWith(change: FilePatch, args: PatchArgs, { io, ctx, out }: World): Promise<number> {
  const { workspace } = ctx;
  const name = targetOf(change, args, ctx);
  if (name === undefined) {
    out.text(`can't find file to patch: ${stripped(change.newName, args.strip)}\n`);
    out.text(`${change.hunks.length} out of ${change.hunks.length} hunks ignored\n`);
    return 1;
  }
  const stat = workspace.exists(name);
  const before = stat ? decode(workspace.readFile(name)) : "";
  const say = (text: string): void => {
    if (!args.quiet) out.text(text);
  };
  const options = { fuzz: args.fuzz, loose: args.ignoreWhitespace };
  const { text, results } = applyHunks(before, change.hunks, options);
  const failed = results.filter(({ ok }) => !ok);
  const target = args.output === undefined ? name : `${args.output} (read from ${name})`;
  say(`${args.dryRun ? "checking" : "patching"} file ${target}\n`);
  const rejects = args.rejectFile ?? `${args.output ?? name}.rej`;
  const saves = failed.length > 0 && !args.dryRun && rejects !== "-";
  const saved = saves ? ` -- saving rejects to file ${rejects}` : "";
  const count = `${failed.length} out of ${results.length} hunk${results.length === 1 ? "" : "s"}`;
  if (saves) {
    const body = failed.map(({ hunk }) => `${hunk.header}\n${hunk.lines.join("\n")}\n`).join("");
    workspace.replace(rejects, encode(`--- ${change.oldName}\n+++ ${change.newName}\n${body}`));
  }
  const done =
    failed.length > 0 && results[0]?.ok === false && applyHunks(before, reversed(change).hunks, options).results[0]?.ok;
  if (done) {
    out.text("Reversed (or previously applied) patch detected!  Skipping patch.\n");
    out.text(`${count} ignored${saved}\n`);
    return 1;
  }
  for (const [at, { ok, fuzz, offset, line }] of results.entries()) {
    if (!ok) out.text(`Hunk #${at + 1} FAILED at ${line}.\n`);
    else if (fuzz > 0 || offset !== 0) {
      const shift = offset === 0 ? "" : ` (offset ${offset} line${offset === 1 ? "" : "s"})`;
      say(`Hunk #${at + 1} succeeded at ${line}${fuzz > 0 ? ` with fuzz ${fuzz}` : ""}${shift}.\n`);
    }
  }
  if (failed.length > 0) out.text(`${count} FAILED${saved}\n`);
  if (args.dryRun) return failed.length > 0 ? 1 : 0;
  const inexact = results.some(({ ok, fuzz, offset }) => !ok || fuzz > 0 || offset !== 0);
  if (stat && args.output === undefined && (args.backup || (inexact && !args.noBackup))) {
    workspace.replace(`${name}.orig`, encode(before));
  }
  const gone = text === "" && (change.newName === "/dev/null" || args.removeEmptyFiles);
  if (args.output === "-") await io.stdout.write(encode(text));
  else if (args.output !== undefined) workspace.replace(args.output, encode(text));
  else if (gone && stat) workspace.unlink(name);
  else if (text !== before || !stat) {
    makeFolders(ctx, name);
    workspace.replace(name, encode(text));
  }
  return failed.length > 0 ? 1 : 0;
}

function targetOf(change: FilePatch, args: PatchArgs, ctx: Context): string | undefined {
  const place = (name: string): string => (args.directory === undefined ? name : `${args.directory}/${name}`);
  if (args.file !== undefined) return place(args.file);
  const names = [change.oldName, change.newName].filter((name) => name !== "/dev/null");
  const candidates = names.map((name) => stripped(name, args.strip));
  const unsafe = candidates.find((name) => name.split("/").includes("..") || name.startsWith("/"));
  if (unsafe !== undefined)
    throw new CommandError(`Ignoring potentially dangerous file name ${unsafe}`, { exitCode: 2 });
  const existing = candidates.filter((name) => name !== "" && ctx.workspace.exists(place(name))?.kind === "file");
  existing.sort((a, b) => a.split("/").length - b.split("/").length || a.length - b.length);
  if (existing[0] !== undefined) return place(existing[0]);
  const created = change.oldName === "/dev/null" || change.hunks.every(({ oldStart }) => oldStart === 0);
  const fresh = candidates.at(-1);
  return created && fresh !== undefined && fresh !== "" ? place(fresh) : undefined;
}

function stripped(name: string, count: number | undefined): string {
  const parts = name.split(/\/+/);
  return count === undefined ? (parts.at(-1) ?? "") : parts.slice(count).join("/");
}

function makeFolders(ctx: Context, path: string): void {
  const parts = path.split("/").slice(0, -1);
  for (let count = 1; count <= parts.length; count += 1) {
    const folder = parts.slice(0, count).join("/");
    if (folder !== "" && !ctx.workspace.exists(folder)) ctx.workspace.mkdir(folder);
  }
}
