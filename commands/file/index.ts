// file: says what kind of file each is, in the words of file 5.44, for the kinds that people meet.
import { type Context, defineCommand, FileError, type Io, reads, Writer, z } from "../../src/plugin.ts";
import { readAll } from "../input.ts";
import { binaryKind } from "./binary.ts";
import { textKind } from "./text.ts";

/** Bytes that are looked at. */
const LOOKED_AT = 1 << 20;

export const file = defineCommand({
  name: "file",
  summary: "Say what kind of file each is",
  description: "Knows the kinds that are met every day; others are data.",
  args: () => ({
    brief: z.boolean().default(false),
    form: z.enum(["words", "mime", "type", "encoding"]).default("words"),
    dereference: z.boolean().default(false),
    noDereference: z.boolean().default(false),
    separator: z.string().default(":"),
    noPad: z.boolean().default(false),
    keepGoing: z.boolean().default(false),
    filesFrom: z.string().optional(),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    brief: { short: "b", does: "leave out the names" },
    form: {
      long: false,
      values: { i: "mime", mime: "mime", "mime-type": "type", "mime-encoding": "encoding" },
      meanings: { mime: "the media type and the encoding", type: "the media type", encoding: "the encoding" },
    },
    dereference: { short: "L", does: "say what links point to" },
    noDereference: { short: "h", does: "say of links that they are links (the default)" },
    separator: { short: "F", placeholder: "TEXT", does: "print TEXT after each name (:)" },
    noPad: { short: "N", does: "do not align" },
    keepGoing: { short: "k", does: "accepted and ignored" },
    filesFrom: { short: "f", placeholder: "FILE", does: "take names from FILE, one a line" },
    files: { positional: true, placeholder: "file" },
  },
  examples: [
    { does: "text", files: { a: "hello\n" }, run: "file a", prints: "a: ASCII text\n" },
    {
      does: "the media type alone",
      files: { "a.json": "{}\n" },
      run: "file -b --mime-type a.json",
      prints: "application/json\n",
    },
  ],
  effects: ({ files, filesFrom }, context) =>
    reads(context, [...files, ...(filesFrom === undefined ? [] : [filesFrom])]),
  async run(args, io, ctx) {
    const names = [...args.files];
    if (args.filesFrom !== undefined) {
      const source = args.filesFrom === "-" ? io.stdin : io.open(args.filesFrom);
      names.push(
        ...(await readAll(source))
          .toString("utf8")
          .split("\n")
          .filter((name) => name !== ""),
      );
    }
    const out = new Writer(io.stdout);
    const widest = args.noPad ? 0 : Math.max(0, ...names.map((name) => Array.from(name).length));
    for (const name of names) {
      const kind = await kindOf(name, args.dereference, io, ctx);
      const text = {
        words: kind.says,
        mime: kind.charset === undefined ? kind.mime : `${kind.mime}; charset=${kind.charset}`,
        type: kind.mime,
        encoding: kind.charset ?? "binary",
      }[args.form];
      const shown = name === "-" ? "/dev/stdin" : name;
      const head = args.brief
        ? ""
        : `${shown}${args.separator}${" ".repeat(Math.max(0, widest - Array.from(shown).length))} `;
      out.text(`${head}${text}\n`);
      const full = out.drain();
      if (full) await full;
    }
    await out.flush();
    return 0;
  },
});

/** Major and minor numbers of Linux. */
const DEVICES: Readonly<Record<string, string>> = {
  "/dev/null": " (1/3)",
  "/dev/zero": " (1/5)",
  "/dev/full": " (1/7)",
  "/dev/random": " (1/8)",
  "/dev/urandom": " (1/9)",
};

interface Kind {
  readonly says: string;
  readonly mime: string;
  readonly charset?: string;
}

async function kindOf(name: string, follow: boolean, io: Io, ctx: Context): Promise<Kind> {
  if (name === "-") return kindOfBytes(await readAll(io.stdin));
  const { workspace } = ctx;
  try {
    const stat = follow ? workspace.stat(name) : workspace.lstat(name);
    if (stat.kind === "link") {
      const broken = workspace.exists(name) ? "" : "broken ";
      return {
        says: `${broken}symbolic link to ${workspace.readlink(name)}`,
        mime: "inode/symlink",
        charset: "binary",
      };
    }
    if (stat.kind === "directory") return { says: "directory", mime: "inode/directory", charset: "binary" };
    if (stat.kind === "other")
      return { says: `character special${DEVICES[name] ?? ""}`, mime: "inode/chardevice", charset: "binary" };
    if (stat.size === 0) return { says: "empty", mime: "inode/x-empty", charset: "binary" };
    const handle = workspace.open(name, { read: true });
    try {
      const bytes = Buffer.alloc(Math.min(stat.size, LOOKED_AT));
      return kindOfBytes(bytes.subarray(0, handle.read(bytes)));
    } finally {
      handle.close();
    }
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const says = `cannot open \`${name}' (${error.message})`;
    return { says, mime: says };
  }
}

function kindOfBytes(bytes: Buffer): Kind {
  if (bytes.length === 0) return { says: "empty", mime: "inode/x-empty", charset: "binary" };
  const binary = binaryKind(bytes);
  if (binary.says !== "data") return { ...binary, charset: "binary" };
  const text = textKind(bytes);
  return text ?? { ...binary, charset: "binary" };
}
