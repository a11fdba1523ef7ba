// --transform: names of members rewritten by sed's substitute command. Nothing but the name is touched.
import { compileText, type TextPattern, UsageError } from "../../src/plugin.ts";

/** Applies every expression in turn; one argument may hold several, separated by `;`. Throws `UsageError`. */
export function transformer(expressions: readonly string[]): (name: string) => string {
  const substitutions = expressions.flatMap(parse);
  return (name) => substitutions.reduce((text, substitution) => substitute(text, substitution), name);
}

interface Substitution {
  readonly pattern: TextPattern;
  readonly replacement: string;
  readonly everywhere: boolean;
}

/** `s/regex/replacement/flags` with any delimiter; flags g, i, x, and r, s, h (kinds of names, all of them here). */
function parse(text: string): Substitution[] {
  const found: Substitution[] = [];
  let rest = text.trim();
  while (rest !== "") {
    const delimiter = rest[1];
    const parts = rest.startsWith("s") && delimiter !== undefined ? split(rest.slice(2), delimiter) : undefined;
    if (!parts)
      throw new UsageError(`Invalid transform expression: ${text}`, { help: "Use: --transform 's,^old/,new/,'" });
    const [source, replacement, after] = parts;
    const [flags = ""] = /^[a-zA-Z]*/.exec(after) ?? [];
    if (/[^gixrRsShH]/.test(flags)) throw new UsageError(`Unknown flag in transform expression: ${flags}`);
    const syntax = flags.includes("x") ? "extended" : "basic";
    const pattern = compileText(source, { syntax, ignoreCase: flags.includes("i") });
    found.push({ pattern, replacement, everywhere: flags.includes("g") });
    rest = after.slice(flags.length).replace(/^\s*;?\s*/, "");
  }
  return found;
}

/** The two parts up to unescaped delimiters, and what follows them. */
function split(text: string, delimiter: string): [string, string, string] | undefined {
  const parts: string[] = [""];
  let at = 0;
  for (; at < text.length && parts.length < 3; at += 1) {
    const character = text[at] ?? "";
    const last = parts.length - 1;
    if (character === "\\" && at + 1 < text.length) {
      at += 1;
      const next = text[at] ?? "";
      parts[last] += next === delimiter ? next : character + next;
    } else if (character === delimiter) parts.push("");
    else parts[last] += character;
  }
  const [source, replacement] = parts;
  if (parts.length < 3 || source === undefined || replacement === undefined) return undefined;
  return [source, replacement, text.slice(at)];
}

function substitute(text: string, { pattern, replacement, everywhere }: Substitution): string {
  let result = "";
  let from = 0;
  for (let match = pattern.exec(text, 0); match; match = pattern.exec(text, from)) {
    const { start, end, groups } = match;
    result += text.slice(from, start) + replaced(replacement, groups);
    from = end;
    if (!everywhere) break;
    if (end > start) continue;
    if (from >= text.length) break;
    result += text[from];
    from += 1;
  }
  return result + text.slice(from);
}

function replaced(replacement: string, groups: readonly (string | undefined)[]): string {
  return replacement.replace(/\\([0-9&\\n])|&/g, (whole, escaped: string | undefined) => {
    if (escaped === undefined) return groups[0] ?? "";
    if (escaped === "n") return "\n";
    return /\d/.test(escaped) ? (groups[Number(escaped)] ?? "") : (escaped ?? whole);
  });
}
