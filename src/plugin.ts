// The whole plugin contract on one page: what a command may import. The linter holds commands/ to it.

export { isUtf8 } from "node:buffer";
export { type Compressor, crc32, createCompressor } from "./bytes/compress.ts";
export { createDigest, type Digest, type DigestAlgorithm } from "./bytes/digest.ts";
export { classifyBytes, decode, encode, type Verdict } from "./bytes/index.ts";
export {
  type Attachment,
  type CliOption,
  type Command,
  CommandError,
  type CommandIndex,
  type Context,
  defineCommand,
  definePlugin,
  type Example,
  type Io,
  type NestedIo,
  nearest,
  type Outcome,
  type OutputFile,
  type PluginModule,
  UsageError,
} from "./command/index.ts";
export * as z from "./command/late-zod.ts";
export { escapeControl, quoteName } from "./diagnostic/quote-name.ts";
export {
  absolute,
  type Effects,
  type EffectsContext,
  PURE,
  type Resource,
  reads,
  readsTrees,
  UNKNOWN,
  union,
  writes,
  writesTrees,
} from "./footprint/index.ts";
export { type Net, NetError, type NetErrorCode, type NetRequest, type NetResponse } from "./net/index.ts";
export {
  type Captures,
  compileGlob,
  compilePattern,
  compileText,
  type Match,
  type Pattern,
  PatternError,
  PatternLimitError,
  type PatternOptions,
  type TextPattern,
} from "./pattern/index.ts";
export {
  CancelledError,
  ClosedPipeError,
  type LineBlock,
  LineReader,
  LONGEST_LINE,
  LongLineError,
  type Sink,
  type Source,
  Writer,
} from "./stream/index.ts";
export {
  type JqRun,
  runJq,
  runSql,
  type SqlAnswer,
  SqlError,
  type SqlRun,
  type SqlTable,
  type SqlValue,
  ThreadError,
} from "./thread/index.ts";
export { compareBytes } from "./workspace/order.ts";
export {
  type DirectoryEntry,
  FileError,
  type FileHandle,
  type FileKind,
  type FileStat,
  type OpenFlags,
  type Workspace,
} from "./workspace/workspace.ts";
