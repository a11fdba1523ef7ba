// The syntax layer's public face: text to tree, tree to diagnostics, argv to text. Pure and total.
export * from "./tree.ts";
