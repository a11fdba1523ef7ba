// Base64 as base64(1) prints it, in lines of 76 columns unless told otherwise, from a stream of chunks. Encoding only.
import type { Sink } from "../src/plugin.ts";

export interface Base64Output {
  write(chunk: Uint8Array): void | Promise<void>;
  /** The end of the input: prints what is left. */
  end(): void | Promise<void>;
}

/** `columns` 0: one line without an end. */
export function encodeBase64(sink: Sink, columns = 76): Base64Output {
  let rest: Buffer = Buffer.alloc(0);
  let column = 0;
  const wrapped = (bytes: Buffer): string => {
    const text = bytes.toString("base64");
    if (columns === 0) return text;
    const parts: string[] = [];
    let at = 0;
    // A line that is full ends when more follows, or at the end.
    for (let room = columns - column; text.length - at > room; room = columns) {
      parts.push(text.slice(at, at + room));
      at += room;
      column = 0;
    }
    parts.push(text.slice(at));
    column += text.length - at;
    return parts.join("\n");
  };
  return {
    write(chunk) {
      const bytes =
        rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      const whole = bytes.length - (bytes.length % 3);
      rest = bytes.subarray(whole);
      return whole > 0 ? sink.write(Buffer.from(wrapped(bytes.subarray(0, whole)), "latin1")) : undefined;
    },
    end() {
      const text = wrapped(rest) + (column > 0 ? "\n" : "");
      return text === "" ? undefined : sink.write(Buffer.from(text, "latin1"));
    },
  };
}
