// Counts lines, words, characters, bytes and the widest line of a stream of bytes, one chunk after another.
// It does no I/O. Words are as in GNU wc: what a separator ends and a printable character begins.

export class Tally {
  lines = 0;
  words = 0;
  chars = 0;
  bytes = 0;
  widest = 0;

  #inWord = false;
  #column = 0;
  /** A character begun at the end of the last chunk. */
  #rest: Uint8Array | undefined;

  /** Everything. */
  add(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    let bytes = chunk;
    if (this.#rest) {
      bytes = Buffer.concat([this.#rest, chunk]);
      this.#rest = undefined;
    }
    let { lines, words, chars } = this;
    let inWord = this.#inWord;
    let column = this.#column;
    let widest = this.widest;
    const size = bytes.length;
    for (let at = 0; at < size; ) {
      const byte = bytes[at] ?? 0;
      if (byte < 0x80) {
        at += 1;
        chars += 1;
        const kind = KINDS[byte];
        if (kind === PRINTABLE) {
          column += 1;
          if (!inWord) {
            inWord = true;
            words += 1;
          }
        } else if (kind === SPACE) {
          inWord = false;
          if (byte === 32) column += 1;
          else if (byte === 9) column += 8 - (column % 8);
          else if (byte !== 11) {
            if (byte === 10) lines += 1;
            if (column > widest) widest = column;
            column = 0;
          }
        }
        continue;
      }
      const length = sequence(bytes, at);
      if (length === 0) {
        if (at + 4 > size && mayContinue(bytes, at)) {
          this.#rest = bytes.slice(at);
          break;
        }
        at += 1;
        continue;
      }
      const code = codePoint(bytes, at, length);
      at += length;
      chars += 1;
      if (isWideSpace(code)) {
        inWord = false;
        column += code === 0x3000 ? 2 : code === 0x2028 || code === 0x2029 ? 0 : 1;
        continue;
      }
      if (code < 0xa0) continue;
      column += columns(code);
      if (!inWord) {
        inWord = true;
        words += 1;
      }
    }
    this.lines = lines;
    this.words = words;
    this.chars = chars;
    this.widest = widest;
    this.#inWord = inWord;
    this.#column = column;
  }

  /** Characters only: bytes that begin one, invalid bytes not counted. */
  addChars(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    let bytes = chunk;
    if (this.#rest) {
      bytes = Buffer.concat([this.#rest, chunk]);
      this.#rest = undefined;
    }
    let chars = 0;
    const size = bytes.length;
    for (let at = 0; at < size; ) {
      if ((bytes[at] ?? 0) < 0x80) {
        at += 1;
        chars += 1;
        continue;
      }
      const length = sequence(bytes, at);
      if (length > 0) {
        at += length;
        chars += 1;
      } else if (at + 4 > size && mayContinue(bytes, at)) {
        this.#rest = bytes.slice(at);
        break;
      } else at += 1;
    }
    this.chars += chars;
  }

  /** The end of the input: a last line without newline has a width too. */
  end(): void {
    if (this.#column > this.widest) this.widest = this.#column;
    this.#column = 0;
  }

  /** Adds the figures of one file to a total. */
  include(other: Tally): void {
    this.lines += other.lines;
    this.words += other.words;
    this.chars += other.chars;
    this.bytes += other.bytes;
    this.widest = Math.max(this.widest, other.widest);
  }
}

const OTHER = 0;
const PRINTABLE = 1;
const SPACE = 2;
const KINDS = Uint8Array.from({ length: 128 }, (_, byte) =>
  byte === 32 || (byte >= 9 && byte <= 13) ? SPACE : byte > 32 && byte < 127 ? PRINTABLE : OTHER,
);

/** Length of the valid UTF-8 sequence of a non-ASCII character at `at` (Unicode 15, table 3-7), or 0. */
function sequence(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  const second = bytes[at + 1] ?? 0;
  if (first < 0xc2 || first > 0xf4 || (second & 0xc0) !== 0x80) return 0;
  if (first < 0xe0) return 2;
  if (((bytes[at + 2] ?? 0) & 0xc0) !== 0x80) return 0;
  if (first < 0xf0) {
    return (first === 0xe0 && second < 0xa0) || (first === 0xed && second > 0x9f) ? 0 : 3;
  }
  if (((bytes[at + 3] ?? 0) & 0xc0) !== 0x80) return 0;
  return (first === 0xf0 && second < 0x90) || (first === 0xf4 && second > 0x8f) ? 0 : 4;
}

/** Could the bytes from `at` to the end become a character with more input? */
function mayContinue(bytes: Uint8Array, at: number): boolean {
  const first = bytes[at] ?? 0;
  const wanted = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || bytes.length - at >= wanted) return false;
  for (let next = at + 1; next < bytes.length; next += 1) if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return false;
  return true;
}

function codePoint(bytes: Uint8Array, at: number, length: number): number {
  const first = (bytes[at] ?? 0) & (0x7f >> length);
  let code = first;
  for (let next = 1; next < length; next += 1) code = (code << 6) | ((bytes[at + next] ?? 0) & 0x3f);
  return code;
}

/** iswspace of glibc's C.UTF-8, with the no-break spaces that GNU wc counts as separators too. */
function isWideSpace(code: number): boolean {
  if (code === 0xa0 || code === 0x1680) return true;
  if (code < 0x2000 || code > 0x3000) return false;
  return (
    code <= 0x200a ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x2060 ||
    code === 0x3000
  );
}

/** Columns of a terminal that a character takes (wcwidth). */
function columns(code: number): number {
  if (code < 0x300) return 1;
  if (code >= 0x1100 && WIDE.some(([from, to]) => code >= from && code <= to)) return 2;
  return NO_WIDTH.test(String.fromCodePoint(code)) ? 0 : 1;
}

const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]$/u;

/** Ranges of East Asian Wide and Fullwidth (UAX 11), merged where only unassigned code points lie between. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x2329, 0x232a],
  [0x23e9, 0x23ec],
  [0x23f0, 0x23f0],
  [0x23f3, 0x23f3],
  [0x25fd, 0x25fe],
  [0x2614, 0x2615],
  [0x2648, 0x2653],
  [0x267f, 0x267f],
  [0x2693, 0x2693],
  [0x26a1, 0x26a1],
  [0x26aa, 0x26ab],
  [0x26bd, 0x26be],
  [0x26c4, 0x26c5],
  [0x26ce, 0x26ce],
  [0x26d4, 0x26d4],
  [0x26ea, 0x26ea],
  [0x26f2, 0x26f3],
  [0x26f5, 0x26f5],
  [0x26fa, 0x26fa],
  [0x26fd, 0x26fd],
  [0x2705, 0x2705],
  [0x270a, 0x270b],
  [0x2728, 0x2728],
  [0x274c, 0x274c],
  [0x274e, 0x274e],
  [0x2753, 0x2755],
  [0x2757, 0x2757],
  [0x2795, 0x2797],
  [0x27b0, 0x27b0],
  [0x27bf, 0x27bf],
  [0x2b1b, 0x2b1c],
  [0x2b50, 0x2b50],
  [0x2b55, 0x2b55],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f004, 0x1f004],
  [0x1f0cf, 0x1f0cf],
  [0x1f18e, 0x1f18e],
  [0x1f191, 0x1f19a],
  [0x1f200, 0x1f320],
  [0x1f32d, 0x1f335],
  [0x1f337, 0x1f37c],
  [0x1f37e, 0x1f393],
  [0x1f3a0, 0x1f3ca],
  [0x1f3cf, 0x1f3d3],
  [0x1f3e0, 0x1f3f0],
  [0x1f3f4, 0x1f3f4],
  [0x1f3f8, 0x1f43e],
  [0x1f440, 0x1f440],
  [0x1f442, 0x1f4fc],
  [0x1f4ff, 0x1f53d],
  [0x1f54b, 0x1f567],
  [0x1f57a, 0x1f57a],
  [0x1f595, 0x1f596],
  [0x1f5a4, 0x1f5a4],
  [0x1f5fb, 0x1f64f],
  [0x1f680, 0x1f6c5],
  [0x1f6cc, 0x1f6cc],
  [0x1f6d0, 0x1f6d2],
  [0x1f6d5, 0x1f6d7],
  [0x1f6eb, 0x1f6ec],
  [0x1f6f4, 0x1f6fc],
  [0x1f7e0, 0x1f7eb],
  [0x1f90c, 0x1f93a],
  [0x1f93c, 0x1f945],
  [0x1f947, 0x1f9ff],
  [0x1fa70, 0x1faff],
  [0x20000, 0x3fffd],
];
