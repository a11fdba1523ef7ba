// xxd -r: bytes from a dump. It goes forward only: a gap between addresses becomes zeros.
import { CommandError, LineReader, type Source, type Writer } from "../../src/plugin.ts";

/** Bytes of zeros written at a time. */
const ZEROS = new Uint8Array(32 * 1024);

/** From lines as xxd prints them; `shift` is added to their addresses. */
export async function revertDump(source: Source, columns: number, shift: number, out: Writer): Promise<void> {
  const reader = new LineReader(source);
  let position = 0;
  for (let block = await reader.next(); block; block = await reader.next()) {
    for (const line of block.bytes.toString("latin1", block.start, block.end).split("\n")) {
      const [whole, address = ""] = /^\s*([0-9a-fA-F]+):?/.exec(line) ?? [];
      if (whole === undefined) continue;
      const bytes = bytesOf(line.slice(whole.length), columns);
      if (bytes.length === 0) continue;
      const at = Number.parseInt(address, 16) + shift;
      if (at < position) throw new CommandError("sorry, cannot seek backwards", { exitCode: 5 });
      while (position < at) {
        const size = Math.min(ZEROS.length, at - position);
        out.bytes(ZEROS, 0, size);
        position += size;
        const full = out.drain();
        if (full) await full;
      }
      out.bytes(bytes);
      position += bytes.length;
    }
    await out.drain();
  }
}

/** Groups of digits with one space between them; two spaces, or anything else, end them. */
function bytesOf(text: string, columns: number): Uint8Array {
  const digits = /^ *((?:[0-9a-fA-F]{2} ?)*)/.exec(text)?.[1] ?? "";
  return Buffer.from(digits.replaceAll(" ", ""), "hex").subarray(0, columns);
}

/** From digits only: pairs make a byte, anything else between them is passed over. */
export async function revertPlain(source: Source, out: Writer): Promise<void> {
  let rest = "";
  for (;;) {
    const next = source.read();
    const chunk = next instanceof Promise ? await next : next;
    if (chunk === null) return;
    const text =
      rest + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString("latin1").replace(/\s+/g, "");
    // A digit that stands alone before garbage is garbage too.
    const digits = text.replace(/([0-9a-fA-F]*)[^0-9a-fA-F]+/g, (_, run: string) => run.slice(0, run.length & ~1));
    rest = digits.length % 2 === 1 ? digits.slice(-1) : "";
    out.bytes(Buffer.from(digits.slice(0, digits.length & ~1), "hex"));
    await out.drain();
  }
}
