// The escapes that stand for one character anywhere in a sed script: \n \t \xHH and their kin (GNU manual, section 5.8).

export interface Escape {
  readonly text: string;
  /** Index after it. */
  readonly end: number;
}

const SIMPLE: Readonly<Record<string, string>> = {
  a: "\x07",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** The escape whose backslash is at `at`, or undefined: the backslash means something else. */
export function characterEscape(source: string, at: number): Escape | undefined {
  const letter = source.charAt(at + 1);
  const simple = SIMPLE[letter];
  if (simple !== undefined) return { text: simple, end: at + 2 };
  if (letter === "c") {
    const control = source.charAt(at + 2);
    if (control === "") return undefined;
    return { text: byteText(control.toUpperCase().charCodeAt(0) ^ 64), end: at + 3 };
  }
  const digits =
    letter === "x"
      ? /^[0-9a-fA-F]{1,2}/.exec(source.slice(at + 2, at + 4))
      : letter === "d"
        ? /^[0-9]{1,3}/.exec(source.slice(at + 2, at + 5))
        : letter === "o"
          ? /^[0-7]{1,3}/.exec(source.slice(at + 2, at + 5))
          : null;
  if (!digits) return undefined;
  const radix = letter === "x" ? 16 : letter === "d" ? 10 : 8;
  return {
    text: byteText(Number.parseInt(digits[0], radix) & 255),
    end: at + 2 + digits[0].length,
  };
}

/** A byte beyond ASCII is a lone surrogate, as everywhere in text made of bytes. */
function byteText(byte: number): string {
  return String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte);
}
