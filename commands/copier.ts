// Copies files and trees for cp, and for mv between mounts. Large files are copied in pieces, with pauses between.
import {
  absolute,
  CommandError,
  type Context,
  FileError,
  type FileStat,
  type Io,
  quoteName,
  type Source,
  Writer,
} from "../src/plugin.ts";
import type { Confirmation } from "./confirm.ts";
import { find, findEntry, joinPath } from "./transfer.ts";

/** Bytes of one piece. */
const PIECE = 256 * 1024;
/** Permission bits that new entries lose. */
const UMASK = 0o022;

export interface CopyChoices {
  readonly recursive: boolean;
  /** Which links are followed: none, those given as operands, all. */
  readonly follow: "none" | "operands" | "all";
  readonly keepMode: boolean;
  readonly keepTimes: boolean;
  /** Files with one inode stay so (-d, -a). */
  readonly keepLinks: boolean;
  readonly overwrite: "default" | "force" | "never" | "ask";
  readonly update: boolean;
  readonly verbose: boolean;
  /** Links in the place of copies: hard (-l) or symbolic (-s). */
  readonly instead?: "hard" | "symbolic" | undefined;
  readonly removeDestination: boolean;
}

export class Copier {
  status = 0;
  readonly out: Writer;
  readonly #choices: CopyChoices;
  readonly #io: Io;
  readonly #ctx: Context;
  readonly #confirmation: Confirmation;
  /** Files made in this run: a second source must not overwrite them. */
  readonly #made = new Set<string>();
  /** Where a file with several names was first copied to. */
  readonly #copied = new Map<string, string>();
  readonly #piece = Buffer.allocUnsafeSlow(PIECE);

  constructor(choices: CopyChoices, io: Io, ctx: Context, confirmation: Confirmation) {
    this.#choices = choices;
    this.#io = io;
    this.#ctx = ctx;
    this.#confirmation = confirmation;
    this.out = new Writer(io.stdout);
  }

  /** Copies one operand; what fails is diagnosed, and makes `status` 1. False when something of it failed. */
  async copy(source: string, destination: string): Promise<boolean> {
    const before = this.status;
    this.status = 0;
    await this.#entry(source, destination, undefined);
    const good = this.status === 0;
    this.status = Math.max(before, this.status);
    return good;
  }

  async #entry(source: string, destination: string, top: string | undefined): Promise<void> {
    const pause = this.#ctx.pause();
    if (pause) await pause;
    const { follow, recursive } = this.#choices;
    const followed = follow === "all" || (follow === "operands" && top === undefined);
    let stat: FileStat;
    try {
      stat = followed ? this.#ctx.workspace.stat(source) : this.#ctx.workspace.lstat(source);
    } catch (error) {
      await this.#failed(error, source, "cannot stat");
      return;
    }
    if (stat.kind === "directory") {
      if (recursive) await this.#directory(source, destination, stat, top);
      else await this.#fail(`-r not specified; omitting directory ${quoteName(source)}`);
      return;
    }
    try {
      if (!(await this.#makeWay(source, destination, stat))) return;
      if (destination.endsWith("/")) throw new FileError("ENOTDIR", destination);
      if (this.#choices.instead === "hard") this.#ctx.workspace.link(source, destination);
      else if (this.#choices.instead === "symbolic") this.#symbolic(source, destination);
      else if (stat.kind === "link") this.#ctx.workspace.symlink(this.#ctx.workspace.readlink(source), destination);
      else await this.#file(source, destination, stat);
      this.#say(source, destination);
      this.#made.add(absolute(this.#ctx.cwd, destination));
    } catch (error) {
      if (error instanceof CommandError) {
        await this.#fail(error.message);
        return;
      }
      const what =
        this.#choices.instead === "hard"
          ? "cannot create hard link"
          : stat.kind === "link" || this.#choices.instead === "symbolic"
            ? "cannot create symbolic link"
            : "cannot create regular file";
      await this.#failed(error, destination, what);
    }
  }

  async #directory(source: string, destination: string, stat: FileStat, top: string | undefined): Promise<void> {
    const { workspace } = this.#ctx;
    const existing = find(this.#ctx, destination);
    if (existing && existing.kind !== "directory") {
      await this.#fail(`cannot overwrite non-directory ${quoteName(destination)} with directory ${quoteName(source)}`);
      return;
    }
    const root = top ?? absolute(this.#ctx.cwd, destination);
    try {
      // The entries are read first, so that a copy into the tree itself does not meet itself again.
      const children = workspace.readdir(source);
      if (!existing) {
        workspace.mkdir(destination, (stat.mode & ~UMASK) | 0o700);
        this.#say(source, destination);
      }
      const place = top === undefined ? workspace.realpath(destination) : root;
      let met = false;
      for (const { name, kind } of children) {
        const child = joinPath(source, name);
        if (kind === "directory" && workspace.realpath(child) === place) {
          met = true;
          await this.#fail(`cannot copy a directory, ${quoteName(source)}, into itself, ${quoteName(destination)}`);
        } else {
          await this.#entry(child, joinPath(destination, name), place);
        }
      }
      if (!met && top === undefined && workspace.realpath(source) === parentOf(place)) {
        await this.#fail(`cannot copy a directory, ${quoteName(source)}, into itself, ${quoteName(destination)}`);
      }
      this.#keep(destination, stat, !existing);
    } catch (error) {
      await this.#failed(
        error,
        existing ? source : destination,
        existing ? "cannot access" : "cannot create directory",
      );
    }
  }

  /** May the destination be written? Removes what stands in the way of links. */
  async #makeWay(source: string, destination: string, stat: FileStat): Promise<boolean> {
    const { overwrite, update, instead, removeDestination } = this.#choices;
    const { workspace } = this.#ctx;
    const entry = findEntry(this.#ctx, destination);
    if (!entry) return true;
    const target = find(this.#ctx, destination);
    if (target?.kind === "directory") {
      await this.#fail(`cannot overwrite directory ${quoteName(destination)} with non-directory`);
      return false;
    }
    if (overwrite === "never") return false;
    if (update && (target ?? entry).mtimeMs >= stat.mtimeMs) return false;
    const same = stat.kind === "link" ? entry : target;
    if (same && same.dev === stat.dev && same.ino === stat.ino) {
      if (instead !== "hard") await this.#fail(`${quoteName(source)} and ${quoteName(destination)} are the same file`);
      return false;
    }
    if (this.#made.has(absolute(this.#ctx.cwd, destination))) {
      await this.#fail(`will not overwrite just-created ${quoteName(destination)} with ${quoteName(source)}`);
      return false;
    }
    if (overwrite === "ask") {
      await this.out.flush();
      if (!(await this.#confirmation.ask(`overwrite ${quoteName(destination)}?`, "Leave out -i"))) return false;
    }
    if (stat.kind === "link" || removeDestination || (instead !== undefined && overwrite === "force")) {
      workspace.unlink(destination);
    } else if (instead !== undefined) {
      throw new FileError("EEXIST", destination);
    } else if (!target) {
      await this.#fail(`not writing through dangling symlink ${quoteName(destination)}`);
      return false;
    }
    return true;
  }

  #symbolic(source: string, destination: string): void {
    const here = !destination.replace(/^\.\//, "").includes("/");
    if (!source.startsWith("/") && !here) {
      throw new CommandError(`${destination}: can make relative symbolic links only in current directory`);
    }
    this.#ctx.workspace.symlink(source, destination);
  }

  async #file(source: string, destination: string, stat: FileStat): Promise<void> {
    const { workspace } = this.#ctx;
    const inode = `${stat.dev}:${stat.ino}`;
    const first = this.#choices.keepLinks && stat.nlink > 1 ? this.#copied.get(inode) : undefined;
    if (first !== undefined) {
      if (findEntry(this.#ctx, destination)) workspace.unlink(destination);
      workspace.link(first, destination);
      return;
    }
    const existing = find(this.#ctx, destination);
    if (stat.kind === "other" || existing?.kind === "other") await this.#stream(source, destination);
    else await this.#bytes(source, destination, stat);
    if (existing?.kind !== "other" && stat.kind !== "other") this.#keep(destination, stat, !existing);
    if (this.#choices.keepLinks) this.#copied.set(inode, destination);
  }

  async #bytes(source: string, destination: string, stat: FileStat): Promise<void> {
    const { workspace } = this.#ctx;
    const from = openSource(source, () => workspace.open(source, { read: true }));
    try {
      const flags = { write: true, create: true, truncate: true, mode: stat.mode & 0o777 & ~UMASK };
      const to = this.#openForce(destination, flags);
      try {
        for (let size = from.read(this.#piece); size > 0; size = from.read(this.#piece)) {
          to.write(this.#piece.subarray(0, size));
          const pause = this.#ctx.pause();
          if (pause) await pause;
        }
      } finally {
        to.close();
      }
    } finally {
      from.close();
    }
  }

  /** With -f a file that cannot be opened is removed and made again. */
  #openForce(
    path: string,
    flags: Parameters<Context["workspace"]["open"]>[1],
  ): ReturnType<Context["workspace"]["open"]> {
    const { workspace } = this.#ctx;
    try {
      return workspace.open(path, flags);
    } catch (error) {
      if (!(error instanceof FileError) || error.code !== "EACCES" || this.#choices.overwrite !== "force") throw error;
      workspace.unlink(path);
      return workspace.open(path, flags);
    }
  }

  /** Devices are streams: /dev/stdin as a source, /dev/stdout as a destination. */
  async #stream(source: string, destination: string): Promise<void> {
    const from: Source = openSource(source, () => this.#io.open(source));
    await this.out.flush();
    const to = this.#io.create(destination);
    try {
      for (;;) {
        const next = from.read();
        const chunk = next instanceof Promise ? await next : next;
        if (chunk === null) return;
        const full = to.write(chunk);
        if (full) await full;
      }
    } finally {
      from.close();
      to.close();
    }
  }

  #keep(path: string, stat: FileStat, created: boolean): void {
    const { workspace } = this.#ctx;
    if (this.#choices.keepMode) workspace.chmod(path, stat.mode);
    else if (created && stat.kind === "directory" && (stat.mode & 0o700) !== 0o700)
      workspace.chmod(path, stat.mode & ~UMASK);
    if (this.#choices.keepTimes) workspace.utimes(path, stat.atimeMs, stat.mtimeMs);
  }

  #say(source: string, destination: string): void {
    if (this.#choices.verbose) this.out.text(`${quoteName(source)} -> ${quoteName(destination)}\n`);
  }

  async #failed(error: unknown, path: string, what: string): Promise<void> {
    if (!(error instanceof FileError)) throw error;
    this.status = 1;
    await this.out.flush();
    await this.#io.diagnoseFile(error, path, what);
  }

  async #fail(message: string): Promise<void> {
    this.status = 1;
    await this.out.flush();
    await this.#io.diagnose(message);
  }
}

/** What fails here is about the source, not about what is made of it. */
function openSource<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new CommandError(`cannot open ${quoteName(path)} for reading: ${error.message}`);
  }
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}
