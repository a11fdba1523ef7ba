// Says what to do with binary content instead of printing it at the terminal.
import type { Context, Verdict } from "../src/plugin.ts";
import { quoteWord } from "./quote-word.ts";

/** `binary image file (182KB). Use: see photo.png` */
export function binaryAdvice(file: string, verdict: Extract<Verdict, { text: false }>, ctx: Context): string {
  const stat = ctx.workspace.exists(file);
  const size = stat ? ` (${formatBytes(stat.size)})` : "";
  const word = quoteWord(file);
  if (verdict.kind === "legacy text") {
    const converts = ctx.commands.some((entry) => entry.name === "iconv");
    const command = converts ? `iconv -f ${verdict.legacy} -t utf-8 ${word}` : `cat -v ${word}`;
    return `text in ${verdict.legacy}, not UTF-8${size}. Use: ${command}`;
  }
  if (verdict.kind.endsWith(" image")) return `binary image file${size}. Use: see ${word}`;
  const what = verdict.kind === "binary data" ? "binary file" : `binary file, ${verdict.kind}`;
  return `${what}${size}. Use: cat -b ${word}`;
}

/** `70B`, `182KB`, `1.4MB`: units of 1024. */
export function formatBytes(size: number): string {
  if (size < 1024) return `${size}B`;
  const units = ["KB", "MB", "GB", "TB"];
  let value = size / 1024;
  let unit = 0;
  while (value >= 1023.5 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1;
  return `${value.toFixed(digits).replace(/\.0$/, "")}${units[unit]}`;
}
