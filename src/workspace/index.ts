// The workspace layer's public face, and the only place in the project that reaches the host's files.
export { type DiskOptions, diskWorkspace } from "./disk/index.ts";
export { fill, type InitialFile, type MemoryOptions, memoryWorkspace } from "./memory/index.ts";
export { compareBytes } from "./order.ts";
export type { QuotaLimits } from "./quota.ts";
export {
  type DirectoryEntry,
  FileError,
  type FileErrorCode,
  type FileHandle,
  type FileKind,
  type FileStat,
  type OpenFlags,
  type SpecialKind,
  type Workspace,
} from "./workspace.ts";
