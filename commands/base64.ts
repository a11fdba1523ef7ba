// base64: encodes bytes as text, or decodes it. Streams both ways.
import { CommandError, defineCommand, type Io, reads, type Sink, type Source, z } from "../src/plugin.ts";
import { encodeBase64 } from "./base64-lines.ts";

export const base64 = defineCommand({
  name: "base64",
  summary: "Encode as base64, or decode",
  args: () => ({
    decode: z.boolean().default(false),
    ignoreGarbage: z.boolean().default(false),
    wrap: z.string().default("76"),
    file: z.string().default("-"),
  }),
  cli: {
    decode: { short: ["d", "D"], does: "decode" },
    ignoreGarbage: { short: "i", does: "with -d: pass over what is not of the alphabet" },
    wrap: { short: "w", placeholder: "COLS", does: "columns of a line (76); 0: one line without an end" },
    file: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    { does: "encode", run: "echo hello | base64", prints: "aGVsbG8K\n" },
    { does: "decode", run: "echo aGVsbG8K | base64 -d", prints: "hello\n" },
    { does: "a file on one line", files: { f: "a\n" }, run: "base64 -w0 f", prints: "YQo=" },
  ],
  effects: ({ file }, context) => reads(context, [file]),
  async run({ decode, ignoreGarbage, wrap, file }, io) {
    if (!/^\d+$/.test(wrap)) throw new CommandError(`invalid wrap size: '${wrap}'`);
    let source: Source;
    try {
      source = file === "-" ? io.stdin : io.open(file);
    } catch (error) {
      await io.diagnoseFile(error, file);
      return 1;
    }
    try {
      return decode ? await decodeAll(source, ignoreGarbage, io) : await encodeAll(source, Number(wrap), io.stdout);
    } finally {
      if (file !== "-") source.close();
    }
  },
});

async function encodeAll(source: Source, columns: number, sink: Sink): Promise<number> {
  const output = encodeBase64(sink, columns);
  for (;;) {
    const next = source.read();
    const chunk = next instanceof Promise ? await next : next;
    const full = chunk === null ? output.end() : output.write(chunk);
    if (full) await full;
    if (chunk === null) return 0;
  }
}

/** Digits are kept until four are there; what was right before an error is printed, as GNU does. */
async function decodeAll(source: Source, ignoreGarbage: boolean, io: Io): Promise<number> {
  const ignored = ignoreGarbage ? /[^A-Za-z0-9+/=]+/g : /\n+/g;
  let rest = "";
  for (;;) {
    const next = source.read();
    const chunk = next instanceof Promise ? await next : next;
    const text = chunk === null ? "" : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString("latin1");
    const digits = rest + text.replace(ignored, "");
    const whole = digits.length - (digits.length % 4);
    const { bytes, right } = decodeGroups(digits.slice(0, whole));
    if (bytes.length > 0) await io.stdout.write(bytes);
    rest = digits.slice(whole);
    if (right && (chunk !== null || rest === "")) {
      if (chunk === null) return 0;
      continue;
    }
    if (right) await io.stdout.write(Buffer.from(/^[A-Za-z0-9+/]*/.exec(rest)?.[0] ?? "", "base64"));
    throw new CommandError("invalid input");
  }
}

/** Whole groups of four digits. Padding may end any of them: the next begins another encoded text. */
function decodeGroups(digits: string): { readonly bytes: Buffer; readonly right: boolean } {
  if (!/[^A-Za-z0-9+/]/.test(digits)) return { bytes: Buffer.from(digits, "base64"), right: true };
  const parts: Buffer[] = [];
  for (let at = 0; at < digits.length; at += 4) {
    const group = digits.slice(at, at + 4);
    const data = /^[A-Za-z0-9+/]*/.exec(group)?.[0] ?? "";
    parts.push(Buffer.from(data, "base64"));
    if (data.length === 4 || (data.length >= 2 && group === data.padEnd(4, "="))) continue;
    return { bytes: Buffer.concat(parts), right: false };
  }
  return { bytes: Buffer.concat(parts), right: true };
}
