// du: adds up what files take. A file takes whole blocks of 4096 bytes, as on most disks; the host's own figure is not
// asked for, so that the answer is the same in every workspace.
import {
  absolute,
  CommandError,
  type Context,
  compileGlob,
  defineCommand,
  type FileStat,
  type Io,
  readsTrees,
  UsageError,
  Writer,
  z,
} from "../src/plugin.ts";
import { parseCount } from "./count.ts";
import { humanSize } from "./human-size.ts";
import { joinPath } from "./transfer.ts";

/** Bytes of a block; also what a directory takes. */
const BLOCK = 4096;

export const du = defineCommand({
  name: "du",
  summary: "Add up the sizes of files and directories",
  description:
    "Sizes are in units of 1024 bytes. A file takes its size rounded up to 4096, a directory 4096, a link nothing, whatever\n" +
    "the disk below does. Directories are listed after what they hold, in byte order of names.",
  args: () => ({
    all: z.boolean().default(false),
    summarize: z.boolean().default(false),
    maxDepth: z.number().int().min(0).optional(),
    unit: z.enum(["k", "m", "human", "si", "bytes"]).default("k"),
    blockSize: z.string().optional(),
    apparentSize: z.boolean().default(false),
    total: z.boolean().default(false),
    separateDirs: z.boolean().default(false),
    countLinks: z.boolean().default(false),
    dereference: z.boolean().default(false),
    dereferenceArgs: z.boolean().default(false),
    oneFileSystem: z.boolean().default(false),
    exclude: z.array(z.string()).default([]),
    threshold: z.string().optional(),
    null: z.boolean().default(false),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    all: { short: "a", does: "list files too, not directories alone" },
    summarize: { short: "s", does: "one line for each operand" },
    maxDepth: { short: "d", placeholder: "N", does: "list down to N levels below the operand" },
    unit: {
      long: false,
      values: { h: "human", "human-readable": "human", si: "si", k: "k", m: "m", b: "bytes", bytes: "bytes" },
      meanings: {
        human: "sizes like 1.5K or 12M",
        si: "the same with powers of 1000",
        k: "units of 1024 bytes (the default)",
        m: "units of 1048576 bytes",
        bytes: "bytes of content, the same as --apparent-size --block-size=1",
      },
    },
    blockSize: { short: "B", placeholder: "SIZE", does: "units of SIZE bytes (1K, 1M, 1)" },
    apparentSize: { does: "count the bytes of content, not blocks" },
    total: { short: "c", does: "add a line with the total" },
    separateDirs: { short: "S", does: "leave subdirectories out of a directory's size" },
    countLinks: { short: "l", does: "count a file with several names each time" },
    dereference: { short: "L", does: "follow all links" },
    dereferenceArgs: { short: ["D", "H"], does: "follow links that are operands" },
    oneFileSystem: { short: "x", does: "accepted and ignored" },
    exclude: { placeholder: "PATTERN", does: "leave out what matches" },
    threshold: { short: "t", placeholder: "SIZE", does: "leave out what is smaller than SIZE (negative: greater)" },
    null: { short: "0", does: "end lines with NUL" },
    files: { positional: true, placeholder: "file" },
  },
  examples: [
    { does: "the whole of a directory", files: { "d/a": "12345", "d/b": "1" }, run: "du -s d", prints: "12\td\n" },
    { does: "for people", files: { "d/a": "12345" }, run: "du -h d", prints: "8.0K\td\n" },
    { does: "bytes of content", files: { a: "12345" }, run: "du -b a", prints: "5\ta\n" },
  ],
  effects: ({ files }, context) => readsTrees(context, files.length > 0 ? files : ["."]),
  async run(args, io, ctx) {
    if (args.summarize && args.all) throw new UsageError("cannot both summarize and show all entries", { exitCode: 1 });
    const size = args.blockSize === undefined ? undefined : unitOf(args.blockSize);
    const apparent = args.apparentSize || args.unit === "bytes";
    const usage = new Usage({ ...args, apparent, depth: args.summarize ? 0 : (args.maxDepth ?? Infinity) }, io, ctx);
    usage.show = (bytes) => {
      if (size !== undefined) return String(Math.ceil(bytes / size));
      if (args.unit === "human" || args.unit === "si") return humanSize(bytes, args.unit === "si");
      return String(Math.ceil(bytes / { k: 1024, m: 1024 ** 2, bytes: 1 }[args.unit]));
    };
    let total = 0;
    for (const file of args.files.length > 0 ? args.files : ["."]) total += await usage.operand(file);
    if (args.total) usage.line(total, "total");
    await usage.out.flush();
    return usage.status;
  },
});

interface Rules {
  readonly apparent: boolean;
  readonly depth: number;
  readonly all: boolean;
  readonly separateDirs: boolean;
  readonly countLinks: boolean;
  readonly dereference: boolean;
  readonly dereferenceArgs: boolean;
  readonly exclude: readonly string[];
  readonly threshold?: string | undefined;
  readonly null: boolean;
}

class Usage {
  status = 0;
  show: (bytes: number) => string = String;
  readonly out: Writer;
  readonly #rules: Rules;
  readonly #io: Io;
  readonly #ctx: Context;
  readonly #seen = new Set<string>();
  readonly #excluded: readonly { test(name: string): boolean }[];
  readonly #threshold: number;

  constructor(rules: Rules, io: Io, ctx: Context) {
    this.#rules = rules;
    this.#io = io;
    this.#ctx = ctx;
    this.out = new Writer(io.stdout);
    this.#excluded = rules.exclude.map((glob) => compileGlob(glob));
    const { threshold = "0" } = rules;
    this.#threshold = threshold.startsWith("-") ? -unitOf(threshold.slice(1)) : unitOf(threshold);
  }

  line(bytes: number, name: string): void {
    if (this.#threshold < 0 ? bytes > -this.#threshold : bytes < this.#threshold) return;
    this.out.text(`${this.show(bytes)}\t${name}${this.#rules.null ? "\0" : "\n"}`);
  }

  async operand(path: string): Promise<number> {
    const follow = this.#rules.dereference || this.#rules.dereferenceArgs || path.endsWith("/");
    try {
      const stat = follow ? this.#ctx.workspace.stat(path) : this.#ctx.workspace.lstat(path);
      return await this.#walk(path, stat, 0);
    } catch (error) {
      await this.out.flush();
      await this.#io.diagnoseFile(error, path, "cannot access");
      this.status = 1;
      return 0;
    }
  }

  /** The bytes that it takes with all that is below; 0 where it was counted already. */
  async #walk(path: string, stat: FileStat, depth: number): Promise<number> {
    const { workspace } = this.#ctx;
    const folder = stat.kind === "directory";
    const key = folder ? absolute(this.#ctx.cwd, path) : stat.nlink > 1 ? `${stat.dev}:${stat.ino}` : undefined;
    if (key !== undefined && (folder || !this.#rules.countLinks)) {
      if (this.#seen.has(key)) return 0;
      this.#seen.add(key);
    }
    const own = this.#sizeOf(stat);
    if (!folder) {
      if (depth === 0 || (this.#rules.all && depth <= this.#rules.depth)) this.line(own, path);
      return own;
    }
    let below = 0;
    let direct = own;
    try {
      for (const { name } of workspace.readdir(path)) {
        const child = joinPath(path, name);
        if (this.#excluded.some((glob) => glob.test(name) || glob.test(child))) continue;
        const entry = this.#rules.dereference
          ? (workspace.exists(child) ?? workspace.lstat(child))
          : workspace.lstat(child);
        const size = await this.#walk(child, entry, depth + 1);
        if (entry.kind === "directory") below += size;
        else direct += size;
        const rest = this.#ctx.pause() ?? this.out.drain();
        if (rest) await rest;
      }
    } catch (error) {
      await this.out.flush();
      await this.#io.diagnoseFile(error, path, "cannot read directory");
      this.status = 1;
    }
    if (depth <= this.#rules.depth) this.line(this.#rules.separateDirs ? direct : direct + below, path);
    return direct + below;
  }

  #sizeOf({ kind, size }: FileStat): number {
    if (kind === "directory") return BLOCK;
    if (this.#rules.apparent) return kind === "other" ? 0 : size;
    return kind === "file" ? Math.ceil(size / BLOCK) * BLOCK : 0;
  }
}

function unitOf(text: string): number {
  const unit = parseCount(/^[A-Za-z]/.test(text) ? `1${text}` : text);
  if (unit === undefined) throw new CommandError(`invalid size '${text}'`);
  return unit;
}
