// readlink: prints where links point, or the canonical name of a path.
import { absolute, type Context, defineCommand, FileError, reads, Writer, z } from "../src/plugin.ts";

export const readlink = defineCommand({
  name: "readlink",
  summary: "Print where a link points, or the canonical name of a path",
  args: () => ({
    mode: z.enum(["text", "parents", "existing", "missing"]).default("text"),
    noNewline: z.boolean().default(false),
    zero: z.boolean().default(false),
    quiet: z.boolean().default(true),
    files: z.array(z.string()).min(1),
  }),
  cli: {
    mode: {
      long: false,
      values: {
        f: "parents",
        canonicalize: "parents",
        e: "existing",
        "canonicalize-existing": "existing",
        m: "missing",
        "canonicalize-missing": "missing",
      },
      does: "canonical name; these parts must exist",
    },
    noNewline: { short: "n", does: "no newline at the end" },
    zero: { short: "z", does: "end each name with NUL" },
    quiet: {
      long: false,
      values: { v: false, verbose: false, q: true, quiet: true, s: true, silent: true },
      does: "print no errors",
    },
    files: { positional: true, placeholder: "file" },
  },
  examples: [
    { does: "where a link points", files: { a: "", l: { link: "a" } }, run: "readlink l", prints: "a\n" },
    {
      does: "the real file behind a path",
      files: { "d/a": "", l: { link: "d/a" } },
      run: "readlink -f l",
      matches: /\/d\/a\n$/,
    },
  ],
  effects: ({ files }, context) => reads(context, files),
  async run({ mode, noNewline, zero, quiet, files }, io, ctx) {
    const out = new Writer(io.stdout);
    const end = zero ? "\0" : noNewline && files.length === 1 ? "" : "\n";
    let status = 0;
    for (const path of files) {
      try {
        out.text((mode === "text" ? ctx.workspace.readlink(path) : canonical(ctx, path, mode)) + end);
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        status = 1;
        await out.flush();
        if (!quiet) await io.diagnoseFile(error, path);
      }
    }
    await out.flush();
    return status;
  },
});

/** Links that a path may lead through (Linux: MAXSYMLINKS). */
const MAX_LINKS = 40;

function canonical(ctx: Context, path: string, mode: "parents" | "existing" | "missing"): string {
  const { workspace } = ctx;
  if (path === "") throw new FileError("ENOENT", path);
  if (mode === "existing") return workspace.realpath(path);
  let steps = absolutePath(ctx, path)
    .split("/")
    .filter((step) => step !== "" && step !== ".");
  let done = "";
  let links = 0;
  while (steps.length > 0) {
    const [step = "", ...rest] = steps;
    steps = rest;
    if (step === "..") {
      done = done.slice(0, Math.max(0, done.lastIndexOf("/")));
      continue;
    }
    const next = `${done}/${step}`;
    const kind = kindOf(ctx, next);
    if (kind === "link") {
      links += 1;
      if (links > MAX_LINKS) throw new FileError("ELOOP", path);
      const target = workspace.readlink(next);
      if (target.startsWith("/")) done = "";
      steps = [...target.split("/").filter((part) => part !== "" && part !== "."), ...steps];
      continue;
    }
    if (mode === "parents" && steps.length > 0) {
      if (kind === undefined) throw new FileError("ENOENT", path);
      if (kind !== "directory") throw new FileError("ENOTDIR", path);
    }
    done = next;
  }
  if (mode === "parents" && path.endsWith("/") && kindOf(ctx, done || "/") === "file")
    throw new FileError("ENOTDIR", path);
  return done === "" ? "/" : done;
}

/** Not cleaned: `..` after a link leaves the link's target. */
function absolutePath(ctx: Context, path: string): string {
  return path.startsWith("/") ? path : `${absolute(ctx.cwd, ".")}/${path}`;
}

function kindOf(ctx: Context, path: string): "file" | "directory" | "link" | "other" | undefined {
  try {
    return ctx.workspace.lstat(path).kind;
  } catch (error) {
    if (error instanceof FileError && (error.code === "ENOENT" || error.code === "ENOTDIR")) return undefined;
    throw error;
  }
}
