// Which files a batch request has changed: a snapshot before, and what differs after.
import { isUtf8 } from "node:buffer";
import { decode } from "../bytes/text.ts";
import type { FileStat, Workspace } from "../workspace/index.ts";

/** A file in the form of a request; null when it is gone. */
type Content =
  | string
  | { readonly base64: string }
  | { readonly link: string }
  | { readonly dir: true }
  | {
      readonly text: string;
      readonly mode: number;
    };

interface Known {
  readonly stat: FileStat;
  readonly link?: string;
}

export type Snapshot = ReadonlyMap<string, Known>;

/** Every entry of the tree by its path without the leading slash. */
export function snapshot(workspace: Workspace): Snapshot {
  const found = new Map<string, Known>();
  const visit = (directory: string): void => {
    for (const { name, kind } of workspace.readdir(directory === "" ? "/" : directory)) {
      const path = `${directory}/${name}`;
      const stat = workspace.lstat(path);
      found.set(path.slice(1), kind === "link" ? { stat, link: workspace.readlink(path) } : { stat });
      if (kind === "directory") visit(path);
    }
  };
  visit("");
  return found;
}

/** New content of every changed path, and null for what is gone. */
export function changedFiles(before: Snapshot, workspace: Workspace): Record<string, Content | null> {
  const after = snapshot(workspace);
  const changed: Record<string, Content | null> = {};
  for (const [path, now] of after) {
    const old = before.get(path);
    if (!old || differs(old, now)) changed[path] = contentOf(workspace, path, now);
  }
  for (const path of before.keys()) if (!after.has(path)) changed[path] = null;
  return changed;
}

function differs(old: Known, now: Known): boolean {
  if (old.stat.kind !== now.stat.kind || old.link !== now.link) return true;
  if (old.stat.mode !== now.stat.mode) return true;
  if (now.stat.kind !== "file") return false;
  return old.stat.size !== now.stat.size || old.stat.mtimeMs !== now.stat.mtimeMs || old.stat.ino !== now.stat.ino;
}

/** Permission bits that a file has unless asked otherwise. */
const PLAIN_MODE = 0o644;

function contentOf(workspace: Workspace, path: string, { stat, link }: Known): Content {
  if (link !== undefined) return { link };
  if (stat.kind !== "file") return { dir: true };
  const bytes = workspace.readFile(`/${path}`);
  if (!isUtf8(bytes)) return { base64: Buffer.from(bytes).toString("base64") };
  const text = decode(bytes);
  return stat.mode === PLAIN_MODE ? text : { text, mode: stat.mode };
}
