// Cuts the text of a date into numbers, marks and known words. It does not judge their order.
import { lookUp, type Word } from "./words.ts";

export type Token =
  | { readonly kind: "number"; readonly sign: "" | "+" | "-"; readonly digits: string; readonly fraction: string }
  | { readonly kind: "mark"; readonly mark: string }
  | Word;

/** Undefined where a word or a character is none of a date. */
export function tokenize(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  const pattern = /\s*(?:([+-]?)\s*(\d+)(?:[.,](\d+))?|([A-Za-z][A-Za-z.]*)|\(([^()]*)\)|([-+:/,@]))/y;
  // A comma or full stop after a number is a fraction only where digits follow at once.
  let at = 0;
  while (/\S/.test(text.slice(at))) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found) return undefined;
    at = pattern.lastIndex;
    const [, sign = "", digits, fraction = "", name, comment, mark] = found;
    if (digits !== undefined) {
      tokens.push({ kind: "number", sign: sign === "+" || sign === "-" ? sign : "", digits, fraction });
    } else if (name !== undefined) {
      const word = lookUp(name);
      if (!word) return undefined;
      tokens.push(word);
    } else if (comment === undefined && mark !== undefined && mark !== "-" && mark !== "+") {
      tokens.push({ kind: "mark", mark });
    }
  }
  return tokens;
}

/** The digits after a decimal point as nanoseconds. */
export function nanosecondsOf(fraction: string): number {
  return Number(fraction.slice(0, 9).padEnd(9, "0"));
}
