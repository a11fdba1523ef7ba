// The text of quoted or plain parts that nothing can change, for `literal`. It does not look at globs: `word.ts` does.
import type { WordPart } from "./tree.ts";

/** The fixed text of a part, or undefined where it expands. */
export function staticText(part: WordPart): string | undefined {
  switch (part.kind) {
    case "literal":
    case "quoted":
      return part.value;
    case "double-quoted":
      return staticTextOf(part.parts);
    default:
      return undefined;
  }
}

export function staticTextOf(parts: readonly WordPart[]): string | undefined {
  let text = "";
  for (const part of parts) {
    const value = staticText(part);
    if (value === undefined) return undefined;
    text += value;
  }
  return text;
}
