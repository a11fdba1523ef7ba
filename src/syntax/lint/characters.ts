// Characters that only look like the shell's: dashes, full-width forms, the backslashes of Windows paths.
import type { Lint } from "./finding.ts";

const DASH = /(^|\s)([\u2010-\u2015\u2212]+)(?=[A-Za-z0-9-])/g;

/** `ls –l`: a long dash in place of `-`. One em dash stands for the two of a long option. */
export const unicodeDash: Lint = (source) => {
  const start = source.search(DASH);
  if (start < 0) return undefined;
  const mended = source.replace(DASH, (found, blank: string, dashes: string, at: number) => {
    const rest = source.slice(at + found.length);
    const long = dashes.length === 1 && dashes !== "\u2212" && /^[A-Za-z][A-Za-z-]+/.test(rest) && dashes === "\u2014";
    return blank + (long ? "--" : "-".repeat(dashes.length));
  });
  const at = source.slice(start).search(/[\u2010-\u2015\u2212]/) + start;
  return { code: "unicode-dash", message: "an option begins with a plain `-`", start: at, end: at + 1, mended };
};

const FULL_WIDTH = /[\uff01-\uff5e\u3000]/g;

/** Full-width punctuation or letters where the shell wants ASCII. */
export const fullWidth: Lint = (source) => {
  const start = source.search(/[\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff5e\u3000]/);
  if (start < 0) return undefined;
  const mended = source.replace(FULL_WIDTH, (character) => {
    const code = character.charCodeAt(0);
    return code === 0x3000 ? " " : String.fromCharCode(code - 0xfee0);
  });
  return {
    code: "full-width",
    message: "full-width characters are plain text to the shell",
    start,
    end: start + 1,
    mended,
  };
};

const WINDOWS_PATH = /(?<=^|[\s"=(])(?:[A-Za-z]:|\.{1,2})\\(?:[^\s'"|;&<>()]+)?/g;

/** `C:\Users\x` loses its backslashes: they are the shell's escapes. */
export const windowsPath: Lint = (source) => {
  const start = source.search(WINDOWS_PATH);
  if (start < 0) return undefined;
  const mended = source.replace(WINDOWS_PATH, (path) => path.replace(/\\+/g, "/"));
  const length = /^\S+/.exec(source.slice(start))?.[0].length ?? 1;
  return {
    code: "windows-path",
    message: "a backslash escapes the next character: paths use `/`",
    start,
    end: start + length,
    mended,
  };
};
