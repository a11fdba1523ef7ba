// rev: reverses the characters of each line. It reverses code points, as util-linux does, not whole glyphs.
import { decode, defineCommand, encode, type LineBlock, LineReader, reads, Writer, z } from "../src/plugin.ts";

export const rev = defineCommand({
  name: "rev",
  summary: "Reverse the characters of each line",
  args: () => ({ zero: z.boolean().default(false), files: z.array(z.string()).default([]) }),
  cli: {
    zero: { short: ["0", "z"], does: "lines end with NUL" },
    files: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    { does: "a line backwards", run: "echo abc | rev", prints: "cba\n" },
    { does: "the last field", run: "echo a/b/c.ts | rev | cut -d/ -f1 | rev", prints: "c.ts\n" },
  ],
  effects: ({ files }, context) => reads(context, files),
  async run({ zero, files }, io) {
    const out = new Writer(io.stdout);
    const end = zero ? 0 : 10;
    let status = 0;
    for (const file of files.length > 0 ? files : ["-"]) {
      try {
        const lines = new LineReader(file === "-" ? io.stdin : io.open(file), end);
        for (;;) {
          const next = lines.next();
          if (next instanceof Promise) await out.flush();
          const block = next instanceof Promise ? await next : next;
          if (!block) break;
          reverse(block, end, out);
          const full = out.drain();
          if (full) await full;
        }
        if (file !== "-") lines.close();
      } catch (error) {
        await out.flush();
        await io.diagnoseFile(error, file, "cannot open");
        status = 1;
      }
    }
    await out.flush();
    return status;
  },
});

function reverse({ bytes, start, end: stop }: LineBlock, end: number, out: Writer): void {
  const ascii = isAscii(bytes, start, stop);
  for (let at = start; at < stop; ) {
    const found = bytes.indexOf(end, at);
    const lineEnd = found < 0 || found >= stop ? stop : found;
    const line = bytes.subarray(at, lineEnd);
    if (ascii) out.bytes(Buffer.from(line).reverse());
    else out.bytes(encode([...decode(line)].reverse().join("")));
    if (lineEnd < stop) out.byte(end);
    at = lineEnd + 1;
  }
}

function isAscii(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if ((bytes[at] ?? 0) > 127) return false;
  return true;
}
