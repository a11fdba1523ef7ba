// The command layer's public face.
export {
  type Bound,
  type CliOption,
  type Command,
  CommandError,
  type CommandIndex,
  type Example,
  type FamilySpec,
  type OptionView,
  type Outcome,
  type RawSpec,
  type TypedSpec,
  UsageError,
} from "./command.ts";
export type {
  Attachment,
  CallResult,
  CommandEntry,
  Context,
  ExecOptions,
  Io,
  NestedIo,
  OutputFile,
  SessionView,
} from "./context.ts";
export { defineCommand } from "./define.ts";
export { definePlugin, type PluginModule, pluginFrom } from "./plugin.ts";
export { createRegistry, type Registry } from "./registry.ts";
export { nearest } from "./suggest.ts";
export { TOOL_SCHEMA, toolDescription } from "./tool.ts";
