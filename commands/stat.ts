// stat: prints metadata of files, in GNU's layout or a format. File systems (-f) are no part of a workspace.
import {
  CommandError,
  type Context,
  decode,
  defineCommand,
  FileError,
  type FileStat,
  quoteName,
  reads,
  Writer,
  z,
} from "../src/plugin.ts";
import { fullTime } from "./file-time.ts";
import { blocksOf, kindWord, modeString, ownerName, rawMode } from "./stat-text.ts";

const DEFAULT_LAYOUT = [
  "  File: %_N",
  "  Size: %-10s\tBlocks: %-10b IO Block: %-6o %F",
  "Device: %Hd,%Ld\tInode: %-11i Links: %h",
  "Access: (%04a/%10A)  Uid: (%5u/%8U)   Gid: (%5g/%8G)",
  "Access: %x",
  "Modify: %y",
  "Change: %z",
  " Birth: %w",
  "",
].join("\n");
const TERSE = "%n %s %b %f %u %g %D %i %h %t %T %X %Y %Z %W %o\n";

export const stat = defineCommand({
  name: "stat",
  summary: "Print metadata of files",
  args: () => ({
    format: z.string().optional(),
    printf: z.string().optional(),
    dereference: z.boolean().default(false),
    terse: z.boolean().default(false),
    fileSystem: z.boolean().default(false),
    files: z.array(z.string()).min(1),
  }),
  cli: {
    format: { short: "c", placeholder: "FORMAT", does: "print FORMAT, then a newline, for each file" },
    printf: { placeholder: "FORMAT", does: "print FORMAT with backslash escapes, without a newline" },
    dereference: { short: "L", does: "follow links" },
    terse: { short: "t", does: "print the fields on one line" },
    fileSystem: { short: "f", does: "file systems are not shown here" },
    files: { positional: true, placeholder: "file" },
  },
  description:
    "Format: %n name, %N quoted name with link target, %s size, %F kind, %a octal mode, %A mode as in ls -l, %h links,\n" +
    "%i inode, %u %U owner, %g %G group, %y %Y modified, %x %X accessed, %z %Z changed (capitals: seconds), %b blocks.",
  examples: [
    { does: "size in bytes", files: { "a.txt": "hello\n" }, run: "stat -c %s a.txt", prints: "6\n" },
    {
      does: "mode and name of each file",
      files: { a: "", d: { dir: true } },
      run: "stat -c '%A %F %n' a d",
      prints: "-rw-r--r-- regular empty file a\ndrwxr-xr-x directory d\n",
    },
  ],
  effects: ({ files }, context) => reads(context, files),
  async run(args, io, ctx) {
    if (args.fileSystem)
      throw new CommandError("-f is not supported: a workspace has no file system of its own to show");
    const escapes = args.printf !== undefined;
    const format =
      args.printf ??
      (args.format === undefined ? undefined : `${args.format}\n`) ??
      (args.terse ? TERSE : DEFAULT_LAYOUT);
    const out = new Writer(io.stdout);
    let status = 0;
    for (const path of args.files) {
      try {
        const { workspace } = ctx;
        if (path === "-") throw new CommandError("standard input has no metadata here");
        const found = args.dereference ? workspace.stat(path) : workspace.lstat(path);
        out.text(render(format, { path, stat: found, ctx, escapes }));
      } catch (error) {
        status = 1;
        await out.flush();
        if (error instanceof CommandError) await io.diagnose(error.message);
        else await io.diagnoseFile(error, path, "cannot statx");
      }
    }
    await out.flush();
    return status;
  },
});

interface Subject {
  readonly path: string;
  readonly stat: FileStat;
  readonly ctx: Context;
  readonly escapes: boolean;
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  '"': '"',
};

function render(format: string, subject: Subject): string {
  const token = /\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|([\s\S]?))|%([-+ #0]*)(\d*)(?:\.(\d*))?([HL]|_(?=N))?([\s\S]?)/g;
  return format.replace(token, (whole, octal, hex, escaped, flags, width, precision, part, letter) => {
    if (letter === undefined) {
      if (!subject.escapes) return whole;
      if (octal !== undefined) return byteText(Number.parseInt(octal, 8));
      return hex === undefined ? (ESCAPES[escaped] ?? escaped) : byteText(Number.parseInt(hex, 16));
    }
    if (letter === "%") return "%";
    const value = fieldOf((part ?? "") + letter, subject, precision);
    if (value === undefined) return letter === "" ? whole : "?";
    const left = flags.includes("-");
    const zero = flags.includes("0") && !left && /^-?\d+$/.test(value);
    const text = flags.includes("#") && letter === "a" ? `0${value}` : value;
    return left ? text.padEnd(Number(width)) : text.padStart(Number(width), zero ? "0" : " ");
  });
}

function byteText(byte: number): string {
  return decode(Uint8Array.of(byte & 0xff));
}

function fieldOf(
  letter: string,
  { path, stat: found, ctx }: Subject,
  precision: string | undefined,
): string | undefined {
  const zone = ctx.env.TZ;
  switch (letter) {
    case "n":
      return path;
    case "N":
      return withTarget(path, found, ctx, quoteName);
    case "_N":
      return withTarget(path, found, ctx, (name) => name);
    case "s":
      return String(found.size);
    case "F":
      return kindWord(found);
    case "a":
      return found.mode.toString(8);
    case "A":
      return modeString(found);
    case "f":
      return rawMode(found).toString(16);
    case "h":
      return String(found.nlink);
    case "i":
      return String(found.ino);
    case "u":
      return String(found.uid);
    case "g":
      return String(found.gid);
    case "U":
      return ownerName(found.uid);
    case "G":
      return ownerName(found.gid);
    case "b":
      return String(blocksOf(found));
    case "B":
      return "512";
    case "o":
      return "4096";
    case "d":
      return String(found.dev);
    case "D":
      return found.dev.toString(16);
    case "Hd":
      return String((found.dev >> 8) & 0xfff);
    case "Ld":
      return String(found.dev & 0xff);
    case "t":
    case "T":
    case "r":
    case "R":
    case "Hr":
    case "Lr":
      return "0";
    case "C":
      return "?";
    case "m":
      return "/";
    case "x":
      return fullTime(found.atimeMs, zone);
    case "y":
      return fullTime(found.mtimeMs, zone);
    case "z":
      return fullTime(found.ctimeMs, zone);
    case "w":
      return "-";
    case "X":
      return seconds(found.atimeMs, precision);
    case "Y":
      return seconds(found.mtimeMs, precision);
    case "Z":
      return seconds(found.ctimeMs, precision);
    case "W":
      return "0";
    default:
      return undefined;
  }
}

/** Whole seconds; `%.3Y` adds a fraction, `%.Y` nine digits of it. */
function seconds(ms: number, precision: string | undefined): string {
  const whole = Math.floor(ms / 1000);
  if (precision === undefined) return String(whole);
  const digits = precision === "" ? 9 : Number(precision);
  const nanoseconds = String(Math.round((ms - whole * 1000) * 1e6)).padStart(9, "0");
  return digits === 0 ? String(whole) : `${whole}.${nanoseconds.slice(0, digits).padEnd(digits, "0")}`;
}

function withTarget(path: string, found: FileStat, ctx: Context, write: (name: string) => string): string {
  if (found.kind !== "link") return write(path);
  try {
    return `${write(path)} -> ${write(ctx.workspace.readlink(path))}`;
  } catch (error) {
    if (error instanceof FileError) return write(path);
    throw error;
  }
}
