// Inodes of a tree in memory. They know nothing of paths.
import type { LinkTarget } from "../tree.ts";
import type { FileStat } from "../workspace.ts";
import type { Content } from "./content.ts";

/** Metadata that every inode has; times in milliseconds since the epoch. */
export interface Inode {
  mode: number;
  mtimeMs: number;
  atimeMs: number;
  ctimeMs: number;
  nlink: number;
  readonly uid: number;
  readonly gid: number;
  readonly dev: number;
  readonly ino: number;
}

export interface FileNode extends Inode {
  readonly kind: "file";
  content: Content;
  /** Open handles: the content of a file without a name lives as long as one is open. */
  opened: number;
  /** utimes was called: the times are part of what was changed. */
  timesSet: boolean;
}

export interface LinkNode extends Inode {
  readonly kind: "link";
  readonly target: LinkTarget;
}

export interface DirectoryNode extends Inode {
  readonly kind: "directory";
  /** `null` hides what the base has under that name. */
  readonly entries: Map<string, TreeNode | null>;
  /** The directory of the base that shows through, as a canonical path there. */
  readonly base: string | undefined;
}

/** A special file of the base that was moved: shown, never opened. */
export interface SpecialNode extends Inode {
  readonly kind: "other";
  readonly stat: FileStat;
}

export type TreeNode = FileNode | LinkNode | DirectoryNode | SpecialNode;

export function nodeStat(node: TreeNode): FileStat {
  if (node.kind === "other") return node.stat;
  return {
    kind: node.kind,
    size: node.kind === "file" ? node.content.size : node.kind === "link" ? linkSize(node) : 4096,
    mode: node.mode,
    mtimeMs: node.mtimeMs,
    atimeMs: node.atimeMs,
    ctimeMs: node.ctimeMs,
    nlink: node.nlink,
    uid: node.uid,
    gid: node.gid,
    dev: node.dev,
    ino: node.ino,
  };
}

/** The names of a directory changed. */
export function stamp(node: Inode): void {
  const now = Date.now();
  node.mtimeMs = now;
  node.ctimeMs = now;
}

function linkSize(node: LinkNode): number {
  return Buffer.byteLength(node.target.text);
}
