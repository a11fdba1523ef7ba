// The public API of the library.

export type { CommandIndex } from "./command/command.ts";
export type { Attachment } from "./command/context.ts";
export type { Denial, Gate, Invocation } from "./command/gate.ts";
export { definePlugin, type PluginModule, pluginFrom } from "./command/plugin.ts";
export { DEFAULT_LIMITS, type Limits } from "./engine/limits.ts";
export type { AllowedUrl, NetOptions } from "./net/index.ts";
export type { Captured, RunResult } from "./output/index.ts";
export { createShell, type RunOptions, type Shell, type ShellOptions, type ToolDefinition } from "./session/index.ts";
export type { Sink, Source } from "./stream/index.ts";
export {
  diskWorkspace,
  FileError,
  type InitialFile as FileContent,
  memoryWorkspace,
  mountWorkspace,
  overlayWorkspace,
  scratchWorkspace,
  type Workspace,
} from "./workspace/index.ts";
