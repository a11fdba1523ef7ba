/** The public face of the pattern layer: regular expressions over bytes and text, and shell globs. */
export {
  type Captures,
  type Match,
  type Pattern,
  PatternError,
  PatternLimitError,
  type PatternOptions,
  type Syntax,
  type TextMatch,
  type TextPattern,
} from "./pattern.ts";
export { compilePattern } from "./scan.ts";
export { compileText } from "./text.ts";
