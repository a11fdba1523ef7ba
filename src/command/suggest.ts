// Finds what somebody probably meant: used for options, commands, subcommands and file names. It never decides.

/** Candidates that are close to a word, the closest first; at most `limit`. */
export function nearest(word: string, candidates: Iterable<string>, limit = 3): string[] {
  const found: { readonly name: string; readonly rank: number }[] = [];
  for (const name of candidates) {
    const rank = distanceRank(word, name);
    if (rank !== undefined) found.push({ name, rank });
  }
  found.sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1));
  // What needs more edits than the best is noise beside it.
  const best = Math.floor(found[0]?.rank ?? 0);
  return found
    .filter(({ rank }) => Math.floor(rank) === best)
    .slice(0, limit)
    .map(({ name }) => name);
}

/** 0: differs in spaces or case only; then edits; then prefixes. Undefined: not close. */
function distanceRank(word: string, name: string): number | undefined {
  if (word === name) return 0;
  const [a, b] = [fold(word), fold(name)];
  if (a === b) return 0.5;
  const [bare, other] = [undashed(a), undashed(b)];
  const shorter = Math.min(bare.length, other.length);
  // One edit up to five letters, two up to nine, three from ten on; a word of one letter has no neighbours.
  const allowed = shorter < 2 ? 0 : shorter < 6 ? 1 : shorter < 10 ? 2 : 3;
  const edits = Math.abs(bare.length - other.length) > allowed ? Infinity : damerau(bare, other);
  if (edits <= allowed) return edits;
  if (shorter >= 3 && (bare.startsWith(other) || other.startsWith(bare)))
    return 3.5 + Math.abs(bare.length - other.length) / 100;
  return undefined;
}

/** Without case, and with every kind of space as the plain one (macOS names screenshots with U+202F). */
function fold(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\p{Zs}\t]/gu, " ")
    .toLowerCase();
}

function undashed(text: string): string {
  return text.replace(/^-+/, "");
}

/** Edits between two words, where swapping two neighbours is one (optimal string alignment). */
function damerau(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
