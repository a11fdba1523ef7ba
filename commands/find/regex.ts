// -regex: a pattern that must match the whole path, in one of findutils' dialects.
import { compileText, PatternError } from "../../src/plugin.ts";
import { usageError } from "./predicate.ts";

const BASIC = ["posix-basic", "posix-minimal-basic", "grep", "ed", "sed"];
const EXTENDED = ["posix-extended", "posix-egrep", "egrep", "awk", "gnu-awk", "posix-awk"];
const EMACS = ["findutils-default", "emacs"];

export function compileRegex(source: string, dialect: string, ignoreCase: boolean): (path: string) => boolean {
  const extended = EXTENDED.includes(dialect);
  if (!extended && !BASIC.includes(dialect) && !EMACS.includes(dialect)) {
    const valid = [...EMACS, ...BASIC, ...EXTENDED].sort().map((name) => `'${name}'`);
    throw usageError(`Unknown regular expression type '${dialect}'; valid types are ${valid.join(", ")}.`);
  }
  const pattern = EMACS.includes(dialect) ? basicFromEmacs(source) : source;
  try {
    const compiled = compileText(pattern, { syntax: extended ? "extended" : "basic", ignoreCase, wholeLine: true });
    return (path) => compiled.test(path);
  } catch (error) {
    if (error instanceof PatternError)
      throw usageError(`failed to compile regular expression '${source}': ${error.message}`);
    throw error;
  }
}

/** Emacs' dialect is the basic one in which `+` and `?` are operators, and `\+`, `\?` and `\{` plain characters. */
function basicFromEmacs(source: string): string {
  return source.replace(/\\([\s\S])|\[\^?\]?(?:\[:[a-z]+:\]|[^\]])*\]|[+?]/g, (whole, escaped) => {
    if (escaped === undefined) return whole === "+" || whole === "?" ? `\\${whole}` : whole;
    return /[+?{}]/.test(escaped) ? escaped : whole;
  });
}
