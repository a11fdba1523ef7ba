// Regular expressions as sed writes them: its escapes for characters are resolved here, the rest is the pattern layer's.
import { compilePattern, type Pattern, PatternError } from "../../src/plugin.ts";
import { characterEscape } from "./escape.ts";

export interface Regex {
  readonly pattern: Pattern;
  /** Number of groups. */
  readonly groups: number;
}

export interface RegexOptions {
  readonly extended: boolean;
  readonly ignoreCase: boolean;
  readonly multiLine: boolean;
  /** The byte between lines. */
  readonly newline: number;
}

/** Throws `PatternError`. `source` has lost the backslashes before its delimiters already. */
export function compileRegex(source: string, options: RegexOptions): Regex {
  const { extended, ignoreCase, multiLine, newline } = options;
  const { text, groups } = resolve(source, extended);
  const pattern = compilePattern([text], {
    syntax: extended ? "extended" : "basic",
    ignoreCase,
    multiLine,
    newline,
    dotAll: true,
  });
  return { pattern, groups };
}

/** What GNU's regcomp calls it, where the pattern layer has words of its own. */
export function regexMessage(message: string): string {
  for (const [ours, theirs] of MESSAGES) if (ours.test(message)) return theirs;
  return message;
}

const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/^unmatched \\?\[/i, "unterminated address regex"],
  [/^unmatched \\?\(/i, "Unmatched ( or \\("],
  [/^unmatched \\?\)/i, "Unmatched ) or \\)"],
  [/^unmatched \\?\{/i, "Unmatched \\{"],
  [/^unknown character class/, "Invalid character class name"],
  [/^invalid range end/, "Invalid range end"],
];

/** Turns `\n`, `\t`, `\x41` and so on into the characters, and counts groups. */
function resolve(source: string, extended: boolean): { readonly text: string; readonly groups: number } {
  let text = "";
  let groups = 0;
  let depth = 0;
  for (let at = 0; at < source.length; ) {
    const char = source.charAt(at);
    if (char === "[") {
      const end = bracketEnd(source, at);
      text += resolveBracket(source.slice(at, end));
      at = end;
      continue;
    }
    if (char !== "\\") {
      if (char === "(" && extended) {
        groups += 1;
        depth += 1;
      } else if (char === ")" && extended) {
        if (depth === 0) throw new PatternError("Unmatched ) or \\)", at);
        depth -= 1;
      } else if (char === "{" && extended) checkInterval(source, at);
      text += char;
      at += 1;
      continue;
    }
    const escaped = characterEscape(source, at);
    if (escaped) {
      // Special characters stay special, even by their code: that is what GNU sed 4.9 does.
      text += escaped.text;
      at = escaped.end;
      continue;
    }
    if (source.charAt(at + 1) === "(" && !extended) groups += 1;
    text += source.slice(at, at + 2);
    at += 2;
  }
  return { text, groups };
}

/** grep takes a brace that begins no interval as itself, sed does not. */
function checkInterval(source: string, at: number): void {
  if (at === 0 || /[(|]$/.test(source.slice(0, at).replace(/\\./g, ""))) {
    throw new PatternError("Invalid preceding regular expression", at, "Write \\{ for the character itself");
  }
  if (/^\{(?:\d+(?:,\d*)?|,\d*)\}/.test(source.slice(at))) return;
  const message = source.includes("}", at) ? "Invalid content of \\{\\}" : "Unmatched \\{";
  throw new PatternError(message, at, "Write \\{ for the character itself");
}

/** A backslash is a plain character in a bracket, except in the escapes. */
function resolveBracket(bracket: string): string {
  let text = "";
  for (let at = 0; at < bracket.length; ) {
    const escaped = bracket.charAt(at) === "\\" ? characterEscape(bracket, at) : undefined;
    text += escaped ? escaped.text : bracket.charAt(at);
    at = escaped ? escaped.end : at + 1;
  }
  return text;
}

/** The index after the bracket expression that starts at `at`, or the end of the source when it has none. */
export function bracketEnd(source: string, at: number): number {
  let end = at + 1;
  if (source.charAt(end) === "^") end += 1;
  if (source.charAt(end) === "]") end += 1;
  while (end < source.length && source.charAt(end) !== "]") {
    const kind = source.charAt(end + 1);
    if (source.charAt(end) === "[" && (kind === ":" || kind === "." || kind === "=")) {
      const close = source.indexOf(`${kind}]`, end + 2);
      end = close < 0 ? end + 1 : close + 2;
    } else end += 1;
  }
  return Math.min(end + 1, source.length);
}
