// Reads the inputs of text tools: a whole source at once, and the operands of a command one after the other.
import { type Io, LineReader, type Source, type Writer } from "../src/plugin.ts";

/** Everything that the source gives. For commands whose meaning demands the whole. */
export async function readAll(source: Source): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for (;;) {
    const next = source.read();
    const chunk = next instanceof Promise ? await next : next;
    if (chunk === null) break;
    chunks.push(chunk);
  }
  const only = chunks[0];
  return chunks.length === 1 && only
    ? Buffer.from(only.buffer, only.byteOffset, only.byteLength)
    : Buffer.concat(chunks);
}

/** Hands each operand to `use`, stdin for `-` and for none; a file that cannot be read is diagnosed and counted as 1. */
export async function eachSource(
  files: readonly string[],
  io: Io,
  out: Writer,
  use: (source: Source, name: string) => Promise<void>,
): Promise<number> {
  let status = 0;
  for (const name of files.length > 0 ? files : ["-"]) {
    let source: Source | undefined;
    try {
      source = name === "-" ? io.stdin : io.open(name);
      await use(source, name);
    } catch (error) {
      await out.flush();
      await io.diagnoseFile(error, name);
      status = 1;
    } finally {
      if (name !== "-") source?.close();
    }
  }
  await out.flush();
  return status;
}

/** Hands each line to `take`, without its delimiter; what was printed goes out before a wait for more. */
export async function eachLine(
  source: Source,
  out: Writer,
  take: (bytes: Buffer, start: number, end: number, complete: boolean) => void,
  delimiter = 10,
): Promise<void> {
  const lines = new LineReader(source, delimiter);
  for (;;) {
    let next = lines.next();
    if (next instanceof Promise) {
      const full = out.flush();
      if (full) await full;
      next = await next;
    }
    if (next === null) return;
    const { bytes, start, end } = next;
    for (let at = start; at < end; ) {
      const found = bytes.indexOf(delimiter, at);
      const complete = found >= 0 && found < end;
      const stop = complete ? found : end;
      take(bytes, at, stop, complete);
      at = stop + 1;
    }
    const full = out.drain();
    if (full) await full;
  }
}
