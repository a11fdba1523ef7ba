// Reads a whole script: from a file of the workspace, from a descriptor under /dev, or from a stream.
import { decode } from "../bytes/text.ts";
import type { Source } from "../stream/stream.ts";
import { FileError } from "../workspace/workspace.ts";
import type { Interpreter } from "./interpreter.ts";
import { deviceOf, openFile } from "./redirect.ts";

export async function readText(shell: Interpreter, path: string): Promise<string> {
  if (deviceOf(path) === undefined) return decode(shell.workspace.readFile(path));
  const descriptor = openFile(shell, path, { read: true });
  try {
    if (!descriptor.source) throw new FileError("EBADF", path);
    return decode(await readAll(descriptor.source));
  } finally {
    descriptor.release();
  }
}

export async function readAll(source: Source): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let chunk = await source.read(); chunk; chunk = await source.read()) parts.push(chunk);
  return Buffer.concat(parts);
}
