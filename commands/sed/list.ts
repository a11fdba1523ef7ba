// The l command: a line in which every byte can be told, folded.

const ESCAPES: Readonly<Record<number, string>> = {
  7: "\\a",
  8: "\\b",
  9: "\\t",
  10: "\\n",
  11: "\\v",
  12: "\\f",
  13: "\\r",
  92: "\\\\",
};

/** Without the last line end. Lines of at most `length` columns, the backslash at their ends included; 0: one line. */
export function unambiguous(bytes: Uint8Array, start: number, end: number, length: number): string {
  let text = "";
  let column = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    const shown =
      ESCAPES[byte] ??
      (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, "0")}`);
    if (length > 0 && column + shown.length > length - 1) {
      text += "\\\n";
      column = 0;
    }
    text += shown;
    column += shown.length;
  }
  return `${text}$`;
}
