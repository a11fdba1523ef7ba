// paste: joins the lines of files side by side, or all lines of each file into one.
import { CommandError, defineCommand, encode, type Io, reads, type Source, Writer, z } from "../src/plugin.ts";
import { LineCursor } from "./line-cursor.ts";

export const paste = defineCommand({
  name: "paste",
  summary: "Join lines of files side by side",
  description: "With no file, or where a file is -, reads standard input; - - takes two lines of it at a time.",
  args: () => ({
    delimiters: z.string().default("\t"),
    serial: z.boolean().default(false),
    zeroTerminated: z.boolean().default(false),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    delimiters: {
      short: "d",
      placeholder: "LIST",
      does: "characters between the lines in turn (tab); \\n, \\t, \\0 for none",
    },
    serial: { short: "s", does: "one file after another: all its lines on one" },
    zeroTerminated: { short: "z", does: "lines end with NUL" },
    files: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    { does: "two files side by side", files: { a: "1\n2\n", b: "x\ny\n" }, run: "paste a b", prints: "1\tx\n2\ty\n" },
    { does: "a list with commas", run: "seq 3 | paste -sd,", prints: "1,2,3\n" },
    { does: "two lines on one", run: "seq 4 | paste - -", prints: "1\t2\n3\t4\n" },
  ],
  effects: ({ files }, context) => reads(context, files),
  async run(args, io) {
    const delimiters = delimiterList(args.delimiters);
    const end = args.zeroTerminated ? 0 : 10;
    const files = args.files.length > 0 ? args.files : ["-"];
    const out = new Writer(io.stdout);
    try {
      return args.serial
        ? await serial(files, delimiters, end, out, io)
        : await parallel(files, delimiters, end, out, io);
    } finally {
      await out.flush();
    }
  },
});

/** An escape or a character each; `\0` is the empty string. */
function delimiterList(text: string): Uint8Array[] {
  if (/(?<!\\)(?:\\\\)*\\$/.test(text)) {
    throw new CommandError(`delimiter list ends with an unescaped backslash: ${text}`);
  }
  const escapes: Readonly<Record<string, string>> = { 0: "", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };
  const found = text.match(/\\[\s\S]|[\s\S]/gu) ?? [];
  const list = found.map((each) =>
    encode(each.length > 1 && each.startsWith("\\") ? (escapes[each.slice(1)] ?? each.slice(1)) : each),
  );
  return list.length > 0 ? list : [new Uint8Array(0)];
}

async function parallel(
  files: readonly string[],
  delimiters: readonly Uint8Array[],
  end: number,
  out: Writer,
  io: Io,
): Promise<number> {
  const opened: Source[] = [];
  const stdin = new LineCursor(io.stdin, end);
  const cursors: LineCursor[] = [];
  try {
    for (const file of files) {
      if (file === "-") {
        cursors.push(stdin);
        continue;
      }
      const source = io.open(file);
      opened.push(source);
      cursors.push(new LineCursor(source, end));
    }
  } catch (error) {
    for (const source of opened) source.close();
    await io.diagnoseFile(error, files[cursors.length] ?? "");
    return 1;
  }
  const empty = new Uint8Array(0);
  for (;;) {
    // Delimiters are held back until it is known that some file has a line.
    let any = false;
    let held = 0;
    for (const [index, cursor] of cursors.entries()) {
      const next = cursor.next();
      const present = typeof next === "boolean" ? next : await waited(next, out);
      if (present) {
        for (; held < index; held += 1) out.bytes(delimiters[held % delimiters.length] ?? empty);
        out.bytes(cursor.bytes, cursor.start, cursor.end);
        any = true;
      }
    }
    if (!any) break;
    for (; held < cursors.length - 1; held += 1) out.bytes(delimiters[held % delimiters.length] ?? empty);
    out.byte(end);
    const full = out.drain();
    if (full) await full;
  }
  for (const source of opened) source.close();
  return 0;
}

async function serial(
  files: readonly string[],
  delimiters: readonly Uint8Array[],
  end: number,
  out: Writer,
  io: Io,
): Promise<number> {
  let status = 0;
  for (const file of files) {
    try {
      const source = file === "-" ? io.stdin : io.open(file);
      const cursor = new LineCursor(source, end);
      for (let line = 0; ; line += 1) {
        const next = cursor.next();
        const present = typeof next === "boolean" ? next : await next;
        if (!present) break;
        if (line > 0) out.bytes(delimiters[(line - 1) % delimiters.length] ?? new Uint8Array(0));
        out.bytes(cursor.bytes, cursor.start, cursor.end);
        const full = out.drain();
        if (full) await full;
      }
      out.byte(end);
      if (file !== "-") source.close();
    } catch (error) {
      await io.diagnoseFile(error, file);
      status = 1;
    }
  }
  return status;
}

async function waited(next: Promise<boolean>, out: Writer): Promise<boolean> {
  await out.drain();
  return next;
}
