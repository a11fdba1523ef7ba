// Byte order (memcmp) of file names as their UTF-8 encodes. JavaScript compares UTF-16 units, which differs where
// surrogates take part: U+FF5E sorts before U+1F600 in bytes and after it in units.
import { encode } from "../bytes/text.ts";
import type { DirectoryEntry } from "./workspace.ts";

const SURROGATE = /[\ud800-\udfff]/;

/** Compares two names by their bytes. */
export function compareBytes(a: string, b: string): number {
  if (a === b) return 0;
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(encode(a), encode(b));
  return a < b ? -1 : 1;
}

/** Sorts entries in place by the bytes of their names. */
export function sortEntries(entries: DirectoryEntry[]): DirectoryEntry[] {
  let sorted = true;
  let plain = true;
  let before = "";
  for (const { name } of entries) {
    if (SURROGATE.test(name)) {
      plain = false;
      break;
    }
    if (name < before) sorted = false;
    before = name;
  }
  if (!plain) return entries.sort((a, b) => compareBytes(a.name, b.name));
  return sorted ? entries : entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
