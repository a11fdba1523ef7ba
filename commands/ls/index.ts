// ls: lists directories, one name a line unless a layout is asked for, in byte order. The output is never a terminal.
import { absolute, defineCommand, type Resource, readsTrees, UsageError, z } from "../../src/plugin.ts";
import { Listing } from "./listing.ts";
import { WHENS } from "./names.ts";
import { SORT_KEYS } from "./order.ts";

export const ls = defineCommand({
  name: "ls",
  summary: "List files and directories",
  description:
    "Names come in byte order, one a line. Owners and groups are numbers, except root. " +
    "A link that leads out of the workspace is shown and not followed.",
  args: () => ({
    hidden: z.enum(["none", "almost", "all"]).default("none"),
    layout: z.enum(["single", "long", "commas", "columns", "across"]).default("single"),
    human: z.enum(["", "binary", "decimal"]).default(""),
    directory: z.boolean().default(false),
    indicator: z.enum(["none", "slash", "file-type", "classify"]).default("none"),
    recursive: z.boolean().default(false),
    reverse: z.boolean().default(false),
    sort: z.enum(SORT_KEYS).optional(),
    fast: z.boolean().default(false),
    time: z.enum(["mtime", "modification", "atime", "access", "use", "ctime", "status"]).default("mtime"),
    inode: z.boolean().default(false),
    size: z.boolean().default(false),
    kibibytes: z.boolean().default(false),
    numeric: z.boolean().default(false),
    noOwner: z.boolean().default(false),
    noGroup: z.boolean().default(false),
    longNoGroup: z.boolean().default(false),
    author: z.boolean().default(false),
    quoting: z
      .enum(["literal", "escape", "c", "shell", "shell-always", "shell-escape", "shell-escape-always"])
      .default("literal"),
    hideControlChars: z.boolean().default(false),
    dereference: z.boolean().default(false),
    dereferenceCommandLine: z.boolean().default(false),
    color: z.enum(WHENS).default("never"),
    timeStyle: z.string().default("locale"),
    fullTime: z.boolean().default(false),
    groupDirectoriesFirst: z.boolean().default(false),
    ignore: z.array(z.string()).default([]),
    hide: z.array(z.string()).default([]),
    ignoreBackups: z.boolean().default(false),
    width: z.number().int().min(0).default(80),
    zero: z.boolean().default(false),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    hidden: {
      long: false,
      values: { a: "all", all: "all", A: "almost", "almost-all": "almost" },
      does: "names that start with a dot (almost: without . and ..)",
    },
    layout: {
      long: "format",
      placeholder: "LAYOUT",
      values: { l: "long", "1": "single", m: "commas", C: "columns", x: "across" },
      does: "layout",
    },
    human: {
      long: false,
      values: { h: "binary", "human-readable": "binary", si: "decimal" },
      does: "sizes like 1.5K",
    },
    directory: { short: "d", does: "list directories themselves, not their contents" },
    indicator: {
      long: "indicator-style",
      placeholder: "STYLE",
      values: { F: "classify", classify: "classify", p: "slash", "file-type": "file-type" },
      does: "mark what a name is: / @ *",
    },
    recursive: { short: "R", does: "list subdirectories too" },
    reverse: { short: "r", does: "reverse the order" },
    sort: {
      long: "sort",
      placeholder: "KEY",
      values: { S: "size", t: "time", X: "extension", v: "version", U: "none" },
      does: "order",
    },
    fast: { short: "f", long: false, does: "do not sort, show all names (-aU)" },
    time: {
      long: "time",
      placeholder: "WHICH",
      values: { u: "atime", c: "ctime" },
      does: "time that is shown and sorted by",
    },
    inode: { short: "i", does: "print the index number of each file" },
    size: { short: "s", does: "print the allocated size of each file, in blocks" },
    kibibytes: { short: "k", does: "blocks of 1024 bytes (they always are)" },
    numeric: { short: "n", long: "numeric-uid-gid", does: "like -l, with numeric owners" },
    noOwner: { short: "g", long: false, does: "like -l, without the owner" },
    noGroup: { short: "G", does: "without the group in a long listing" },
    longNoGroup: { short: "o", long: false, does: "like -l, without the group" },
    author: { does: "print the author, who is the owner, too" },
    quoting: {
      long: "quoting-style",
      placeholder: "STYLE",
      values: { N: "literal", literal: "literal", Q: "c", "quote-name": "c", b: "escape", escape: "escape" },
      does: "how names are written",
    },
    hideControlChars: { short: "q", does: "print ? for control characters" },
    dereference: { short: "L", does: "show what links point to" },
    dereferenceCommandLine: { short: "H", does: "follow links given as operands" },
    color: {
      optionalValue: "always",
      placeholder: "WHEN",
      does: "colour names; auto is never, as nothing here is a terminal",
    },
    timeStyle: { placeholder: "STYLE", does: "full-iso, long-iso, iso, locale, or +FORMAT as in date" },
    fullTime: { does: "like -l --time-style=full-iso" },
    groupDirectoriesFirst: { does: "directories before files" },
    ignore: { short: "I", placeholder: "PATTERN", does: "leave out names that match the glob" },
    hide: { placeholder: "PATTERN", does: "the same, unless -a or -A is given" },
    ignoreBackups: { short: "B", does: "leave out names that end in ~" },
    width: { short: "w", placeholder: "COLS", does: "width for -C, -x and -m; 0 means no limit" },
    zero: { does: "end each name with NUL" },
    files: { positional: true, placeholder: "file" },
  },
  examples: [
    {
      does: "what is here, hidden names too",
      files: { "a.txt": "1\n", ".env": "2\n" },
      run: "ls -A",
      prints: ".env\na.txt\n",
    },
    {
      does: "with a slash after directories",
      files: { "src/x.ts": "1\n", "a.txt": "" },
      run: "ls -p",
      prints: "a.txt\nsrc/\n",
    },
    {
      does: "several directories, each under its heading",
      files: { "a/1": "", "b/2": "" },
      run: "ls a b",
      prints: "a:\n1\n\nb:\n2\n",
    },
  ],
  effects: (args, context) => {
    const paths = args.files.length > 0 ? args.files : ["."];
    const namesOnly =
      args.layout !== "long" &&
      !args.recursive &&
      !args.size &&
      !args.inode &&
      !args.dereference &&
      !args.numeric &&
      !args.noOwner &&
      !args.longNoGroup &&
      !args.fullTime &&
      args.indicator !== "classify" &&
      args.color !== "always" &&
      !args.groupDirectoriesFirst &&
      args.sort !== "time" &&
      args.sort !== "size" &&
      args.time === "mtime";
    if (!namesOnly) return readsTrees(context, paths);
    const targets = paths.map((path) => absolute(context.cwd, path));
    return { reads: targets.flatMap((path): Resource[] => [`file:${path}`, `dir:${path}`]), writes: [] };
  },
  async run(args, io, ctx) {
    const style = args.timeStyle;
    if (!/^(\+|(posix-)?(full-iso|long-iso|iso|locale)$)/.test(style)) {
      throw new UsageError(`invalid argument '${style}' for 'time style'`, {
        help: "Use: ls -l --time-style=long-iso",
      });
    }
    const listing = new Listing(args, io, ctx);
    await listing.print(args.files);
    return listing.status;
  },
});
