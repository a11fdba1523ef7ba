// Reads counts of lines and bytes as GNU tools take them: digits with a multiplier.
import { CommandError } from "../src/plugin.ts";

const POWERS = "KMGTPEZYRQ";

/** `10`, `2K` = 2048, `2kB` = 2000, `2KiB` = 2048, `1b` = 512; undefined when it is no count. */
export function parseCount(text: string): number | undefined {
  const parts = /^(\d+)(?:(b)|(?:([KkMGTPEZYRQ])(iB|B)?)|([m]))?$/.exec(text);
  if (!parts) return undefined;
  const [, digits, blocks, prefix, unit, lower] = parts;
  const value = Number(digits);
  if (blocks) return value * 512;
  const letter = prefix ?? lower;
  if (letter === undefined) return value;
  return value * (unit === "B" ? 1000 : 1024) ** (POWERS.indexOf(letter.toUpperCase()) + 1);
}

/** A count with an optional sign, as `head -n -5` and `tail -n +5` take it. `what` names it in the error. */
export function signedCount(text: string, what: string): { readonly sign: "" | "-" | "+"; readonly count: number } {
  const first = text.charAt(0);
  const sign = first === "-" || first === "+" ? first : "";
  const count = parseCount(text.slice(sign.length));
  if (count === undefined) throw new CommandError(`invalid number of ${what}: '${text.slice(sign === "-" ? 1 : 0)}'`);
  return { sign, count };
}
