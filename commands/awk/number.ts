// Reads numbers out of text as awk does: decimal, with a fraction and an exponent; no hexadecimal, no octal. Infinity and
// NaN only in gawk's spelling with a sign.

const DECIMAL = /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y;
const SPECIAL = /^[-+](?:inf|nan)$/i;

/** The number at the start of the text; 0 where there is none. */
export function leadingNumber(text: string): number {
  const size = text.length;
  let at = 0;
  while (at < size && isBlank(text.charCodeAt(at))) at += 1;
  const start = at;
  let value = 0;
  for (; at < size; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  if (at === size) return at - start <= 15 ? value : Number(text.slice(start));
  const next = text.charCodeAt(at);
  if (at > start && at - start <= 15 && next !== 46 && next !== 101 && next !== 69) return value;
  return slowNumber(text, start);
}

function slowNumber(text: string, start: number): number {
  DECIMAL.lastIndex = start;
  const found = DECIMAL.exec(text);
  if (found) return Number(found[0]);
  const special = text.slice(start, start + 4);
  if (SPECIAL.test(special) && !/^\w/.test(text.slice(start + 4))) return specialNumber(special);
  return 0;
}

/** The number that the whole text is, blanks around it left aside; undefined when it is none. */
export function wholeNumber(text: string): number | undefined {
  const size = text.length;
  let value = 0;
  let at = 0;
  for (; at < size; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  if (at === size) return size === 0 ? undefined : size <= 15 ? value : Number(text);
  let start = 0;
  while (start < size && isBlank(text.charCodeAt(start))) start += 1;
  let end = size;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  if (start === end) return undefined;
  DECIMAL.lastIndex = start;
  const found = DECIMAL.exec(text);
  if (found) return DECIMAL.lastIndex === end ? Number(found[0]) : undefined;
  const word = text.slice(start, end);
  return SPECIAL.test(word) ? specialNumber(word) : undefined;
}

function specialNumber(word: string): number {
  if (word.toLowerCase().endsWith("nan")) return Number.NaN;
  return word.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/** Powers of ten that a double holds exactly. */
const TENS = Array.from({ length: 23 }, (_, power) => 10 ** power);

/** Reads a number from bytes without making a string of them, where it can. */
export class NumberReader {
  /** The last range was a number as a whole. */
  whole = false;

  /** The number at the start of bytes[start, end); NaN when this reader cannot tell and the text must be looked at. */
  read(bytes: Uint8Array, start: number, end: number): number {
    let at = start;
    let negative = false;
    const first = bytes[at];
    if (first === 45 || first === 43) {
      negative = first === 45;
      at += 1;
    } else if (first !== undefined && first > 57) {
      // A letter: no number. (inf and nan need a sign.)
      this.whole = false;
      return 0;
    }
    const digits = at;
    let value = 0;
    for (; at < end; at += 1) {
      const digit = (bytes[at] as number) - 48;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    let count = at - digits;
    let places = 0;
    if (at < end && bytes[at] === 46) {
      const point = at;
      at += 1;
      for (; at < end; at += 1) {
        const digit = (bytes[at] as number) - 48;
        if (digit < 0 || digit > 9) break;
        value = value * 10 + digit;
      }
      places = at - point - 1;
      count += places;
    }
    if (at < end || count === 0 || count > 15) return Number.NaN;
    this.whole = true;
    // Both are exact, so that the one division rounds correctly.
    if (places > 0) value /= TENS[places] ?? 1;
    return negative ? -value : value;
  }
}
