// Upper and lower case, one character for one as `towupper` and `towlower` have it, so that `ß` stays what it is.

export type Direction = "upper" | "lower" | "toggle";

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is the range of ASCII.
const ASCII = /^[\x00-\x7f]*$/;

export function convertText(text: string, direction: "upper" | "lower"): string {
  if (ASCII.test(text)) return direction === "upper" ? text.toUpperCase() : text.toLowerCase();
  let result = "";
  for (const char of text) result += convertCharacter(char, direction);
  return result;
}

export function convertCharacter(char: string, direction: Direction): string {
  const upper = char.toUpperCase();
  const up = direction === "upper" || (direction === "toggle" && upper !== char);
  const converted = up ? upper : char.toLowerCase();
  return converted.length === char.length ? converted : char;
}
