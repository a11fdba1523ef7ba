// Opens a regular file for direct synchronous reading into a buffer of the command's own, the fast way through big
// files. Devices, descriptors and process substitutions are left to `io.open`.
import type { FileHandle, Workspace } from "../src/plugin.ts";

/** The open file, or undefined where the path names no regular file (nothing at all, a directory, a device). */
export function openRegular(workspace: Workspace, path: string): FileHandle | undefined {
  return workspace.exists(path)?.kind === "file" ? workspace.open(path, { read: true }) : undefined;
}
