// How the shell itself writes words back: in traces and in the listings of `set`, `declare -p` and `trap`.

/** As `set -x` prints a word: bare where that is safe, else in single quotes, control characters as they are. */
export function quoteForTrace(text: string): string {
  if (text === "") return "''";
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** As `set` lists a value. */
export function quoteForListing(text: string): string {
  return /\p{Cc}/u.test(text) ? ansiQuoted(text) : quoteForTrace(text);
}

export function singleQuoted(text: string): string {
  return /\p{Cc}/u.test(text) ? ansiQuoted(text) : `'${text.replaceAll("'", "'\\''")}'`;
}

/** As `declare -p` prints a value. */
export function doubleQuoted(text: string): string {
  return /\p{Cc}/u.test(text) ? ansiQuoted(text) : `"${text.replace(/[$`"\\]/g, "\\$&")}"`;
}

const NAMED: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\t": "\\t",
  "\r": "\\r",
  "\u0007": "\\a",
  "\b": "\\b",
  "\u001b": "\\E",
  "\f": "\\f",
  "\v": "\\v",
};

function ansiQuoted(text: string): string {
  const inner = text.replace(/['\\]|\p{Cc}/gu, (character) => {
    if (character === "'" || character === "\\") return `\\${character}`;
    return NAMED[character] ?? `\\${(character.codePointAt(0) ?? 0).toString(8).padStart(3, "0")}`;
  });
  return `$'${inner}'`;
}
