// The syntax layer's public face: text to tree, tree to diagnostics, argv to text. Pure and total.
export { type Parsed, parseText as parse } from "./parse.ts";
export type { ParseOptions } from "./state.ts";
export * from "./tree.ts";
