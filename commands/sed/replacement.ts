// The right side of s///: pieces of text, groups of the match, and changes of case.
import { type Captures, decode, encode } from "../../src/plugin.ts";
import { characterEscape } from "./escape.ts";

export type Piece =
  | { readonly kind: "text"; readonly bytes: Buffer; readonly text: string }
  | { readonly kind: "group"; readonly group: number }
  /** `\U \L \E` last until the next of them, `\u \l` for one character. */
  | { readonly kind: "case"; readonly letter: string };

export interface Replacement {
  readonly pieces: readonly Piece[];
  /** The bytes, where they are the same for every match. */
  readonly constant: Buffer | undefined;
  /** The highest group that is referred to. */
  readonly highest: number;
  readonly changesCase: boolean;
}

/** `source` has lost the backslashes before its delimiters and newlines already. */
export function parseReplacement(source: string): Replacement {
  const pieces: Piece[] = [];
  let text = "";
  let highest = 0;
  const endText = (): void => {
    if (text !== "") pieces.push({ kind: "text", text, bytes: Buffer.from(encode(text)) });
    text = "";
  };
  for (let at = 0; at < source.length; ) {
    const char = source.charAt(at);
    if (char === "&") {
      endText();
      pieces.push({ kind: "group", group: 0 });
      at += 1;
      continue;
    }
    if (char !== "\\" || at + 1 === source.length) {
      text += char;
      at += 1;
      continue;
    }
    const next = source.charAt(at + 1);
    const escaped = characterEscape(source, at);
    if (escaped) {
      text += escaped.text;
      at = escaped.end;
      continue;
    }
    if (next >= "0" && next <= "9") {
      endText();
      highest = Math.max(highest, Number(next));
      pieces.push({ kind: "group", group: Number(next) });
    } else if ("ULEul".includes(next)) {
      endText();
      pieces.push({ kind: "case", letter: next });
    } else text += next;
    at += 2;
  }
  endText();
  const [only] = pieces;
  const constant =
    pieces.length === 0 ? Buffer.alloc(0) : only?.kind === "text" && pieces.length === 1 ? only.bytes : undefined;
  return { pieces, constant, highest, changesCase: pieces.some(({ kind }) => kind === "case") };
}

/** The replacement of one match, where case is changed: by characters, not bytes. */
export function replacedText({ pieces }: Replacement, found: Captures, bytes: Buffer): Uint8Array {
  let out = "";
  let mode = "E";
  let once = "";
  for (const piece of pieces) {
    if (piece.kind === "case") {
      if (piece.letter === "u" || piece.letter === "l") once = piece.letter;
      else mode = piece.letter;
      continue;
    }
    const group = piece.kind === "group" ? found.groups[piece.group] : undefined;
    let text = piece.kind === "text" ? piece.text : group ? decode(bytes.subarray(group.start, group.end)) : "";
    if (text === "") continue;
    if (mode === "U") text = upper(text);
    else if (mode === "L") text = lower(text);
    if (once !== "") {
      const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
      text = (once === "u" ? upper(first) : lower(first)) + text.slice(first.length);
      once = "";
    }
    out += text;
  }
  return encode(out);
}

/** One character for one, as towupper does: ß stays. */
function upper(text: string): string {
  return mapped(text, text.toUpperCase(), (char) => char.toUpperCase());
}

function lower(text: string): string {
  return mapped(text, text.toLowerCase(), (char) => char.toLowerCase());
}

function mapped(text: string, whole: string, one: (char: string) => string): string {
  if (whole.length === text.length) return whole;
  return Array.from(text, (char) => (one(char).length === char.length ? one(char) : char)).join("");
}
