// The workspace layer's public face, and the only place in the project that reaches the host's files.

export { deviceTree, deviceWorkspace } from "./devices.ts";
export { type DiskOptions, diskWorkspace } from "./disk/index.ts";
export { locate } from "./foreign.ts";
export { type Access, type AccessKind, guard } from "./guard.ts";
export { fill, type InitialFile, type MemoryOptions, memoryWorkspace } from "./memory/index.ts";
export { mountWorkspace } from "./mount.ts";
export { compareBytes } from "./order.ts";
export { OverlayConflictError } from "./overlay/apply.ts";
export type { Change, ChangeSide } from "./overlay/changes.ts";
export { type OverlayWorkspace, overlayWorkspace } from "./overlay/index.ts";
export type { QuotaLimits } from "./quota.ts";
export { type ScratchWorkspace, scratchWorkspace } from "./scratch.ts";
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
