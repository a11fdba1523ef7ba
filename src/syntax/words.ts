// The literal words of a line that is one simple command: the inverse of `quote`.
import { parseText } from "./parse.ts";

/** The words, or undefined where the text is anything else or expands. */
export function lexWords(source: string): readonly string[] | undefined {
  const { script, diagnostics } = parseText(source);
  const { items } = script.body;
  if (diagnostics.length > 0 || items.length > 1) return undefined;
  const item = items[0];
  if (!item) return [];
  const { first, rest } = item.body;
  const command = first.stages[0];
  if (rest.length > 0 || first.stages.length !== 1 || item.background || command?.kind !== "simple") return undefined;
  if (command.assignments.length > 0 || command.redirections.length > 0) return undefined;
  const words: string[] = [];
  for (const word of command.words) {
    if (word.literal === undefined) return undefined;
    words.push(word.literal);
  }
  return words;
}
