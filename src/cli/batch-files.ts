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
  readonly bytes?: Uint8Array;
}

export type Snapshot = ReadonlyMap<string, Known>;

/** Every entry of the tree by its path without the leading slash; with `contents`, what is in the files too. */
export function snapshot(workspace: Workspace, { contents = false } = {}): Snapshot {
  const found = new Map<string, Known>();
  const visit = (directory: string): void => {
    for (const { name, kind } of workspace.readdir(directory === "" ? "/" : directory)) {
      const path = `${directory}/${name}`;
      const stat = workspace.lstat(path);
      if (kind === "link") found.set(path.slice(1), { stat, link: workspace.readlink(path) });
      else if (kind === "file" && contents) found.set(path.slice(1), { stat, bytes: workspace.readFile(path) });
      else found.set(path.slice(1), { stat });
      if (kind === "directory") visit(path);
    }
  };
  visit("");
  return found;
}

/** New content of every changed path, and null for what is gone. */
export function changedFiles(before: Snapshot, workspace: Workspace): Record<string, Content | null> {
  const after = snapshot(workspace);
  const changed: [string, Content | null][] = [];
  for (const [path, now] of after) {
    const old = before.get(path);
    if (!old || differs(old, now, () => workspace.readFile(`/${path}`)))
      changed.push([path, contentOf(workspace, path, now)]);
  }
  for (const path of before.keys()) if (!after.has(path)) changed.push([path, null]);
  // Not by assignment, for which `__proto__` is no name like others.
  return Object.fromEntries(changed);
}

function differs(old: Known, now: Known, read: () => Uint8Array): boolean {
  if (old.stat.kind !== now.stat.kind || old.link !== now.link) return true;
  if (old.stat.mode !== now.stat.mode) return true;
  if (now.stat.kind !== "file") return false;
  if (old.bytes) return Buffer.compare(old.bytes, read()) !== 0;
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
