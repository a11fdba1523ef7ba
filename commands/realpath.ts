// realpath: absolute names with every link resolved, as far as asked.
import { absolute, type Context, defineCommand, encode, FileError, readsTrees, z } from "../src/plugin.ts";

/** Links followed before a name is given up (as the kernel does). */
const MAX_LINKS = 40;

export const realpath = defineCommand({
  name: "realpath",
  summary: "Print absolute paths without links",
  description: "By default all components but the last must exist.",
  args: () => ({
    mode: z.enum(["parents", "existing", "missing"]).default("parents"),
    logical: z.boolean().default(false),
    physical: z.boolean().default(false),
    strip: z.boolean().default(false),
    quiet: z.boolean().default(false),
    relativeTo: z.string().optional(),
    relativeBase: z.string().optional(),
    zero: z.boolean().default(false),
    files: z.array(z.string()).min(1),
  }),
  cli: {
    mode: {
      long: false,
      values: { e: "existing", "canonicalize-existing": "existing", m: "missing", "canonicalize-missing": "missing" },
      does: "-e: everything must exist; -m: nothing needs to exist",
    },
    logical: { short: "L", does: "resolve .. before links" },
    physical: { short: "P", does: "resolve links before .. (the default)" },
    strip: { short: "s", long: ["strip", "no-symlinks"], does: "do not resolve links" },
    quiet: { short: "q", does: "print no errors" },
    relativeTo: { placeholder: "DIR", does: "print the path as seen from DIR" },
    relativeBase: { placeholder: "DIR", does: "print paths below DIR relative to it" },
    zero: { short: "z", does: "end each line with NUL" },
    files: { positional: true, placeholder: "file" },
  },
  examples: [
    { does: "an absolute path", files: { "/d/x": "" }, run: "cd /d && realpath ./x ../d/x", prints: "/d/x\n/d/x\n" },
    { does: "a path as seen from elsewhere", run: "realpath -m --relative-to=/a/b /a/c", prints: "../c\n" },
  ],
  effects: ({ files }, context) => (files.length > 0 ? readsTrees(context, ["/"]) : readsTrees(context, [])),
  async run(args, io, ctx) {
    const resolve = (path: string): string => {
      if (path === "") throw new FileError("ENOENT", path);
      if (args.strip) return checked(absolute(ctx.cwd, path), args.mode, ctx);
      return canonical(args.logical ? absolute(ctx.cwd, path) : path, args.mode, ctx);
    };
    const end = args.zero ? "\0" : "\n";
    let status = 0;
    for (const file of args.files) {
      try {
        const base = args.relativeBase === undefined ? undefined : resolve(args.relativeBase);
        const from = args.relativeTo === undefined ? base : resolve(args.relativeTo);
        const path = resolve(file);
        const near = from !== undefined && (base === undefined || (inside(path, base) && inside(from, base)));
        await io.stdout.write(encode((near ? relative(from, path) : path) + end));
      } catch (error) {
        if (!args.quiet) await io.diagnoseFile(error, file === "" ? "''" : file);
        else if (!(error instanceof FileError)) throw error;
        status = 1;
      }
    }
    return status;
  },
});

type Mode = "parents" | "existing" | "missing";

/** Resolves component by component; what is missing is kept as it is written, where the mode allows it. */
function canonical(path: string, mode: Mode, ctx: Context): string {
  const pending = (path.startsWith("/") ? path : `${ctx.cwd}/${path}`).split("/").reverse();
  let resolved = "";
  let links = 0;
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part === "" || part === ".") continue;
    if (part === "..") {
      resolved = resolved.slice(0, Math.max(0, resolved.lastIndexOf("/")));
      continue;
    }
    const next = `${resolved}/${part}`;
    const stat = look(next, mode, ctx);
    const isLast = pending.every((rest) => rest === "");
    if (stat === "link") {
      links += 1;
      if (links > MAX_LINKS && mode !== "missing") throw new FileError("ELOOP", path);
      if (links > MAX_LINKS) {
        resolved = next;
        continue;
      }
      const target = ctx.workspace.readlink(next);
      if (target.startsWith("/")) resolved = "";
      pending.push(...target.split("/").reverse());
      continue;
    }
    if (stat === "missing" && (mode === "existing" || (mode === "parents" && !isLast)))
      throw new FileError("ENOENT", path);
    if (stat === "file" && mode !== "missing" && pending.length > 0) throw new FileError("ENOTDIR", path);
    resolved = next;
  }
  return resolved === "" ? "/" : resolved;
}

function look(path: string, mode: Mode, ctx: Context): "directory" | "file" | "link" | "missing" {
  try {
    const { kind } = ctx.workspace.lstat(path);
    return kind === "other" ? "file" : kind;
  } catch (error) {
    const absent =
      error instanceof FileError && (error.code === "ENOENT" || (mode === "missing" && error.code === "ENOTDIR"));
    if (absent) return "missing";
    throw error;
  }
}

/** -s: the name is kept, only existence is checked. */
function checked(path: string, mode: Mode, ctx: Context): string {
  if (mode === "existing") ctx.workspace.stat(path);
  if (mode === "parents") ctx.workspace.stat(path.slice(0, path.lastIndexOf("/")) || "/");
  return path;
}

function inside(path: string, base: string): boolean {
  return base === "/" || path === base || path.startsWith(`${base}/`);
}

function relative(from: string, to: string): string {
  const start = from.split("/").filter((part) => part !== "");
  const goal = to.split("/").filter((part) => part !== "");
  let shared = 0;
  while (shared < start.length && shared < goal.length && start[shared] === goal[shared]) shared += 1;
  const parts = [...start.slice(shared).map(() => ".."), ...goal.slice(shared)];
  return parts.length === 0 ? "." : parts.join("/");
}
