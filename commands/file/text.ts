// What kind of text a file holds: its language by first words, its encoding, its line ends.
import { isUtf8 } from "../../src/plugin.ts";

export interface TextKind {
  /** In the words of file(1), `ASCII text`. */
  readonly says: string;
  readonly mime: string;
  readonly charset: string;
}

/** undefined: it is not text. */
export function textKind(bytes: Buffer): TextKind | undefined {
  const encoding = encodingOf(bytes);
  if (!encoding) return undefined;
  const text = bytes.toString(encoding.charset === "utf-8" || encoding.charset === "us-ascii" ? "utf8" : "latin1");
  const json = jsonKind(text);
  if (json) return { ...json, charset: encoding.charset };
  const language = languageOf(text);
  const words = encoding.says + remarks(bytes);
  const says = language ? language[0].replace("%", words) : words;
  return { says, mime: language?.[1] ?? "text/plain", charset: encoding.charset };
}

/** Control characters that text may hold: BEL BS TAB LF VT? FF CR ESC, and NEL of Latin-1. */
const CONTROLS = new Set([7, 8, 9, 10, 12, 13, 27]);

function encodingOf(bytes: Buffer): { readonly says: string; readonly charset: string } | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { says: "Unicode text, UTF-16, little-endian text", charset: "utf-16le" };
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return { says: "Unicode text, UTF-16, big-endian text", charset: "utf-16be" };
  let high = false;
  let extended = false;
  for (const byte of bytes) {
    if (byte >= 0x80) {
      high = true;
      if (byte < 0xa0 && byte !== 0x85) extended = true;
    } else if ((byte < 32 && !CONTROLS.has(byte)) || byte === 127) return undefined;
  }
  if (!high) return { says: "ASCII text", charset: "us-ascii" };
  if (isUtf8(bytes)) {
    const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    return { says: `Unicode text, UTF-8 ${mark ? "(with BOM) " : ""}text`, charset: "utf-8" };
  }
  return extended
    ? { says: "Non-ISO extended-ASCII text", charset: "unknown-8bit" }
    : { says: "ISO-8859 text", charset: "iso-8859-1" };
}

function jsonKind(text: string): { readonly says: string; readonly mime: string } | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    JSON.parse(text);
    return { says: "JSON text data", mime: "application/json" };
  } catch {
    const lines = text.trimEnd().split("\n");
    if (lines.length < 2) return undefined;
    try {
      for (const line of lines) JSON.parse(line);
      return { says: "New Line Delimited JSON text data", mime: "application/x-ndjson" };
    } catch {
      return undefined;
    }
  }
}

const INTERPRETERS: readonly (readonly [RegExp, string, string])[] = [
  [/^(?:\S*\/)?bash\b/, "Bourne-Again shell script, % executable", "text/x-shellscript"],
  [/^(?:\S*\/)?(?:sh|dash)\b/, "POSIX shell script, % executable", "text/x-shellscript"],
  [/^(?:\S*\/)?zsh\b/, "Paul Falstad's zsh script, % executable", "text/x-shellscript"],
  [/^(?:\S*\/)?python[\d.]*\b/, "Python script, % executable", "text/x-script.python"],
  [/^(?:\S*\/)?perl\b/, "Perl script text executable", "text/x-perl"],
  [/^(?:\S*\/)?ruby\b/, "Ruby script, % executable", "text/x-ruby"],
  [/^(?:\S*\/)?node\b/, "Node.js script executable, %", "application/javascript"],
  [/^(?:\S*\/)?awk\b/, "awk script, % executable", "text/x-awk"],
];

const LANGUAGES: readonly (readonly [RegExp, string, string])[] = [
  [/^\s*<!doctype html|^\s*<html|^\s*<head|^\s*<title/i, "HTML document, %", "text/html"],
  [/^<\?xml version="1\.0"/, "XML 1.0 document, %", "text/xml"],
  [/^<svg\b/, "SVG Scalable Vector Graphics image, %", "image/svg+xml"],
  [/^<\?php/, "PHP script, %", "text/x-php"],
  [/^%!PS/, "PostScript document text, %", "application/postscript"],
  [/^diff (?:-|--git )|^--- .*\n\+\+\+ .*\n@@/, "unified diff output, %", "text/x-diff"],
  [/^#\s*include\s*[<"]/m, "C source, %", "text/x-c"],
  [/^(?:import \w+$|from \w[\w.]* import |def \w+\(.*\):$)/m, "Python script, % executable", "text/x-script.python"],
  [/^\\documentclass/m, "LaTeX 2e document, %", "text/x-tex"],
];

function languageOf(text: string): readonly [string, string] | undefined {
  const line = /^#!\s*(\S.*)/.exec(text)?.[1];
  if (line !== undefined) {
    const program = line.replace(/^\S*\/env\s+(?:-S\s+)?/, "");
    const known = INTERPRETERS.find(([pattern]) => pattern.test(program));
    return known ? [known[1], known[2]] : [`a ${line.trim()} script, % executable`, "text/plain"];
  }
  const known = LANGUAGES.find(([pattern]) => pattern.test(text));
  if (known) return [known[1], known[2]];
  return isCsv(text) ? ["CSV text", "text/csv"] : undefined;
}

/** Ten lines at most are looked at: as many commas in each, and one at least. */
function isCsv(text: string): boolean {
  const lines = text.split("\n", 11);
  if (lines.length < 3 || !text.includes(",")) return false;
  const counts = lines
    .slice(0, lines.length === 11 ? 10 : -1)
    .map((line) => line.replace(/"[^"]*"/g, "").split(",").length);
  return (counts[0] ?? 0) > 1 && counts.every((count) => count === counts[0]) && counts.length > 1;
}

function remarks(bytes: Buffer): string {
  let crlf = 0;
  let cr = 0;
  let lf = 0;
  let longest = 0;
  let start = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === 10) {
      if (bytes[at - 1] === 13) crlf += 1;
      else lf += 1;
    } else if (bytes[at] === 13 && bytes[at + 1] !== 10) cr += 1;
    else continue;
    longest = Math.max(longest, at - start);
    start = at + 1;
  }
  longest = Math.max(longest, bytes.length - start);
  const ends = [crlf > 0 && "CRLF", cr > 0 && "CR", lf > 0 && "LF"].filter((end) => end !== false);
  const parts = [
    longest > 300 && `, with very long lines (${longest})`,
    ends.length === 0
      ? ", with no line terminators"
      : !(ends.length === 1 && lf > 0) && `, with ${ends.join(", ")} line terminators`,
    bytes.includes(27) && ", with escape sequences",
    bytes.includes(8) && ", with overstriking",
  ];
  return parts.filter((part) => part !== false).join("");
}
