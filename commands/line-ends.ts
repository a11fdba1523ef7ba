// Counts and finds the ends of lines in bytes.

/** How often the byte occurs. */
export function occurrences(bytes: Uint8Array, value: number): number {
  let found = 0;
  for (let at = bytes.indexOf(value); at >= 0; at = bytes.indexOf(value, at + 1)) found += 1;
  return found;
}

/** The offset after the nth occurrence (there are at least n). */
export function afterNth(bytes: Uint8Array, value: number, nth: number): number {
  let at = -1;
  for (let left = nth; left > 0; left -= 1) at = bytes.indexOf(value, at + 1);
  return at + 1;
}
