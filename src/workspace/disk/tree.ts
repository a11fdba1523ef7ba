// One folder of the host as a tree. Files are opened only after they are known to be plain ones, without following a
// link in the last component; the resolver has made sure of the components before it.
//
// Hard links: a file with several names may be known outside the root by another one. Reading it shows what the owner
// of the root put there. `open` for writing writes through, as POSIX has it; `replace` gives the name here a new file
// and leaves the other names alone. `link` makes names of files of this tree only.
import fs from "node:fs";
import { decode } from "../../bytes/text.ts";
import { sortEntries } from "../order.ts";
import type { Quota } from "../quota.ts";
import { isWithin, type LinkTarget, nameOf, type Tree } from "../tree.ts";
import { type DirectoryEntry, FileError, type FileHandle, type FileStat, type OpenFlags } from "../workspace.ts";
import { DiskHandle } from "./handle.ts";
import { KindHints } from "./hints.ts";
import { codeOf, direntKind, fileError, fileStat, hostPath } from "./host.ts";
import { isReserved, TemporaryFiles } from "./temporary.ts";

const { O_RDONLY, O_WRONLY, O_RDWR, O_APPEND, O_CREAT, O_EXCL, O_TRUNC, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;
const READING = { read: true, write: false, append: false } as const;
const NO_THROW = { throwIfNoEntry: false } as const;
/** Read size for files whose metadata say nothing of their size (procfs), in bytes. */
const UNKNOWN_SIZE_CHUNK = 65_536;

export interface DiskTreeOptions {
  /** Real path of the folder; "" for the host's root. */
  readonly root: string;
  /** Other spellings of the root that links may begin with. */
  readonly aliases: readonly string[];
  readonly readOnly: boolean;
  readonly quota: Quota;
}

export class DiskTree implements Tree {
  readonly readOnly: boolean;
  readonly #root: string;
  readonly #aliases: readonly string[];
  readonly #quota: Quota;
  readonly #hints = new KindHints();
  readonly #temporary: TemporaryFiles;

  constructor(options: DiskTreeOptions) {
    this.readOnly = options.readOnly;
    this.#root = options.root;
    this.#aliases = [options.root, ...options.aliases];
    this.#quota = options.quota;
    this.#temporary = new TemporaryFiles(options.root);
  }

  lstat(path: string): FileStat | undefined {
    if (isReserved(nameOf(path))) return undefined;
    try {
      const stats = fs.lstatSync(hostPath(this.#root, path), NO_THROW);
      if (stats === undefined) return undefined;
      const stat = fileStat(stats);
      if (stat.kind === "file") this.#hints.sawFile(path);
      return stat;
    } catch (error) {
      if (codeOf(error) === "ENOTDIR") return undefined;
      throw fileError(error, path);
    }
  }

  readdir(path: string): readonly DirectoryEntry[] {
    return this.#try(path, () => {
      const host = hostPath(this.#root, path);
      const entries: DirectoryEntry[] = [];
      let exact = true;
      for (const entry of fs.readdirSync(host, { withFileTypes: true })) {
        if (entry.name.includes("\ufffd")) exact = false;
        if (!isReserved(entry.name)) entries.push({ name: entry.name, kind: direntKind(entry) });
      }
      if (!exact) {
        // A replacement character stands for bytes that are no UTF-8: read the names again, as bytes.
        entries.length = 0;
        for (const entry of fs.readdirSync(host, { withFileTypes: true, encoding: "buffer" })) {
          const name = decode(entry.name);
          if (!isReserved(name)) entries.push({ name, kind: direntKind(entry) });
        }
      }
      sortEntries(entries);
      this.#hints.sawListing(path, entries);
      return entries;
    });
  }

  readlink(path: string): LinkTarget {
    return this.#try(path, () => {
      const text = decode(fs.readlinkSync(hostPath(this.#root, path), "buffer"));
      if (!text.startsWith("/")) return { text, outside: false };
      for (const root of this.#aliases) {
        if (isWithin(text, root || "/")) return { text: text.slice(root.length) || "/", outside: false };
      }
      return { text, outside: true };
    });
  }

  open(path: string, flags: OpenFlags): FileHandle | undefined {
    const write = flags.write === true || flags.append === true;
    if (write) return this.#openToWrite(path, flags);
    if (flags.create || flags.truncate) this.#mayWrite(path);
    if (!this.#hints.isFile(path)) {
      const stat = this.lstat(path);
      if (stat === undefined && flags.create) return this.#openToWrite(path, flags);
      if (!this.#isPlain(stat, path)) return undefined;
    }
    const fd = this.#openPlain(path);
    if (fd === undefined) return undefined;
    return new DiskHandle(fd, path, READING, this.#quota);
  }

  readFile(path: string): Uint8Array | undefined {
    let size = -1;
    if (!this.#hints.isFile(path)) {
      const stat = this.lstat(path);
      if (!this.#isPlain(stat, path)) return undefined;
      size = stat.size;
    }
    const fd = this.#openPlain(path);
    if (fd === undefined) return undefined;
    try {
      return readWhole(fd, size < 0 ? fs.fstatSync(fd).size : size);
    } catch (error) {
      throw fileError(error, path);
    } finally {
      fs.closeSync(fd);
    }
  }

  replace(path: string, content: Uint8Array | Iterable<Uint8Array>): void {
    this.#mayWrite(path);
    const old = this.lstat(path);
    if (old !== undefined && !this.#isPlain(old, path)) throw new FileError("ELOOP", path);
    const quota = this.#quota;
    const before = quota.bytes;
    if (old === undefined) quota.addFiles(1, path);
    else if (old.nlink === 1) quota.addBytes(-old.size, path);
    try {
      const device = old?.dev ?? fs.statSync(hostPath(this.#root, path.slice(0, path.lastIndexOf("/")) || "/")).dev;
      this.#temporary.replace(path, old === undefined ? 0o644 : 0o600, device, (fd) => {
        for (const chunk of content instanceof Uint8Array ? [content] : content) {
          quota.addBytes(chunk.length, path);
          for (let done = 0; done < chunk.length; ) done += fs.writeSync(fd, chunk, done);
        }
        if (old !== undefined) keepOwnerAndMode(fd, old);
      });
    } catch (error) {
      quota.addBytes(before - quota.bytes, path);
      if (old === undefined) quota.addFiles(-1, path);
      throw fileErrorOrOwn(error, path);
    }
    this.#hints.clear();
  }

  mkdir(path: string, mode: number): void {
    this.#create(path, () => fs.mkdirSync(hostPath(this.#root, path), { mode: mode & 0o777 }));
  }

  rmdir(path: string): void {
    this.#mayWrite(path);
    this.#try(path, () => fs.rmdirSync(hostPath(this.#root, path)));
    this.#hints.clear();
    this.#quota.addFiles(-1, path);
  }

  unlink(path: string): void {
    this.#mayWrite(path);
    const stat = this.#quota.counts ? this.lstat(path) : undefined;
    if (isReserved(nameOf(path))) throw new FileError("ENOENT", path);
    this.#try(path, () => {
      try {
        fs.unlinkSync(hostPath(this.#root, path));
      } catch (error) {
        // POSIX allows EPERM for a directory (macOS); Linux and this contract say EISDIR.
        if (codeOf(error) === "EPERM" && this.lstat(path)?.kind === "directory") throw new FileError("EISDIR", path);
        throw error;
      }
    });
    this.#hints.clear();
    this.#giveBack(stat, path);
  }

  rename(from: string, to: string): void {
    this.#mayWrite(from);
    this.#mayCreate(to);
    const stat = this.#quota.counts ? this.lstat(to) : undefined;
    this.#try(from, () => fs.renameSync(hostPath(this.#root, from), hostPath(this.#root, to)));
    this.#hints.clear();
    this.#giveBack(stat, to);
  }

  symlink(target: LinkTarget, path: string): void {
    // An absolute target means a place in this tree; on the host that is the same place under the root, so that the
    // link means the same to the shell and to the host.
    const absolute = target.text.startsWith("/") && !target.outside;
    const text = absolute ? hostPath(this.#root, target.text) : hostPath("", target.text);
    this.#create(path, () => fs.symlinkSync(text, hostPath(this.#root, path)));
  }

  link(existing: string, path: string): void {
    this.#create(path, () => fs.linkSync(hostPath(this.#root, existing), hostPath(this.#root, path)));
  }

  chmod(path: string, mode: number): void {
    this.#mayWrite(path);
    this.#try(path, () => fs.chmodSync(hostPath(this.#root, path), mode));
  }

  utimes(path: string, atimeMs: number, mtimeMs: number): void {
    this.#mayWrite(path);
    this.#try(path, () => fs.utimesSync(hostPath(this.#root, path), atimeMs / 1000, mtimeMs / 1000));
  }

  forget(): void {
    this.#hints.clear();
  }

  /** Opens for writing; the entry may be missing. undefined for a link. */
  #openToWrite(path: string, flags: OpenFlags): FileHandle | undefined {
    this.#mayWrite(path);
    if (flags.create) this.#mayCreate(path);
    const stat = this.lstat(path);
    if (stat !== undefined) {
      if (flags.create && flags.exclusive) throw new FileError("EEXIST", path);
      if (!this.#isPlain(stat, path)) return undefined;
    } else if (!flags.create) throw new FileError("ENOENT", path);
    const write = flags.write === true || flags.append === true;
    const read = flags.read === true;
    let mode = (write ? (read ? O_RDWR : O_WRONLY) : O_RDONLY) | O_NOFOLLOW | O_NONBLOCK;
    if (flags.append) mode |= O_APPEND;
    if (flags.truncate) mode |= O_TRUNC;
    if (flags.create) mode |= O_CREAT;
    if (flags.create && (flags.exclusive || stat === undefined)) mode |= O_EXCL;
    if (stat === undefined) this.#quota.addFiles(1, path);
    try {
      const fd = fs.openSync(hostPath(this.#root, path), mode, flags.mode ?? 0o644);
      if (flags.truncate && stat !== undefined) this.#quota.addBytes(-stat.size, path);
      if (stat === undefined) this.#hints.clear();
      return new DiskHandle(fd, path, { read, write, append: flags.append === true }, this.#quota);
    } catch (error) {
      if (stat === undefined) this.#quota.addFiles(-1, path);
      throw fileError(error, path);
    }
  }

  /** undefined for a link. */
  #openPlain(path: string): number | undefined {
    try {
      return fs.openSync(hostPath(this.#root, path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    } catch (error) {
      this.#hints.clear();
      // Linux says ELOOP for a link with O_NOFOLLOW; FreeBSD says EMLINK.
      if (codeOf(error) === "ELOOP" || codeOf(error) === "EMLINK") return undefined;
      throw fileError(error, path);
    }
  }

  /** True for a plain file, false for a link; throws for anything that must not be opened. */
  #isPlain(stat: FileStat | undefined, path: string): stat is FileStat {
    if (stat === undefined) throw new FileError("ENOENT", path);
    if (stat.kind === "file") return true;
    if (stat.kind === "link") return false;
    if (stat.kind === "directory") throw new FileError("EISDIR", path);
    throw new FileError("EACCES", path, `Permission denied (a special file: ${stat.special ?? "device"})`);
  }

  #create(path: string, make: () => void): void {
    this.#mayWrite(path);
    this.#mayCreate(path);
    this.#quota.addFiles(1, path);
    try {
      make();
    } catch (error) {
      this.#quota.addFiles(-1, path);
      throw fileError(error, path);
    }
    this.#hints.clear();
  }

  #giveBack(stat: FileStat | undefined, path: string): void {
    if (stat === undefined) return;
    this.#quota.addFiles(-1, path);
    if (stat.kind === "file" && stat.nlink === 1) this.#quota.addBytes(-stat.size, path);
  }

  #mayWrite(path: string): void {
    if (this.readOnly) throw new FileError("EROFS", path);
  }

  #mayCreate(path: string): void {
    if (isReserved(nameOf(path))) throw new FileError("EPERM", path);
  }

  #try<T>(path: string, call: () => T): T {
    try {
      return call();
    } catch (error) {
      throw fileError(error, path);
    }
  }
}

/** Reads an open file of the expected size into a buffer of exactly that size. */
function readWhole(fd: number, size: number): Uint8Array {
  if (size === 0) return readUnsized(fd);
  const buffer = Buffer.allocUnsafe(size);
  let length = 0;
  while (length < size) {
    const count = fs.readSync(fd, buffer, length, size - length, length);
    if (count === 0) return buffer.subarray(0, length);
    length += count;
  }
  return buffer;
}

/** Empty files, and those that have content and no size. */
function readUnsized(fd: number): Uint8Array {
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk = Buffer.allocUnsafe(chunks.length === 0 ? 512 : UNKNOWN_SIZE_CHUNK);
    const count = fs.readSync(fd, chunk);
    if (count === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, count));
  }
}

function keepOwnerAndMode(fd: number, old: FileStat): void {
  const now = fs.fstatSync(fd);
  if (now.uid !== old.uid || now.gid !== old.gid) {
    try {
      fs.fchownSync(fd, old.uid, old.gid);
    } catch {
      // Only the superuser gives files away; the content matters more than the owner.
    }
  }
  fs.fchmodSync(fd, old.mode);
}

/** Errors of the host are translated; an error of the caller's own iterable goes through as it is. */
function fileErrorOrOwn(error: unknown, path: string): unknown {
  return error instanceof Error && "syscall" in error ? fileError(error, path) : error;
}
