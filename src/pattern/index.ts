/** The public face of the pattern layer: regular expressions over bytes and text, and shell globs. */

export { compileGlob, type Glob, type GlobOptions, globFind, globPrefix, globSuffix, hasGlob } from "./glob/index.ts";
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
