// Several trees as one: each mount point shows another tree's root. Links are resolved in the whole, so a link to
// `/tmp/x` in the root's tree leads to what the shell calls `/tmp/x`.
import { treeOf } from "./foreign.ts";
import { sortEntries } from "./order.ts";
import { ResolvedWorkspace } from "./resolved.ts";
import { childOf, isWithin, type LinkTarget, type Tree } from "./tree.ts";
import {
  type DirectoryEntry,
  FileError,
  type FileHandle,
  type FileStat,
  type OpenFlags,
  type Workspace,
} from "./workspace.ts";

export interface MountOptions {
  /** Mount points that the root does not have are reached by name and not listed, so that walks stay in the root. */
  readonly unlisted?: boolean;
}

/** `mounts` maps absolute paths, such as "/tmp", to what is seen there. The longest prefix of a path decides. */
export function mountWorkspace(
  root: Workspace,
  mounts: Readonly<Record<string, Workspace>>,
  options: MountOptions = {},
): Workspace {
  return new ResolvedWorkspace(new MountTree(treeOf(root), mounts, options.unlisted === true), root.cwd);
}

interface Mount {
  readonly at: string;
  readonly tree: Tree;
}

interface Place {
  readonly mount: Mount;
  /** The path within the mounted tree. */
  readonly path: string;
}

class MountTree implements Tree {
  readonly #root: Mount;
  /** Longest first. */
  readonly #mounts: readonly Mount[];
  /** Directory -> names of mount points below it, directly or through directories that may be missing in the root. */
  readonly #below = new Map<string, Set<string>>();

  readonly #unlisted: boolean;

  constructor(root: Tree, mounts: Readonly<Record<string, Workspace>>, unlisted: boolean) {
    this.#unlisted = unlisted;
    this.#root = { at: "/", tree: root };
    this.#mounts = Object.entries(mounts)
      .map(([at, workspace]) => ({ at: mountPoint(at), tree: treeOf(workspace) }))
      .sort((a, b) => b.at.length - a.at.length);
    for (const { at } of this.#mounts) {
      for (let end = at.length; end > 0; end = at.lastIndexOf("/", end - 1)) {
        const slash = at.lastIndexOf("/", end - 1);
        const directory = at.slice(0, slash) || "/";
        const names = this.#below.get(directory) ?? new Set();
        this.#below.set(directory, names.add(at.slice(slash + 1, end)));
      }
    }
  }

  get readOnly(): boolean {
    return this.#root.tree.readOnly;
  }

  lstat(path: string): FileStat | undefined {
    const { mount, path: inner } = this.#place(path);
    const stat = mount.tree.lstat(inner);
    // A directory that exists only because something is mounted below it.
    return stat === undefined && this.#below.has(path) ? this.#implied() : stat;
  }

  readdir(path: string): readonly DirectoryEntry[] {
    const { mount, path: inner } = this.#place(path);
    const names = this.#below.get(path);
    if (names === undefined) return mount.tree.readdir(inner);
    const own = mount.tree.lstat(inner) === undefined ? [] : mount.tree.readdir(inner);
    const entries = own.filter((entry) => !names.has(entry.name));
    for (const name of names) {
      if (this.#unlisted && !own.some((entry) => entry.name === name)) continue;
      entries.push({ name, kind: this.lstat(childOf(path, name))?.kind ?? "directory" });
    }
    return sortEntries(entries);
  }

  readlink(path: string): LinkTarget {
    const { mount, path: inner } = this.#place(path);
    const target = mount.tree.readlink(inner);
    if (!target.text.startsWith("/")) return target;
    if (target.outside) return { text: target.text, outside: this.#place(target.text).mount === mount };
    const text = mount.at === "/" ? target.text : mount.at + (target.text === "/" ? "" : target.text);
    return { text, outside: false };
  }

  open(path: string, flags: OpenFlags): FileHandle | undefined {
    const { mount, path: inner } = this.#place(path);
    return mount.tree.open(inner, flags);
  }

  readFile(path: string): Uint8Array | undefined {
    const { mount, path: inner } = this.#place(path);
    return mount.tree.readFile(inner);
  }

  replace(path: string, content: Uint8Array | Iterable<Uint8Array>): void {
    const { mount, path: inner } = this.#place(path);
    mount.tree.replace(inner, content);
  }

  mkdir(path: string, mode: number): void {
    const { mount, path: inner } = this.#place(path);
    mount.tree.mkdir(inner, mode);
  }

  rmdir(path: string): void {
    this.#free(path).rmdir(this.#place(path).path);
  }

  unlink(path: string): void {
    this.#free(path).unlink(this.#place(path).path);
  }

  rename(from: string, to: string): void {
    const tree = this.#free(from);
    if (this.#free(to) !== tree || this.#place(from).mount !== this.#place(to).mount) {
      throw new FileError("EXDEV", to);
    }
    tree.rename(this.#place(from).path, this.#place(to).path);
  }

  symlink(target: LinkTarget, path: string): void {
    const { mount, path: inner } = this.#place(path);
    mount.tree.symlink(this.#within(target, mount), inner);
  }

  link(existing: string, path: string): void {
    const source = this.#place(existing);
    const target = this.#place(path);
    if (source.mount !== target.mount) throw new FileError("EXDEV", path);
    source.mount.tree.link(source.path, target.path);
  }

  chmod(path: string, mode: number): void {
    const { mount, path: inner } = this.#place(path);
    mount.tree.chmod(inner, mode);
  }

  utimes(path: string, atimeMs: number, mtimeMs: number): void {
    const { mount, path: inner } = this.#place(path);
    mount.tree.utimes(inner, atimeMs, mtimeMs);
  }

  forget(): void {
    this.#root.tree.forget?.();
    for (const mount of this.#mounts) mount.tree.forget?.();
  }

  #place(path: string): Place {
    for (const mount of this.#mounts) {
      if (isWithin(path, mount.at)) return { mount, path: path.slice(mount.at.length) || "/" };
    }
    return { mount: this.#root, path };
  }

  /** The tree of an entry that is no mount point and holds none. */
  #free(path: string): Tree {
    if (this.#below.has(path) || this.#mounts.some((mount) => mount.at === path)) throw new FileError("EBUSY", path);
    return this.#place(path).mount.tree;
  }

  /** A link target as the tree that will hold the link understands it; `readlink` turns it back. */
  #within(target: LinkTarget, mount: Mount): LinkTarget {
    if (!target.text.startsWith("/") || target.outside) return target;
    const place = this.#place(target.text);
    return place.mount === mount ? { text: place.path, outside: false } : { text: target.text, outside: true };
  }

  #implied(): FileStat | undefined {
    const root = this.#root.tree.lstat("/");
    return root && { ...root, mode: 0o755, nlink: 2 };
  }
}

function mountPoint(path: string): string {
  if (
    !path.startsWith("/") ||
    path === "/" ||
    path
      .split("/")
      .slice(1)
      .some((name) => /^\.{0,2}$/.test(name))
  ) {
    throw new FileError("EINVAL", path);
  }
  return path;
}
