// od -S: the strings that end with NUL, at their offsets.
import type { Writer } from "../../src/plugin.ts";
import type { Joined } from "./input.ts";
import { type Base, offsetText } from "./layout.ts";

export async function printStrings(
  input: Joined,
  least: number,
  limit: number,
  from: number,
  base: Base,
  out: Writer,
): Promise<void> {
  let offset = from;
  let text: number[] = [];
  for (let left = limit; left > 0; ) {
    const chunk = await input.read(left);
    if (chunk === null) break;
    left -= chunk.length;
    for (const byte of chunk) {
      offset += 1;
      if (byte === 0) {
        if (text.length >= least) print(offset - text.length - 1, text);
        text = [];
      } else if (byte >= 32 && byte < 127) text.push(byte);
      else text = [];
    }
    await out.drain();
  }

  function print(start: number, bytes: readonly number[]): void {
    const shown = String.fromCharCode(...bytes);
    out.text(`${base === "n" ? "" : `${offsetText(start, base)} `}${shown}\n`);
  }
}
