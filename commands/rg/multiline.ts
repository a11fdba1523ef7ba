// Search with matches that may span lines (-U). It holds the whole file, so there is a limit to its size.
import { CommandError, type Pattern } from "../../src/plugin.ts";
import { type ContextPrinter, matchesOf } from "./print.ts";

/** Bytes of a file that is searched as a whole. */
const MOST = 64 * 1024 * 1024;

/** Gives whole lines that a match touches to the printer; the number of matches. */
export function searchWhole(
  bytes: Buffer,
  pattern: Pattern,
  printer: ContextPrinter,
  max: number,
  invert: boolean,
): number {
  if (bytes.length > MOST) throw new CommandError("a file is too large for --multiline", { help: "Use rg without -U" });
  printer.slice(bytes, 0, bytes.length, 0);
  let found = 0;
  let end = 0;
  for (const match of matchesOf(pattern, bytes, 0, bytes.length)) {
    if (found >= max) break;
    if (match.start === bytes.length && bytes.at(-1) === 10) break;
    found += 1;
    const start = Math.max(end, bytes.lastIndexOf(10, match.start - 1) + 1);
    const from = match.start === 0 ? 0 : start;
    const last = match.end > match.start ? match.end - 1 : match.end;
    const next = bytes.indexOf(10, last);
    const to = next < 0 ? bytes.length : next + 1;
    if (to <= end) continue;
    if (!invert) printer.selected(Math.max(from, end), to);
    else if (from > end) printer.selected(end, from);
    end = to;
  }
  if (invert && end < bytes.length) printer.selected(end, bytes.length);
  printer.endSlice();
  return found;
}
