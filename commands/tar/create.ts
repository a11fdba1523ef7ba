// Writes archives: walks what is named, in the order given and in byte order below.
import {
  type Context,
  createCompressor,
  FileError,
  type FileStat,
  type Io,
  type Sink,
  Writer,
} from "../../src/plugin.ts";
import { CompressingSink, isGzip } from "../compressed.ts";
import { ownerName } from "../stat-text.ts";
import { joinPath } from "../transfer.ts";
import { ArchiveReader, BLOCK, FormatError, headerOf, type Member, padding, RECORD } from "./format.ts";
import { excluder, FullListing, unsafePrefix } from "./names.ts";
import type { TarOptions } from "./options.ts";
import { transformer } from "./transform.ts";

export class ArchiveWriter {
  readonly #options: TarOptions;
  readonly #io: Io;
  readonly #ctx: Context;
  readonly #excluded: (name: string) => boolean;
  readonly #transform: (name: string) => string;
  readonly #listing: FullListing;
  readonly #links = new Map<string, string>();
  readonly #warned = new Set<string>();
  readonly #done: string[] = [];
  #sink: Sink | undefined;
  #size = 0;
  #status = 0;

  constructor(options: TarOptions, io: Io, ctx: Context) {
    this.#options = options;
    this.#io = io;
    this.#ctx = ctx;
    this.#excluded = excluder(options.exclude);
    this.#transform = transformer(options.transform);
    this.#listing = new FullListing(ctx.env.TZ);
  }

  async run(operands: TarOptions["operands"]): Promise<number> {
    const { file, gzip, auto, mode } = this.#options;
    const packs = gzip || (auto && /\.(gz|tgz|taz)$/.test(file));
    if (mode === "append") await this.#findEnd();
    const output = file === "-" ? undefined : this.#io.create(file, { append: mode === "append" });
    try {
      const target = output ?? this.#io.stdout;
      const packed = packs ? new CompressingSink(target, await createCompressor("gzip")) : undefined;
      this.#sink = packed ?? target;
      for (const { name, folder } of operands) await this.#operand(name, folder);
      // The end: two empty blocks, and the rest of the record.
      await this.#write(new Uint8Array(2 * BLOCK));
      await this.#write(padding(this.#size, RECORD));
      await packed?.end();
    } finally {
      output?.close();
    }
    if (this.#options.removeFiles) this.#remove();
    if (this.#status !== 0) await this.#io.diagnose("Exiting with failure status due to previous errors");
    return this.#status;
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return;
    this.#size += bytes.length;
    const full = this.#sink?.write(bytes);
    if (full) await full;
  }

  /** Cuts an archive where its members end. */
  async #findEnd(): Promise<void> {
    const { file } = this.#options;
    const { workspace } = this.#ctx;
    if (file === "-" || !workspace.exists(file)) return;
    const handle = workspace.open(file, { read: true, write: true });
    try {
      let at = 0;
      const source = {
        connected: true,
        close: () => undefined,
        read: () => {
          const chunk = new Uint8Array(BLOCK);
          const size = handle.read(chunk);
          at += size;
          return size > 0 ? chunk.subarray(0, size) : null;
        },
      };
      const first = new Uint8Array(2);
      handle.read(first, 0);
      if (isGzip(first)) throw new FormatError("Cannot update compressed archives");
      const reader = new ArchiveReader(source);
      while (await reader.next());
      const end = Math.max(0, at - BLOCK);
      handle.truncate(end);
      this.#size = end;
    } finally {
      handle.close();
    }
  }

  async #operand(name: string, folder: string): Promise<void> {
    await this.#add(folder === "" ? name : joinPath(folder, name), name, true);
  }

  async #add(path: string, name: string, operand = false): Promise<void> {
    if (this.#excluded(name)) return;
    const { workspace } = this.#ctx;
    let stat: FileStat;
    try {
      stat = this.#options.dereference ? workspace.stat(path) : workspace.lstat(path);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await this.#trouble(`${name}: Cannot stat: ${error.message}`);
      return;
    }
    if (this.#options.file !== "-" && sameFile(stat, workspace.exists(this.#options.file))) {
      await this.#io.diagnose(`${name}: file is the archive; not dumped`);
      this.#status = Math.max(this.#status, operand ? 1 : 1);
      return;
    }
    const rest = this.#ctx.pause();
    if (rest) await rest;
    const member = await this.#member(path, name, stat);
    if (!member) return;
    await this.#list(member);
    await this.#write(headerOf(member));
    if (member.kind === "file") await this.#content(path, name, member.size);
    this.#done.push(path);
    if (stat.kind !== "directory" || this.#options.noRecursion) return;
    for (const entry of workspace.readdir(path))
      await this.#add(joinPath(path, entry.name), joinPath(name, entry.name));
  }

  async #member(path: string, name: string, stat: FileStat): Promise<Member | undefined> {
    if (stat.kind === "other") {
      await this.#io.diagnose(`${name}: socket ignored`);
      return undefined;
    }
    const key = `${stat.dev}:${stat.ino}`;
    const linked = stat.kind === "file" && stat.nlink > 1 ? this.#links.get(key) : undefined;
    const stored = this.#transform(await this.#safe(name, "member names")) || ".";
    if (stat.kind === "file" && stat.nlink > 1 && linked === undefined) this.#links.set(key, stored);
    const kind = linked !== undefined ? "hardlink" : stat.kind === "link" ? "symlink" : stat.kind;
    const owner = (id: number): string => (id === 0 ? ownerName(id) : "");
    return {
      name: kind === "directory" && !stored.endsWith("/") ? `${stored}/` : stored,
      kind,
      size: kind === "file" ? stat.size : 0,
      mode: kind === "symlink" ? 0o777 : stat.mode,
      mtimeMs: stat.mtimeMs,
      uid: stat.uid,
      gid: stat.gid,
      user: owner(stat.uid),
      group: owner(stat.gid),
      target: linked ?? (kind === "symlink" ? this.#ctx.workspace.readlink(path) : ""),
    };
  }

  async #safe(name: string, what: string): Promise<string> {
    const prefix = this.#options.absoluteNames ? "" : unsafePrefix(name);
    if (prefix === "") return name;
    if (!this.#warned.has(prefix)) {
      this.#warned.add(prefix);
      await this.#io.diagnose(`Removing leading \`${prefix}' from ${what}`);
    }
    return name.slice(prefix.length) || ".";
  }

  async #content(path: string, name: string, size: number): Promise<void> {
    const source = this.#io.open(path);
    let left = size;
    try {
      while (left > 0) {
        const next = source.read();
        const chunk = next instanceof Promise ? await next : next;
        if (chunk === null) break;
        const piece = chunk.subarray(0, left);
        left -= piece.length;
        await this.#write(piece);
      }
    } finally {
      source.close();
    }
    // The header has promised the size.
    if (left > 0) {
      await this.#trouble(`${name}: File shrank by ${left} bytes; padding with zeros`);
      for (; left > 0; left -= Math.min(left, RECORD)) await this.#write(new Uint8Array(Math.min(left, RECORD)));
    }
    await this.#write(padding(size));
  }

  async #list(member: Member): Promise<void> {
    const { verbose, file } = this.#options;
    if (verbose === 0) return;
    const out = new Writer(file === "-" ? this.#io.stderr : this.#io.stdout);
    out.text(`${verbose > 1 ? this.#listing.line(member) : member.name}\n`);
    await out.flush();
  }

  async #trouble(message: string): Promise<void> {
    this.#status = 2;
    await this.#io.diagnose(message);
  }

  #remove(): void {
    for (const path of this.#done.reverse()) {
      if (this.#ctx.workspace.lstat(path).kind === "directory") this.#ctx.workspace.rmdir(path);
      else this.#ctx.workspace.unlink(path);
    }
  }
}

function sameFile(stat: FileStat, other: FileStat | undefined): boolean {
  return stat.kind === "file" && stat.ino === other?.ino && stat.dev === other.dev;
}
