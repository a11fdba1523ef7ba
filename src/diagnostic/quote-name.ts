// Quotes a file name inside a message as GNU tools do in the C locale. Not for building command lines.

/** `'name'`; a name with an apostrophe gets double quotes, control characters become `$'\n'`. */
export function quoteName(name: string): string {
  if (!name.includes("'") && !CONTROL.test(name)) return `'${name}'`;
  if (!CONTROL.test(name) && !/["$`\\!]/.test(name)) return `"${name}"`;
  const quoted = name.split(CONTROL).map((part, index) => {
    if (index % 2 === 1) return `$'${[...part].map(escapeControl).join("")}'`;
    return part === "" ? "" : `'${part.replaceAll("'", "'\\''")}'`;
  });
  return quoted[0] === "" ? `''${quoted.join("")}` : quoted.join("");
}

// One group, so that split keeps what it splits at.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /([\x00-\x1f\x7f]+)/;

const ESCAPES: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\v": "\\v",
  "\f": "\\f",
  "\r": "\\r",
};

/** `\n`, or `\033` in octal, for one control character. */
export function escapeControl(character: string): string {
  return ESCAPES[character] ?? `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`;
}
