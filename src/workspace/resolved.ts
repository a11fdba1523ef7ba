// The workspace over any tree: resolves each path, then asks the tree. It holds no files and no rules of its own about
// what may be written.
import { type Resolved, Resolver } from "./resolver.ts";
import { isWithin, type LinkTarget, type Tree } from "./tree.ts";
import {
  type DirectoryEntry,
  FileError,
  type FileHandle,
  type FileStat,
  type OpenFlags,
  type Workspace,
} from "./workspace.ts";

export class ResolvedWorkspace implements Workspace {
  readonly tree: Tree;
  readonly cwd: string;
  readonly #resolver: Resolver;

  constructor(tree: Tree, cwd = "/", resolver = new Resolver(tree)) {
    this.tree = tree;
    this.cwd = cwd;
    this.#resolver = resolver;
  }

  get readOnly(): boolean {
    return this.tree.readOnly;
  }

  at(cwd: string): Workspace {
    return new ResolvedWorkspace(this.tree, this.#absolute(cwd), this.#resolver);
  }

  forget(): void {
    this.#resolver.forget();
    this.tree.forget?.();
  }

  /** Where a path leads, the last component followed or not; it may not exist yet. */
  resolve(path: string, follow: boolean): Resolved {
    return this.#resolver.resolve(this.#absolute(path), follow);
  }

  stat(path: string): FileStat {
    return this.#find(path, true) ?? missing(path);
  }

  lstat(path: string): FileStat {
    return this.#find(path, false) ?? missing(path);
  }

  exists(path: string): FileStat | undefined {
    try {
      return this.#find(path, true);
    } catch (error) {
      if (error instanceof FileError) return undefined;
      throw error;
    }
  }

  readdir(path: string): readonly DirectoryEntry[] {
    const found = this.#existing(path, true);
    if (found.stat.kind !== "directory") throw new FileError("ENOTDIR", path);
    return this.tree.readdir(found.path);
  }

  readlink(path: string): string {
    const found = this.#existing(path, false);
    if (found.stat.kind !== "link") throw new FileError("EINVAL", path);
    return this.tree.readlink(found.path).text;
  }

  realpath(path: string): string {
    return this.#existing(path, true).path;
  }

  open(path: string, flags: OpenFlags): FileHandle {
    const absolute = this.#absolute(path);
    const entry = this.#resolver.entry(absolute);
    if (entry !== undefined) {
      const handle = this.tree.open(entry, flags);
      if (handle !== undefined) return handle;
      if (flags.exclusive && flags.create) throw new FileError("EEXIST", path);
    }
    const found = this.#resolver.resolve(absolute, true);
    if (found.mustBeDirectory) forbidFile(found, path);
    return this.tree.open(found.path, flags) ?? loop(path);
  }

  readFile(path: string): Uint8Array {
    const absolute = this.#absolute(path);
    const entry = this.#resolver.entry(absolute);
    if (entry !== undefined) {
      const content = this.tree.readFile(entry);
      if (content !== undefined) return content;
    }
    const found = this.#resolver.resolve(absolute, true);
    if (found.mustBeDirectory) forbidFile(found, path);
    return this.tree.readFile(found.path) ?? loop(path);
  }

  replace(path: string, content: Uint8Array | Iterable<Uint8Array>): void {
    const found = this.resolve(path, true);
    if (found.mustBeDirectory) forbidFile(found, path);
    this.tree.replace(found.path, content);
  }

  mkdir(path: string, mode = 0o755): void {
    // A trailing slash does not follow a link here: `mkdir link/` finds that the link exists.
    const found = this.resolve(/^\/+$/.test(path) ? path : path.replace(/\/+$/, ""), false);
    if (found.stat !== undefined) throw new FileError("EEXIST", path);
    this.tree.mkdir(found.path, mode);
  }

  rmdir(path: string): void {
    if (/(?:^|\/)\.\/*$/.test(path)) throw new FileError("EINVAL", path);
    const found = this.#existing(path, false);
    if (found.path === "/") throw new FileError("EBUSY", path);
    if (found.stat.kind !== "directory") throw new FileError("ENOTDIR", path);
    this.#resolver.invalidate(found.path);
    this.tree.rmdir(found.path);
  }

  unlink(path: string): void {
    const absolute = this.#absolute(path);
    const entry = this.#resolver.entry(absolute);
    if (entry === undefined) {
      const { stat } = this.#existing(path, false);
      throw new FileError(stat.kind === "directory" ? "EISDIR" : "ENOTDIR", path);
    }
    this.#resolver.invalidate(entry);
    this.tree.unlink(entry);
  }

  rename(from: string, to: string): void {
    const source = this.#existing(from, false);
    const target = this.resolve(to, false);
    if (source.path === "/" || target.path === "/") throw new FileError("EBUSY", source.path === "/" ? from : to);
    if (target.mustBeDirectory && source.stat.kind !== "directory") throw new FileError("ENOTDIR", to);
    if (source.path === target.path) return;
    if (source.stat.kind === "directory" && isWithin(target.path, source.path)) throw new FileError("EINVAL", to);
    this.#resolver.invalidate(source.path);
    this.#resolver.invalidate(target.path);
    this.tree.rename(source.path, target.path);
  }

  symlink(target: string, path: string): void {
    if (target === "") throw new FileError("ENOENT", path);
    if (target.includes("\0")) throw new FileError("EINVAL", path);
    const found = this.resolve(path, false);
    if (found.stat !== undefined) throw new FileError("EEXIST", path);
    if (found.mustBeDirectory) throw new FileError("ENOENT", path);
    const link: LinkTarget = { text: target, outside: false };
    this.tree.symlink(link, found.path);
  }

  link(existing: string, path: string): void {
    const source = this.#existing(existing, false);
    if (source.stat.kind === "directory") throw new FileError("EPERM", existing);
    const found = this.resolve(path, false);
    if (found.stat !== undefined) throw new FileError("EEXIST", path);
    if (found.mustBeDirectory) throw new FileError("ENOENT", path);
    this.tree.link(source.path, found.path);
  }

  chmod(path: string, mode: number): void {
    this.tree.chmod(this.#existing(path, true).path, mode & 0o7777);
  }

  utimes(path: string, atimeMs: number, mtimeMs: number): void {
    this.tree.utimes(this.#existing(path, true).path, atimeMs, mtimeMs);
  }

  #absolute(path: string): string {
    if (path.charCodeAt(0) === 47) return path;
    if (path === "") throw new FileError("ENOENT", path);
    return this.cwd === "/" ? `/${path}` : `${this.cwd}/${path}`;
  }

  #find(path: string, follow: boolean): FileStat | undefined {
    const absolute = this.#absolute(path);
    const entry = this.#resolver.entry(absolute);
    if (entry !== undefined) {
      const stat = this.tree.lstat(entry);
      if (!follow || stat?.kind !== "link") return stat;
    }
    const { stat, mustBeDirectory } = this.#resolver.resolve(absolute, follow);
    if (mustBeDirectory && stat !== undefined && stat.kind !== "directory") throw new FileError("ENOTDIR", path);
    return stat;
  }

  #existing(path: string, follow: boolean): { readonly path: string; readonly stat: FileStat } {
    const { path: canonical, stat, mustBeDirectory } = this.resolve(path, follow);
    if (stat === undefined) throw new FileError("ENOENT", path);
    if (mustBeDirectory && stat.kind !== "directory") throw new FileError("ENOTDIR", path);
    return { path: canonical, stat };
  }
}

/** A path that can name a directory only was opened as a file (Linux: EISDIR also where it would be created). */
function forbidFile(found: Resolved, path: string): never {
  throw new FileError(found.stat === undefined || found.stat.kind === "directory" ? "EISDIR" : "ENOTDIR", path);
}

function missing(path: string): never {
  throw new FileError("ENOENT", path);
}

function loop(path: string): never {
  throw new FileError("ELOOP", path);
}
