// The syntax layer's public face: text to tree, tree to diagnostics, argv to text. Pure and total.
import { withHelp } from "./mend.ts";
import { type Parsed, parseText } from "./parse.ts";
import type { ParseOptions } from "./state.ts";

export { type CompletionContext, completionContext } from "./completion.ts";
export { lint, literal } from "./lint/index.ts";
export type { Parsed } from "./parse.ts";
export { quote } from "./quote.ts";
export type { ParseOptions } from "./state.ts";
export * from "./tree.ts";
export { unsupported } from "./unsupported.ts";
export { sourceOf, type Visited, type Visitor, visit } from "./visit.ts";
export { lexWords } from "./words.ts";

/** Parses any text; an error carries what to do about it. Never throws. */
export function parse(source: string, options: ParseOptions = {}): Parsed {
  const parsed = parseText(source, options);
  return parsed.diagnostics.length === 0 ? parsed : withHelp(source, parsed);
}
