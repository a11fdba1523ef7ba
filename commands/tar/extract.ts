// Reads archives: lists members or takes them out. Nothing is written above the directory it works in: a name with `..`
// is refused, a leading slash is stripped, and links are followed by the workspace alone, which keeps to its root.
import { type Context, compileGlob, FileError, type Io, type Source, Writer } from "../../src/plugin.ts";
import { expanding, isGzip } from "../compressed.ts";
import { joinPath } from "../transfer.ts";
import { ArchiveReader, FormatError, type Member } from "./format.ts";
import { excluder, FullListing } from "./names.ts";
import type { TarOptions } from "./options.ts";
import { transformer } from "./transform.ts";

interface Wanted {
  readonly name: string;
  readonly matches: (member: string) => boolean;
  found: boolean;
}

export class Extraction {
  readonly #options: TarOptions;
  readonly #io: Io;
  readonly #ctx: Context;
  readonly #excluded: (name: string) => boolean;
  readonly #transform: (name: string) => string;
  readonly #listing: FullListing;
  readonly #out: Writer;
  /** Times and modes of directories are set when nothing is put in them any more. */
  readonly #folders: { readonly path: string; readonly member: Member }[] = [];
  readonly #warned = new Set<string>();
  #status = 0;

  constructor(options: TarOptions, io: Io, ctx: Context) {
    this.#options = options;
    this.#io = io;
    this.#ctx = ctx;
    this.#excluded = excluder(options.exclude);
    this.#transform = transformer(options.transform);
    this.#listing = new FullListing(ctx.env.TZ);
    this.#out = new Writer(io.stdout);
  }

  async run(operands: TarOptions["operands"]): Promise<number> {
    const { file } = this.#options;
    const wanted = operands.map(({ name }) => this.#wanted(name));
    const source = file === "-" ? this.#io.stdin : this.#io.open(file);
    try {
      const reader = new ArchiveReader(await this.#plain(source));
      for (let member = await reader.next(); member; member = await reader.next()) {
        const { name } = member;
        const asked = wanted.filter((each) => each.matches(name.replace(/\/+$/, "")));
        for (const each of asked) each.found = true;
        if ((wanted.length > 0 && asked.length === 0) || this.#excluded(name)) continue;
        await this.#member(member, reader);
        const rest = this.#ctx.pause() ?? this.#out.drain();
        if (rest) await rest;
      }
    } catch (error) {
      if (!isDamage(error)) throw error;
      await this.#trouble(error.message);
      await this.#io.diagnose("Error is not recoverable: exiting now");
      return 2;
    } finally {
      source.close();
      this.#finishFolders();
    }
    for (const { name, found } of wanted) if (!found) await this.#trouble(`${name}: Not found in archive`);
    await this.#out.flush();
    if (this.#status !== 0) await this.#io.diagnose("Exiting with failure status due to previous errors");
    return this.#status;
  }

  #wanted(name: string): Wanted {
    const plain = name.replace(/(?<=.)\/+$/, "");
    if (!this.#options.wildcards) {
      return { name, found: false, matches: (member) => member === plain || member.startsWith(`${plain}/`) };
    }
    const glob = compileGlob(plain);
    const above = (member: string): string[] =>
      member.split("/").map((_, at, parts) => parts.slice(0, at + 1).join("/"));
    return { name, found: false, matches: (member) => above(member).some((part) => glob.test(part)) };
  }

  async #plain(source: Source): Promise<Source> {
    const first = await source.read();
    const rest: Source = {
      connected: true,
      close: () => undefined,
      read: pending(first, source),
    };
    if (first && isGzip(first)) return expanding(rest);
    if (first && /^(BZh|\xfd7zXZ|\x28\xb5\x2f\xfd)/.test(Buffer.from(first.subarray(0, 6)).toString("latin1"))) {
      throw new FormatError("This archive is compressed otherwise than by gzip");
    }
    if (this.#options.gzip && first) throw new FormatError("not in gzip format");
    return rest;
  }

  async #member(member: Member, reader: ArchiveReader): Promise<void> {
    const { mode, verbose, toStdout } = this.#options;
    if (mode === "list") {
      this.#out.text(`${verbose > 0 ? this.#listing.line(member) : member.name}\n`);
      return;
    }
    const name = await this.#placed(member.name);
    if (name === undefined) return;
    if (verbose > 0) {
      const line = `${verbose > 1 ? this.#listing.line(member) : member.name}\n`;
      if (toStdout) await this.#io.stderr.write(Buffer.from(line));
      else this.#out.text(line);
    }
    if (toStdout) {
      for (let piece = await reader.read(); piece; piece = await reader.read()) {
        this.#out.bytes(piece);
        const full = this.#out.drain();
        if (full) await full;
      }
      return;
    }
    const path = this.#options.folder === "" ? name : joinPath(this.#options.folder, name);
    try {
      await this.#place(member, path, reader);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await this.#trouble(`${member.name}: Cannot open: ${error.message}`);
    }
  }

  /** The name to write to, if any. */
  async #placed(given: string): Promise<string | undefined> {
    if (given.split("/").includes("..")) {
      await this.#trouble(`${given}: Member name contains '..'`);
      return undefined;
    }
    let name = given;
    if (name.startsWith("/")) {
      if (!this.#warned.has("/")) await this.#io.diagnose("Removing leading `/' from member names");
      this.#warned.add("/");
      name = name.replace(/^\/+/, "");
    }
    const parts = this.#transform(name)
      .split("/")
      .filter((part) => part !== "");
    const left = parts.slice(this.#options.strip).join("/");
    return left === "" ? undefined : left;
  }

  async #place(member: Member, path: string, reader: ArchiveReader): Promise<void> {
    const { workspace } = this.#ctx;
    const at = path.lastIndexOf("/");
    if (at > 0) makeFolders(this.#ctx, path.slice(0, at));
    if (member.kind === "directory") {
      if (workspace.exists(path)?.kind !== "directory") workspace.mkdir(path);
      this.#folders.push({ path, member });
      return;
    }
    const existing = entryAt(this.#ctx, path);
    if (existing !== undefined) {
      if (this.#options.keepOld) {
        await this.#trouble(`${member.name}: Cannot open: File exists`);
        return;
      }
      // A link in the place of the file is replaced, never written through.
      if (existing === "directory") throw new FileError("EISDIR", path);
      workspace.unlink(path);
    }
    if (member.kind === "symlink") workspace.symlink(member.target, path);
    else if (member.kind === "hardlink") {
      const target = await this.#placed(member.target);
      const { folder } = this.#options;
      if (target !== undefined) workspace.link(folder === "" ? target : joinPath(folder, target), path);
    } else if (member.kind === "file") {
      const output = this.#io.create(path);
      try {
        for (let piece = await reader.read(); piece; piece = await reader.read()) {
          const full = output.write(piece.slice());
          if (full) await full;
        }
      } finally {
        output.close();
      }
      this.#finish(path, member);
    } else await this.#trouble(`${member.name}: Cannot mknod: Operation not permitted`);
  }

  #finish(path: string, member: Member): void {
    this.#ctx.workspace.chmod(path, member.mode);
    if (!this.#options.touch) this.#ctx.workspace.utimes(path, Date.now(), member.mtimeMs);
  }

  #finishFolders(): void {
    for (const { path, member } of this.#folders.splice(0).reverse()) {
      if (this.#ctx.workspace.exists(path)) this.#finish(path, member);
    }
  }

  async #trouble(message: string): Promise<void> {
    this.#status = 2;
    await this.#out.flush();
    await this.#io.diagnose(message);
  }
}

function pending(first: Uint8Array | null, source: Source): Source["read"] {
  let given = first;
  return () => {
    const chunk = given;
    given = null;
    return chunk ?? source.read();
  };
}

function isDamage(error: unknown): error is Error {
  return error instanceof FormatError || (error instanceof Error && "code" in error && /^Z_/.test(String(error.code)));
}

function entryAt(ctx: Context, path: string): string | undefined {
  try {
    return ctx.workspace.lstat(path).kind;
  } catch {
    return undefined;
  }
}

function makeFolders(ctx: Context, path: string): void {
  const parts = path.split("/");
  for (let count = 1; count <= parts.length; count += 1) {
    const folder = parts.slice(0, count).join("/");
    if (folder !== "" && !ctx.workspace.exists(folder)) ctx.workspace.mkdir(folder);
  }
}
