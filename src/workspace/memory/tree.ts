// A tree in memory, alone or over another tree that shows through wherever nothing was changed. A changed file keeps
// referring to the base's bytes until it is written (src/workspace/overlay/borrowed.ts), and a moved directory keeps
// showing the base's directory under its new name, so neither costs a copy.

import { compareBytes, sortEntries } from "../order.ts";
import type { BaseWatch } from "../overlay/watch.ts";
import type { Quota } from "../quota.ts";
import { childOf, type LinkTarget, nameOf, parentOf, type Tree } from "../tree.ts";
import { type DirectoryEntry, FileError, type FileHandle, type FileStat, type OpenFlags } from "../workspace.ts";
import { ChunkedContent, type Content } from "./content.ts";
import { MemoryHandle } from "./handle.ts";
import { type DirectoryNode, type FileNode, type Inode, nodeStat, stamp, type TreeNode } from "./node.ts";

/** What lies below, and how its files are borrowed. */
export interface Base {
  readonly tree: Tree;
  readonly watch: BaseWatch;
  borrow(path: string, stat: FileStat): Content;
}

/** An entry is a node here, or the canonical path of something in the base. */
export type Place = TreeNode | string;

let devices = 0;

export class MemoryTree implements Tree {
  #readOnly: boolean;
  readonly quota: Quota;
  readonly #base: Base | undefined;
  readonly #device: number;
  #inodes = 1;
  #root: DirectoryNode;

  constructor(options: { readonly readOnly: boolean; readonly quota: Quota; readonly base?: Base }) {
    this.#readOnly = options.readOnly;
    this.quota = options.quota;
    this.#base = options.base;
    devices += 1;
    // Numbers of real devices are small or huge; these lie between.
    this.#device = 0x4d000000 + devices;
    this.#root = this.#newRoot();
  }

  get readOnly(): boolean {
    return this.#readOnly;
  }

  /** From now on nothing changes any more. */
  freeze(): void {
    this.#readOnly = true;
  }

  /** The root's node, for those who compare a tree with its base. */
  get root(): DirectoryNode {
    return this.#root;
  }

  /** Forgets every change. */
  reset(): void {
    this.#root = this.#newRoot();
    this.quota.reset();
  }

  lstat(path: string): FileStat | undefined {
    const place = this.place(path);
    if (place === undefined) return undefined;
    return typeof place === "string" ? this.#base?.tree.lstat(place) : nodeStat(place);
  }

  readdir(path: string): readonly DirectoryEntry[] {
    const place = this.place(path) ?? fail("ENOENT", path);
    if (typeof place === "string") return this.#below(path).tree.readdir(place);
    if (place.kind !== "directory") throw new FileError("ENOTDIR", path);
    const entries: DirectoryEntry[] = [];
    if (place.base !== undefined) {
      for (const entry of this.#below(path).tree.readdir(place.base)) {
        if (!place.entries.has(entry.name)) entries.push(entry);
      }
    }
    for (const [name, node] of place.entries) if (node !== null) entries.push({ name, kind: node.kind });
    return sortEntries(entries);
  }

  readlink(path: string): LinkTarget {
    const place = this.place(path) ?? fail("ENOENT", path);
    if (typeof place === "string") return this.#below(path).tree.readlink(place);
    if (place.kind !== "link") throw new FileError("EINVAL", path);
    return place.target;
  }

  open(path: string, flags: OpenFlags): FileHandle | undefined {
    const write = flags.write === true || flags.append === true;
    let place = this.place(path);
    if (write || flags.create || flags.truncate) {
      this.#mayWrite(path);
      const stat = place === undefined ? undefined : typeof place === "string" ? this.lstat(path) : nodeStat(place);
      if (stat === undefined) {
        if (!flags.create) throw new FileError("ENOENT", path);
        place = this.#createFile(path, flags.mode ?? 0o644);
      } else if (flags.create && flags.exclusive) throw new FileError("EEXIST", path);
      else if (stat.kind === "link") return undefined;
      else if (stat.kind === "file" && typeof place === "string") place = this.#node(path);
    }
    if (place === undefined) throw new FileError("ENOENT", path);
    if (typeof place === "string") {
      const base = this.#below(path);
      base.watch.read(place);
      return base.tree.open(place, flags);
    }
    if (place.kind === "link") return undefined;
    const node = plain(place, path);
    if (flags.truncate && node.content.size > 0) {
      node.content.truncate(0, path);
      stamp(node);
    }
    return new MemoryHandle(node, {
      path,
      read: flags.read === true || !write,
      write,
      append: flags.append === true,
    });
  }

  readFile(path: string): Uint8Array | undefined {
    const place = this.place(path) ?? fail("ENOENT", path);
    if (typeof place === "string") {
      const base = this.#below(path);
      base.watch.read(place);
      return base.tree.readFile(place);
    }
    return place.kind === "link" ? undefined : plain(place, path).content.bytes();
  }

  replace(path: string, content: Uint8Array | Iterable<Uint8Array>): void {
    this.#mayWrite(path);
    // The whole new content exists before the old one goes, so a failure in the middle changes nothing.
    const fresh = new ChunkedContent(this.quota);
    try {
      for (const chunk of content instanceof Uint8Array ? [content] : content) fresh.write(chunk, fresh.size, path);
      const stat = this.lstat(path);
      if (stat === undefined) {
        const made = this.#createFile(path, 0o644);
        made.content = fresh;
        return;
      }
      if (stat.kind === "link") throw new FileError("ELOOP", path);
      const old = plain(this.#node(path), path);
      const replaced = this.#newFile(old.mode, fresh);
      this.#enter(path, replaced);
      this.#unname(old);
    } catch (error) {
      fresh.release();
      throw error;
    }
  }

  mkdir(path: string, mode: number): void {
    this.#mayWrite(path);
    const node: DirectoryNode = {
      ...this.#newInode(mode & 0o1777),
      kind: "directory",
      entries: new Map(),
      base: undefined,
    };
    node.nlink = 2;
    this.#enterNew(path, node);
  }

  rmdir(path: string): void {
    this.#mayWrite(path);
    if (this.lstat(path)?.kind !== "directory") throw new FileError("ENOTDIR", path);
    if (this.readdir(path).length > 0) throw new FileError("ENOTEMPTY", path);
    this.#node(path);
    this.#remove(path);
    this.quota.addFiles(-1, path);
  }

  unlink(path: string): void {
    this.#mayWrite(path);
    const stat = this.lstat(path) ?? fail("ENOENT", path);
    if (stat.kind === "directory") throw new FileError("EISDIR", path);
    // Only something changed here has a node; of the base's own file a mark that it is gone is enough.
    const place = this.place(path);
    this.#remove(path);
    this.quota.addFiles(-1, path);
    if (place !== undefined && typeof place !== "string") this.#unname(place);
  }

  rename(from: string, to: string): void {
    this.#mayWrite(from);
    const stat = this.lstat(from) ?? fail("ENOENT", from);
    const target = this.lstat(to);
    if (target !== undefined) {
      // As Linux has it: what holds the entry is not empty, whatever the entry is.
      if (from.startsWith(to === "/" ? "/" : `${to}/`)) throw new FileError("ENOTEMPTY", to);
      if (target.dev === stat.dev && target.ino === stat.ino && stat.kind === "file" && target.kind === "file") return;
      if (stat.kind === "directory") {
        if (target.kind !== "directory") throw new FileError("ENOTDIR", to);
        if (this.readdir(to).length > 0) throw new FileError("ENOTEMPTY", to);
      } else if (target.kind === "directory") throw new FileError("EISDIR", to);
    } else if (this.lstat(parentOf(to))?.kind !== "directory") throw new FileError("ENOENT", to);
    const moved = this.#node(from);
    const gone = target === undefined ? undefined : this.place(to);
    this.#enter(to, moved);
    this.#remove(from);
    moved.ctimeMs = Date.now();
    if (target === undefined) return;
    this.quota.addFiles(-1, to);
    if (gone !== undefined && typeof gone !== "string") this.#unname(gone);
  }

  symlink(target: LinkTarget, path: string): void {
    this.#mayWrite(path);
    this.#enterNew(path, { ...this.#newInode(0o777), kind: "link", target });
  }

  link(existing: string, path: string): void {
    this.#mayWrite(path);
    if (this.lstat(path) !== undefined) throw new FileError("EEXIST", path);
    const node = this.#node(existing);
    if (node.kind === "directory") throw new FileError("EPERM", existing);
    this.#enterNew(path, node);
    node.nlink += 1;
    node.ctimeMs = Date.now();
  }

  chmod(path: string, mode: number): void {
    this.#mayWrite(path);
    const node = this.#node(path);
    node.mode = mode & 0o7777;
    node.ctimeMs = Date.now();
  }

  utimes(path: string, atimeMs: number, mtimeMs: number): void {
    this.#mayWrite(path);
    const node = this.#node(path);
    node.atimeMs = atimeMs;
    node.mtimeMs = mtimeMs;
    node.ctimeMs = Date.now();
    if (node.kind === "file") node.timesSet = true;
  }

  forget(): void {
    this.#base?.tree.forget?.();
  }

  /** The node or the base's path of an entry; a path of the base may turn out to be missing there. */
  place(path: string): Place | undefined {
    let at: TreeNode = this.#root;
    if (path === "/") return at;
    for (let start = 1; start <= path.length; ) {
      let end = path.indexOf("/", start);
      if (end < 0) end = path.length;
      if (at.kind !== "directory") return undefined;
      const next: TreeNode | null | undefined = at.entries.get(path.slice(start, end));
      if (next === null) return undefined;
      if (next === undefined) return at.base === undefined ? undefined : childOf(at.base, path.slice(start));
      at = next;
      start = end + 1;
    }
    return at;
  }

  /** The node of an existing entry; one of the base, and the directories above it, get nodes now. */
  #node(path: string): TreeNode {
    const place = this.place(path) ?? fail("ENOENT", path);
    if (typeof place !== "string") return place;
    const base = this.#below(path);
    const stat = base.tree.lstat(place) ?? fail("ENOENT", path);
    const parent = this.#directory(parentOf(path));
    base.watch.touch(place);
    const node = this.#fromBase(base, place, stat);
    parent.entries.set(nameOf(path), node);
    return node;
  }

  #directory(path: string): DirectoryNode {
    const node = this.#node(path);
    if (node.kind !== "directory") throw new FileError("ENOTDIR", path);
    return node;
  }

  #fromBase(base: Base, path: string, stat: FileStat): TreeNode {
    const { mode, mtimeMs, atimeMs, ctimeMs, uid, gid, dev, ino } = stat;
    const inode: Inode = { mode, mtimeMs, atimeMs, ctimeMs, nlink: 1, uid, gid, dev, ino };
    switch (stat.kind) {
      case "file":
        return { ...inode, kind: "file", content: base.borrow(path, stat), opened: 0, timesSet: false };
      case "directory":
        return { ...inode, nlink: 2, kind: "directory", entries: new Map(), base: path };
      case "link":
        return { ...inode, kind: "link", target: base.tree.readlink(path) };
      case "other":
        return { ...inode, kind: "other", stat };
    }
  }

  #createFile(path: string, mode: number): FileNode {
    const node = this.#newFile(mode, new ChunkedContent(this.quota));
    this.#enterNew(path, node);
    return node;
  }

  #newFile(mode: number, content: Content): FileNode {
    return { ...this.#newInode(mode), kind: "file", content, opened: 0, timesSet: false };
  }

  /** Enters a node under a name that is not taken. */
  #enterNew(path: string, node: TreeNode): void {
    if (this.lstat(path) !== undefined) throw new FileError("EEXIST", path);
    const parent = this.#directory(parentOf(path));
    this.quota.addFiles(1, path);
    this.#enterInto(parent, path, node);
  }

  #enter(path: string, node: TreeNode): void {
    this.#enterInto(this.#directory(parentOf(path)), path, node);
  }

  #enterInto(parent: DirectoryNode, path: string, node: TreeNode): void {
    const name = nameOf(path);
    if (parent.base !== undefined) this.#base?.watch.touch(childOf(parent.base, name));
    parent.entries.set(name, node);
    stamp(parent);
  }

  /** Takes a name away; the base's entry of that name stays hidden. */
  #remove(path: string): void {
    const parent = this.#directory(parentOf(path));
    const name = nameOf(path);
    if (parent.base === undefined) parent.entries.delete(name);
    else {
      this.#base?.watch.touch(childOf(parent.base, name));
      parent.entries.set(name, null);
    }
    stamp(parent);
  }

  #unname(node: TreeNode): void {
    node.nlink -= 1;
    node.ctimeMs = Date.now();
    if (node.kind === "file" && node.nlink === 0 && node.opened === 0) node.content.release();
  }

  #newInode(mode: number): Inode {
    const now = Date.now();
    this.#inodes += 1;
    return {
      mode,
      mtimeMs: now,
      atimeMs: now,
      ctimeMs: now,
      nlink: 1,
      uid: 0,
      gid: 0,
      dev: this.#device,
      ino: this.#inodes,
    };
  }

  #newRoot(): DirectoryNode {
    const base = this.#base;
    if (base === undefined) {
      return { ...this.#newInode(0o755), nlink: 2, kind: "directory", entries: new Map(), base: undefined };
    }
    const stat = base.tree.lstat("/") ?? fail("ENOENT", "/");
    const node = this.#fromBase(base, "/", stat);
    if (node.kind !== "directory") throw new FileError("ENOTDIR", "/");
    return node;
  }

  #below(path: string): Base {
    return this.#base ?? fail("EIO", path);
  }

  #mayWrite(path: string): void {
    if (this.#readOnly) throw new FileError("EROFS", path);
  }
}

/** Names of a directory's nodes in byte order. */
export function nodeNames(node: DirectoryNode): string[] {
  return [...node.entries.keys()].sort(compareBytes);
}

function plain(node: TreeNode, path: string): FileNode {
  if (node.kind === "file") return node;
  if (node.kind === "directory") throw new FileError("EISDIR", path);
  throw new FileError("EACCES", path, "Permission denied (a special file)");
}

function fail(code: "ENOENT" | "EIO", path: string): never {
  throw new FileError(code, path);
}
