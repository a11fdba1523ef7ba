// The session layer's public face.
export { createShell, type RunOptions, type Shell, type ShellOptions, type ToolDefinition } from "./shell.ts";
