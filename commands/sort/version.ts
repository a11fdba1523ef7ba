// Compares names with version numbers in them as GNU's filevercmp does (coreutils manual, "Version sort ordering").

export function compareVersions(
  a: Buffer,
  aStart: number,
  aEnd: number,
  b: Buffer,
  bStart: number,
  bEnd: number,
): number {
  if (aStart === aEnd || bStart === bEnd) return Number(aStart !== aEnd) - Number(bStart !== bEnd);
  const special = dotRank(a, aStart, aEnd) - dotRank(b, bStart, bEnd);
  if (special !== 0) return special;
  const aStem = stemEnd(a, aStart, aEnd);
  const bStem = stemEnd(b, bStart, bEnd);
  const stems = compareParts(a, aStart, aStem, b, bStart, bStem);
  if (stems !== 0 || (aStem === aEnd && bStem === bEnd)) return stems;
  return compareParts(a, aStart, aEnd, b, bStart, bEnd);
}

/** `.` comes first, then `..`, then other hidden names, then the rest. */
function dotRank(bytes: Buffer, start: number, end: number): number {
  if (bytes[start] !== DOT) return 3;
  if (end - start === 1) return 0;
  return end - start === 2 && bytes[start + 1] === DOT ? 1 : 2;
}

/** Where the file suffix begins: the longest `(\.[A-Za-z~][A-Za-z0-9~]*)*` at the end. */
function stemEnd(bytes: Buffer, start: number, end: number): number {
  let stem = end;
  for (let at = end; at > start; ) {
    at -= 1;
    const byte = bytes[at] ?? 0;
    if (byte === DOT) {
      const next = bytes[at + 1] ?? 0;
      if (at + 1 >= stem || !(isLetter(next) || next === TILDE) || at === start) break;
      stem = at;
    } else if (!isLetter(byte) && !isDigit(byte) && byte !== TILDE) break;
  }
  return stem;
}

function compareParts(a: Buffer, aStart: number, aEnd: number, b: Buffer, bStart: number, bEnd: number): number {
  let i = aStart;
  let j = bStart;
  while (i < aEnd || j < bEnd) {
    while ((i < aEnd && !isDigit(a[i] ?? 0)) || (j < bEnd && !isDigit(b[j] ?? 0))) {
      const difference = rank(a, i, aEnd) - rank(b, j, bEnd);
      if (difference !== 0) return difference;
      i += 1;
      j += 1;
    }
    while (i < aEnd && a[i] === ZERO) i += 1;
    while (j < bEnd && b[j] === ZERO) j += 1;
    let first = 0;
    while (i < aEnd && j < bEnd && isDigit(a[i] ?? 0) && isDigit(b[j] ?? 0)) {
      if (first === 0) first = (a[i] ?? 0) - (b[j] ?? 0);
      i += 1;
      j += 1;
    }
    if (i < aEnd && isDigit(a[i] ?? 0)) return 1;
    if (j < bEnd && isDigit(b[j] ?? 0)) return -1;
    if (first !== 0) return first;
  }
  return 0;
}

const DOT = 46;
const ZERO = 48;
const TILDE = 126;

/** `~` before the end of the name before digits before letters before everything else. */
function rank(bytes: Buffer, at: number, end: number): number {
  if (at >= end) return -1;
  const byte = bytes[at] ?? 0;
  if (isDigit(byte)) return 0;
  if (isLetter(byte)) return byte;
  return byte === TILDE ? -2 : byte + 256;
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}

function isLetter(byte: number): boolean {
  return (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
}
