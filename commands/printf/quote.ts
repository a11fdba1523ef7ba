// Quotes a word as bash's %q does, so that the shell reads it back as the same word.

const ESCAPES: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\v": "\\v",
  "\f": "\\f",
  "\r": "\\r",
  "\x1b": "\\E",
};

/** `''`, `a\ b`, or `$'...'` where something is not printable. */
export function quoteForShell(word: string): string {
  if (word === "") return "''";
  if (/[\p{Cc}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/u.test(word)) return `$'${[...word].map(ansi).join("")}'`;
  return word
    .replace(/[ !"$&'()*,;<>?[\\\]^`{|}]/g, "\\$&")
    .replace(/^#/, "\\#")
    .replace(/(^|[:=])~/g, "$1\\~");
}

function ansi(character: string): string {
  if (character === "'" || character === "\\") return `\\${character}`;
  const named = ESCAPES[character];
  if (named !== undefined) return named;
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0xdc80 && code <= 0xdcff) return octal(code - 0xdc00);
  if (!/[\p{Cc}\p{Cn}\p{Zl}\p{Zp}]/u.test(character)) return character;
  return [...Buffer.from(character, "utf8")].map(octal).join("");
}

function octal(byte: number): string {
  return `\\${byte.toString(8).padStart(3, "0")}`;
}
