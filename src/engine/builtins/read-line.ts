// Reads one line from a stream that others go on reading: what was read too far is given back.
import { asBuffer, completeLength, decode } from "../../bytes/index.ts";
import type { Source } from "../../stream/stream.ts";

export interface ReadLine {
  readonly text: string;
  /** The delimiter was there; false at the end of input. */
  readonly terminated: boolean;
}

/** The next line without its delimiter; undefined when there is nothing left at all. */
export async function readLine(source: Source, delimiter: number): Promise<ReadLine | undefined> {
  const parts: Buffer[] = [];
  for (;;) {
    const next = source.read();
    const chunk = next instanceof Promise ? await next : next;
    if (chunk === null) {
      return parts.length === 0 ? undefined : { text: decode(Buffer.concat(parts)), terminated: false };
    }
    const bytes = asBuffer(chunk);
    const at = bytes.indexOf(delimiter);
    if (at < 0) {
      parts.push(bytes);
      continue;
    }
    if (at + 1 < bytes.length) source.unread?.(bytes.subarray(at + 1));
    parts.push(bytes.subarray(0, at));
    return { text: decode(parts.length === 1 ? bytes.subarray(0, at) : Buffer.concat(parts)), terminated: true };
  }
}

/** Up to `count` characters, ending early at the delimiter (if given) or at the end of input. */
export async function readCharacters(
  source: Source,
  count: number,
  delimiter: number | undefined,
): Promise<ReadLine | undefined> {
  let text = "";
  let held = Buffer.alloc(0);
  let any = false;
  while (count > 0) {
    const chunk = await source.read();
    if (chunk === null) break;
    any = true;
    const bytes = Buffer.concat([held, chunk]);
    const end = delimiter === undefined ? -1 : bytes.indexOf(delimiter);
    const usable = end >= 0 ? bytes.subarray(0, end) : bytes.subarray(0, completeLength(bytes));
    const characters = Array.from(decode(usable));
    const have = Array.from(text).length;
    if (have + characters.length >= count) {
      const taken = characters.slice(0, count - have).join("");
      const used = Buffer.byteLength(taken);
      if (used < bytes.length) source.unread?.(bytes.subarray(used));
      return { text: text + taken, terminated: true };
    }
    text += characters.join("");
    if (end >= 0) {
      if (end + 1 < bytes.length) source.unread?.(bytes.subarray(end + 1));
      return { text, terminated: true };
    }
    held = Buffer.from(bytes.subarray(usable.length));
  }
  return any || count === 0 ? { text: text + decode(held), terminated: count === 0 } : undefined;
}
