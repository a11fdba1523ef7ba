// A workspace that lives in memory and is gone with it.
import { encode } from "../../bytes/text.ts";
import { Quota, type QuotaLimits } from "../quota.ts";
import { ResolvedWorkspace } from "../resolved.ts";
import { parentOf } from "../tree.ts";
import { FileError, type Workspace } from "../workspace.ts";
import { MemoryTree } from "./tree.ts";

/** One entry of an initial tree: text, bytes, a link's target, an empty directory, or text with permission bits. */
export type InitialFile =
  | string
  | Uint8Array
  | { readonly link: string }
  | { readonly dir: true; readonly mode?: number }
  | { readonly text: string; readonly mode?: number }
  | { readonly bytes: Uint8Array; readonly mode?: number };

export interface MemoryOptions {
  /** Path -> entry; missing parents are created. Files come first, so a link may be written before its target. */
  readonly files?: Readonly<Record<string, InitialFile>>;
  readonly readOnly?: boolean;
  /** 256 MiB and 100,000 files unless given; the initial files count. */
  readonly quota?: QuotaLimits;
}

export const MEMORY_QUOTA = { maxBytes: 268_435_456, maxFiles: 100_000 } as const;

export function memoryWorkspace({ files = {}, readOnly = false, quota }: MemoryOptions = {}): Workspace {
  const limits = new Quota(quota, MEMORY_QUOTA);
  const tree = new MemoryTree({ readOnly: false, quota: limits });
  const workspace = new ResolvedWorkspace(tree);
  fill(workspace, files);
  if (!readOnly) return workspace;
  tree.freeze();
  return workspace;
}

/** Creates the entries of `files` in any workspace. */
export function fill(workspace: Workspace, files: Readonly<Record<string, InitialFile>>): void {
  const entries = Object.entries(files);
  for (const [path, file] of entries) if (!isLink(file)) create(workspace, path, file);
  for (const [path, file] of entries) {
    if (!isLink(file)) continue;
    makeDirectories(workspace, parentOf(rooted(path)));
    workspace.symlink(file.link, rooted(path));
  }
}

function create(workspace: Workspace, written: string, file: Exclude<InitialFile, { readonly link: string }>): void {
  const path = rooted(written);
  if (typeof file === "object" && "dir" in file) {
    makeDirectories(workspace, path);
    if (file.mode !== undefined) workspace.chmod(path, file.mode);
    return;
  }
  makeDirectories(workspace, parentOf(path));
  const content = typeof file === "string" ? encode(file) : file instanceof Uint8Array ? file : bytesOf(file);
  workspace.replace(path, content);
  if (!(file instanceof Uint8Array) && typeof file === "object" && file.mode !== undefined) {
    workspace.chmod(path, file.mode);
  }
}

function bytesOf(file: { readonly text: string } | { readonly bytes: Uint8Array }): Uint8Array {
  return "text" in file ? encode(file.text) : file.bytes;
}

function isLink(file: InitialFile): file is { readonly link: string } {
  return typeof file === "object" && "link" in file;
}

function rooted(path: string): string {
  return path.startsWith("/") ? path : `/${path}`;
}

function makeDirectories(workspace: Workspace, path: string): void {
  const stat = workspace.exists(path);
  if (stat?.kind === "directory") return;
  if (stat !== undefined) throw new FileError("ENOTDIR", path);
  const trimmed = path.replace(/\/+$/, "");
  makeDirectories(workspace, parentOf(trimmed));
  workspace.mkdir(trimmed, 0o755);
}
