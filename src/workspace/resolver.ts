// Turns any path into a canonical one over a tree: `.`, `..`, repeated slashes and links (POSIX 4.13, pathname
// resolution). A link never leads out of the tree. Directories that were resolved are remembered for a few
// milliseconds, so that a file in a known directory costs no walk.
import { nameOf, type Tree } from "./tree.ts";
import { FileError, type FileStat } from "./workspace.ts";

/** How long a resolved directory is trusted against changes from outside, in milliseconds. */
const TRUST_MS = 5;
/** A walk that took longer than that is trusted for this many times as long, or deep paths would be all walking. */
const TRUST_FACTOR = 4;
/** Linux follows at most 40 links in one path (MAXSYMLINKS). */
const MAX_LINKS = 40;
/** Linux: PATH_MAX and NAME_MAX, in bytes. */
const MAX_PATH = 4096;
const MAX_NAME = 255;

/** Names that are no entries, by their length. */
const DOTS = ["", ".", ".."];

const LINK_LEAVES = "Permission denied (the link leads outside the workspace)";

/** Where a path leads. */
export interface Resolved {
  readonly path: string;
  /** undefined: nothing is there yet, but its directory exists. */
  readonly stat: FileStat | undefined;
  /** The path ended in a slash or a dot: it can name a directory only. */
  readonly mustBeDirectory: boolean;
}

export class Resolver {
  readonly #tree: Tree;
  /** Absolute directory as it was written ("" = root) -> canonical directory ("" = root). */
  readonly #directories = new Map<string, string>();
  /** Canonical directories and links that the entries above rest upon. */
  readonly #grounds = new Set<string>();
  /** The directory asked for last; "" for none (the root needs no resolving). */
  #lastWritten = "";
  #lastCanonical = "";
  /** What is remembered is trusted from `since` to `until`: a clock that is set back ends it too. */
  #since = 0;
  #until = 0;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /**
   * The canonical path of the entry that an absolute path names, the last component not followed; undefined when the
   * last component is `.`, `..` or empty, which `resolve` handles.
   */
  entry(path: string): string | undefined {
    const slash = path.lastIndexOf("/");
    const length = path.length - slash - 1;
    if (length <= 2 && path.endsWith(DOTS[length] ?? "")) return undefined;
    if (length > MAX_NAME / 3) checkName(path.slice(slash + 1), path);
    if (path.includes("\0")) throw new FileError("EINVAL", path);
    if (path.length >= MAX_PATH) throw new FileError("ENAMETOOLONG", path);
    if (slash === 0) return path;
    this.#expire();
    // The common case, without building a string: the same directory as last time.
    if (slash !== this.#lastWritten.length || !path.startsWith(this.#lastWritten)) {
      const written = path.slice(0, slash);
      this.#lastCanonical = this.#directories.get(written) ?? this.#timed(written);
      this.#lastWritten = written;
    }
    const directory = this.#lastCanonical;
    return directory === this.#lastWritten ? path : directory + path.slice(slash);
  }

  /** Resolves an absolute path, the last component too when `follow`. */
  resolve(path: string, follow: boolean): Resolved {
    this.#expire();
    const name = nameOf(path);
    if (name !== "" && name !== "." && name !== "..") {
      const entry = this.entry(path);
      if (entry !== undefined) {
        const stat = this.#tree.lstat(entry);
        if (!follow || stat?.kind !== "link") return { path: entry, stat, mustBeDirectory: false };
      }
    }
    return this.#walk(path, follow);
  }

  /** To be called before the entry at a canonical path is removed, moved or replaced. */
  invalidate(path: string): void {
    if (this.#grounds.has(path)) this.forget();
  }

  /** Drops what is remembered. */
  forget(): void {
    this.#lastWritten = "";
    this.#directories.clear();
    this.#grounds.clear();
  }

  #expire(): void {
    const now = Date.now();
    if (now < this.#until && now >= this.#since) return;
    if (this.#directories.size > 0) this.forget();
    this.#since = now;
    this.#until = now + TRUST_MS;
  }

  #timed(written: string): string {
    const start = Date.now();
    const canonical = this.#directory(written);
    const now = Date.now();
    if (now > start) this.#until = Math.max(this.#until, now + TRUST_FACTOR * (now - start));
    return canonical;
  }

  #directory(written: string): string {
    if (written === "") return "";
    const known = this.#directories.get(written);
    if (known !== undefined) return known;
    const canonical = this.#stepInto(written) ?? this.#walkToDirectory(written);
    this.#directories.set(written, canonical);
    return canonical;
  }

  /** One step from a known parent; undefined where the step is no plain directory entry. */
  #stepInto(written: string): string | undefined {
    const slash = written.lastIndexOf("/");
    const name = written.slice(slash + 1);
    if (name === "" || name === "." || name === "..") return undefined;
    checkName(name, written);
    const child = `${this.#directory(written.slice(0, slash))}/${name}`;
    const stat = this.#tree.lstat(child);
    if (stat === undefined) throw new FileError("ENOENT", written);
    if (stat.kind === "link") return undefined;
    if (stat.kind !== "directory") throw new FileError("ENOTDIR", written);
    this.#grounds.add(child);
    return child;
  }

  #walkToDirectory(written: string): string {
    const { path, stat } = this.#walk(written, true);
    if (stat === undefined) throw new FileError("ENOENT", written);
    if (stat.kind !== "directory") throw new FileError("ENOTDIR", written);
    return path === "/" ? "" : path;
  }

  /** Component by component from the root. */
  #walk(path: string, follow: boolean): Resolved {
    if (path.length >= MAX_PATH) throw new FileError("ENAMETOOLONG", path);
    const pending = path.split("/").reverse();
    const mustBeDirectory = /(?:^|\/)\.{0,2}$/.test(path);
    let at = "";
    let atStat: FileStat | undefined;
    let followed = 0;
    // How many of the pending components, from the top, were written in a link rather than in the path.
    let fromLink = 0;
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      const inLink = fromLink > 0;
      if (inLink) fromLink -= 1;
      if (name === "" || name === ".") continue;
      if (name === "..") {
        if (at === "" && inLink) throw new FileError("EACCES", path, LINK_LEAVES);
        at = at.slice(0, Math.max(0, at.lastIndexOf("/")));
        atStat = undefined;
        continue;
      }
      checkName(name, path);
      const child = `${at}/${name}`;
      const stat = this.#tree.lstat(child);
      if (stat === undefined) {
        if (pending.some((rest) => rest !== "")) throw new FileError("ENOENT", path);
        return { path: child, stat, mustBeDirectory };
      }
      if (stat.kind === "link" && (follow || pending.length > 0)) {
        followed += 1;
        if (followed > MAX_LINKS) throw new FileError("ELOOP", path);
        this.#grounds.add(child);
        const target = this.#tree.readlink(child);
        if (target.outside) throw new FileError("EACCES", path, LINK_LEAVES);
        if (target.text === "") throw new FileError("ENOENT", path);
        const components = target.text.split("/");
        if (target.text.startsWith("/")) at = "";
        atStat = undefined;
        for (let index = components.length - 1; index >= 0; index -= 1) pending.push(components[index] ?? "");
        fromLink += components.length;
        continue;
      }
      if (stat.kind === "directory") this.#grounds.add(child);
      else if (pending.length > 0) throw new FileError("ENOTDIR", path);
      at = child;
      atStat = stat;
    }
    const canonical = at === "" ? "/" : at;
    return { path: canonical, stat: atStat ?? this.#tree.lstat(canonical), mustBeDirectory };
  }
}

function checkName(name: string, path: string): void {
  if (name.includes("\0")) throw new FileError("EINVAL", path);
  if (name.length * 3 > MAX_NAME && Buffer.byteLength(name) > MAX_NAME) throw new FileError("ENAMETOOLONG", path);
}
