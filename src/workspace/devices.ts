// The tree that is mounted at /dev: null, zero, full, random and the names of the standard streams. Opening a standard
// stream belongs to the engine, which knows the descriptors; here it fails.
import { ResolvedWorkspace } from "./resolved.ts";
import type { LinkTarget, Tree } from "./tree.ts";
import {
  type DirectoryEntry,
  FileError,
  type FileHandle,
  type FileStat,
  type OpenFlags,
  type Workspace,
} from "./workspace.ts";

/** A workspace for mounting at "/dev". */
export function deviceWorkspace(): Workspace {
  return new ResolvedWorkspace(deviceTree());
}

export function deviceTree(): Tree {
  return new DeviceTree();
}

type DeviceName = "full" | "null" | "random" | "urandom" | "zero";

const DEVICES: ReadonlySet<string> = new Set<DeviceName>(["full", "null", "random", "urandom", "zero"]);
const STREAMS: ReadonlySet<string> = new Set(["stderr", "stdin", "stdout"]);
const DESCRIPTORS: ReadonlySet<string> = new Set(["0", "1", "2"]);
/** `crypto.getRandomValues` takes at most this many bytes at once (Web Crypto). */
const RANDOM_AT_ONCE = 65_536;
const DEVICE_NUMBER = 0x4d000000;

class DeviceTree implements Tree {
  readonly readOnly = false;

  lstat(path: string): FileStat | undefined {
    if (path === "/" || path === "/fd") return stat("directory", 0o755, path === "/" ? 1 : 2);
    const order = [...DEVICES, ...STREAMS].indexOf(path.slice(1));
    if (order >= 0) return stat("other", 0o666, order + 3);
    const descriptor = path.startsWith("/fd/") ? path.slice(4) : "";
    return /^\d+$/.test(descriptor) ? stat("other", 0o600, 100 + Number(descriptor)) : undefined;
  }

  readdir(path: string): readonly DirectoryEntry[] {
    if (path === "/fd") return [...DESCRIPTORS].map((name) => ({ name, kind: "other" }));
    if (path !== "/") throw new FileError(this.lstat(path) === undefined ? "ENOENT" : "ENOTDIR", path);
    return ["fd", ...DEVICES, ...STREAMS].sort().map((name) => ({ name, kind: name === "fd" ? "directory" : "other" }));
  }

  readlink(path: string): LinkTarget {
    throw new FileError("EINVAL", path);
  }

  open(path: string, flags: OpenFlags): FileHandle {
    const name = this.#device(path);
    if (flags.create && flags.exclusive) throw new FileError("EEXIST", path);
    return new DeviceHandle(name, stat("other", 0o666, 3), path);
  }

  readFile(path: string): Uint8Array {
    if (this.#device(path) !== "null") throw new FileError("EINVAL", path, "Invalid argument (the device has no end)");
    return new Uint8Array(0);
  }

  replace(path: string, content: Uint8Array | Iterable<Uint8Array>): void {
    const handle = this.open(path, { write: true });
    for (const chunk of content instanceof Uint8Array ? [content] : content) handle.write(chunk);
  }

  mkdir(path: string): void {
    refuse(path);
  }

  rmdir(path: string): void {
    refuse(path);
  }

  unlink(path: string): void {
    refuse(path);
  }

  rename(from: string): void {
    refuse(from);
  }

  symlink(_target: LinkTarget, path: string): void {
    refuse(path);
  }

  link(_existing: string, path: string): void {
    refuse(path);
  }

  chmod(path: string): void {
    refuse(path);
  }

  utimes(path: string): void {
    refuse(path);
  }

  #device(path: string): DeviceName {
    const name = path.slice(1);
    if (isDevice(name)) return name;
    const found = this.lstat(path);
    if (found === undefined) throw new FileError("ENOENT", path);
    if (found.kind === "directory") throw new FileError("EISDIR", path);
    throw new FileError("EACCES", path, "Permission denied (no such stream is connected here)");
  }
}

class DeviceHandle implements FileHandle {
  readonly #name: DeviceName;
  readonly #stat: FileStat;
  readonly #path: string;

  constructor(name: DeviceName, found: FileStat, path: string) {
    this.#name = name;
    this.#stat = found;
    this.#path = path;
  }

  stat(): FileStat {
    return this.#stat;
  }

  read(into: Uint8Array): number {
    if (this.#name === "null") return 0;
    if (this.#name === "zero" || this.#name === "full") into.fill(0);
    else {
      for (let at = 0; at < into.length; at += RANDOM_AT_ONCE) {
        crypto.getRandomValues(into.subarray(at, at + RANDOM_AT_ONCE));
      }
    }
    return into.length;
  }

  write(bytes: Uint8Array): void {
    if (this.#name === "full" && bytes.length > 0) throw new FileError("ENOSPC", this.#path);
  }

  truncate(): void {
    // A device has no size to change; `> /dev/null` asks for it all the same.
  }

  close(): void {
    // Nothing is held.
  }
}

function isDevice(name: string): name is DeviceName {
  return DEVICES.has(name);
}

function stat(kind: "directory" | "other", mode: number, ino: number): FileStat {
  const base = { kind, size: 0, mode, mtimeMs: 0, atimeMs: 0, ctimeMs: 0, nlink: 1, uid: 0, gid: 0 };
  const numbered = { ...base, dev: DEVICE_NUMBER, ino };
  return kind === "other" ? { ...numbered, special: "character" } : numbered;
}

function refuse(path: string): never {
  throw new FileError("EPERM", path);
}
