// Base64 as base64(1) prints it, 76 columns a line, from a stream of chunks. Encoding only.
import type { Sink } from "../src/plugin.ts";

/** Bytes that make one line of 76 columns. */
const LINE = 57;

export interface Base64Output {
  write(chunk: Uint8Array): void | Promise<void>;
  /** The end of the input: prints what is left. */
  end(): void | Promise<void>;
}

export function encodeBase64(sink: Sink): Base64Output {
  let rest: Buffer = Buffer.alloc(0);
  return {
    write(chunk) {
      const bytes =
        rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      const whole = bytes.length - (bytes.length % LINE);
      rest = bytes.subarray(whole);
      return whole > 0 ? sink.write(lines(bytes.subarray(0, whole))) : undefined;
    },
    end() {
      return rest.length > 0 ? sink.write(lines(rest)) : undefined;
    },
  };
}

function lines(bytes: Buffer): Buffer {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += LINE)
    parts.push(bytes.toString("base64", at, Math.min(at + LINE, bytes.length)));
  parts.push("");
  return Buffer.from(parts.join("\n"), "latin1");
}
