// mktemp: makes a file or directory with a new name, in /tmp unless told otherwise.
import {
  CommandError,
  type Context,
  defineCommand,
  FileError,
  quoteName,
  UsageError,
  Writer,
  writesTrees,
  z,
} from "../src/plugin.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const ATTEMPTS = 100;

export const mktemp = defineCommand({
  name: "mktemp",
  summary: "Make a temporary file or directory and print its name",
  args: () => ({
    directory: z.boolean().default(false),
    dryRun: z.boolean().default(false),
    quiet: z.boolean().default(false),
    suffix: z.string().default(""),
    tmpdir: z.string().optional(),
    folder: z.string().optional(),
    inTmp: z.boolean().default(false),
    template: z.string().optional(),
  }),
  cli: {
    directory: { short: "d", does: "make a directory" },
    dryRun: { short: "u", does: "print a name and make nothing" },
    quiet: { short: "q", does: "no messages for errors" },
    suffix: { placeholder: "TEXT", does: "append TEXT to the template" },
    tmpdir: { optionalValue: "", placeholder: "DIR", does: "put it into DIR (TMPDIR or /tmp unless given)" },
    folder: { short: "p", long: false, placeholder: "DIR", does: "put it into DIR" },
    inTmp: { short: "t", long: false, does: "the template is a name below TMPDIR or /tmp" },
    template: { positional: true, placeholder: "template" },
  },
  examples: [
    { does: "a temporary file", run: "mktemp", matches: /^\/tmp\/tmp\.[A-Za-z0-9]{10}\n$/ },
    { does: "a directory from a template", run: "mktemp -d work.XXXX", matches: /^work\.[A-Za-z0-9]{4}\n$/ },
  ],
  effects: ({ template, tmpdir, folder, inTmp }, context) => {
    const local = template?.includes("/") ? template.slice(0, template.lastIndexOf("/")) || "/" : ".";
    const alone = template !== undefined && tmpdir === undefined && folder === undefined && !inTmp;
    // TMPDIR may name any directory.
    return alone || folder ? writesTrees(context, [folder || local]) : writesTrees(context, [tmpdir || "/"]);
  },
  async run(args, io, ctx) {
    const template = args.template ?? "tmp.XXXXXXXXXX";
    const found = /^([\s\S]*?)(X+)([^X/]*)$/.exec(template);
    if (!found || (found[2] ?? "").length < 3)
      throw new UsageError(`too few X's in template ${quoteName(template)}`, { exitCode: 1 });
    const [, prefix = "", places = "", rest = ""] = found;
    const suffix = rest + args.suffix;
    const folder = folderOf({ ...args, tmpdir: args.folder ?? args.tmpdir }, ctx);
    if (folder !== undefined && template.startsWith("/")) {
      throw new CommandError(`invalid template, ${quoteName(template)}; with --tmpdir, it may not be absolute`);
    }
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const name =
        prefix + [...places].map(() => LETTERS[Math.floor(Math.random() * LETTERS.length)]).join("") + suffix;
      const path = folder === undefined ? name : `${folder.replace(/(?<=.)\/+$/, "")}/${name}`;
      try {
        if (!args.dryRun) make(ctx, path, args.directory);
        else if (ctx.workspace.exists(path)) continue;
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        if (error.code === "EEXIST") continue;
        if (args.quiet) return 1;
        const shown = folder === undefined ? template : `${folder}/${template}`;
        throw new CommandError(
          `failed to create ${args.directory ? "directory" : "file"} via template ${quoteName(shown)}: ${error.message}`,
        );
      }
      const out = new Writer(io.stdout);
      out.text(`${path}\n`);
      await out.flush();
      return 0;
    }
    throw new CommandError(`no free name for template ${quoteName(template)}`);
  },
});

function make(ctx: Context, path: string, directory: boolean): void {
  if (directory) ctx.workspace.mkdir(path, 0o700);
  else ctx.workspace.open(path, { write: true, create: true, exclusive: true, mode: 0o600 }).close();
}

interface Place {
  readonly template?: string | undefined;
  readonly tmpdir?: string | undefined;
  readonly inTmp: boolean;
}

/** The directory in front of the template; undefined when the template is a path of its own. */
function folderOf({ template, tmpdir, inTmp }: Place, ctx: Context): string | undefined {
  if (template !== undefined && tmpdir === undefined && !inTmp) return undefined;
  const asked = inTmp ? ctx.env.TMPDIR || tmpdir : tmpdir || ctx.env.TMPDIR;
  return asked || "/tmp";
}
