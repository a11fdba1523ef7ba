// The last lines or bytes of a file or a stream, and what follows a given one.
import type { Context, FileHandle, Sink, Source } from "../../src/plugin.ts";
import { afterNth, occurrences } from "../line-ends.ts";

const CHUNK = 64 * 1024;

export interface Part {
  readonly unit: "lines" | "bytes";
  readonly count: number;
  /** `+N`: from the Nth on. */
  readonly fromStart: boolean;
  /** The byte that ends a line. */
  readonly end: number;
}

/** Prints the part of an open file and closes it; returns the offset after the last byte printed. */
export async function ofFile(handle: FileHandle, sink: Sink, part: Part, ctx: Context): Promise<number> {
  try {
    const { size } = handle.stat();
    if (part.unit === "lines" && part.fromStart) {
      return await from(sourceOf(handle, ctx), sink, part);
    }
    const start = part.unit === "lines" ? await lineStart(handle, size, part, ctx) : byteStart(size, part);
    return await copyFrom(handle, start, sink, ctx);
  } finally {
    handle.close();
  }
}

function byteStart(size: number, { count, fromStart }: Part): number {
  return fromStart ? Math.min(size, Math.max(0, count - 1)) : Math.max(0, size - count);
}

/** Where the last `count` lines start: reads backwards, and no more than it needs. */
async function lineStart(handle: FileHandle, size: number, { count, end }: Part, ctx: Context): Promise<number> {
  if (count === 0) return size;
  const buffer = Buffer.allocUnsafe(CHUNK);
  let left = count;
  let position = size;
  while (position > 0) {
    const from = Math.max(0, position - CHUNK);
    const bytes = buffer.subarray(0, handle.read(buffer.subarray(0, position - from), from));
    // The line end at the very end of the file ends the last line and starts none.
    let at = position === size ? bytes.length - 2 : bytes.length - 1;
    for (at = at < 0 ? -1 : bytes.lastIndexOf(end, at); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(end, at - 1)) {
      left -= 1;
      if (left === 0) return from + at + 1;
    }
    position = from;
    const rest = ctx.pause();
    if (rest) await rest;
  }
  return 0;
}

/** Copies from an offset to the end; returns the offset after the last byte. */
export async function copyFrom(handle: FileHandle, start: number, sink: Sink, ctx: Context): Promise<number> {
  let position = start;
  for (;;) {
    const bytes = Buffer.allocUnsafeSlow(CHUNK);
    const size = handle.read(bytes, position);
    if (size === 0) return position;
    position += size;
    const full =
      sink.write(size * 4 < CHUNK ? Buffer.from(bytes.subarray(0, size)) : bytes.subarray(0, size)) ?? ctx.pause();
    if (full) await full;
  }
}

function sourceOf(handle: FileHandle, ctx: Context): Source {
  const next = (): Uint8Array | null => {
    const bytes = Buffer.allocUnsafeSlow(CHUNK);
    const size = handle.read(bytes);
    return size === 0 ? null : bytes.subarray(0, size);
  };
  return {
    connected: true,
    read() {
      const rest = ctx.pause();
      return rest ? rest.then(next) : next();
    },
    close() {},
  };
}

/** Copies from the Nth line or byte on; returns how many bytes came by. */
export async function from(source: Source, sink: Sink, { unit, count, end }: Part): Promise<number> {
  let skip = Math.max(0, count - 1);
  let seen = 0;
  for (;;) {
    const next = source.read();
    const chunk = next instanceof Promise ? await next : next;
    if (chunk === null) return seen;
    seen += chunk.length;
    let start = 0;
    if (unit === "bytes") {
      start = Math.min(skip, chunk.length);
      skip -= start;
    } else {
      while (skip > 0 && start < chunk.length) {
        const at = chunk.indexOf(end, start);
        start = at < 0 ? chunk.length : at + 1;
        if (at >= 0) skip -= 1;
      }
    }
    if (start === chunk.length) continue;
    const full = sink.write(start === 0 ? chunk : chunk.subarray(start));
    if (full) await full;
  }
}

/** The last `count` of a stream: holds no more chunks than they need. */
export async function lastOf(source: Source, sink: Sink, { unit, count, end }: Part): Promise<void> {
  const held: { readonly bytes: Uint8Array; readonly units: number }[] = [];
  let units = 0;
  for (;;) {
    const next = source.read();
    const bytes = next instanceof Promise ? await next : next;
    if (bytes === null) break;
    const size = unit === "bytes" ? bytes.length : occurrences(bytes, end);
    held.push({ bytes, units: size });
    units += size;
    for (let oldest = held[0]; oldest && units - oldest.units > count; oldest = held[0]) {
      held.shift();
      units -= oldest.units;
    }
  }
  const last = held.at(-1)?.bytes.at(-1);
  let skip = units + (unit === "lines" && last !== undefined && last !== end ? 1 : 0) - count;
  for (const { bytes, units: size } of held) {
    let start = 0;
    if (skip > 0) {
      start = size < skip ? bytes.length : unit === "bytes" ? skip : afterNth(bytes, end, skip);
      skip -= size;
    }
    if (start === bytes.length) continue;
    const full = sink.write(bytes.subarray(start));
    if (full) await full;
  }
}
