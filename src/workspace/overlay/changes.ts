// The difference between an overlay's tree and its base, path by path. It looks only where something was changed.
import type { DirectoryNode } from "../memory/node.ts";
import { type MemoryTree, nodeNames } from "../memory/tree.ts";
import { compareBytes } from "../order.ts";
import { childOf, type Tree } from "../tree.ts";
import type { FileStat } from "../workspace.ts";
import { BorrowedContent } from "./borrowed.ts";

/** One side of a change: what is or was at the path. */
export interface ChangeSide {
  readonly stat: FileStat;
  /** Of a link. */
  readonly target: string | undefined;
  /** The content of a plain file; empty for anything else. */
  read(): Uint8Array;
}

export interface Change {
  readonly path: string;
  readonly change: "added" | "modified" | "removed";
  readonly before?: ChangeSide;
  readonly after?: ChangeSide;
}

/** All changes, by the bytes of their paths. A changed directory counts when it is new, gone, or has another mode. */
export function listChanges(upper: MemoryTree, base: Tree): Change[] {
  const changes: Change[] = [];
  new Comparison(upper, base, changes).directory(upper.root, "/");
  return changes.sort((a, b) => compareBytes(a.path, b.path));
}

class Comparison {
  readonly #upper: MemoryTree;
  readonly #base: Tree;
  readonly #changes: Change[];

  constructor(upper: MemoryTree, base: Tree, changes: Change[]) {
    this.#upper = upper;
    this.#base = base;
    this.#changes = changes;
  }

  /** The entries of a directory that exists on both sides. */
  directory(node: DirectoryNode | undefined, path: string): void {
    if (node?.base === path) {
      for (const name of nodeNames(node)) this.#entry(childOf(path, name));
      return;
    }
    const names = new Set([...this.#base.readdir(path), ...this.#upper.readdir(path)].map((entry) => entry.name));
    for (const name of names) this.#entry(childOf(path, name));
  }

  #entry(path: string): void {
    const before = this.#base.lstat(path);
    const after = this.#upper.lstat(path);
    if (after === undefined) {
      if (before !== undefined) this.#wholly(path, "removed", before);
      return;
    }
    if (before === undefined) {
      this.#wholly(path, "added", after);
      return;
    }
    if (before.kind !== after.kind) {
      this.#report(path, "modified", before, after);
      if (before.kind === "directory") this.#children(this.#base, path, "removed");
      if (after.kind === "directory") this.#children(this.#upper, path, "added");
      return;
    }
    const place = this.#upper.place(path);
    if (place === undefined || place === path) return;
    if (before.mode !== after.mode || this.#differs(path, before, after)) {
      this.#report(path, "modified", before, after);
    }
    if (after.kind !== "directory") return;
    this.directory(typeof place !== "string" && place.kind === "directory" ? place : undefined, path);
  }

  /** Whether the content of two entries of one kind differs. */
  #differs(path: string, before: FileStat, after: FileStat): boolean {
    if (after.kind === "directory") return false;
    if (after.kind === "link") return this.#base.readlink(path).text !== this.#upper.readlink(path).text;
    if (after.kind === "other") return before.ino !== after.ino;
    const place = this.#upper.place(path);
    if (typeof place === "object" && place.kind === "file") {
      if (place.timesSet && place.mtimeMs !== before.mtimeMs) return true;
      if (place.content instanceof BorrowedContent && place.content.source === path) return false;
    }
    return before.size !== after.size || !sameContent(this.#base, this.#upper, path);
  }

  /** An entry, and all below it, that exists on one side only. */
  #wholly(path: string, change: "added" | "removed", stat: FileStat): void {
    if (change === "added") this.#report(path, change, undefined, stat);
    else this.#report(path, change, stat, undefined);
    if (stat.kind === "directory") this.#children(change === "added" ? this.#upper : this.#base, path, change);
  }

  #children(tree: Tree, path: string, change: "added" | "removed"): void {
    for (const { name } of tree.readdir(path)) {
      const child = childOf(path, name);
      const stat = tree.lstat(child);
      if (stat !== undefined) this.#wholly(child, change, stat);
    }
  }

  #report(path: string, change: Change["change"], before: FileStat | undefined, after: FileStat | undefined): void {
    this.#changes.push({
      path,
      change,
      ...(before !== undefined && { before: side(this.#base, path, before) }),
      ...(after !== undefined && { after: side(this.#upper, path, after) }),
    });
  }
}

function side(tree: Tree, path: string, stat: FileStat): ChangeSide {
  return {
    stat,
    target: stat.kind === "link" ? tree.readlink(path).text : undefined,
    read: () => (stat.kind === "file" ? (tree.readFile(path) ?? new Uint8Array(0)) : new Uint8Array(0)),
  };
}

/** Compares two files of one size, a chunk at a time. */
function sameContent(a: Tree, b: Tree, path: string): boolean {
  const left = a.open(path, { read: true });
  const right = b.open(path, { read: true });
  try {
    if (left === undefined || right === undefined) return false;
    const one = Buffer.allocUnsafe(65_536);
    const two = Buffer.allocUnsafe(65_536);
    for (let at = 0; ; ) {
      const count = left.read(one, at);
      if (count !== right.read(two, at) || one.compare(two, 0, count, 0, count) !== 0) return false;
      if (count === 0) return true;
      at += count;
    }
  } finally {
    left?.close();
    right?.close();
  }
}
