// tree: draws directories as a tree, in byte order of names, with the counts of tree 2.1.
import {
  type Context,
  compileGlob,
  defineCommand,
  type FileStat,
  type Io,
  readsTrees,
  Writer,
  z,
} from "../../src/plugin.ts";
import { modeString } from "../stat-text.ts";
import { joinPath } from "../transfer.ts";

export const tree = defineCommand({
  name: "tree",
  summary: "Draw directories as a tree",
  description: "Directories have 4096 bytes with -s and -h, whatever the disk below says. Output is never coloured.",
  args: () => ({
    all: z.boolean().default(false),
    dirsOnly: z.boolean().default(false),
    fullPath: z.boolean().default(false),
    level: z.number().int().min(1).optional(),
    pattern: z.array(z.string()).default([]),
    ignore: z.array(z.string()).default([]),
    ignoreCase: z.boolean().default(false),
    noIndent: z.boolean().default(false),
    size: z.boolean().default(false),
    human: z.boolean().default(false),
    permissions: z.boolean().default(false),
    classify: z.boolean().default(false),
    followLinks: z.boolean().default(false),
    reverse: z.boolean().default(false),
    byTime: z.boolean().default(false),
    unsorted: z.boolean().default(false),
    dirsfirst: z.boolean().default(false),
    prune: z.boolean().default(false),
    noreport: z.boolean().default(false),
    json: z.boolean().default(false),
    charset: z.string().optional(),
    colour: z.enum(["on", "off"]).optional(),
    folders: z.array(z.string()).default([]),
  }),
  cli: {
    all: { short: "a", long: false, does: "show hidden files too" },
    dirsOnly: { short: "d", long: false, does: "show directories only" },
    fullPath: { short: "f", long: false, does: "print the path of each entry" },
    level: { short: "L", long: false, placeholder: "N", does: "go N levels deep" },
    pattern: { short: "P", long: false, placeholder: "GLOB", does: "show only files that match (a|b: either)" },
    ignore: { short: "I", long: false, placeholder: "GLOB", does: "leave out what matches (a|b: either)" },
    ignoreCase: { does: "ignore case in -P and -I" },
    noIndent: { short: "i", long: false, does: "draw no lines" },
    size: { short: "s", long: false, does: "print sizes in bytes" },
    human: { short: "h", long: false, does: "print sizes like 1.5K" },
    permissions: { short: "p", long: false, does: "print mode strings" },
    classify: { short: "F", long: false, does: "append / to directories, * to programs, | to pipes" },
    followLinks: { short: "l", long: false, does: "follow links to directories" },
    reverse: { short: "r", long: false, does: "reverse the order" },
    byTime: { short: "t", long: false, does: "order by time of change" },
    unsorted: { short: "U", long: false, does: "accepted: the order of names is kept" },
    dirsfirst: { does: "directories before files" },
    prune: { does: "leave out empty directories" },
    noreport: { does: "leave out the counts at the end" },
    json: { short: "J", long: false, does: "print JSON" },
    charset: { placeholder: "NAME", does: "ascii draws with | and `; otherwise UTF-8" },
    colour: { long: false, values: { C: "on", n: "off" }, does: "accepted and ignored, colour" },
    folders: { positional: true, placeholder: "directory" },
  },
  examples: [
    {
      does: "a directory",
      files: { "src/a.ts": "", "src/lib/b.ts": "" },
      run: "tree src",
      prints: "src\n├── a.ts\n└── lib\n    └── b.ts\n\n2 directories, 2 files\n",
    },
    {
      does: "one level, directories",
      files: { "x/y/z/f": "" },
      run: "tree -d -L 1 --noreport x",
      prints: "x\n└── y\n",
    },
    {
      does: "without what is of no interest",
      files: { "p/node_modules/x": "", "p/a": "" },
      run: "tree -I node_modules --noreport p",
      prints: "p\n└── a\n",
    },
  ],
  effects: ({ folders }, context) => readsTrees(context, folders.length > 0 ? folders : ["."]),
  async run(args, io, ctx) {
    const drawing = new Drawing(args, io, ctx);
    return drawing.run(args.folders.length > 0 ? args.folders : ["."]);
  },
});

interface TreeArgs {
  readonly all: boolean;
  readonly dirsOnly: boolean;
  readonly fullPath: boolean;
  readonly level?: number | undefined;
  readonly pattern: readonly string[];
  readonly ignore: readonly string[];
  readonly ignoreCase: boolean;
  readonly noIndent: boolean;
  readonly size: boolean;
  readonly human: boolean;
  readonly permissions: boolean;
  readonly classify: boolean;
  readonly followLinks: boolean;
  readonly reverse: boolean;
  readonly byTime: boolean;
  readonly dirsfirst: boolean;
  readonly prune: boolean;
  readonly noreport: boolean;
  readonly json: boolean;
  readonly charset?: string | undefined;
}

interface Node {
  readonly name: string;
  readonly path: string;
  /** Of the entry itself. */
  readonly stat: FileStat;
  readonly target?: string;
  /** Below it, where it is shown. */
  readonly children?: readonly Node[];
  readonly trouble?: boolean;
  /** Entered before, under another name. */
  readonly again?: boolean;
}

class Drawing {
  readonly #args: TreeArgs;
  readonly #out: Writer;
  readonly #ctx: Context;
  readonly #wanted: readonly { test(name: string): boolean }[];
  readonly #ignored: readonly { test(name: string): boolean }[];
  readonly #lines: { readonly bar: string; readonly tee: string; readonly end: string };
  readonly #entered = new Set<string>();
  #folders = 0;
  #files = 0;
  #status = 0;

  constructor(args: TreeArgs, io: Io, ctx: Context) {
    this.#args = args;
    this.#out = new Writer(io.stdout);
    this.#ctx = ctx;
    const globs = (sources: readonly string[]) =>
      sources.flatMap((source) => source.split("|")).map((glob) => compileGlob(glob, { ignoreCase: args.ignoreCase }));
    this.#wanted = globs(args.pattern);
    this.#ignored = globs(args.ignore);
    // tree puts no-break spaces after the bar.
    this.#lines =
      args.charset?.toLowerCase() === "ascii"
        ? { bar: "|   ", tee: "|-- ", end: "`-- " }
        : { bar: "│\u00a0\u00a0 ", tee: "├── ", end: "└── " };
  }

  async run(folders: readonly string[]): Promise<number> {
    const { json, noreport } = this.#args;
    if (json) this.#out.text("[\n");
    let first = true;
    for (const folder of folders) {
      if (json && !first) this.#out.text(",\n");
      first = false;
      await this.#root(folder);
    }
    if (json) {
      if (!noreport) this.#out.text(`,\n  ${this.#jsonReport()}\n`);
      this.#out.text("]\n");
    } else if (!noreport) {
      const files = `${this.#files} file${this.#files === 1 ? "" : "s"}`;
      const count = `${this.#folders} director${this.#folders === 1 ? "y" : "ies"}`;
      this.#out.text(`\n${count}${this.#args.dirsOnly ? "" : `, ${files}`}\n`);
    }
    await this.#out.flush();
    return this.#status;
  }

  #jsonReport(): string {
    const files = this.#args.dirsOnly ? "" : `,"files":${this.#files}`;
    return `{"type":"report","directories":${this.#folders}${files}}`;
  }

  async #root(path: string): Promise<void> {
    const stat = this.#ctx.workspace.exists(path);
    if (stat?.kind !== "directory") {
      this.#out.text(
        this.#args.json
          ? `  {"type":"${stat ? "file" : "directory"}","name":${JSON.stringify(path)},"error": "opening dir"}\n`
          : `${path}  [error opening dir]\n`,
      );
      if (stat) this.#files += 1;
      else this.#status = 2;
      return;
    }
    const children = await this.#children(path, 1);
    // An empty one is not counted.
    if (children.length > 0) this.#folders += 1;
    const node: Node = { name: path, path, stat, children };
    if (this.#args.json) await this.#printJson(node, 1, true);
    else {
      this.#out.text(`${this.#label(node)}\n`);
      await this.#print(children, "");
    }
  }

  async #children(path: string, depth: number): Promise<Node[]> {
    const { workspace } = this.#ctx;
    const args = this.#args;
    this.#entered.add(workspace.realpath(path));
    const nodes: Node[] = [];
    for (const { name, kind } of workspace.readdir(path)) {
      const rest = this.#ctx.pause();
      if (rest) await rest;
      if (!args.all && name.startsWith(".")) continue;
      const full = joinPath(path, name);
      const behind = kind === "link" ? workspace.exists(full) : undefined;
      const isFolder = kind === "directory" || behind?.kind === "directory";
      if (args.dirsOnly && !isFolder) continue;
      if (this.#ignored.some((glob) => glob.test(name))) continue;
      if (!isFolder && this.#wanted.length > 0 && !this.#wanted.some((glob) => glob.test(name))) continue;
      const target = kind === "link" ? workspace.readlink(full) : undefined;
      const enters = (kind === "directory" || (args.followLinks && isFolder)) && depth < (args.level ?? Infinity);
      const again = enters && args.followLinks && this.#entered.has(workspace.realpath(full));
      const below: Partial<Node> = again ? { again } : enters ? await this.#below(full, depth + 1) : {};
      if (args.prune && isFolder && (below.children?.length ?? 0) === 0) continue;
      nodes.push({
        name,
        path: full,
        stat: workspace.lstat(full),
        ...(target === undefined ? {} : { target }),
        ...below,
      });
      if (isFolder) this.#folders += 1;
      else this.#files += 1;
    }
    if (args.byTime) nodes.sort((a, b) => a.stat.mtimeMs - b.stat.mtimeMs);
    if (args.reverse) nodes.reverse();
    if (args.dirsfirst) nodes.sort((a, b) => Number(b.stat.kind === "directory") - Number(a.stat.kind === "directory"));
    return nodes;
  }

  async #below(path: string, depth: number): Promise<Partial<Node>> {
    try {
      return { children: await this.#children(path, depth) };
    } catch (error) {
      if (!(error instanceof Error) || error.name !== "FileError") throw error;
      this.#status = 2;
      return { trouble: true };
    }
  }

  async #print(nodes: readonly Node[], indent: string): Promise<void> {
    const { bar, tee, end } = this.#lines;
    for (const [at, node] of nodes.entries()) {
      const last = at === nodes.length - 1;
      this.#out.text(`${this.#args.noIndent ? "" : indent + (last ? end : tee)}${this.#label(node)}\n`);
      if (node.children) await this.#print(node.children, indent + (last ? "    " : bar));
      const full = this.#out.drain();
      if (full) await full;
    }
  }

  #label(node: Node): string {
    const { fullPath, classify } = this.#args;
    const { name, path, stat, target } = node;
    const columns = this.#columns(stat);
    const mark = classify ? markOf(stat, name) : "";
    const remark = node.trouble ? "  [error opening dir]" : node.again ? "  [recursive, not followed]" : "";
    const link = target === undefined ? "" : ` -> ${target}`;
    return `${columns}${fullPath ? path : name}${mark}${link}${remark}`;
  }

  #columns(stat: FileStat): string {
    const size = sizeOf(stat);
    const parts = [
      ...(this.#args.permissions ? [modeString(stat)] : []),
      ...(this.#args.human ? [human(size)] : this.#args.size ? [String(size).padStart(11)] : []),
    ];
    return parts.length > 0 ? `[${parts.join(" ")}]  ` : "";
  }

  async #printJson(node: Node, depth: number, last: boolean): Promise<void> {
    const { name, path, stat, target, children } = node;
    const type = stat.kind === "directory" ? "directory" : stat.kind === "link" ? "link" : "file";
    const fields = [
      `"type":"${type}"`,
      `"name":${JSON.stringify(this.#args.fullPath ? path : name)}`,
      ...(target === undefined ? [] : [`"target":${JSON.stringify(target)}`]),
      ...(this.#args.permissions
        ? [`"mode":"0${stat.mode.toString(8).padStart(3, "0")}","prot":"${modeString(stat)}"`]
        : []),
      ...(this.#args.human || this.#args.size ? [`"size":${sizeOf(stat)}`] : []),
    ].join(",");
    const indent = "  ".repeat(depth);
    const comma = last ? "" : ",";
    if (!children || (children.length === 0 && depth > 1)) {
      this.#out.text(`${indent}{${fields}}${comma}\n`);
      if (!children || children.length === 0) return;
    }
    this.#out.text(`${indent}{${fields},"contents":[\n`);
    for (const [at, child] of children.entries()) await this.#printJson(child, depth + 1, at === children.length - 1);
    this.#out.text(`${indent}]}${comma}\n`);
    const full = this.#out.drain();
    if (full) await full;
  }
}

function sizeOf({ kind, size }: FileStat): number {
  return kind === "directory" ? 4096 : size;
}

function markOf({ kind, mode, special }: FileStat, name: string): string {
  if (kind === "directory") return name.endsWith("/") ? "" : "/";
  if (kind === "file" && (mode & 0o111) !== 0) return "*";
  return special === "fifo" ? "|" : special === "socket" ? "=" : "";
}

/** Four columns: one decimal below ten. */
function human(size: number): string {
  const units = ["", "K", "M", "G", "T", "P"];
  let value = size;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  if (unit === 0) return String(size).padStart(4);
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)}${units[unit]}`.padStart(4);
}
