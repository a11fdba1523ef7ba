// Writes an overlay's changes to its base. It first makes sure that nobody has changed the base meanwhile, and that
// every byte which a later step would overwrite is kept; from then on only the host can make it fail.
import type { DirectoryNode, FileNode } from "../memory/node.ts";
import type { MemoryTree } from "../memory/tree.ts";
import { childOf, isWithin, type LinkTarget, type Tree } from "../tree.ts";
import { FileError } from "../workspace.ts";
import { BorrowedContent } from "./borrowed.ts";
import { type Change, listChanges } from "./changes.ts";
import type { BaseWatch } from "./watch.ts";

/** The base has changed below an overlay, so nothing was applied. */
export class OverlayConflictError extends Error {
  readonly paths: readonly string[];

  constructor(paths: readonly string[]) {
    super(`not applied: changed below the overlay since it was read: ${paths.join(", ")}`);
    this.name = "OverlayConflictError";
    this.paths = paths;
  }
}

/** Bytes copied at a time. */
const COPY_SIZE = 262_144;

export function applyChanges(upper: MemoryTree, base: Tree, watch: BaseWatch): void {
  const conflicts = [...new Set([...watch.changed(), ...appeared(upper, base, watch)])].sort();
  if (conflicts.length > 0) throw new OverlayConflictError(conflicts);
  const changes = listChanges(upper, base);
  if (changes.length === 0) return;
  if (base.readOnly) throw new FileError("EROFS", changes[0]?.path ?? "/");
  const special = changes.find(({ after }) => after?.stat.kind === "other");
  if (special !== undefined) throw new FileError("EPERM", special.path, "Operation not permitted (a special file)");
  const kept = keepEndangered(upper, changes);
  clearTheWay(base, changes);
  const written = new Map<FileNode, string>();
  for (const change of changes)
    if (change.change === "added" || changesKind(change)) write(upper, base, change, kept, written);
  for (const change of changes)
    if (change.change === "modified" && !changesKind(change)) write(upper, base, change, kept, written);
  for (const { path, change, before } of changes.toReversed()) {
    if (change !== "removed" || base.lstat(path) === undefined) continue;
    if (before?.stat.kind === "directory") base.rmdir(path);
    else base.unlink(path);
  }
  for (const { path, after } of changes.toReversed()) {
    if (after?.stat.kind === "directory" && base.lstat(path)?.mode !== after.stat.mode)
      base.chmod(path, after.stat.mode);
  }
}

/** Entries of the base's removed directories that the overlay has never seen: they appeared since. */
function appeared(upper: MemoryTree, base: Tree, watch: BaseWatch): string[] {
  const shown = new Set<string>();
  collectShown(upper.root, shown);
  const found: string[] = [];
  const visit = (path: string, isShown: boolean): void => {
    for (const { name, kind } of base.readdir(path)) {
      const child = childOf(path, name);
      const touched = watch.isTouched(child);
      if (!touched && !isShown) found.push(child);
      if (kind === "directory") visit(child, shown.has(child) || (isShown && !touched));
    }
  };
  for (const path of watch.paths()) {
    if (shown.has(path) || base.lstat(path)?.kind !== "directory") continue;
    visit(path, false);
  }
  return found;
}

/** The directories of the base that show through somewhere. */
function collectShown(node: DirectoryNode, shown: Set<string>): void {
  if (node.base !== undefined) shown.add(node.base);
  for (const child of node.entries.values()) if (child?.kind === "directory") collectShown(child, shown);
}

/** Content and link targets by the path that they are written to. */
interface Kept {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly links: ReadonlyMap<string, LinkTarget>;
}

function changesKind({ before, after }: Change): boolean {
  return before !== undefined && after !== undefined && before.stat.kind !== after.stat.kind;
}

/**
 * Content that lies in a file of the base which is overwritten or removed before the content is needed. Files that are
 * only removed stay until the end, so a plain move is copied from them.
 */
function keepEndangered(upper: MemoryTree, changes: readonly Change[]): Kept {
  const overwritten = new Set(changes.filter(({ change }) => change === "modified").map(({ path }) => path));
  const cleared = changes.filter(changesKind).map(({ path }) => path);
  const files = new Map<string, Uint8Array>();
  const links = new Map<string, LinkTarget>();
  for (const { path, after } of changes) {
    if (after?.stat.kind === "link") links.set(path, upper.readlink(path));
    if (after?.stat.kind !== "file") continue;
    const place = upper.place(path);
    const content = typeof place === "object" && place.kind === "file" ? place.content : undefined;
    const source = typeof place === "string" ? place : content instanceof BorrowedContent ? content.source : undefined;
    if (source === undefined) continue;
    const moves = source !== path && overwritten.has(source);
    if (!moves && !cleared.some((gone) => isWithin(source, gone))) continue;
    if (content instanceof BorrowedContent) content.keep();
    else files.set(path, after.read());
  }
  return { files, links };
}

/** Removes what stands where something of another kind comes. */
function clearTheWay(base: Tree, changes: readonly Change[]): void {
  for (const change of changes) if (changesKind(change)) removeTree(base, change.path);
}

function removeTree(tree: Tree, path: string): void {
  if (tree.lstat(path)?.kind !== "directory") {
    tree.unlink(path);
    return;
  }
  for (const { name } of tree.readdir(path)) removeTree(tree, childOf(path, name));
  tree.rmdir(path);
}

function write(
  upper: MemoryTree,
  base: Tree,
  { path, after }: Change,
  kept: Kept,
  written: Map<FileNode, string>,
): void {
  if (after === undefined) return;
  const { kind, mode, atimeMs, mtimeMs } = after.stat;
  if (kind === "directory") {
    // Writable while it is filled; its own mode comes last.
    if (base.lstat(path) === undefined) base.mkdir(path, mode | 0o700);
    return;
  }
  if (kind === "link") {
    if (base.lstat(path) !== undefined) base.unlink(path);
    base.symlink(kept.links.get(path) ?? upper.readlink(path), path);
    return;
  }
  const place = upper.place(path);
  const node = typeof place === "object" && place.kind === "file" ? place : undefined;
  const twin = node && written.get(node);
  if (twin !== undefined) {
    if (base.lstat(path) !== undefined) base.unlink(path);
    base.link(twin, path);
    return;
  }
  const source = node?.content instanceof BorrowedContent ? node.content.source : undefined;
  if (node !== undefined && source !== undefined && source !== path && upper.place(source) === node) {
    // Another name of a file that stays as it is.
    if (base.lstat(path) !== undefined) base.unlink(path);
    base.link(source, path);
    return;
  }
  if (source !== path) base.replace(path, kept.files.get(path) ?? chunksOf(upper, path));
  if (base.lstat(path)?.mode !== mode) base.chmod(path, mode);
  base.utimes(path, atimeMs, mtimeMs);
  if (node !== undefined && node.nlink > 1) written.set(node, path);
}

/** A file's content as chunks, each in a buffer of its own. */
function* chunksOf(tree: Tree, path: string): Generator<Uint8Array> {
  const handle = tree.open(path, { read: true });
  if (handle === undefined) throw new FileError("ELOOP", path);
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(COPY_SIZE);
      const count = handle.read(chunk);
      if (count === 0) return;
      yield chunk.subarray(0, count);
    }
  } finally {
    handle.close();
  }
}
