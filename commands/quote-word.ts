// Writes a word as shell text for commands that suggest another command. Plain words stay as they are.

/** The word, in single quotes unless it means the same without; `-` in front gets `./`. */
export function quoteWord(word: string): string {
  const safe = word.startsWith("-") ? `./${word}` : word;
  return /^[\w@%+=:,./-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", "'\\''")}'`;
}
